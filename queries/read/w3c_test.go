package read_test

import (
	"encoding/xml"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/queries/read"
	"github.com/genus-kg/genus/queries/sparql11"
)

// A w3cTest is an entry of a manifest. Paths are those of files.
type w3cTest struct{ name, kind, query, data, result string }

// w3cTests returns the entries of all manifests.
func w3cTests(t *testing.T) (out []w3cTest) {
	root := testfiles.Dataset(t, "w3c-sparql")
	require.NoError(t, filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Base(path) != "manifest.ttl" {
			return err
		}
		dir := filepath.Dir(path)
		said := map[string]map[string]string{} // subject, local name of the property, object
		for _, triple := range turtle(t, path) {
			s := triple.Subj.String()
			if said[s] == nil {
				said[s] = map[string]string{}
			}
			p := triple.Pred.String()
			p = p[strings.LastIndexAny(p, "#/")+1:]
			if _, twice := said[s][p]; !twice || p != "data" {
				said[s][p] = triple.Obj.String()
			}
		}
		file := func(iri string) string {
			local, ok := strings.CutPrefix(iri, "http://w3c/")
			if !ok {
				return ""
			}
			return filepath.Join(dir, local)
		}
		for s, entry := range said {
			kind := entry["type"][strings.LastIndexAny(entry["type"], "#/")+1:]
			if action := entry["action"]; action != "" {
				test := w3cTest{name: filepath.Base(dir) + "/" + s[strings.LastIndexAny(s, "#/")+1:], kind: kind,
					query: file(action), result: file(entry["result"])}
				if parts := said[action]; parts != nil {
					test.query, test.data = file(parts["query"]), file(parts["data"])
				}
				out = append(out, test)
			}
		}
		return nil
	}))
	slices.SortFunc(out, func(a, b w3cTest) int { return strings.Compare(a.name, b.name) })
	return out
}

// turtle reads a file with the base http://w3c/.
func turtle(t *testing.T, path string) (out []rdf.Triple) {
	file := require.Value(os.Open(path))(t)
	defer file.Close()
	_, err := rdffile.ReadFrom(t.Context(), file, rdffile.Turtle, "http://w3c/", func(x rdf.Triple) error {
		out = append(out, x)
		return nil
	})
	require.That(t, err == nil, "%s: %v", path, err)
	return out
}

// The syntax tests of the W3C: what is right is parsed, and what is wrong is refused with its place.
func TestW3CSyntax(t *testing.T) {
	parsed, refused := 0, 0
	for _, test := range w3cTests(t) {
		text, err := os.ReadFile(test.query)
		if err != nil {
			continue
		}
		q, err := sparql11.Parse(string(text), nil)
		switch kind := strings.TrimSuffix(test.kind, "11"); {
		case kind == "NegativeSyntaxTest":
			var at *sparql11.Error
			check.That(t, errors.As(err, &at) && at.Line >= 1 && at.Col >= 1,
				"%s is not refused with its place: %v\n%s", test.name, err, text)
			refused++
		case err != nil:
			t.Errorf("%s (%s): %v\n%s", test.name, kind, err, text)
		default:
			parsed++
			if q.Form != sparql11.Select {
				continue
			}
			again, err := sparql11.Parse(q.String(), nil)
			check.That(t, err == nil && again.String() == q.String(),
				"%s is printed as\n%s\nwhich is read as\n%v %v", test.name, q, again, err)
		}
	}
	t.Logf("%d queries parsed, %d refused", parsed, refused)
	check.That(t, parsed >= 400 && refused >= 70, "only %d queries parsed and %d refused: the manifests are not read",
		parsed, refused)
}

// w3cGroups are the folders of evaluation tests that the reader is measured on.
var w3cGroups = []string{"basic", "optional", "optional-filter", "negation", "bind", "bindings", "property-path",
	"subquery", "grouping",
	"aggregates", "exists", "bound", "algebra", "project-expression", "distinct", "bnode-coreference", "triple-match"}

// The evaluation tests of the W3C, asked about each variable of their results: the concept has the
// individuals among its values, or the query is refused. None is wrong.
func TestW3CEvaluation(t *testing.T) {
	type row struct{ right, unsure, refused int }
	table, all := map[string]row{}, row{}
	for _, test := range w3cTests(t) {
		group, _, _ := strings.Cut(test.name, "/")
		if test.kind != "QueryEvaluationTest" || !slices.Contains(w3cGroups, group) || test.data == "" || test.result == "" ||
			strings.HasSuffix(test.result, ".srj") {
			continue
		}
		text := require.Value(os.ReadFile(test.query))(t)
		q, err := sparql11.Parse(string(text), nil)
		if err != nil || q.Form != sparql11.Select {
			continue
		}
		f := factsOf(t, rdfOf(t, test.data))
		for v, want := range results(t, test.result) {
			n := table[group]
			reading, err := read.Read(string(text), read.Options{Variable: v, NoClosure: true, Values: f.known})
			if err != nil {
				require.That(t, errors.Is(err, read.ErrNoConcept), "%s: %v", test.name, err)
				n.refused++
				t.Logf("%s ?%s: %v", test.name, v, err)
			} else {
				iris, blanks := factsOf(t, rdfOf(t, test.data), nominals(reading.Concept)...).members(t, reading.Concept)
				switch same := slices.Equal(iris, want.iris) && blanks == len(want.blanks); {
				case same:
					n.right++
				case len(reading.Assumes) > 0:
					n.unsure++
				default:
					t.Errorf("%s ?%s: %#v has %s and %d blank nodes, want %s and %d\n%s", test.name, v, reading.Concept, iris, blanks,
						want.iris, len(want.blanks), text)
				}
			}
			table[group] = n
		}
	}
	t.Logf("%-20s right  not as assumed  refused", "variables of")
	for _, group := range append(slices.Clone(w3cGroups), "all") {
		n := table[group]
		if group == "all" {
			n = all
		}
		all.right, all.unsure, all.refused = all.right+n.right, all.unsure+n.unsure, all.refused+n.refused
		t.Logf("%-20s %5d  %14d  %7d", group, n.right, n.unsure, n.refused)
	}
	check.That(t, all.right >= 60, "only %d are read", all.right)
}

// A column is the individuals among the values of a variable: sorted IRIs, and blank nodes.
type column struct {
	iris   []string
	blanks map[string]bool
}

func (c *column) add(term string, blank bool) {
	if blank {
		c.blanks[term] = true
	} else if !slices.Contains(c.iris, term) {
		c.iris = append(c.iris, term)
		slices.Sort(c.iris)
	}
}

// results returns the individuals in the results of a test, by variable. Variables without values are left out.
func results(t *testing.T, path string) map[string]*column {
	out := map[string]*column{}
	at := func(v string) *column {
		if out[v] == nil {
			out[v] = &column{blanks: map[string]bool{}}
		}
		return out[v]
	}
	if strings.HasSuffix(path, ".srx") {
		var x struct {
			Head struct {
				Variables []struct {
					Name string `xml:"name,attr"`
				} `xml:"variable"`
			} `xml:"head"`
			Bindings []struct {
				Name  string  `xml:"name,attr"`
				URI   *string `xml:"uri"`
				Blank *string `xml:"bnode"`
			} `xml:"results>result>binding"`
		}
		require.NoError(t, xml.Unmarshal(require.Value(os.ReadFile(path))(t), &x))
		for _, v := range x.Head.Variables {
			at(v.Name)
		}
		for _, b := range x.Bindings {
			if b.URI != nil {
				at(b.Name).add(*b.URI, false)
			} else if b.Blank != nil {
				at(b.Name).add(*b.Blank, true)
			}
		}
		return out
	}
	const rs = "http://www.w3.org/2001/sw/DataAccess/tests/result-set#"
	names := map[string]string{}
	triples := rdfOf(t, path)
	for _, x := range triples {
		switch x.Pred.String() {
		case rs + "resultVariable":
			at(x.Obj.String())
		case rs + "variable":
			names[x.Subj.String()] = x.Obj.String()
		}
	}
	for _, x := range triples {
		if x.Pred.String() == rs+"value" && x.Obj.Type() != rdf.TermLiteral {
			at(names[x.Subj.String()]).add(x.Obj.String(), x.Obj.Type() == rdf.TermBlank)
		}
	}
	return out
}

// rdfOf reads a file of data or results.
func rdfOf(t *testing.T, path string) []rdf.Triple {
	if strings.HasSuffix(path, ".ttl") {
		return turtle(t, path)
	}
	triples, _ := require.Values(rdffile.ReadAll(t.Context(), path))(t)
	return triples
}
