package store

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
)

// The tallies of a part of a term are one row.

// Tally is a number of statements of a term, and what became of them.
type Tally struct {
	Term     string
	Part     Part
	Property string
	N        int
	State    State
	Reason   string // if State is Values or Gone
}

// SetCounts keeps the numbers of statements of a part of some terms, in place of what
// is known of them. They are here as soon as the part has been asked for, unless
// SetTallies says otherwise then; of each only property and number are looked at. The
// part must not be here (Forget).
func (tx *Tx) SetCounts(part Part, iris []string, of func(iri string) []Tally) {
	tx.setTallies(part, iris, due, of)
}

// SetTallies keeps the numbers of statements of a part of some terms, in place of
// what is known of them; term and part of each are not looked at.
func (tx *Tx) SetTallies(part Part, iris []string, of func(iri string) []Tally) {
	tx.setTallies(part, iris, Counted, of)
}

func (tx *Tx) setTallies(part Part, iris []string, counted State, of func(iri string) []Tally) {
	if len(iris) == 0 {
		return
	}
	tx.drop("tally", tx.terms(iris), part)
	var entries []entry
	for _, iri := range iris {
		entries = entries[:0]
		for _, t := range of(iri) {
			state := t.State
			if counted == due {
				state = Counted
			}
			entries = append(entries, entry{tx.Term(t.Property), t.N, state, t.Reason})
		}
		tx.addEntries(tx.Term(iri), part, entries, counted)
	}
}

// SetTally keeps one of them, beside those of other properties.
func (tx *Tx) SetTally(t Tally) {
	id, e := tx.Term(t.Term), entry{tx.Term(t.Property), t.N, t.State, t.Reason}
	asked := tx.AskedAt([]string{t.Term})[t.Part][t.Term] != 0
	entries := tx.entries([]ID{id}, t.Part, false, asked)[id]
	if i := slices.IndexFunc(entries, func(f entry) bool { return f.property == e.property }); i >= 0 {
		entries[i] = e
	} else {
		entries = append(entries, e)
	}
	tx.drop("tally", []ID{id}, t.Part)
	counted := due
	if asked {
		counted = Counted
	}
	tx.addEntries(id, t.Part, entries, counted)
}

// addEntries keeps the tallies of a part of a term that has none, where counted is
// how it is written that all were counted only.
func (tx *Tx) addEntries(term ID, part Part, entries []entry, counted State) {
	if len(entries) == 0 {
		return
	}
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.property, b.property) })
	most, open := Here, len(entries)
	for _, s := range []State{Here, Counted} {
		others := 0
		for _, e := range entries {
			if e.state != s {
				others++
			}
		}
		if others < open {
			most, open = s, others
		}
	}
	tx.text = appendEntries(tx.text[:0], entries, most)
	if most == Counted && open == 0 {
		most = counted
	}
	tx.insert(tallies, int64(term), string(part), string(most), int64(open), string(tx.text))
	tx.will("tally "+string(part), term)
}

// due is the state of what is here as soon as the part has been asked for; nobody but
// this package sees it.
const due State = "due"

// settled is the state that one of table tally stands for.
func settled(s State, asked bool) State {
	switch {
	case s != due:
		return s
	case asked:
		return Here
	}
	return Counted
}

// entries are the tallies of the part of the terms that have any, which was asked for
// or not; open: that have some of which not all is here.
func (tx *Tx) entries(terms []ID, part Part, open, asked bool) map[ID][]entry {
	tx.flush()
	found := map[ID][]entry{}
	tx.query(terms, `SELECT y.term, y.counts, y.state FROM json_each(?2) j
		CROSS JOIN tally y ON y.source = ?1 AND y.part = ?3 AND y.term = j.value AND NOT (?4 AND y.state IN ('here', 'due') AND y.open = 0)`, func(get func(...any) error) error {
		var term ID
		var text string
		var most State
		err := get(&term, &text, &most)
		if err != nil {
			return err
		}
		found[term], err = readEntries(text, settled(most, asked))
		return err
	}, string(part), open)
	return found
}

// open tells which properties of a part of the terms, which has been asked for, were
// counted only, or did not come whole.
func (tx *Tx) open(terms []ID, part Part) func(term, property ID) bool {
	type key struct{ term, property ID }
	is := map[key]bool{}
	for term, entries := range tx.entries(terms, part, true, true) {
		for _, e := range entries {
			if e.state == Counted || e.state == Gone {
				is[key{term, e.property}] = true
			}
		}
	}
	return func(term, property ID) bool { return is[key{term, property}] }
}

// Tallies are those of the terms.
func (s *Space) Tallies(ctx context.Context, terms []string) ([]Tally, error) {
	type row struct {
		id    ID
		term  string
		part  Part
		text  string
		most  State
		asked bool
	}
	terms, err := s.mayHave("asked", terms) // which those with tallies are
	if err != nil || len(terms) == 0 {
		return nil, err
	}
	rows, err := about(ctx, s, terms, `SELECT t.id, t.iri, y.part, y.counts, y.state, a.time IS NOT NULL FROM json_each(?2) j
		CROSS JOIN term t ON t.iri = j.value
		CROSS JOIN tally y ON y.source = ?1 AND y.part IN ('out', 'in', 'leaf', 'super', 'hub-out', 'hub-in') AND y.term = t.id
		LEFT JOIN asked a ON a.source = ?1 AND a.term = t.id AND a.part = y.part`, func(get func(...any) error, r *row) error {
		return get(&r.id, &r.term, &r.part, &r.text, &r.most, &r.asked)
	})
	if err != nil {
		return nil, err
	}
	fresh, err := s.newlyAsked(ctx)
	if err != nil {
		return nil, err
	}
	var out []Tally
	var properties []ID
	met := map[ID]bool{}
	for _, r := range rows {
		if time, again := fresh[r.part][r.id]; again {
			r.asked = time != 0
		}
		entries, err := readEntries(r.text, settled(r.most, r.asked))
		if err != nil {
			return nil, s.unreadable(err)
		}
		for _, e := range entries {
			out = append(out, Tally{Term: r.term, Part: r.part, N: e.n, State: e.state, Reason: e.reason})
			properties = append(properties, e.property)
			met[e.property] = true
		}
	}
	names, err := s.IRIs(ctx, sortedKeys(met))
	for i, p := range properties {
		out[i].Property = names[p]
	}
	return out, err
}

// Gap is a tally of which not everything is here.
type Gap struct {
	Term, Property ID
	Part           Part
	N              int
	State          State
	Reason         string
}

// Gaps are the tallies of which not everything is here, and those at hubs.
func (s *Space) Gaps(ctx context.Context) ([]Gap, error) {
	asked, err := s.asked(ctx)
	if err != nil {
		return nil, err
	}
	var gaps []Gap
	err = s.rows(ctx, "SELECT term, part, counts, state, open FROM tally WHERE source = ? AND (open > 0 OR state <> 'here' OR part IN ('hub-out', 'hub-in')) ORDER BY term, part", func(get func(...any) error) error {
		var g Gap
		var text sql.RawBytes
		var open int
		if err := get(&g.Term, &g.Part, &text, &g.State, &open); err != nil {
			return err
		}
		atHub := g.Part == Out.Hub() || g.Part == In.Hub()
		most := settled(g.State, asked[g.Part][g.Term] != 0)
		if most == Here && open == 0 && !atHub {
			return nil
		}
		entries, err := readEntries(string(text), most)
		for _, e := range entries {
			if e.state != Here || atHub {
				gaps = append(gaps, Gap{g.Term, e.property, g.Part, e.n, e.state, e.reason})
			}
		}
		return s.unreadable(err)
	}, s.source.ID)
	return gaps, err
}
