package extract

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/genus-kg/genus/connector"
)

// zoo is a graph with a class of 30 animals, of which the even ones have keepers
// and the odd ones eat, another class below the same superclass, and one alone.
func zoo() *world {
	w := &world{}
	for i := range 30 {
		a := fmt.Sprintf("%sanimal%02d", ex, i)
		w.member(a, ex+"Beast")
		w.value(ex+"age", a, fmt.Sprint(i), xsdNS+"integer")
		if i%2 == 0 {
			w.role(ex+"keeper", a, ex+"bob")
			w.member(a, ex+"Pet")
		} else {
			w.role(ex+"eats", a, ex+"hay")
		}
	}
	for i := range 5 {
		w.member(fmt.Sprintf("%splant%d", ex, i), ex+"Plant")
	}
	w.member(ex+"rose", ex+"Rose")
	w.member(ex+"rock", ex+"Rock")
	w.subclass(ex+"Rose", ex+"Flower")
	w.subclass(ex+"Flower", ex+"Living")
	w.subclass(ex+"Plant", ex+"Flower")
	w.subclass(ex+"Beast", ex+"Living")
	w.subclass(ex+"Pet", ex+"Beast")
	return w
}

// counting is a client that counts.
type countingClient struct {
	Client
	n atomic.Int64
}

func (c *countingClient) Select(ctx context.Context, q string) (*connector.Table, error) {
	c.n.Add(1)
	return c.Client.Select(ctx, q)
}

func locals(iris []string) string {
	var out []string
	for _, s := range iris {
		out = append(out, strings.TrimPrefix(s, ex))
	}
	return strings.Join(out, " ")
}

// checkSiblings is what is true of the zoo on every engine.
func checkSiblings(t *testing.T, find func(pos []string, o SiblingOptions) (Siblings, error)) {
	t.Helper()
	at := func(names ...string) []string {
		for i := range names {
			names[i] = ex + names[i]
		}
		return names
	}
	for _, tt := range []struct {
		name      string
		pos       []string
		n         int
		classes   string
		pool, got int
		like      func(iri string) bool // every one of them
	}{
		{"most specific class", at("animal00", "animal02"), 0, "Pet", 13, 2, nil},
		{"the shared one", at("animal00", "animal01"), 5, "Beast", 28, 5, nil},
		{"most traits", at("animal01", "animal03"), 13, "Beast", 28, 13, func(iri string) bool { return (iri[len(iri)-1]-'0')%2 == 1 }},
		{"more than there are", at("animal00"), 100, "Pet", 29, 29, nil},
		{"a class above", at("rose", "plant0"), 3, "Flower", 4, 3, func(iri string) bool { return strings.Contains(iri, "plant") }},
		{"beside", at("rose"), 2, "Rose", 5, 2, func(iri string) bool { return strings.Contains(iri, "plant") }},
	} {
		found, err := find(tt.pos, SiblingOptions{N: tt.n, Seed: 7})
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if locals(found.Classes) != tt.classes || found.Pool != tt.pool || len(found.IRIs) != tt.got {
			t.Errorf("%s: %d of %d of %s; want %d of %d of %s", tt.name, len(found.IRIs), found.Pool, locals(found.Classes), tt.got, tt.pool, tt.classes)
		}
		for _, iri := range found.IRIs {
			if slices.Contains(tt.pos, iri) || tt.like != nil && !tt.like(iri) {
				t.Errorf("%s: %s", tt.name, locals(found.IRIs))
				break
			}
		}
		again, err := find(tt.pos, SiblingOptions{N: tt.n, Seed: 7})
		if err != nil || !slices.Equal(again.IRIs, found.IRIs) {
			t.Errorf("%s: the same seed gives %s and %s, %v", tt.name, locals(found.IRIs), locals(again.IRIs), err)
		}
	}
	different := false
	first, err := find(at("animal00", "animal01"), SiblingOptions{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(8) {
		other, err := find(at("animal00", "animal01"), SiblingOptions{Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		different = different || !slices.Equal(other.IRIs, first.IRIs)
	}
	if !different {
		t.Error("the seed makes no difference")
	}
	if found, err := find(at("rock"), SiblingOptions{}); !errors.Is(err, ErrNoSiblings) {
		t.Errorf("of a class of one: %s, %v", locals(found.IRIs), err)
	}
}

func TestSiblings(t *testing.T) {
	w := zoo()
	c := &countingClient{Client: w.serve(t)}
	checkSiblings(t, func(pos []string, o SiblingOptions) (Siblings, error) {
		c.n.Store(0)
		found, err := FindSiblings(t.Context(), c, pos, o)
		if n := int(c.n.Load()); found.Requests != n || n > 20 {
			t.Errorf("%d requests, reported %d; want 20 at most", n, found.Requests)
		}
		return found, err
	})
	var nt strings.Builder
	for _, tr := range w.triples {
		nt.WriteString(tr.Serialize(0)) // N-Triples
	}
	d, _, err := ImportFiles(t.Context(), []string{writeFile(t, "zoo.nt", nt.String())}, ImportOptions{})
	must(err)
	checkSiblings(t, func(pos []string, o SiblingOptions) (Siblings, error) { return d.Siblings(t.Context(), pos, o) })

	// In a crawled database only what was crawled from can be learned about.
	db := memory(t)
	crawled := []string{ex + "animal00", ex + "animal02", ex + "animal04", ex + "animal05"}
	if _, err := Crawl(t.Context(), c, db, crawled, CrawlOptions{}); err != nil {
		t.Fatal(err)
	}
	found, err := read(t, db).Siblings(t.Context(), crawled[:1], SiblingOptions{N: 2})
	if err != nil || locals(found.IRIs) != "animal02 animal04" {
		t.Errorf("%s, %v", locals(found.IRIs), err)
	}
	for _, bad := range []int{-1, MaxSiblings + 1} {
		if _, err := FindSiblings(t.Context(), c, crawled, SiblingOptions{N: bad}); err == nil {
			t.Errorf("%d are taken for a number", bad)
		}
	}
}
