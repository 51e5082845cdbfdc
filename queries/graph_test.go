package queries

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/connector/embedded"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/dltest"
	"github.com/genus-kg/genus/learner/interp"
)

// ns begins all IRIs of random graphs.
const ns = dltest.Namespace

// graph writes structures as N-Triples, in varied spellings and with noise
// that no concept may see: labels, literals among the values of roles, strings
// and NaN among those of features, classes below classes.
type graph struct {
	rng   *rand.Rand
	out   strings.Builder
	kinds map[string][]dl.Kind
	vocab Vocabulary // with Closure, half of the memberships are stated through a subclass
}

func (g *graph) triple(s, p, o string) { fmt.Fprintf(&g.out, "<%s> <%s> %s .\n", s, p, o) }

func (g *graph) write(t *testing.T, s *interp.Structure) string {
	t.Helper()
	sig := s.Signature()
	seen := make([]bool, s.Len())
	for i, c := range sig.Atoms() {
		ext := s.Atom(interp.ConceptID(i))
		for a := range s.Len() {
			if !ext.Test(uint(a)) {
				continue
			}
			seen[a] = true
			switch c := c.(type) {
			case dl.Name:
				class := c.IRI
				if g.vocab.Closure && g.rng.IntN(2) == 0 {
					class += []string{"_sub", "_subsub"}[g.rng.IntN(2)]
				}
				g.triple(s.IRI(interp.Individual(a)), g.vocab.Type, "<"+class+">")
			case dl.Compare:
				g.value(s.IRI(interp.Individual(a)), c.Feature, c.Value)
			}
		}
		if c, ok := c.(dl.Name); ok && g.vocab.Closure {
			g.triple(c.IRI+"_sub", g.vocab.SubClassOf, "<"+c.IRI+">")
			g.triple(c.IRI+"_subsub", g.vocab.SubClassOf, "<"+c.IRI+"_sub>")
		}
	}
	for r := 0; r < sig.NumRoles(); r += 2 {
		s.EachSource(interp.RoleID(r), func(a interp.Individual, successors []interp.Individual) {
			for _, b := range successors {
				seen[a], seen[b] = true, true
				g.triple(s.IRI(a), sig.Role(interp.RoleID(r)).IRI, "<"+s.IRI(b)+">")
			}
		})
	}
	for i, f := range sig.Features() {
		s.EachValued(interp.FeatureID(i), func(a interp.Individual, ranks []uint32) {
			for _, rank := range ranks {
				seen[a] = true
				g.value(s.IRI(a), f, s.Values(interp.FeatureID(i))[rank])
			}
		})
	}
	for a := range s.Len() {
		iri := s.IRI(interp.Individual(a))
		if !seen[a] || g.rng.IntN(2) == 0 {
			g.triple(iri, "http://www.w3.org/2000/01/rdf-schema#label", `"a label"`)
		}
		if sig.NumRoles() > 0 && g.rng.IntN(3) == 0 {
			g.triple(iri, sig.Role(interp.RoleID(2*g.rng.IntN(sig.NumRoles()/2))).IRI, `"not an individual"`)
		}
		if n := len(sig.Features()); n > 0 && g.rng.IntN(3) == 0 {
			f := sig.Features()[g.rng.IntN(n)]
			g.triple(iri, f, []string{`"3000"`, `"x"@en`, `"NaN"^^<` + dl.XSD + `double>`, "<" + ns + "i0>"}[g.rng.IntN(4)])
		}
	}
	return g.out.String()
}

// value writes f(a, v), sometimes as another literal that is equal to v.
func (g *graph) value(a, f string, v dl.Value) {
	type literal struct {
		lex  string
		kind dl.Kind
	}
	options := []literal{{v.Lexical(), v.Kind()}}
	switch v.Kind() {
	case dl.Boolean:
		if v == dl.Bool(true) {
			options = append(options, literal{"1", dl.Boolean})
		} else {
			options = append(options, literal{"0", dl.Boolean})
		}
	case dl.Integer:
		options = append(options, literal{v.Lexical() + ".0", dl.Decimal}, literal{v.Lexical() + "e0", dl.Double}, literal{v.Lexical(), dl.Float})
	case dl.GYear:
		if strings.HasSuffix(v.Lexical(), "Z") {
			options = append(options, literal{strings.TrimSuffix(v.Lexical(), "Z") + "-01-01", dl.Date})
		}
	case dl.DateTime:
		if !strings.Contains(v.Lexical()[1:], "+") && !strings.HasSuffix(v.Lexical(), "Z") && !strings.HasSuffix(v.Lexical(), ":30") {
			options = append(options, literal{v.Lexical() + "Z", dl.DateTime})
		}
	}
	o := options[g.rng.IntN(len(options))]
	if !slices.Contains(g.kinds[f], o.kind) {
		if g.kinds == nil {
			g.kinds = map[string][]dl.Kind{}
		}
		g.kinds[f] = append(g.kinds[f], o.kind)
	}
	g.triple(a, f, fmt.Sprintf("%q^^<%s>", o.lex, o.kind.IRI()))
}

// only is the structure with those values of features that keep allows; truth
// values are asked about only where a feature has other values, too.
func only(t *testing.T, s *interp.Structure, keep func(dl.Value) bool) *interp.Structure {
	t.Helper()
	var b interp.Builder
	sig := s.Signature()
	for a := range s.Len() {
		b.Individual(s.IRI(interp.Individual(a)))
	}
	for i, c := range sig.Atoms() {
		ext := s.Atom(interp.ConceptID(i))
		if c, ok := c.(dl.Name); ok {
			b.Name(c.IRI)
		}
		for a := range s.Len() {
			if !ext.Test(uint(a)) {
				continue
			}
			switch c := c.(type) {
			case dl.Name:
				b.AddName(c.IRI, s.IRI(interp.Individual(a)))
			case dl.Compare:
				if _, mixed := sig.FeatureID(c.Feature); !mixed || keep(c.Value) {
					b.AddValue(c.Feature, s.IRI(interp.Individual(a)), c.Value)
				}
			}
		}
	}
	for r := 0; r < sig.NumRoles(); r += 2 {
		role := sig.Role(interp.RoleID(r)).IRI
		b.Role(role)
		s.EachSource(interp.RoleID(r), func(a interp.Individual, successors []interp.Individual) {
			for _, c := range successors {
				b.AddRole(role, s.IRI(a), s.IRI(c))
			}
		})
	}
	for i, f := range sig.Features() {
		b.Feature(f)
		s.EachValued(interp.FeatureID(i), func(a interp.Individual, ranks []uint32) {
			for _, rank := range ranks {
				if v := s.Values(interp.FeatureID(i))[rank]; keep(v) {
					b.AddValue(f, s.IRI(a), v)
				}
			}
		})
	}
	out, err := b.Build(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// endpoint answers queries with SPARQL results in JSON.
type endpoint func(ctx context.Context, query string) ([]byte, error)

// serveEmbedded serves N-Triples by the embedded engine over HTTP until the test ends.
func serveEmbedded(t testing.TB, ntriples string) endpoint {
	t.Helper()
	e, err := embedded.StartNTriples(context.Background(), strings.NewReader(ntriples), embedded.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return func(ctx context.Context, query string) ([]byte, error) {
		form := strings.NewReader(url.Values{"query": {query}}.Encode())
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, e.URL(), form)
		if err != nil {
			return nil, err
		}
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.Header.Set("Accept", "application/sparql-results+json")
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			return nil, err
		}
		defer res.Body.Close()
		var body bytes.Buffer
		if _, err := body.ReadFrom(res.Body); err != nil {
			return nil, err
		}
		if res.StatusCode != http.StatusOK {
			return nil, fmt.Errorf("%s: %s", res.Status, body.String())
		}
		return body.Bytes(), nil
	}
}

// answer is a document of SPARQL results in JSON.
type answer struct {
	Boolean bool `json:"boolean"`
	Results struct {
		Bindings []map[string]struct{ Type, Value string }
	}
}

func (e endpoint) ask(t testing.TB, query string) answer {
	t.Helper()
	body, err := e(context.Background(), query)
	if err != nil {
		t.Fatalf("%v\n%s", err, query)
	}
	var a answer
	if err := json.Unmarshal(body, &a); err != nil {
		t.Fatalf("%v in %s\n%s", err, body, query)
	}
	return a
}

// answers are the values of ?x, sorted.
func (e endpoint) answers(t testing.TB, query string) []string {
	t.Helper()
	var out []string
	for _, b := range e.ask(t, query).Results.Bindings {
		out = append(out, b["x"].Value)
	}
	slices.Sort(out)
	return out
}
