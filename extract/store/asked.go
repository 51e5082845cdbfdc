package store

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"time"
)

// What was asked.

// many is the number of terms that one query is about.
const many = 2000

// about runs the query once for every so many of the values, which it reads from
// json_each(?2); ?1 is the source, and the other arguments follow. CROSS JOIN keeps SQLite from reading a whole
// table once for every value: it takes the tables in the order they are written
// (https://www.sqlite.org/optoverview.html#crossjoin).
func about[V, T any](ctx context.Context, s *Space, values []V, query string, read func(get func(...any) error, t *T) error, args ...any) ([]T, error) {
	var out []T
	for len(values) > 0 {
		n := min(many, len(values))
		list, err := json.Marshal(values[:n])
		if err != nil {
			return nil, err
		}
		values = values[n:]
		ts, err := of(ctx, s, query, read, append([]any{string(list)}, args...)...)
		if err != nil {
			return nil, err
		}
		out = append(out, ts...)
	}
	return out, nil
}

// An answer is about many terms, and to enter each of them in table asked as it comes
// would cost more than to fetch it. So they are one row of table asked_new until
// somebody who may write looks for single terms.

// SetAsked says that a part of the terms has been asked for, now, and is here. It
// returns the time, in milliseconds.
func (tx *Tx) SetAsked(part Part, iris ...string) int64 {
	now := time.Now().UnixMilli()
	ids := tx.terms(iris)
	tx.addAsked(part, now, ids)
	tx.will("asked "+string(part), ids...)
	tx.will("asked", ids...)
	return now
}

func (tx *Tx) addAsked(part Part, time int64, ids []ID) {
	for some := range slices.Chunk(ids, many) {
		tx.insert(askedNew, string(part), time, list(some))
	}
}

// Forget takes back that the part of the terms is here, and its tallies; what is
// known of it stays until the part is asked for again (Clear).
func (tx *Tx) Forget(iris []string, part Part) {
	ids := tx.terms(iris)
	tx.drop("tally", ids, part)
	tx.addAsked(part, 0, tx.may("asked "+string(part), ids))
}

// askedTimes are when parts of terms were asked for, in milliseconds; 0 in table
// asked_new: they are not here.
type askedTimes map[Part]map[ID]int64

func (t askedTimes) add(part Part, time int64, ids ...ID) {
	if t[part] == nil {
		t[part] = map[ID]int64{}
	}
	for _, id := range ids {
		t[part][id] = time
	}
}

// newAsked reads table asked_new.
const newAsked = "SELECT part, time, terms FROM asked_new WHERE source = ? ORDER BY id"

// row reads a row of it.
func (t askedTimes) row(get func(...any) error) error {
	var part Part
	var time int64
	var text string
	err := get(&part, &time, &text)
	if err != nil {
		return err
	}
	ids, err := readIDs(nil, text)
	t.add(part, time, ids...)
	return err
}

// enterAsked enters what is in table asked_new.
func (tx *Tx) enterAsked() {
	tx.flush()
	latest := askedTimes{}
	tx.scan(newAsked, latest.row, tx.source)
	if len(latest) == 0 {
		return
	}
	parts := sortedKeys(latest)
	all := map[ID]bool{}
	for _, part := range parts {
		tx.change("DELETE FROM asked WHERE source = ? AND part = ? AND term IN "+among, sortedKeys(latest[part]), string(part))
		for id := range latest[part] {
			all[id] = true
		}
	}
	for _, id := range sortedKeys(all) { // in the order of the table
		for _, part := range parts {
			if time := latest[part][id]; time != 0 {
				tx.insert(asked, int64(id), string(part), time)
			}
		}
	}
	tx.exec("DELETE FROM asked_new WHERE source = ?", tx.source)
}

// Settle makes what was asked about the terms quick to find.
func (s *Space) Settle(ctx context.Context, iris []string) error {
	if iris, err := s.mayHave("asked", iris); err != nil || len(iris) == 0 {
		return err
	}
	return s.Update(ctx, func(tx *Tx) error {
		tx.enterAsked()
		return nil
	})
}

// AskedAt is when the parts of the terms were asked for, in milliseconds, of those
// that were.
func (tx *Tx) AskedAt(iris []string) map[Part]map[string]int64 {
	tx.enterAsked()
	at := map[Part]map[string]int64{}
	names := make(map[ID]string, len(iris))
	for _, iri := range iris {
		names[tx.Term(iri)] = iri
	}
	tx.query(sortedKeys(names), "SELECT a.term, a.part, a.time FROM json_each(?2) j CROSS JOIN asked a ON a.source = ?1 AND a.term = j.value", func(get func(...any) error) error {
		var id ID
		var part Part
		var time int64
		err := get(&id, &part, &time)
		if at[part] == nil {
			at[part] = map[string]int64{}
		}
		at[part][names[id]] = time
		return err
	})
	return at
}

// newlyAsked is what is in table asked_new.
func (s *Space) newlyAsked(ctx context.Context) (askedTimes, error) {
	t := askedTimes{}
	return t, s.rows(ctx, newAsked, t.row, s.source.ID)
}

// asked is when which parts of all terms were asked for, of those that were.
func (s *Space) asked(ctx context.Context) (askedTimes, error) {
	t := askedTimes{}
	err := s.rows(ctx, "SELECT term, part, time FROM asked WHERE source = ?", func(get func(...any) error) error {
		var id ID
		var part Part
		var time int64
		err := get(&id, &part, &time)
		t.add(part, time, id)
		return err
	}, s.source.ID)
	if err == nil {
		err = s.rows(ctx, newAsked, t.row, s.source.ID)
	}
	for _, times := range t {
		maps.DeleteFunc(times, func(_ ID, time int64) bool { return time == 0 })
	}
	return t, err
}

// AskedAbout is what was asked about the terms; of the part, or of all parts if it
// is empty.
func (s *Space) AskedAbout(ctx context.Context, terms []string, part Part) ([]Asked, error) {
	table, query := "asked", `SELECT t.iri, a.part, a.time FROM json_each(?2) j CROSS JOIN term t ON t.iri = j.value
		CROSS JOIN asked a ON a.source = ?1 AND a.term = t.id`
	var args []any
	if part != "" {
		table, query, args = table+" "+string(part), query+" AND a.part = ?3", []any{string(part)}
	}
	terms, err := s.mayHave(table, terms)
	if err != nil || len(terms) == 0 {
		return nil, err
	}
	settled, err := about(ctx, s, terms, query, func(get func(...any) error, a *Asked) error { return get(&a.Term, &a.Part, &a.Time) }, args...)
	if err != nil {
		return nil, err
	}
	fresh, err := s.newlyAsked(ctx)
	if err != nil || len(fresh) == 0 {
		return settled, err
	}
	ids, err := s.IDs(ctx, terms)
	if err != nil {
		return nil, err
	}
	found := slices.DeleteFunc(settled, func(a Asked) bool {
		_, again := fresh[a.Part][ids[a.Term]]
		return again
	})
	for _, p := range sortedKeys(fresh) {
		if part != "" && p != part {
			continue
		}
		for _, term := range terms {
			if time := fresh[p][ids[term]]; time != 0 {
				found = append(found, Asked{term, p, time})
			}
		}
	}
	return found, nil
}

// Presence is which parts of a term are here, and since when.
type Presence struct {
	Out, In, Leaf, HubOut, HubIn bool
	Oldest                       int64 // milliseconds since 1970, of the parts asked for
}

// Present tells which parts are here, by term.
func (s *Space) Present(ctx context.Context) (map[ID]Presence, error) {
	asked, err := s.asked(ctx)
	present := map[ID]Presence{}
	for part, times := range asked {
		for id, time := range times {
			p := present[id]
			switch part {
			case Out:
				p.Out = true
			case In:
				p.In = true
			case Leaf:
				p.Leaf = true
			case Out.Hub():
				p.HubOut = true
			case In.Hub():
				p.HubIn = true
			}
			if p.Oldest == 0 || time < p.Oldest {
				p.Oldest = time
			}
			present[id] = p
		}
	}
	return present, err
}

// Age is when the source was asked first and last, of what is here; zero if it
// was not.
func (s *Space) Age(ctx context.Context) (oldest, newest time.Time, err error) {
	asked, err := s.asked(ctx)
	var first, last int64
	for _, times := range asked {
		for _, time := range times {
			if first == 0 || time < first {
				first = time
			}
			last = max(last, time)
		}
	}
	return moments(first), moments(last), err
}

// AskedFor is when that part of the terms was asked for, in milliseconds since
// 1970, by term.
func (s *Space) AskedFor(ctx context.Context, part Part) (map[string]int64, error) {
	asked, err := s.asked(ctx)
	if err != nil {
		return nil, err
	}
	iris, err := s.IRIs(ctx, sortedKeys(asked[part]))
	times := make(map[string]int64, len(iris))
	for id, iri := range iris {
		times[iri] = asked[part][id]
	}
	return times, err
}

// moments is the time of a number of milliseconds, where 0 is no time.
func moments(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms)
}

// millis is the reverse.
func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}
