package store

import (
	"context"
	"encoding/json"
	"time"
)

// What was asked, and what is not here although it was.

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
	if err != nil {
		return nil, err
	}
	return about(ctx, s, terms, query, func(get func(...any) error, a *Asked) error { return get(&a.Term, &a.Part, &a.Time) }, args...)
}

// Presence is which parts of a term are here, and since when.
type Presence struct {
	Out, In, Leaf, HubOut, HubIn bool
	Oldest                       int64 // milliseconds since 1970, of the parts asked for
}

// Present tells which parts are here, by term.
func (s *Space) Present(ctx context.Context) (map[ID]Presence, error) {
	present := map[ID]Presence{}
	const out, in, leaf, hubOut, hubIn = 1, 2, 4, 8, 16
	err := s.rows(ctx, `SELECT term, sum(CASE part WHEN 'out' THEN 1 WHEN 'in' THEN 2 WHEN 'leaf' THEN 4 WHEN 'hub-out' THEN 8 WHEN 'hub-in' THEN 16 ELSE 0 END),
		min(time) FROM asked WHERE source = ? GROUP BY term`, func(get func(...any) error) error {
		var id ID
		var parts int
		var oldest int64
		if err := get(&id, &parts, &oldest); err != nil {
			return err
		}
		present[id] = Presence{parts&out != 0, parts&in != 0, parts&leaf != 0, parts&hubOut != 0, parts&hubIn != 0, oldest}
		return nil
	}, s.source.ID)
	return present, err
}

// Age is when the source was asked first and last, of what is here; zero if it
// was not.
func (s *Space) Age(ctx context.Context) (oldest, newest time.Time, err error) {
	err = s.rows(ctx, "SELECT coalesce(min(time), 0), coalesce(max(time), 0) FROM asked WHERE source = ?", func(get func(...any) error) error {
		var first, last int64
		err := get(&first, &last)
		oldest, newest = moments(first), moments(last)
		return err
	}, s.source.ID)
	return oldest, newest, err
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
