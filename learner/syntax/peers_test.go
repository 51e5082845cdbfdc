package syntax

import (
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/learner/dl"
)

// The sources of the spellings. Those "after" a source are changed so that they are in
// ALCQI(f).
const (
	owlapyReadme = "dice-group/owlapy, README.md"
	owlapyRender = "dice-group/owlapy, tests/test_owlapy_render.py" // the renderers of Ontolearn
	owlapyParser = "dice-group/owlapy, tests/test_owlapy_parser.py" // its parsers
	afterRender  = "after " + owlapyRender
	afterParser  = "after " + owlapyParser
	binders      = "dice-group/Ontolearn, ontolearn/binders.py" // DL-Learner's results
	// solutions of DL-Learner's CELOE
	celoe      = "AdritaBarua/DL-learner-using-LLMs"
	kbSyntax   = "AKSW/DL-Learner, interfaces/doc/kbFileSyntax.txt"                     // DL-Learner's files
	fatherConf = "SmartDataAnalytics/DL-Learner, father.conf and comments of its tests" // and its older results
)

// TestPeers parses class expressions as DL-Learner and Ontolearn write them.
func TestPeers(t *testing.T) {
	male := name("male")
	female := name("female")
	thing := dl.Concept(dl.Top{})
	hasChild, hasSibling := role("hasChild"), role("hasSibling")
	some := func(r dl.Role, c dl.Concept) dl.Concept { return dl.Exists{Role: r, C: c} }
	double := func(lexical string) dl.Value { return value(t, dl.Double, lexical) }
	atom := name("Atom")
	bond := name("Bond")
	compound := name("Compound")
	for _, tt := range []struct {
		in, source string
		want       dl.Concept
		err        string
	}{
		{"Male and (hasSibling some Thing)", celoe, dl.And{L: name("Male"), R: some(hasSibling, thing)}, ""},
		{"Male and ((not (Male)) or (hasSibling some Thing))", celoe,
			dl.And{L: name("Male"), R: dl.Or{L: dl.Not{C: name("Male")}, R: some(hasSibling, thing)}}, ""},
		{"Male and ((hasSibling some Thing) or (hasParent max 1 Thing))", celoe,
			dl.And{L: name("Male"),
				R: dl.Or{L: some(hasSibling, thing), R: dl.AtMost{N: 1, Role: role("hasParent"), C: thing}}}, ""},
		{"Sister ⊔ (Female ⊓ (¬Granddaughter))", binders,
			dl.Or{L: name("Sister"), R: dl.And{L: name("Female"), R: dl.Not{C: name("Granddaughter")}}}, ""},
		{"male AND EXISTS hasChild.TOP", fatherConf, dl.And{L: male, R: some(hasChild, thing)}, ""},
		{"(male AND (NOT female))", fatherConf, dl.And{L: male, R: dl.Not{C: female}}, ""},
		{"(male AND ALL hasChild.TOP)", fatherConf, dl.And{L: male, R: dl.ForAll{Role: hasChild, C: thing}}, ""},
		{"(male OR female)", kbSyntax, dl.Or{L: male, R: female}, ""},
		{"(female AND >= 4 hasChild.female)", kbSyntax,
			dl.And{L: female, R: dl.AtLeast{N: 4, Role: hasChild, C: female}}, ""},

		{"(∃ hasChild.male) ⊓ teacher", owlapyReadme, dl.And{L: some(hasChild, male), R: name("teacher")}, ""},
		{"(¬female) ⊓ (≥ 1 hasSibling.male)", afterRender,
			dl.And{L: dl.Not{C: female}, R: dl.AtLeast{N: 1, Role: hasSibling, C: male}}, ""},
		{"male ⊔ (∃ hasChild.female)", owlapyRender, dl.Or{L: male, R: some(hasChild, female)}, ""},
		{"¬(female ⊓ (∃ hasChild.⊤))", owlapyRender, dl.Not{C: dl.And{L: female, R: some(hasChild, thing)}}, ""},
		{"∃ hasChild.(∃ hasChild.(∃ hasChild.⊤))", owlapyRender, some(hasChild, some(hasChild, some(hasChild, thing))), ""},
		{"≥ 2 hasChild.⊤", owlapyRender, dl.AtLeast{N: 2, Role: hasChild, C: thing}, ""},
		{"∃ hasAge.{50}", owlapyRender, cmpr("hasAge", dl.Equal, dl.Int(50)), ""},
		{"∃ hasAge.xsd:integer[≥ 40]", afterRender, cmpr("hasAge", dl.GreaterEq, dl.Int(40)), ""},
		{"male or (hasChild some female)", owlapyRender, dl.Or{L: male, R: some(hasChild, female)}, ""},
		{"not (female and (hasChild some Thing))", owlapyRender, dl.Not{C: dl.And{L: female, R: some(hasChild, thing)}},
			""},
		{"hasChild some (hasChild some (hasChild some Thing))", owlapyRender,
			some(hasChild, some(hasChild, some(hasChild, thing))), ""},
		{"hasChild min 2 Thing", owlapyRender, dl.AtLeast{N: 2, Role: hasChild, C: thing}, ""},
		{"hasAge value 50", owlapyRender, cmpr("hasAge", dl.Equal, dl.Int(50)), ""},
		{"((Atom ⊔ Bond) ⊓ Atom) ⊓ Compound ⊔ Bond", owlapyParser,
			dl.Or{L: dl.And{L: dl.And{L: dl.Or{L: atom, R: bond}, R: atom}, R: compound}, R: bond}, ""},
		{"(∃ hasBond.(⊤ ⊓ ⊥)) ⊓ ⊥ ⊔ ⊤", owlapyParser,
			dl.Or{L: dl.And{L: some(role("hasBond"), dl.And{L: thing, R: dl.Bottom{}}), R: dl.Bottom{}}, R: thing}, ""},
		{"= 11 inBond.Bond", owlapyParser,
			dl.And{L: dl.AtLeast{N: 11, Role: role("inBond"), C: bond}, R: dl.AtMost{N: 11, Role: role("inBond"), C: bond}}, ""},
		{"∃ inBond⁻.Atom", owlapyParser, some(role("inBond").Inv(), atom), ""},
		{"inverse inBond some Atom", owlapyParser, some(role("inBond").Inv(), atom), ""},
		{"inBond exactly 11 Bond", owlapyParser,
			dl.And{L: dl.AtLeast{N: 11, Role: role("inBond"), C: bond}, R: dl.AtMost{N: 11, Role: role("inBond"), C: bond}}, ""},
		{`∃ hasFifeExamplesOfAcenthrylenes.{"true"^^boolean}`, owlapyParser,
			cmpr("hasFifeExamplesOfAcenthrylenes", dl.Equal, dl.Bool(true)), ""},
		{"hasFifeExamplesOfAcenthrylenes value false", owlapyParser,
			cmpr("hasFifeExamplesOfAcenthrylenes", dl.Equal, dl.Bool(false)), ""},
		{`charge some <http://www.w3.org/2001/XMLSchema#double>[>= "4.4"^^xsd:double]`, afterParser,
			cmpr("charge", dl.GreaterEq, double("4.4")), ""},
		{"∃ act.(double[≤ 4.4])", afterParser, cmpr("act", dl.LessEq, double("4.4")), ""},
		{"∀ <" + zoo + "hasBond>.<" + zoo + "Atom>", afterParser, dl.ForAll{Role: role("hasBond"), C: atom}, ""},
		{"( \n Atom ⊔ Bond\t)  ⊓\nCompound  ", owlapyParser, dl.And{L: dl.Or{L: atom, R: bond}, R: compound}, ""},

		{"{heinz , marie}", owlapyRender, dl.Or{L: nominal("heinz"), R: nominal("marie")}, ""},
		{"∃ hasChild.{heinz}", owlapyRender, dl.Exists{Role: role("hasChild"), C: nominal("heinz")}, ""},
		{"hasChild value heinz", owlapyRender, dl.Exists{Role: role("hasChild"), C: nominal("heinz")}, ""},
		{"∀ hasBond.{d91_32 ⊔ d91_17}", afterParser,
			dl.ForAll{Role: role("hasBond"), C: dl.Or{L: nominal("d91_32"), R: nominal("d91_17")}}, ""},
		{"∃ inBond.Self", owlapyParser, nil, "Self is not in ALCQI(f)"},
		{"inBond Self", owlapyParser, nil, "Self is not in ALCQI(f)"},
		{"∃ hasAge.(xsd:integer[≥ 40 , ≤ 80])", afterRender, nil, "two bounds on the same value"},
		{"∀ hasAge.(xsd:integer[≥ 40 , ≤ 80] ⊔ xsd:integer)", owlapyRender, nil, "a universal restriction to a data range"},
		{"∃ hasAge.¬xsd:double", owlapyRender, nil, "is a datatype"},
		{"≥ 7 hasAge.xsd:boolean", owlapyRender, nil, "is a datatype"},
		{"∃ charge.(xsd:integer[> 4])", owlapyParser, nil, `">" is not in ALCQI(f)`},
		{`∃ charge.{"Test123"^^xsd:string}`, owlapyParser, cmpr("charge", dl.Equal, dl.Str("Test123")), ""},
	} {
		got, err := Parse(tt.in, zooPrefixes)
		switch {
		case tt.err != "":
			check.That(t, err != nil && strings.Contains(err.Error(), tt.err),
				"%s: got %v, %v; want an error with %q (%s)", tt.in, got, err, tt.err, tt.source)
		case err != nil || got != tt.want:
			t.Errorf("%s: got %#v, %v; want %#v (%s)", tt.in, got, err, tt.want, tt.source)
		}
	}
}
