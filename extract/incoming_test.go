package extract

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/genus-kg/genus/connector"
)

// listening keeps the queries that are sent.
type listening struct {
	Client
	mu   sync.Mutex
	sent []string
}

func (l *listening) Select(ctx context.Context, q string) (*connector.Table, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sent = append(l.sent, q)
	return l.Client.Select(ctx, q)
}

// pulledIn are the individuals of which it was asked what points to them.
func (l *listening) pulledIn(individuals []string) (asked []string) {
	for _, q := range l.sent {
		for _, a := range individuals {
			if strings.HasPrefix(q, "SELECT ?s ?p ?o") && strings.Contains(q, "?o ?p ?s") && strings.Contains(q, "<"+a+">") {
				asked = append(asked, a)
			}
		}
	}
	slices.Sort(asked)
	return asked
}

// TestKnownFromTheOtherEnd: what points to an individual is not asked for where all of
// it has come of those that point, and is where somebody else points to it.
func TestKnownFromTheOtherEnd(t *testing.T) {
	w := &world{}
	var friends []string
	for i := range 8 {
		friends = append(friends, fmt.Sprintf("%sfriend%d", ex, i))
	}
	for i, a := range friends {
		w.member(a, ex+"Person")
		w.role(ex+"knows", a, friends[(i+1)%8])
		w.role(ex+"likes", a, friends[(i+3)%8])
		w.role(ex+"has", a, ex+"thing")
	}
	stranger := ex + "stranger"
	w.role(ex+"knows", stranger, friends[2])
	w.role(ex+"sees", stranger, friends[5])
	c := &listening{Client: w.serve(t)}
	db := memory(t)
	o := CrawlOptions{Bounds: Bounds{Depth: 1}}
	crawled(t, c, db, friends, o)
	if got, want := c.pulledIn(friends), []string{friends[2], friends[5]}; !slices.Equal(got, want) {
		t.Errorf("it was asked what points to %v; want %v", got, want)
	}
	c.sent = nil
	if _, _, err := Crawl(t.Context(), c, db, friends, o); err != nil || len(c.sent) > 0 {
		t.Errorf("again: %v, %v; want nothing asked", c.sent, err)
	}
	got := picture(t, db, Examples{Pos: friends}, 1)
	for _, fact := range []string{"knows(friend1,friend2)", "knows(stranger,friend2)", "likes(friend7,friend2)", "sees(stranger,friend5)"} {
		if !strings.Contains(got, fact) {
			t.Errorf("%s is missing in\n%s", fact, got)
		}
	}
	d := read(t, db)
	if n := len(d.Facts.Roles); n != 8*3+2 {
		t.Errorf("%d role facts; want 26", n)
	}
	// An answer of long ago says nothing about what points to an individual today.
	w.role(ex+"knows", ex+"friend9", friends[0])
	w.role(ex+"knows", friends[0], ex+"friend9")
	c = &listening{Client: w.serve(t)}
	moved := &moved{Client: c, url: d.Source.Name}
	o.Refresh = true
	crawled(t, moved, db, append([]string{ex + "friend9"}, friends[:2]...), o)
	if got, want := c.pulledIn(append(friends, ex+"friend9")), []string{friends[0], friends[1]}; !slices.Equal(got, want) {
		t.Errorf("refreshed from three examples: it was asked what points to %v; want %v", got, want)
	}
}

// TestKnownLongAgo: what a run before has pulled does not tell what points to an
// individual now, though as much does: friend3 does not know friend9 any more.
func TestKnownLongAgo(t *testing.T) {
	var friends []string
	for i := range 8 {
		friends = append(friends, fmt.Sprintf("%sfriend%d", ex, i))
	}
	then := &world{}
	for i, a := range friends {
		then.member(a, ex+"Person")
		then.role(ex+"knows", a, friends[(i+1)%8])
	}
	now := &world{triples: slices.Clone(then.triples)}
	then.role(ex+"knows", friends[3], ex+"friend9")
	now.role(ex+"knows", friends[4], ex+"friend9")
	db := memory(t)
	before := &moved{Client: then.serve(t), url: "http://one.test/"}
	crawled(t, before, db, friends, CrawlOptions{Bounds: Bounds{Depth: 1}})
	c := &listening{Client: now.serve(t)}
	crawled(t, &moved{Client: c, url: "http://one.test/"}, db, append(friends, ex+"friend9"), CrawlOptions{Bounds: Bounds{Depth: 1}})
	if got := c.pulledIn([]string{ex + "friend9"}); len(got) != 1 {
		t.Errorf("it was not asked what points to friend9 now")
	}
}
