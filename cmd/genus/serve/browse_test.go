package serve

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/cmd/genus/serve/page"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/elephants"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/session/look"
)

// TestBrowse checks the requests of a user who does not know the data.
func TestBrowse(t *testing.T) {
	x := start(t, nil, "")
	checkBrowse(t, x, x.builtin().ID, 328)
}

// checkTree opens the tree of classes from its roots to the elephants. animals is as in checkBrowse.
func checkTree(t *testing.T, x *tester, id string, animals int) {
	t.Helper()
	const ns = elephants.Namespace
	below := func(iri string) map[string]look.Subclass {
		query := ""
		if iri != "" {
			query = "?iri=" + url.QueryEscape(iri)
		}
		found := map[string]look.Subclass{}
		for _, c := range call[subclassesJSON](x, http.StatusOK, "GET", "/api/sources/"+id+"/subclasses"+query, nil).Classes {
			found[strings.TrimPrefix(c.IRI, ns)] = c
		}
		return found
	}
	roots := below("")
	animal, isRoot := roots["Animal"]
	_, elephantIsRoot := roots["Elephant"]
	require.That(t, isRoot && !elephantIsRoot, "roots %+v", roots)
	elephant, ok := below(ns + "Animal")["Elephant"]
	require.That(t, ok, "no elephants below the animals")
	check.That(t, animal.Members != nil && *animal.Members == 328 && *elephant.Members == 200,
		"%+v, %+v", animal, elephant)
	check.That(t, animals <= 0 || *animal.Below && !*elephant.Below, "%+v, %+v", animal, elephant)
	check.That(t, len(below(ns+"Elephant")) == 0, "something is below the elephants")
}

// TestTreeOfCycle: of classes that are only below each other, one is a root of the tree. Members are counted with those
// of the subclasses, in a file and at an endpoint.
func TestTreeOfCycle(t *testing.T) {
	const ns = "http://example.org/dish#"
	var b strings.Builder
	add := func(from, property, to string) {
		fmt.Fprintf(&b, "<%s%s> <http://www.w3.org/%s> <%[1]s%[4]s> .\n", ns, from, property, to)
	}
	for _, below := range [][2]string{{"Broth", "Soup"}, {"Soup", "Broth"}, {"Bisque", "Broth"}, {"Pizza", "Dish"}} {
		add(below[0], "2000/01/rdf-schema#subClassOf", below[1])
	}
	for _, class := range []string{"Bisque", "Soup", "Pizza"} {
		add("a"+class, "1999/02/22-rdf-syntax-ns#type", class)
	}
	data := b.String()
	x := start(t, nil, "")
	for _, id := range []string{x.endpoint(engines.StartEmbedded(t, data).Endpoint).ID, x.upload("soups.nt", data).ID} {
		tree := func(class string) string {
			query := ""
			if class != "" {
				query = "?iri=" + url.QueryEscape(ns+class)
			}
			var list []string
			path := "/api/sources/" + id + "/subclasses" + query
			for _, c := range call[subclassesJSON](x, http.StatusOK, "GET", path, nil).Classes {
				list = append(list, fmt.Sprint(strings.TrimPrefix(c.IRI, ns), " ", *c.Members))
			}
			return strings.Join(list, ", ")
		}
		check.Equal(t, tree(""), "Broth 2, Dish 1", "roots")
		check.Equal(t, tree("Broth"), "Soup 2, Bisque 1", "below Broth")
		check.Equal(t, tree("Dish"), "Pizza 1", "below Dish")
	}
}

// checkBrowse lists classes and members, searches, and asks for evidence. animals is the
// number of members of the class Animal, or 0 for an endpoint, which does not state them.
func checkBrowse(t *testing.T, x *tester, id string, animals int) {
	t.Helper()
	const ns = elephants.Namespace
	list := call[api.ClassesOutput](x, http.StatusOK, "GET", "/api/sources/"+id+"/classes", nil)
	members := map[string]int{}
	for _, c := range list.Classes {
		members[strings.TrimPrefix(c.IRI, ns)] = *c.Members
		check.That(t, !strings.Contains(c.IRI, "w3.org"), "%s is among the classes", c.IRI)
		check.That(t, animals <= 0 || len(c.Individuals) == min(shownMembers, *c.Members),
			"%d individuals of %s are shown", len(c.Individuals), c.IRI)
	}
	check.That(t, members["Elephant"] == 200 && members["Zoo"] == 5 && (animals <= 0 || members["Animal"] == animals),
		"members %v", members)

	checkTree(t, x, id, animals)
	of := call[api.SearchOutput](x, http.StatusOK, "GET",
		"/api/sources/"+id+"/search?limit=7&class="+url.QueryEscape(ns+"Zoo"), nil)
	if len(of.Individuals) != 5 || of.More ||
		!slices.ContainsFunc(of.Individuals, func(i api.Individual) bool { return i.Label == "Lakeview Zoo" }) {
		t.Errorf("zoos %+v", of)
	}
	checkDefinition(t, x, id)
	named := call[api.SearchOutput](x, http.StatusOK, "GET", "/api/sources/"+id+"/search?q=elephant", nil)
	check.That(t, len(named.Classes) == 1 && named.Classes[0].IRI == ns+"Elephant", "classes called elephant: %+v",
		named.Classes)
	for _, text := range []string{"elephant", "male", "weight", "child"} {
		for _, found := range call[api.SearchOutput](x, http.StatusOK, "GET", "/api/sources/"+id+"/search?q="+text,
			nil).Individuals {
			check.That(t, !strings.HasPrefix(found.IRI, ns) || strings.Contains(strings.ToLower(found.Label), text),
				"%q finds %s", text, found.IRI)
			check.That(t, !slices.Contains([]string{"Elephant", "Male", "Female", "weight", "childOf"},
				strings.TrimPrefix(found.IRI, ns)),
				"%s is offered as an individual", found.IRI)
		}
	}

	concept := strings.ReplaceAll(
		"<NSMale> and (<NSweight> some xsd:integer[>= 3000] or inverse <NSchildOf> min 2 <NSFemale>)", "NS", ns)
	got := call[struct{ Individuals []genus.Evidence }](x, http.StatusOK, "POST", "/api/sources/"+id+"/evidence",
		map[string]any{"iris": []string{ns + "Chobu", ns + "Badhu", ns + "nobody"}, "concept": concept}).Individuals
	require.That(t, len(got) == 3 && len(got[2].Classes)+len(got[2].Facts) == 0, "evidence %+v", got)
	chobu := got[0]
	check.That(t, chobu.Label == "Chobu" && len(chobu.Classes) == 2 && chobu.Classes[0].Label == "male" &&
		chobu.Classes[1].Label == "elephant",
		"Chobu is %+v", chobu)
	check.That(t, len(chobu.Facts) == 2 && chobu.Facts[0].Property.Label == "weight" &&
		chobu.Facts[0].Values[0] == "2410" &&
		chobu.Facts[1].Inverse && chobu.Facts[1].Total == 3 && slices.Contains(chobu.Facts[1].Values, "Dago"),
		"Chobu has %+v", chobu.Facts)
	facts := got[1].Facts
	check.That(t, len(facts) == 2 && facts[0].Values[0] == "3165", "Badhu has %+v", facts)

	state := call[look.SourceState](x, http.StatusOK, "POST", "/api/sources/"+id+"/try", nil)
	check.That(t, state.Labels && state.Classes != nil && *state.Classes >= 7 && state.Statements != nil &&
		*state.Statements >= 3000,
		"tried: %+v", state)
}

// TestFittingPreset checks that an endpoint opened without a preset is recognised by its
// statements.
func TestFittingPreset(t *testing.T) {
	x := start(t, nil, "")
	for property, want := range map[string]string{
		"http://www.wikidata.org/prop/direct/P31":         "wikidata",
		"http://dbpedia.org/ontology/wikiPageID":          "dbpedia",
		"http://yago-knowledge.org/schema#fromProperty":   "yago",
		"http://www.w3.org/1999/02/22-rdf-syntax-ns#type": "",
	} {
		e := engines.StartEmbedded(t, "<http://e/a> <"+property+"> <http://e/b> .\n")
		for preset, want := range map[string]string{"": want, "none": ""} {
			src := call[sourceJSON](x, http.StatusCreated, "POST", "/api/sources",
				map[string]any{"kind": "endpoint", "url": e.Endpoint, "preset": preset})
			got := call[look.SourceState](x, http.StatusOK, "POST", "/api/sources/"+src.ID+"/try", nil).Preset
			check.That(t, got == want, "%s with the preset %q: %q fits, want %q", property, preset, got, want)
		}
	}
}

// TestSearchWithoutLabels checks that the last part of the IRI is the name if there are no
// labels.
func TestSearchWithoutLabels(t *testing.T) {
	e := engines.StartEmbedded(t,
		`<http://e/Jean_Reno> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://e/Actor> .
<http://e/Eva_Green> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://e/Actor> .
<http://e/Eva_Green> <http://e/knows> <http://e/Jean_Reno> .
`)
	x := start(t, nil, "")
	src := x.endpoint(e.Endpoint)
	found := call[api.SearchOutput](x, http.StatusOK, "GET", "/api/sources/"+src.ID+"/search?q=jean+reno", nil)
	check.That(t, len(found.Individuals) == 1 && found.Individuals[0].IRI == "http://e/Jean_Reno", "found %+v", found)
	state := call[look.SourceState](x, http.StatusOK, "POST", "/api/sources/"+src.ID+"/try", nil)
	check.That(t, !state.Labels, "tried: %+v", state)
}

// TestTryFails tries an endpoint that does not answer and one without statements.
func TestTryFails(t *testing.T) {
	x := start(t, map[string][]string{"retries": {"0"}, "request-timeout": {"1s"}}, "")
	gone := call[sourceJSON](x, http.StatusCreated, "POST", "/api/sources",
		map[string]any{"kind": "endpoint", "url": "http://127.0.0.1:9/sparql"})
	call[fault](x, http.StatusBadGateway, "POST", "/api/sources/"+gone.ID+"/try", nil)
	empty := x.endpoint(engines.StartEmbedded(t, "").Endpoint)
	f := call[fault](x, http.StatusUnprocessableEntity, "POST", "/api/sources/"+empty.ID+"/try", nil)
	check.That(t, strings.Contains(f.Detail, "no statements"), "an empty endpoint: %s", f.Detail)
}

// TestPageFiles checks that the files of the page are sent compressed, and are not sent
// again to a browser that has them.
func TestPageFiles(t *testing.T) {
	x := start(t, nil, "")
	get := func(path string, header http.Header) (int, http.Header, []byte) {
		req := require.Value(http.NewRequestWithContext(t.Context(), "GET", x.http.URL+path, nil))(t)
		req.Header = header
		res, err := http.DefaultTransport.RoundTrip(req)
		require.NoError(t, err)
		defer func() { _ = res.Body.Close() }()
		body := require.Value(io.ReadAll(res.Body))(t)
		return res.StatusCode, res.Header, body
	}
	for _, path := range []string{"/", "/static/js/main.js", "/static/vendor/cytoscape.esm.min.mjs"} {
		_, plain, text := get(path, http.Header{"Accept-Encoding": {"identity"}})
		_, packed, body := get(path, http.Header{"Accept-Encoding": {"br, gzip;q=0.8"}})
		z, err := gzip.NewReader(bytes.NewReader(body))
		require.That(t, err == nil, "%s: %v", path, err)
		unpacked, err := io.ReadAll(z)
		check.That(t, err == nil && bytes.Equal(unpacked, text) && len(body) < len(text), "%s: %d bytes for %d, %v", path,
			len(body), len(text), err)
		check.That(t, plain.Get("Content-Encoding") == "" && packed.Get("Content-Encoding") == "gzip" &&
			packed.Get("Vary") == "Accept-Encoding",
			"%s: headers %v and %v", path, plain, packed)
		check.That(t, plain.Get("Content-Type") == packed.Get("Content-Type") && plain.Get("ETag") != packed.Get("ETag"),
			"%s: headers %v and %v", path, plain, packed)
		status, _, body := get(path, http.Header{"Accept-Encoding": {"gzip"}, "If-None-Match": {packed.Get("ETag")}})
		check.That(t, status == http.StatusNotModified && len(body) <= 0, "%s again: status %d with %d bytes", path, status,
			len(body))
	}
}

// TestPageModules checks that index.html preloads all modules.
func TestPageModules(t *testing.T) {
	index := require.Value(fs.ReadFile(page.Files, "index.html"))(t)
	modules, err := fs.Glob(page.Files, "static/js/*.js")
	require.That(t, err == nil && len(modules) >= 30, "modules %v, %v", modules, err)
	for _, name := range modules {
		check.That(t, strings.Contains(string(index), `"`+name+`"`), "index.html does not name %s", name)
	}
}

// checkDefinition learns a definition of Rhino from the examples of the server for the
// class. The definition must not name the class or a superclass.
func checkDefinition(t *testing.T, x *tester, id string) {
	t.Helper()
	const ns = elephants.Namespace
	type examples struct {
		Members, Others []genus.Term
		Related         []string
		Truncated       bool
	}
	got := call[examples](x, http.StatusOK, "GET",
		"/api/sources/"+id+"/class?limit=30&iri="+url.QueryEscape(ns+"Rhino"), nil)
	require.That(t, len(got.Members) == 30 && len(got.Others) == 30 && got.Members[0].Label != "" &&
		slices.Equal(got.Related, []string{ns + "Animal", ns + "Rhino"}) && got.Truncated, "examples of rhinos: %+v", got)
	iris := func(terms []genus.Term) (out []string) {
		for _, term := range terms {
			out = append(out, term.IRI)
		}
		return out
	}
	job := x.learn(id, iris(got.Members), iris(got.Others),
		map[string]any{"exclude_class": got.Related, "depth": 1, "prefer": "smallest"})
	check.That(t, job.Result != nil && job.Result.Score.FP+job.Result.Score.FN <= 0 &&
		!strings.Contains(job.Result.Concept.DL, "Rhino") && !strings.Contains(job.Result.Concept.DL, "Animal"),
		"rhinos: %+v", job.Result)
	refused := call[fault](x, http.StatusUnprocessableEntity, "GET",
		"/api/sources/"+id+"/class?iri="+url.QueryEscape(ns+"Dodo"), nil)
	check.That(t, strings.Contains(refused.Detail, "states no member of <"+ns+"Dodo>"), "a class without members: %+v",
		refused)
}

// TestBrowseOntology browses the classes of an ontology without individuals: a class is described by its
// superclasses, those by a definition among them, and they are no examples of other classes; a query about
// axioms is read.
func TestBrowseOntology(t *testing.T) {
	x := start(t, map[string][]string{"data": {"../testdata/data/menu.ttl"}}, "")
	const ns = "http://example.org/menu#"
	near := call[genus.Neighbourhood](x, http.StatusOK, "GET",
		"/api/sources/given/neighbourhood?iri="+url.QueryEscape(ns+"Devil"), nil)
	check.That(t, len(near.Classes) == 1 && near.Classes[0].IRI == ns+"MeatPizza" && len(near.Edges) == 2,
		"neighbourhood %+v", near)
	of := call[struct{ Others []genus.Term }](x, http.StatusOK, "GET",
		"/api/sources/given/class?iri="+url.QueryEscape(ns+"Cheese"), nil)
	check.That(t, len(of.Others) > 3 &&
		!slices.ContainsFunc(of.Others, func(o genus.Term) bool { return o.IRI == ns+"Topping" }), "others %+v", of)
	query := call[api.QueryOutput](x, http.StatusOK, "POST", "/api/query",
		map[string]any{"source": "given", "concept": ":Pizza and not :hasTopping some :Meat"})
	table := call[api.MembersOutput](x, http.StatusOK, "POST", "/api/members",
		map[string]any{"source": "given", "concept": query.SPARQL, "columns": []string{":hasTopping"}})
	check.That(t, *table.Total > 5 && len(table.Members[1].Values[0]) > 0, "table %+v", table)
}
