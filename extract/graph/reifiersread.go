package graph

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// readReifiers returns what no triple states of the subjects: of their reifiers or, if only their values are asked
// for, of these as reifiers.
func (e *Endpoint) readReifiers(ctx context.Context, subjects []string, onlyValues bool) (map[string]*reified, error) {
	of := map[string]*reified{}
	var fresh []string
	known := &e.reifiers
	known.mu.Lock()
	for _, s := range subjects {
		if of[s] = known.read[s]; of[s] == nil {
			fresh = append(fresh, s)
		}
	}
	bare, nested, isFirst := known.bare, known.nested, len(known.read) == 0
	known.mu.Unlock()
	var mu sync.Mutex
	fetch := func(ctx context.Context, q Question) ([]Answer, error) {
		rows, err := e.queryInHalves(ctx, q.Terms, func(batch []string) (string, error) {
			return queries.Reifiers{Subjects: batch, Bare: bare, Nested: nested, Values: onlyValues}.Select()
		}, nil)
		if err != nil {
			return nil, err
		}
		read := e.reified(q.Terms, rows)
		mu.Lock()
		defer mu.Unlock()
		maps.Copy(of, read)
		return nil, nil
	}
	err := e.inBatches(ctx, Question{Terms: fresh, Phase: "statements about statements"}, fetch,
		func([]Answer) error { return nil })
	known.mu.Lock()
	defer known.mu.Unlock()
	if isFirst && IsRefused(ctx, err) { // nobody has used any: go on without
		e.o.Logger.Warn("statements about statements are not read", "because", err)
		known.has = false
		for _, s := range fresh {
			of[s] = &reified{}
		}
		return of, nil
	}
	if err != nil || onlyValues {
		return of, err
	}
	for _, s := range fresh {
		if known.read == nil || known.rows > mostReified {
			known.read, known.rows = map[string]*reified{}, 0
		}
		known.read[s] = of[s]
		known.rows += 1 + len(of[s].out) + 4*len(of[s].nodes)
	}
	return of, nil
}

// reified converts the rows about subjects.
func (e *Endpoint) reified(subjects []string, rows []solution) map[string]*reified {
	type key struct{ subject, property, reifier string }
	of := map[string]*reified{}
	for _, s := range subjects {
		of[s] = &reified{nodes: map[string]node{}}
	}
	stated := map[key][]solution{}
	for _, r := range rows {
		_, property, _ := strings.Cut(text(r.use), " ")
		s := text(r.s)
		switch {
		case of[s] == nil || r.r == nil:
		case property != "" && !dl.IsReified(property):
		case property == "" || !isBlank(r.r):
			e.addReifier(of[s], property, r)
		default:
			k := key{s, property, r.r.Serialize(rdf.NTriples)}
			stated[k] = append(stated[k], r)
		}
	}
	contents := map[key]string{}
	for k, rows := range stated {
		contents[k] = contentOf(rows)
	}
	order := slices.SortedFunc(maps.Keys(stated), func(a, b key) int {
		return cmp.Or(cmp.Compare(a.subject, b.subject), cmp.Compare(a.property, b.property),
			cmp.Compare(contents[a], contents[b]))
	})
	number := map[[2]string]int{}
	for _, k := range order {
		at := [2]string{k.subject, k.property}
		name := reifierName(k.subject, k.property, number[at])
		number[at]++
		statement, _ := dl.Reified(k.property)
		of[k.subject].out = append(of[k.subject].out, Row{Property: statement, Value: name})
		of[k.subject].nodes[name] = e.nodeOf(stated[k])
	}
	for _, x := range of {
		x.out = uniqueRows(x.out)
	}
	return of
}

// addReifier adds that an IRI is a reifier of a statement with the property about the subject or, without one, that the
// subject is one.
func (e *Endpoint) addReifier(x *reified, property string, r solution) {
	if property != "" {
		statement, _ := dl.Reified(property)
		x.out = append(x.out, e.o.Vocabulary.object(statement, r.r))
	} else if p := text(r.p); queries.IsIRI(p) && dl.IsReified(p) {
		_, value := dl.Reified(p)
		x.out = append(x.out, e.o.Vocabulary.object(value, r.o))
	}
}

// nodeOf returns a reifier without an IRI by all rows about it.
func (e *Endpoint) nodeOf(rows []solution) (n node) {
	for _, r := range rows {
		use, _, _ := strings.Cut(text(r.use), " ")
		p := text(r.p)
		statement, value := dl.Reified(p)
		isReified := dl.IsReified(p)
		switch {
		case !queries.IsIRI(p):
		case use == queries.ReifierOut:
			n.out = append(n.out, e.o.Vocabulary.object(p, r.o))
		case use == queries.ReifierIn:
			n.in = append(n.in, e.o.Vocabulary.object(p, r.o))
		case use == queries.ReifierValue && isReified:
			n.out = append(n.out, e.o.Vocabulary.object(value, r.o))
		case use == queries.ReifierAbout && isReified: // that reifier is not read
			n.out = append(n.out, Row{Property: statement, Value: Blank, N: 1})
		}
	}
	n.out, n.in = uniqueRows(n.out), uniqueRows(n.in)
	return n
}

// contentOf returns a text for all that the rows say, which does not depend on the names of blank nodes.
func contentOf(rows []solution) string {
	var lines []string
	for _, r := range rows {
		o := Blank
		if r.o != nil && !isBlank(r.o) {
			o = r.o.Serialize(rdf.NTriples)
		}
		lines = append(lines, fmt.Sprint(text(r.use), " ", text(r.p), " ", o))
	}
	slices.Sort(lines)
	return strings.Join(slices.Compact(lines), "\n")
}

// uniqueRows sorts the rows. A row that comes twice is one statement, unless it stands for objects that cannot be used.
func uniqueRows(rows []Row) []Row {
	slices.SortFunc(rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(a.Property, b.Property), cmp.Compare(a.Value, b.Value), cmp.Compare(a.Datatype, b.Datatype),
			cmp.Compare(a.Lang, b.Lang))
	})
	return slices.CompactFunc(rows, func(a, b Row) bool { return a == b && a.N == 0 })
}
