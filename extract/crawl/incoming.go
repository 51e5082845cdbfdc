package crawl

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/source"
)

// infer finds what points to the terms where all of it has come from those that
// point. Then nothing is asked.
func (st *statements) infer(ctx context.Context) error {
	type pointing struct {
		rows []source.Row
		time int64
	}
	to := map[facts.ID]*pointing{}
	for _, term := range st.terms {
		if len(st.expect[term]) > 0 {
			to[st.ID(term)] = &pointing{time: 1 << 62}
		}
	}
	for _, t := range st.rolesOnce() {
		p, when := to[t[2]], st.expanded[t[1]]
		if p != nil && when >= st.Since && when != 0 {
			p.rows = append(p.rows, source.Row{Property: st.Term(t[0]), Value: st.Term(t[1])})
			p.time = min(p.time, when)
		}
	}
	var notes []source.Answer
	for _, term := range st.terms {
		expect := st.expect[term]
		p := to[st.ID(term)]
		if p == nil || len(p.rows) == 0 {
			continue
		}
		got := map[string]int{}
		for _, r := range p.rows {
			got[r.Property]++
		}
		a := source.Answer{Term: term, Kind: source.In, Time: p.time}
		complete := true
		for _, c := range expect {
			complete = complete && got[c.Property] == c.N
			a.Properties = append(a.Properties, c.Property)
		}
		if !complete {
			continue
		}
		for _, r := range p.rows {
			if st.expected(term, r.Property) > 0 {
				a.Rows = append(a.Rows, r)
			}
		}
		notes = append(notes, a)
		st.expect[term] = nil
	}
	if st.Note == nil {
		return nil
	}
	for some := range slices.Chunk(notes, 500) {
		if err := st.Note(ctx, some); err != nil {
			return err
		}
	}
	return nil
}

// rolesOnce are the statements between individuals, each once: a chain may have led to
// one before.
func (st *statements) rolesOnce() []facts.Tuple {
	if len(st.chains.of) == 0 {
		return st.Roles
	}
	seen := make(map[facts.Tuple]bool, len(st.Roles))
	return slices.DeleteFunc(slices.Clone(st.Roles), func(t facts.Tuple) bool {
		again := seen[t]
		seen[t] = true
		return again
	})
}
