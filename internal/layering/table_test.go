package layering

// module is the path of our module. Packages are written relative to it.
const module = "github.com/genus-kg/genus"

// A row says what a package may import besides the standard library.
type row struct {
	ours   []string // packages; "x/..." is x and all below it, "..." is everything
	others []string // modules
}

// The modules that packages may import.
const (
	knakkRDF    = "github.com/knakk/rdf"
	knakkSPARQL = "github.com/knakk/sparql"
	goRDFlib    = "github.com/tggo/goRDFlib"
	digest      = "github.com/icholy/digest"
	jsontext    = "github.com/go-json-experiment/json/jsontext"
	bitset      = "github.com/bits-and-blooms/bitset"
	gophersat   = "github.com/crillab/gophersat"
	gini        = "github.com/go-air/gini"
	sqlite      = "modernc.org/sqlite"
	viper       = "github.com/spf13/viper"
	cobra       = "github.com/spf13/cobra"
	pflag       = "github.com/spf13/pflag"
	xsync       = "golang.org/x/sync"
	xText       = "golang.org/x/text"
	xTerm       = "golang.org/x/term"
	humaAPI     = "github.com/danielgtaylor/huma/v2"
	prometheus  = "github.com/prometheus/client_golang"
	mcpSDK      = "github.com/modelcontextprotocol/go-sdk"
	memlimit    = "github.com/KimMachineGun/automemlimit"
	pbnjay      = "github.com/pbnjay/memory" // of memlimit
	excelize    = "github.com/xuri/excelize/v2"
	nfp         = "github.com/xuri/nfp" // of excelize: reads its number formats
	mmap        = "github.com/edsrzf/mmap-go"
	pluralize   = "github.com/gertd/go-pluralize"
	snowball    = "github.com/kljensen/snowball"
	goCmp       = "github.com/google/go-cmp/cmp"
	rapid       = "pgregory.net/rapid"
)

var (
	onlyDL      = []string{"learner/dl"}
	dlAndInterp = []string{"learner/dl", "learner/interp"}
)

// below returns the rooms of the session, and what all of them may import.
func below(rooms ...string) []string {
	return append(rooms, "internal/say", "internal/sheet", "config", "connector", "extract", "extract/ask",
		"extract/graph", "learner", "learner/dl", "learner/intent",
		"learner/interp", "learner/syntax", "queries", "queries/read")
}

var table = map[string]row{
	"learner/dl":                 {},
	"learner/internal/enum":      {},
	"learner/internal/available": {others: []string{memlimit}},
	"learner/interp":             {ours: []string{"learner/dl", "learner/internal/enum"}, others: []string{bitset}},
	"learner/syntax": {
		ours:   []string{"learner/dl", "internal/say"},
		others: []string{knakkRDF, pluralize, xText},
	},
	"learner/threshold":     {ours: []string{"learner/dl"}},
	"learner/bisim":         {ours: dlAndInterp},
	"learner/folds":         {ours: []string{"learner/interp"}},
	"learner/intent/normal": {ours: onlyDL},
	"learner/intent/ask":    {ours: append([]string{"learner/intent/normal"}, dlAndInterp...)},
	"learner/intent/price": {ours: append([]string{"internal/say", "learner/intent/normal", "learner/intent/ask"},
		dlAndInterp...),
		others: []string{snowball, xText}},
	"learner/intent/propose": {ours: append(
		[]string{"learner/intent/normal", "learner/intent/ask", "learner/intent/price"}, dlAndInterp...)},
	"learner/intent":  {ours: append([]string{"learner/intent/..."}, dlAndInterp...)},
	"learner/repair":  {ours: []string{"learner/dl", "learner/interp", "learner/bisim"}},
	"learner/optimal": {ours: []string{"learner/dl", "learner/interp", "learner/bisim"}},
	"learner/sat":     {others: []string{gophersat, gini}},
	"learner/encode":  {ours: []string{"learner/dl", "learner/interp", "learner/sat", "learner/bisim"}},
	"learner/search":  {ours: []string{"learner/dl", "learner/interp", "learner/bisim"}},
	"internal/sheet":  {others: []string{excelize, nfp}},
	"internal/dltest": {ours: dlAndInterp},
	"internal/brute":  {ours: dlAndInterp},
	"learner": {
		ours: []string{"learner/dl", "learner/interp", "learner/threshold", "learner/bisim", "learner/optimal",
			"learner/sat", "learner/encode", "learner/search", "learner/folds", "learner/internal/...",
		}, others: []string{xsync},
	},

	"learner/enrich": {ours: []string{"learner", "learner/dl", "learner/interp"}},

	"queries": {
		ours:   []string{"queries/sparql11", "learner/dl", "learner/syntax"},
		others: []string{knakkSPARQL},
	},
	"queries/read": {ours: []string{"learner/dl", "queries", "queries/sparql11"}},
	// the properties of reifiers have their names in dl
	"queries/sparql11":   {ours: []string{"internal/iri", "learner/dl"}},
	"connector":          {ours: []string{"internal/say"}, others: []string{knakkRDF, digest, jsontext, xsync}},
	"connector/embedded": {others: []string{goRDFlib, knakkRDF}},
	"extract/store":      {others: []string{sqlite}},
	"extract/facts":      {ours: []string{"extract/entail"}},
	"extract/graph": {
		ours: []string{"connector", "queries", "extract/store", "extract/entail", "extract/facts", "learner/dl",
			"learner/syntax", "learner/interp", "learner/intent/ask"}, others: []string{knakkRDF},
	},
	"extract/ask": {ours: []string{"learner/dl", "queries"}}, // a column is one of queries
	"extract/ask/endpoint": {ours: []string{"connector", "extract/ask", "extract/graph", "internal/recent", "internal/say",
		"learner/dl", "queries"},
		others: []string{knakkRDF}},
	"extract/ask/memory": {ours: []string{"extract/ask", "extract/dataset", "extract/facts", "learner/dl",
		"learner/interp", "queries"}},
	"extract/ask/asktest": {ours: []string{"extract/ask", "internal/dltest", "internal/testbed/graphs",
		"internal/testsize", "learner/dl",
		"learner/interp", "learner/syntax", "queries"}, others: []string{rapid}},
	"extract/crawl": {ours: []string{"extract/graph", "extract/store", "extract/facts", "extract/entail"}},
	"extract/dataset": {
		ours: []string{"internal/iri", "internal/say", "queries", "extract/crawl", "extract/graph", "extract/facts",
			"extract/store", "extract/rdffile",
			"extract/entail", "extract/terminology", "learner/interp", "learner/dl"}, others: []string{knakkRDF, mmap},
	},
	"extract/el":          {},
	"extract/terminology": {ours: []string{"queries", "extract/el", "extract/facts"}},
	"extract/classes":     {ours: []string{"queries", "extract/graph"}},
	"extract/rdffile": {
		ours: []string{"internal/iri", "internal/say", "internal/sheet", "learner/dl"},
		others: []string{knakkRDF, goRDFlib, pluralize, "github.com/klauspost/compress/zstd", "github.com/therootcompany/xz",
			"github.com/piprate/json-gold/ld", xText},
	},
	"extract/entail": {ours: onlyDL, others: []string{knakkRDF}},
	"extract": {
		ours: []string{"internal/say", "internal/sheet", "queries", "extract/crawl", "extract/dataset", "extract/classes",
			"extract/facts", "extract/graph", "extract/rdffile", "extract/store",
			"learner/interp", "learner/dl"},
	},

	"config": {
		ours: []string{"internal/say", "internal/sheet", "connector", "extract", "queries", "learner", "learner/dl",
			"learner/interp", "learner/syntax"}, others: []string{"go.yaml.in/yaml/v3"},
	},
	"config/genusyaml":   {ours: []string{"config", "extract"}, others: []string{viper}},
	"cmd/genus":          {ours: []string{"..."}},
	"cmd/genus/man":      {ours: []string{"cmd/genus/command"}, others: []string{cobra + "/doc"}},
	"cmd/genus/command":  {ours: []string{"..."}, others: []string{"go.yaml.in/yaml/v3", cobra, pflag, xTerm, mcpSDK}},
	"internal/elephants": {ours: onlyDL},
	"internal/builtin":   {ours: []string{"internal/elephants"}},
	"cmd/genus/api": { // The doors open sessions through package genus, and use the rooms below it for the rest.
		ours: []string{"internal/say", "internal/sheet", ".", "session/...", "config", "extract", "learner", "learner/enrich",
			"learner/folds", "learner/dl", "learner/interp", "learner/syntax", "internal/evaluation"},
		others: []string{humaAPI},
	},
	"cmd/genus/serve": {
		ours: []string{"internal/recent", "internal/say", "internal/sheet", "internal/builtin", "internal/elephants",
			"cmd/genus/api",
			"cmd/genus/serve/page", ".", "session/...", "config", "config/genusyaml", "connector", "extract", "extract/rdffile",
			"learner", "learner/dl", "learner/syntax", "queries"},
		others: []string{sqlite, xsync, "golang.org/x/time", humaAPI, prometheus},
	},
	"session/source": {
		ours: []string{"internal/say", "config", "connector", "connector/embedded", "extract", "extract/ask",
			"extract/ask/endpoint", "extract/ask/memory",
			"extract/graph", "extract/rdffile", "extract/store",
			"learner", "learner/dl", "learner/intent", "learner/interp", "learner/syntax", "queries", "queries/read"},
		others: []string{knakkRDF, xText, xsync},
	},
	"session/notation": {ours: below("session/source")},
	"session/look":     {ours: below("session/source", "session/notation")},
	"session/names":    {ours: below("session/source", "session/look"), others: []string{knakkRDF, xText}},
	"session/answer": {ours: below("session/source", "session/notation", "session/look", "learner/bisim",
		"learner/repair"),
		others: []string{knakkRDF}},
	"session/annotate": {ours: below("session/source", "session/look", "session/names", "session/answer",
		"session/members")},
	"session/members": {ours: below("session/source", "session/notation", "session/look", "session/names",
		"session/answer", "extract/ask/endpoint"),
		others: []string{knakkRDF}},
	"session/enrich": {ours: below("session/source", "session/look", "extract/el", "extract/rdffile", "learner/enrich"),
		others: []string{knakkRDF}},
	"session": {ours: below("session/...", "extract/store"), others: []string{knakkRDF}},
	".":       {ours: []string{"session/...", "config"}, others: []string{knakkRDF}}, // package genus
	"cmd/genus/mcp": {
		ours: []string{"internal/say", "internal/builtin", "internal/elephants", "cmd/genus/api",
			".", "session/...", "config", "config/genusyaml", "extract", "learner", "learner/dl", "learner/interp",
			"learner/syntax"}, others: []string{mcpSDK, humaAPI},
	},
	"cmd/genus/serve/page": {},

	"internal/evaluation": {
		ours:   []string{"learner", "learner/dl", "learner/folds", "learner/interp"},
		others: []string{xsync},
	},

	// For tests: they may import nothing that would make a test judge itself.
	"internal/differential": {},
	"internal/engines": {ours: []string{"connector", "connector/embedded", "extract/rdffile"},
		others: []string{knakkRDF}},
	"internal/faults":               {},
	"internal/layering":             {},
	"internal/neighbourhood":        {ours: dlAndInterp},
	"internal/owltools":             {},
	"internal/iri":                  {},
	"internal/recent":               {},
	"internal/say":                  {},
	"internal/check":                {others: []string{goCmp}},
	"internal/require":              {},
	"internal/testfiles":            {others: []string{goCmp}},
	"internal/testbed/endpoint":     {ours: []string{"connector"}},
	"internal/testbed/encyclopedia": {},
	"internal/testbed/suite": {ours: []string{"extract", "extract/rdffile", "internal/elephants",
		"learner/interp"}},
	"internal/testbed/graphs": {
		ours: []string{"connector", "extract/entail", "extract/graph", "internal/dltest",
			"internal/engines", "internal/neighbourhood", "internal/testsize", "learner/dl", "learner/interp"},
		others: []string{knakkRDF, rapid},
	},
	"internal/testsize": {others: []string{rapid}},
}

// testsOnly are the packages that only tests, and each other, may import.
var testsOnly = []string{"internal/dltest", "internal/brute", "internal/differential", "internal/engines",
	"internal/faults", "internal/layering", "internal/neighbourhood", "internal/owltools", "internal/check",
	"internal/require", "internal/testbed/endpoint", "internal/testbed/graphs",
	"internal/testbed/suite", "internal/testfiles", "extract/ask/asktest"}

// The packages in offline must not depend on outOfLearner, directly or not: learners use no
// network, no processes and no databases. Of other modules they may use learnerModules.
var (
	offline        = "learner/..."
	outOfLearner   = []string{"net/http", "os/exec", "database/sql"}
	learnerModules = []string{bitset, gophersat, gini, knakkRDF, xsync, memlimit, pbnjay, pluralize, snowball, xText}
)
