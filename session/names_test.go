package session

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/elephants"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/names"
	"github.com/genus-kg/genus/session/source"
)

// While a slow request of a crawl occupies the only slot, a search by name is answered.
func TestSearchDoesNotWaitForCrawl(t *testing.T) {
	crawling, release := make(chan struct{}), make(chan struct{})
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		query, _ := url.QueryUnescape(string(body))
		w.Header().Set("Content-Type", "application/sparql-results+json")
		switch {
		case strings.Contains(query, "crawl"):
			close(crawling)
			<-release
			_, _ = io.WriteString(w, `{"head":{"vars":["s"]},"results":{"bindings":[]}}`)
		case strings.Contains(query, "ada"):
			_, _ = io.WriteString(w,
				`{"head":{"vars":["s","o"]},"results":{"bindings":[{"s":{"type":"uri","value":"http://e/Ada"},"o":{"type":"literal","value":"Ada"}}]}}`,
			)
		default:
			_, _ = io.WriteString(w, `{"head":{"vars":["s","use"]},"results":{"bindings":[]}}`)
		}
	}))
	t.Cleanup(srv.Close)
	s := openSession(t, func(c *config.Config) { c.Endpoint, c.Requests, c.RequestTimeout = srv.URL, 1, 3*time.Second })
	crawled := make(chan error, 1)
	go func() {
		_, err := s.use.Source.Endpoint().Select(t.Context(), "SELECT ?s { ?s <http://e/crawl> ?o }")
		crawled <- err
	}()
	<-crawling
	found, err := s.Names().Search(t.Context(), "ada", 5)
	close(release)
	check.That(t, err == nil && len(found.Individuals) == 1, "found %+v, %v", found, err)
	check.NoError(t, <-crawled)
}

// An endpoint without Wikidata's own search is searched for exact names, and then for
// parts of names. Its own search is tried each time: a refusal may pass.
func TestSearchFallsBack(t *testing.T) {
	for name, refuse := range map[string]func(w http.ResponseWriter){
		"status": func(w http.ResponseWriter) { http.Error(w, "SERVICE is not supported", http.StatusBadRequest) },
		"in place of a row": func(w http.ResponseWriter) {
			_, _ = io.WriteString(w, `{"head":{"vars":["s","o"]},"results":{"bindings":[failed to lookup address`)
		},
	} {
		t.Run(name, func(t *testing.T) { checkFallsBack(t, refuse) })
	}
}

func checkFallsBack(t *testing.T, refuse func(http.ResponseWriter)) {
	var refused, exact int
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		query, _ := url.QueryUnescape(string(body))
		w.Header().Set("Content-Type", "application/sparql-results+json")
		switch {
		case strings.Contains(query, "SERVICE"):
			refused++
			refuse(w)
		case strings.Contains(query, "CONTAINS"):
			_, _ = io.WriteString(w,
				`{"head":{"vars":["s","o"]},"results":{"bindings":[{"s":{"type":"uri","value":"http://e/Ada"},"o":{"type":"literal","value":"Ada Lovelace"}}]}}`,
			)
		case strings.Contains(query, "VALUES ?o"):
			exact++
			fallthrough
		default:
			_, _ = io.WriteString(w, `{"head":{"vars":["s","o","use"]},"results":{"bindings":[]}}`)
		}
	}))
	t.Cleanup(srv.Close)
	s := openSession(t, func(c *config.Config) { c.Endpoint, c.Search, c.Retries = srv.URL, "wikidata", 0 })
	first := 0 // refused requests of the first search
	for range 2 {
		found, err := s.Names().Search(t.Context(), "lovelace", 5)
		check.That(t, err == nil && len(found.Individuals) == 1, "found %+v, %v", found, err)
		first = cmp.Or(first, refused)
	}
	check.That(t, first != 0 && refused == 2*first && exact == 2,
		"%d refused requests, %d of them first; %d searches of exact names, want 2", refused, first, exact)
}

// After one search that an endpoint refused or answered too late, its own search is used again. An
// endpoint that was too slow to search all names is not asked for that again at once.
func TestSearchAfterRefusal(t *testing.T) {
	for name, refuse := range map[string]func(w http.ResponseWriter){
		"busy":  func(w http.ResponseWriter) { http.Error(w, "busy", http.StatusInternalServerError) },
		"wrong": func(w http.ResponseWriter) { http.Error(w, "not supported", http.StatusBadRequest) },
		"late":  func(http.ResponseWriter) { time.Sleep(time.Second) },
	} {
		t.Run(name, func(t *testing.T) {
			var scans atomic.Int32
			var ill atomic.Bool
			srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				query, _ := url.QueryUnescape(string(body))
				w.Header().Set("Content-Type", "application/sparql-results+json")
				own, scan := strings.Contains(query, "SERVICE"), strings.Contains(query, "CONTAINS")
				if scan {
					scans.Add(1)
				}
				switch {
				case scan, own && ill.Load():
					refuse(w)
				case own:
					_, _ = io.WriteString(w,
						`{"head":{"vars":["s","o"]},"results":{"bindings":[{"s":{"type":"uri","value":"http://e/Ada"},"o":{"type":"literal","value":"Ada"}}]}}`,
					)
				default:
					_, _ = io.WriteString(w, `{"head":{"vars":["s","o","use"]},"results":{"bindings":[]}}`)
				}
			}))
			t.Cleanup(srv.Close)
			s := openSession(t, func(c *config.Config) {
				c.Endpoint, c.Search, c.Retries, c.RequestTimeout = srv.URL, "wikidata", 0, time.Second
			})
			search := func() (found int, note string) {
				r := require.Value(s.Names().Search(t.Context(), "ada", 5))(t)
				return len(r.Individuals), r.Note
			}
			ill.Store(true)
			const whole = "This endpoint finds whole names only, as they are spelled."
			for range 2 {
				found, note := search()
				check.That(t, found == 0 && note == whole, "while it is ill: %d, %q", found, note)
			}
			ill.Store(false)
			found, note := search()
			check.That(t, found == 1 && scans.Load() == 1, "afterwards: %d, %q, %d searches of all names", found, note, scans.Load())
		})
	}
}

// A first search that was given up, as a page does at each letter, hides nothing from the next ones.
func TestSearchAfterGivenUp(t *testing.T) {
	file := t.TempDir() + "/names.ttl"
	require.NoError(t, os.WriteFile(file, []byte(homonyms), 0o600))
	s := openSession(t, func(c *config.Config) { c.Data = []string{file} })
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for range 20 { // the indexes may be built at once
		_, _ = s.Names().Search(gone, "country", 5)
	}
	found := require.Value(s.Names().Search(t.Context(), "country", 5))(t)
	check.That(t, len(found.Classes) == 1 && found.Classes[0].Members != nil, "found %+v", found)
}

const homonyms = `@prefix e: <http://e/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
e:herbie a e:Person ; rdfs:label "Herbie Hancock"@en ; e:does e:pianist .
e:john a e:Person ; rdfs:label "John Hancock"@en ; e:does e:governor .
e:smith1 a e:Person ; rdfs:label "John Smith"@en ; e:bornIn e:paris ; e:does e:pianist ; e:born "1901-02-03"^^xsd:date .
e:smith2 a e:Person ; rdfs:label "John Smith"@en ; e:bornIn e:texas ; e:does e:pianist ; e:born "1901-02-03"^^xsd:date .
e:paris a e:City ; rdfs:label "Paris"@en ; e:in e:france .
e:paris2 a e:City ; rdfs:label "Paris"@en ; e:in e:texas .
e:france a e:Country ; rdfs:label "France"@en ; e:has e:paris .
e:texas a e:Country ; rdfs:label "Texas"@en, "Lone Star State"@en .
e:pianist a e:Work ; rdfs:label "pianist"@en .
e:governor a e:Work ; rdfs:label "governor"@en .
e:bornIn rdfs:label "place of birth"@en .
e:Person rdfs:label "human"@en .
`

// TestSearchWords checks what words find: those of a name, of its classes and of what is
// linked to it, and in files also misspelt ones.
func TestSearchWords(t *testing.T) {
	file := t.TempDir() + "/names.ttl"
	require.NoError(t, os.WriteFile(file, []byte(homonyms), 0o600))
	files := openSession(t, func(c *config.Config) { c.Data = []string{file} })
	served := files
	served.use.Source = require.Value(source.OpenServed(t.Context(), files.use))(t)
	t.Cleanup(served.use.Source.Close)
	const misspelt, unknown = "Nothing is spelled like this: these names are similar.", "This endpoint finds no names with other letters."
	for _, tt := range []struct{ text, files, endpoint string }{
		{"hancock", "herbie john", "herbie john"},
		{"Hancock pianist", "herbie", "herbie"},
		{"pianist hancock", "herbie", "herbie"},
		{"Paris France", "paris france", "paris france"},
		{"Paris Texas", "paris2", "paris2"},
		{"Lone Star", "texas", "texas"},
		{"john human", "john smith1 smith2", "john smith1 smith2"},
		{"smith pianist paris", "smith1", "; " + unknown},
		{"pianist", "pianist", "pianist"},
		{"Hn-ck", "", "; " + unknown}, // one typed word
		{"Hancok", "herbie john; " + misspelt, "; " + unknown},
		{"hnacock pianits", "herbie; " + misspelt, "; " + unknown},
		{"Jon", "", "; " + unknown}, // a word of three letters
		{"Jonh", "john smith1 smith2; " + misspelt, "; " + unknown},
		{"Jnoh", "", "; " + unknown},
		{"Cuontry", "Country; " + misspelt, "; " + unknown},
	} {
		for name, s := range map[string]Session{"files": files, "endpoint": served} {
			found := require.Value(s.Names().Search(t.Context(), tt.text, 5))(t)
			got := check.Map(found.Individuals, func(f source.Term) string { return strings.TrimPrefix(f.IRI, "http://e/") })
			for _, c := range found.Classes {
				got = append(got, strings.TrimPrefix(c.IRI, "http://e/"))
			}
			line := strings.Join(got, " ")
			if found.Note != "" {
				line += "; " + found.Note
			}
			want := map[string]string{"files": tt.files, "endpoint": tt.endpoint}[name]
			check.Equal(t, line, want, "%q in %s finds", tt.text, name)
		}
	}
}

// TestEvidenceTellsApart checks that individuals with the same label get the facts in which
// they differ.
func TestEvidenceTellsApart(t *testing.T) {
	file := t.TempDir() + "/names.ttl"
	require.NoError(t, os.WriteFile(file, []byte(homonyms), 0o600))
	s := openSession(t, func(c *config.Config) { c.Data = []string{file} })
	list := require.Value(s.Look().Evidence(t.Context(), []string{"http://e/smith1", "http://e/smith2", "http://e/john"}, nil))(t)
	var got []string
	for _, e := range list {
		for _, f := range e.Facts {
			got = append(got, e.Label+": "+f.Property.Label+" "+strings.Join(f.Values, ", "))
		}
	}
	// Of equally good labels, the first in the alphabet is shown.
	want := "John Smith: place of birth Paris\nJohn Smith: place of birth Lone Star State"
	check.Equal(t, strings.Join(got, "\n"), want, "got\n")
}

// namesakes has two things called Paris, a person and a city, and a city without a label.
const namesakes = `@prefix e: <http://e/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
e:paris a e:City ; rdfs:label "Paris"@en ; e:in e:france ; e:near e:lyon .
e:paris2 a e:City ; rdfs:label "Paris"@en ; e:in e:texas .
e:hilton a e:Person ; rdfs:label "Paris"@en ; e:bornIn e:nyc .
e:lyon a e:City ; rdfs:label "Lyon"@en ; e:in e:france .
e:rome a e:City ; rdfs:label "Rome"@en .
e:Big_Apple a e:City ; e:in e:usa .
e:ada a e:Person ; rdfs:label "Ada Lovelace"@en ; e:bornIn e:london .
e:eva a e:Person ; rdfs:label "Eva"@en ; e:knows e:ada .
e:City rdfs:label "City"@en .
`

// meaning writes what was accepted, or the candidates, without the namespace.
func meaning(r names.Names) string {
	var lines []string
	for _, n := range r.Names {
		line := n.Text + ":"
		if n.Accepted != nil {
			line += " = " + strings.TrimPrefix(n.Accepted.IRI, "http://e/")
		} else {
			for _, c := range n.Candidates {
				line += " " + strings.TrimPrefix(c.IRI, "http://e/")
			}
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// TestResolve checks what names mean in files and at an endpoint.
func TestResolve(t *testing.T) {
	file := t.TempDir() + "/names.ttl"
	require.NoError(t, os.WriteFile(file, []byte(namesakes), 0o600))
	files := openSession(t, func(c *config.Config) { c.Data = []string{file} })
	served := files
	var err error
	use := settings(t, func(c *config.Config) { c.Data = []string{file} }).use
	served.use.Source = require.Value(source.OpenServed(t.Context(), use))(t)
	t.Cleanup(served.use.Source.Close)
	for _, tt := range []struct {
		name  string
		texts []string
		want  string
	}{
		{"IRIs", []string{"<http://e/lyon>", "e:rome", "http://e/nothing", "e:nothing"},
			"<http://e/lyon>: = lyon\ne:rome: = rome\nhttp://e/nothing:\ne:nothing:"},
		{"one of several", []string{"Paris"}, "Paris: paris hilton paris2"},
		{"a person among persons", []string{"Paris", "Ada Lovelace", "eva"}, "Paris: = hilton\nAda Lovelace: = ada\neva: = eva"},
		{"a city of two among cities", []string{"Paris", "Lyon", "Rome"}, "Paris: paris paris2 hilton\nLyon: = lyon\nRome: = rome"},
		{"beside an IRI", []string{" Paris ", "e:ada"}, " Paris : = hilton\ne:ada: = ada"},
		{"no label", []string{"big apple"}, "big apple: = Big_Apple"},
		{"a part", []string{"Lovelace", "love ada"}, "Lovelace: ada\nlove ada: ada"},
		{"unknown", []string{"Atlantis", "", "?", "City"}, "Atlantis:\n:\n?:\nCity:"},
	} {
		for kind, s := range map[string]Session{"files": files, "endpoint": served} {
			t.Run(tt.name+" in "+kind, func(t *testing.T) {
				check.Equal(t, meaning(require.Value(s.Names().Resolve(t.Context(), tt.texts))(t)), tt.want)
			})
		}
	}
	_, err = served.Names().Individuals(t.Context(), []string{"Paris", "Atlantis", "Rome"})
	const want = `"Paris" may be e:paris (City, e:in e:france; e:near Lyon) or e:paris2 (City, e:in e:texas) or e:hilton (e:Person, e:bornIn e:nyc): write the IRI; nothing has the name "Atlantis"`
	check.That(t, err != nil && strings.Contains(err.Error(), want), "the error is %v", err)
}

// TestResolveOnEngines resolves 50 names of a part of Wikidata, with few requests.
func TestResolveOnEngines(t *testing.T) {
	text := engines.NTriples(t, testfiles.Dataset(t, "codex/codex.nt.gz"))
	e := engines.StartOxigraph(t, text)
	const human = "<http://www.wikidata.org/prop/direct/P31> <http://www.wikidata.org/entity/Q5> .\n"
	people := map[string]bool{}
	var texts, meant []string
	for line := range strings.Lines(text) {
		if subject, is := strings.CutSuffix(line, " "+human); is {
			people[subject] = true
		}
	}
	for line := range strings.Lines(text) {
		subject, label, is := strings.Cut(line, " <http://www.w3.org/2000/01/rdf-schema#label> \"")
		if is && people[subject] && len(texts) < 50 {
			name, _, _ := strings.Cut(label, "\"")
			texts, meant = append(texts, name), append(meant, strings.Trim(subject, "<>"))
		}
	}
	s := openSession(t, func(c *config.Config) { c.Endpoint, c.Preset = e.Endpoint, "wikidata"; c.Search = "scan" })
	client := &counted{Client: s.use.Source.Endpoint()}
	source.WrapClient(s.use.Source, func(extract.Client) extract.Client { return client })
	texts = append(texts, "Nobody at All of That Name")
	began := time.Now()
	r := require.Value(s.Names().Resolve(t.Context(), texts))(t)
	t.Logf("%d texts, %d requests, %s", len(texts), client.n.Load(), time.Since(began).Round(time.Millisecond))
	for i, n := range r.Names[:len(meant)] {
		is := func(c names.NameCandidate) bool { return c.IRI == meant[i] }
		check.That(t, (n.Accepted != nil || slices.ContainsFunc(n.Candidates, is)) && (n.Accepted == nil ||
			n.Accepted.IRI == meant[i]), "%s is %+v, want %s", n.Text, n, meant[i])
	}
	last := r.Names[len(texts)-1]
	check.That(t, last.Accepted == nil && len(last.Candidates) <= 0, "an unknown name is %+v", last)
	if n := client.n.Load(); n > 20 {
		t.Errorf("%d requests", n)
	}
	accepted := 0
	for _, n := range r.Names {
		if n.Accepted != nil {
			accepted++
		}
	}
	check.That(t, accepted >= 45, "only %d of 50 names are accepted: %s", accepted, meaning(r))
}

// A name that only reasoning derives is known.
func TestUnknownNamesWithReasoning(t *testing.T) {
	url, _ := serveTurtle(t, `@prefix : <http://x.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:mother rdfs:subPropertyOf :parent . :a a :Person ; :mother :b . :b a :Person .`)
	s := openSession(t, func(c *config.Config) { c.Endpoint, c.Reasoning = url, "rdfs" })
	told := &notes{}
	s.use.Reporter = told
	c := require.Value(syntax.Parse("∃<http://x.org/parent>.<http://x.org/Persn>", nil))(t)
	p := require.Value(source.ProblemAbout(t.Context(), s.Use(),
		extract.Examples{Pos: []string{"http://x.org/a"}, Neg: []string{"http://x.org/b"}}, c))(t)
	unknown, err := s.Names().UnknownNames(t.Context(), c, p)
	want := []names.UnknownName{{IRI: "http://x.org/Persn", Nearest: "http://x.org/Person"}}
	check.That(t, err == nil && slices.Equal(unknown, want), "unknown %v, notes %q: %v", unknown, told.texts, err)
}

// One request asks an endpoint about all names of a concept. Nothing is asked about names
// that were extracted.
func TestUnknownNamesOneRequest(t *testing.T) {
	s, asked := onElephants(t, settings(t, func(c *config.Config) { c.Depth = 1 }))
	unknownIn := func(text string, p *source.Problem) (found []names.UnknownName, queries int) {
		t.Helper()
		c := require.Value(syntax.Parse(text, s.use.Source.Prefixes()))(t)
		before := asked.n.Load()
		found = require.Value(s.Names().UnknownNames(t.Context(), c, p))(t)
		return found, int(asked.n.Load() - before)
	}
	const wrong = "zoo:Elefant and zoo:Male and (zoo:wieght >= 3) and zoo:childOf some {zoo:Adda}"
	found, n := unknownIn(wrong, nil)
	want := []names.UnknownName{
		{IRI: elephants.Namespace + "Elefant"},
		{IRI: elephants.Namespace + "wieght"},
		{IRI: elephants.Namespace + "Adda"},
	}
	check.That(t, n == 1 && slices.Equal(found, want), "%d requests find %v", n, found)
	ex := require.Value(extract.NewExamples(elephants.Positives, elephants.Negatives))(t)
	p := require.Value(s.Work().Problem(t.Context(), ex))(t)
	if found, n := unknownIn("zoo:Elephant and zoo:Male and (zoo:weight >= 3) and zoo:childOf some zoo:Female", p); n != 0 || len(found) > 0 {
		t.Errorf("after an extraction %d requests find %v", n, found)
	}
	found, _ = unknownIn(wrong, p)
	nearest := check.Map(found, func(u names.UnknownName) string { return u.Text(s.use.Source.Prefixes()) })
	check.Equal(t, strings.Join(nearest, ", "), "zoo:Elefant is in no statement; zoo:Elephant is, zoo:wieght is in no statement; zoo:weight is, zoo:Adda is in no statement; zoo:Ada is",
		"after an extractio")
}

// The nearest name is of the same kind. Of equal names that in the same namespace is the
// nearest. A name that differs in digits only is not near.
func TestUnknownNamesNearest(t *testing.T) {
	file := testfiles.Write(t, "people.ttl", `@prefix : <http://x.org/> . @prefix y: <http://y.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
:a a :Person, y:Person, y:Town, :Q42 ; :persn :b ; y:colour "red" . :b a :Person . :Empty a owl:look.Class .`)
	s := openSession(t, func(c *config.Config) { c.Data = []string{file} })
	prefixes := syntax.Prefixes{"x": "http://x.org/", "y": "http://y.org/"}
	for text, want := range map[string]string{
		"x:Persn":                           "x:Persn is in no statement; x:Person is", // although the property is nearer
		"y:Persn":                           "y:Persn is in no statement; y:Person is",
		"x:Town":                            "x:Town is in no statement; y:Town is",
		"x:Q43":                             "x:Q43 is in no statement",
		"x:prsn some Thing":                 "x:prsn is in no statement; x:persn is",
		"x:persn some {x:bb}":               "x:bb is in no statement; x:b is",
		"x:Empty and (y:colour some Thing)": "", // statements that are no facts are statements, too
	} {
		c := require.Value(syntax.Parse(text, prefixes))(t)
		unknown := require.Value(s.Names().UnknownNames(t.Context(), c, nil))(t)
		var got string
		for _, u := range unknown {
			got += u.Text(prefixes)
		}
		check.Equal(t, got, want, "%s", text)
	}
}

// actors has a class, properties and individuals with labels: a property with a label of its
// own and one that an entity describes, and a label for two individuals.
const actors = `@prefix e: <http://e/> .
@prefix d: <http://d/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
e:actor rdfs:label "actor"@en .
e:Q1 a e:actor ; rdfs:label "Jean Reno"@en ; d:P27 e:fr ; e:livesIn e:p1 .
e:Q2 a e:actor ; rdfs:label "Eva Green"@en ; d:P27 e:fr ; e:livesIn e:p2  .
e:fr a e:Country ; rdfs:label "France"@en ; e:has e:p1 .
e:p1 a e:City ; rdfs:label "Paris"@en ; e:in e:fr .
e:p2 a e:City ; rdfs:label "Paris"@en ; e:in e:texas .
e:P27 rdfs:label "country of citizenship"@en ; <http://wikiba.se/ontology#directClaim> d:P27 .
e:livesIn rdfs:label "lives in"@en .
`

// TestReplaceLabels checks what labels mean in a concept, in files and at an endpoint.
func TestReplaceLabels(t *testing.T) {
	file := t.TempDir() + "/actors.ttl"
	require.NoError(t, os.WriteFile(file, []byte(actors), 0o600))
	change := func(c *config.Config) {
		c.Exclude = []string{"http://wikiba.se/ontology#"}
		c.Data, c.PropertyVia, c.Prefix = []string{file}, "http://wikiba.se/ontology#directClaim", []string{"=http://e/", "d=http://d/"}
	}
	files := openSession(t, change)
	served := files
	served.use.Source = require.Value(source.OpenServed(t.Context(), files.use))(t)
	t.Cleanup(served.use.Source.Close)
	for _, tt := range []struct{ text, want string }{
		{"Country", "Country"},
		{"'actor' ⊓ ∃'country of citizenship'.{'France'}", "<http://e/actor> ⊓ ∃<http://d/P27>.{<http://e/fr>}"},
		{"'Actor' and 'lives in' some {p1, 'france'}", "<http://e/actor> and <http://e/livesIn> some {p1, <http://e/fr>}"},
		{"∃inverse 'lives in'.'actor'", "∃inverse <http://e/livesIn>.<http://e/actor>"},
		{"¬'actr'", `no class has the label "actr", but 'actor'`},
		{"∃'livs in'.⊤", `no property has the label "livs in", but 'lives in'`},
		{"∃d:P27.'France'", `no class has the label "France"; fr is that of an individual: write {'France'}`},
		{"{'country of citizenship'}", `no individual has the label "country of citizenship"; d:P27 is that of a property`},
		{"{'Paris'}", `"Paris" may be <http://e/p1> (City, in France) or <http://e/p2> (City, in texas): write the IRI`},
		{"{'Paris'} ⊔ {'Atlantis'}", `"Paris" may be <http://e/p1> (City, in France) or <http://e/p2> (City, in texas): write the IRI; no individual has the label "Atlantis"`},
		{"'actor' ⊓", "concept:11: expected a concept but the text ends"},
	} {
		for name, s := range map[string]Session{"files": files, "endpoint": served} {
			got, err := s.Names().ReplaceLabels(t.Context(), tt.text)
			if err != nil {
				got = strings.TrimPrefix(err.Error(), "labels of the concept: ")
			}
			want := tt.want
			if name == "endpoint" { // which finds no misspelt names
				want, _, _ = strings.Cut(want, ", but")
			}
			check.Equal(t, got, want, "%s in %s:\n", tt.text, name)
		}
	}
	files.use.Source = nil
	got, err := files.Names().ReplaceLabels(t.Context(), "'actor'")
	check.That(t, got == "'actor'" && err == nil, "without a source: %s, %v", got, err)
}

// TestReadConcept compares queries with the concepts that they are read as, in files and at an endpoint: a
// difference is an error that says who is a member of only one of the two.
func TestReadConcept(t *testing.T) {
	file := t.TempDir() + "/things.ttl"
	require.NoError(t, os.WriteFile(file, []byte(`@prefix : <http://e/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:B rdfs:subClassOf :A . :a1 a :A ; :n 5 ; :r :b1 . :a2 a :A ; :n 5.0 ; :r :a1 . :b1 a :B ; :n 4.5 ; :s "x" . :b2 a :B ; :n 7, 1 .
`), 0o600))
	files := openSession(t, func(c *config.Config) { c.Data, c.Prefix = []string{file}, []string{"=http://e/"} })
	served := files
	served.use.Source = require.Value(source.OpenServed(t.Context(), files.use))(t)
	t.Cleanup(served.use.Source.Close)
	for _, tt := range []struct{ query, want string }{
		{"?x a :B", ":B"},
		{"?x a :A", "only the concept has b1, b2"},
		{"?x a/<http://www.w3.org/2000/01/rdf-schema#subClassOf>* :A", ":A"},
		{"?x :n 5", "only the concept has a2"},
		{"?x :n ?n FILTER(?n >= 2 && ?n <= 6)", "only the concept has b2"},
		{"?x :r ?y FILTER(?y != :a1)", "∃:r.¬{:a1}"},
		{"?x :s ?y", "(∃:s)"},
		{"?x :r ?y", "∃:r.⊤"},
		{"?x ?p :a1", "line 1: the property ?p is a variable"},
	} {
		for name, s := range map[string]Session{"files": files, "endpoint": served} {
			c, _, err := s.Names().ReadConcept(t.Context(), tt.query, "", s.use.Source.Prefixes(), ":a1", ":b1")
			if err != nil {
				check.Contains(t, err.Error(), tt.want, "%s in %s", tt.query, name)
				continue
			}
			want, err := syntax.Parse(tt.want, s.use.Source.Prefixes())
			check.That(t, err == nil && c == want, "%s in %s: got %#v, want %s", tt.query, name, c, tt.want)
		}
	}
}
