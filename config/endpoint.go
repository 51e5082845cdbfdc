package config

import (
	"slices"
	"strings"
	"time"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/queries"
)

// EndpointConfig controls the requests to an endpoint.
type EndpointConfig struct {
	Graph          []string
	Dialect        string // Auto, or a dialect of package queries
	Method         string
	Contact        string
	Credentials    string // path of a file
	RequestTimeout time.Duration
	Retries        int
	Rate           float64 // requests per second, 0: no limit
	Requests       int     // the largest number at a time
	Load           float64 // share of the time that the endpoint may work for genus, 0: no limit
	RowCap         []int
	Search         string // one of queries.FinderNames
}

func defaultEndpoint() EndpointConfig {
	return EndpointConfig{
		Dialect: Auto, Method: Auto, RequestTimeout: connector.DefaultTimeout,
		Retries: connector.DefaultRetries, Requests: extract.DefaultWorkers, Search: string(queries.FindScan),
	}
}

// endpointSettings returns the settings of the group Endpoint.
func (c *Config) endpointSettings() []Setting {
	return []Setting{
		{
			Name:  "graph",
			Group: Endpoint,
			Arg:   "IRI",
			Help: "default graph to ask about, or graph to read of files that name graphs; may be repeated; named: all " +
				"named graphs of an endpoint",
			Value: &c.Graph,
		},
		{
			Name: "dialect", Group: Endpoint, Arg: "D", Value: &c.Dialect,
			Help: "dialect of the engine: auto (ask the endpoint), standard, virtuoso, fuseki, blazegraph, oxigraph",
		},
		{
			Name:       "method",
			PresetOnly: true,
			Group:      Endpoint,
			Arg:        "M",
			Value:      &c.Method,
			OneOf:      []string{Auto, string(connector.PostForm), string(connector.Get), string(connector.PostDirect)},
			Help:       "how queries are sent: post (as a form), get, post-direct, or auto (the first that the endpoint takes)",
		},
		{
			Name: "contact", Group: Endpoint, Arg: "MAIL", Value: &c.Contact,
			Help: "your mail address or web page, for the User-Agent; public endpoints ask for it",
		},
		{
			Name: "credentials", Group: Endpoint, Arg: "FILE", Value: &c.Credentials,
			Help: "file with user and password, or token (or set GENUS_ENDPOINT_USER, _PASSWORD, _AUTH, _TOKEN)",
		},
		{
			Name: "request-timeout", Group: Endpoint, Arg: "TIME", Value: &c.RequestTimeout, least: 1,
			Help: "time limit of one request",
		},
		{Name: "retries", Group: Endpoint, Arg: "N", Help: "how often a failed request is repeated", Value: &c.Retries},
		{
			Name: "rate", Group: Endpoint, Arg: "X", Value: &c.Rate,
			Help: "largest number of requests per second on average, repeats included; 0 means no limit",
		},
		{
			Name: "requests", PresetOnly: true, Group: Endpoint, Arg: "N", Value: &c.Requests, least: 1,
			Help: "largest number of requests at a time; genus starts with one and adds more while the endpoint " +
				"keeps up",
		},
		{
			Name: "load", PresetOnly: true, Group: Endpoint, Arg: "X", Value: &c.Load,
			Help: "largest share of the time that the endpoint may spend on genus, such as 0.5; genus also pauses " +
				"after 15 failed requests in a minute then; 0 means no limit",
		},
		{
			Name: "search", Group: Endpoint, Arg: "HOW", Value: &c.Search, OneOf: queries.FinderNames(),
			Help: "how individuals are found by name at the endpoint: " + strings.Join(queries.FinderNames(), ", ") +
				"; exact uses the full-text index of a Virtuoso",
		},
		{
			Name: "row-cap", PresetOnly: true, Group: Endpoint, Arg: "N", Value: &c.RowCap,
			Help: "number of rows at which the endpoint silently truncates results",
		},
	}
}

// politeErrors is how many requests may fail in a minute where the load is limited: half of
// what Wikidata allows.
const politeErrors = 15

// Connector returns the options for the endpoint. The credentials are those of the file
// that the setting names, or else of the environment.
func (c Config) Connector(version string) (connector.Options, error) {
	o := connector.Options{
		URL: c.Endpoint, DefaultGraph: c.Graph, Method: connector.Method(c.Method), Version: version,
		UserAgentContact: c.Contact, Timeout: c.RequestTimeout, Retries: c.Retries, RowCaps: c.RowCap,
		Rate: c.Rate, Load: c.Load, Requests: c.Requests,
	}
	if slices.Equal(c.Graph, []string{queries.NamedGraphs}) { // the queries name them
		o.DefaultGraph = nil
	}
	if c.Method == Auto {
		o.Method = ""
	}
	if c.Load > 0 {
		o.Errors = politeErrors
	}
	if c.Retries == 0 {
		o.Retries = -1 // 0 means the default there
	}
	var err error
	if c.Credentials != "" {
		o.Credentials, err = connector.CredentialsFromFile(c.Credentials)
	} else {
		o.Credentials, err = connector.CredentialsFromEnv()
	}
	if err != nil {
		return connector.Options{}, err
	}
	return o, o.Validate()
}
