package endpoint

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract/ask"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/queries"
)

// Limits of a result.
const (
	pageSize    = 1000 // members in one request
	checkedRows = 100  // a result with more rows is compared with their number
	mostCells   = 5_000_000
)

// readSome reads members and does not compare them with their number. In no order they are those that the endpoint
// finds first: to order the members it would have to find all. The pages after the first one are ordered, and
// without the members of the first page. It reads the pages before again, because only the answer tells which
// members are to be left out.
func (r *reading) readSome(ctx context.Context) error {
	query, err := queries.Select(r.q.Concept, r.o)
	if err != nil {
		return err
	}
	except := map[string]bool{}
	for _, iri := range r.q.Except {
		except[iri] = true
	}
	first := firstPage{query, strings.Join(slices.Sorted(slices.Values(r.q.Except)), "\n")}
	offset := r.q.Offset
	if offset > 0 && !r.q.Order {
		shown, _ := r.Kept.first.Get(first)
		for _, iri := range shown[:min(offset, len(shown))] {
			except[iri] = true
			offset--
		}
	}
	r.o.Ordered = r.q.Order || r.q.Offset > 0
	if err := r.readFirst(ctx, query, len(except)+offset); err != nil {
		return err
	}
	a := &r.out
	a.Members = slices.DeleteFunc(a.Members, func(m ask.Member) bool { return except[m.IRI] })
	slices.SortFunc(a.Members, func(m, n ask.Member) int { return strings.Compare(m.IRI, n.IRI) })
	a.Members = a.Members[min(offset, len(a.Members)):]
	a.More = r.q.Limit > 0 && r.q.Limit < len(a.Members)
	if a.More {
		a.Members = a.Members[:r.q.Limit]
	}
	if !r.o.Ordered {
		r.Kept.first.Put(first, a.IRIs())
	}
	return nil
}

// readFirst reads the members that the question wants after the first ones, and one more. If it has read all, it
// asks for none of them again for some minutes.
func (r *reading) readFirst(ctx context.Context, unlimited string, before int) error {
	isPlain := len(r.o.Columns)+len(r.o.ShowLabels.Languages) == 0
	if kept, ok := r.Kept.members.Get(unlimited); ok && isPlain {
		for _, iri := range kept {
			r.out.Members = append(r.out.Members, ask.Member{IRI: iri})
		}
		return nil
	}
	if r.q.Limit > 0 {
		r.o.Limit = before + r.q.Limit + 1
		for slices.Contains(r.RowCap, r.o.Limit) { // a result with so many rows would look truncated
			r.o.Limit++
		}
	}
	rows, _, err := r.selectRows(ctx, r.o)
	if err != nil {
		return err
	}
	r.rows = rows
	r.addMembers()
	if isPlain && (r.o.Limit == 0 || len(r.out.Members) < r.o.Limit) && r.missing.What == nil {
		r.Kept.members.Put(unlimited, r.out.IRIs())
	}
	return nil
}

// selectRows returns the rows that have a member, sorted unless the question has an order, and the number of all rows.
func (r *reading) selectRows(ctx context.Context, o queries.Options) (rows [][]rdf.Term, all int, err error) {
	query, err := queries.Select(r.q.Concept, o)
	result, err := r.selects(ctx, query, err)
	if err != nil {
		return nil, 0, err
	}
	r.vars = result.Vars
	if result.Malformed > 0 {
		r.missing.What = fmt.Errorf("%s of the endpoint are not RDF and left out",
			say.Plural(result.Malformed, "value"))
	}
	lacksMember := func(row []rdf.Term) bool { return len(row) == 0 || row[0] == nil }
	rows = slices.DeleteFunc(slices.Clone(result.Rows), lacksMember)
	if o.By == nil {
		slices.SortStableFunc(rows, compareRows)
	}
	return rows, len(result.Rows), nil
}

// count counts the members. It is no error if the endpoint cannot.
func (r *reading) count(ctx context.Context) error {
	query, err := queries.Count(r.q.Concept, r.o)
	if err != nil {
		return err
	}
	n, known := r.Kept.number.Get(query) // for the page before
	if !known {
		n, err = r.number(ctx, query, nil)
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		r.missing.Count = err
	default:
		r.out.Total = &n
		r.Kept.number.Put(query, n)
	}
	return nil
}

// wanted returns how many members there are to read; 0 means all, where their number is not known.
func (r *reading) wanted() int {
	limit := r.q.Limit
	if r.out.Total == nil {
		return limit
	}
	left := max(0, *r.out.Total-r.q.Offset)
	r.out.More = limit > 0 && left > limit
	if limit == 0 || left < limit {
		return left
	}
	return limit
}

// readPages reads the members page by page, and compares each page with what was counted.
func (r *reading) readPages(ctx context.Context) error {
	defer r.addMembers()
	wanted := r.wanted()
	page := pageSize
	for done := 0; wanted == 0 && r.out.Total == nil || done < wanted; {
		size := page
		if wanted > 0 {
			size = min(page, wanted-done)
		}
		rows, n, err := r.page(ctx, size, r.q.Offset+done)
		isCut := err == nil && n < size && r.out.Total != nil || graph.IsRefused(ctx, err)
		switch {
		case isCut && page > 1:
			page = max(1, min(page, size)/4)
			continue
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && done == 0:
			return fmt.Errorf("asking for the members: %w", err)
		case err != nil || isCut:
			r.fail(done, err)
			return nil
		}
		r.rows = append(r.rows, rows...)
		done += n
		if n < size { // the last page
			return nil
		}
		if r.out.Total == nil && r.q.Limit > 0 && done >= r.q.Limit {
			r.out.More = true
		}
		if len(r.rows)*len(r.vars) > mostCells {
			r.out.More = true
			r.missing.What = fmt.Errorf("the table ends after %s: it would be too large", say.Plural(done, "member"))
			return nil
		}
	}
	return nil
}

// fail says that the endpoint did not answer for the members after those.
func (r *reading) fail(members int, err error) {
	r.out.More = true
	r.missing.What = fmt.Errorf("the endpoint did not answer after %s", say.Plural(members, "member"))
	if err != nil {
		r.missing.What = fmt.Errorf("%w: %s", r.missing.What, say.OneLine(err.Error()))
	}
}

// page returns the rows of that many members after the offset, and the number of members in
// them. The error is [connector.ErrTruncated] if the endpoint has cut the result.
func (r *reading) page(ctx context.Context, size, offset int) (rows [][]rdf.Term, members int, err error) {
	o := r.o
	o.Offset = offset
	if r.out.Total == nil || offset > 0 || size < *r.out.Total { // not all at once
		o.Limit, o.Ordered = size, true
	}
	rows, all, err := r.selectRows(ctx, o)
	if err != nil {
		return nil, 0, err
	}
	if !r.Kept.isComplete(all) {
		query, err := queries.Rows(r.q.Concept, o)
		n, err := r.number(ctx, query, err)
		switch {
		case err != nil:
			return nil, 0, err
		case n != all:
			return nil, 0, fmt.Errorf("%w: %d of %d rows", connector.ErrTruncated, all, n)
		}
		graph.Raise(&r.Kept.complete, int64(n))
	}
	seen := map[string]bool{}
	for _, row := range rows {
		seen[text(row[0])] = true
	}
	return rows, len(seen), nil
}

// addMembers groups the rows by their members.
func (r *reading) addMembers() {
	r.out.Labels = map[string][]string{}
	variables := queries.Columns(r.o)
	at := map[string]int{}
	for _, row := range r.rows {
		cell := func(name string) rdf.Term {
			if i := slices.Index(r.vars, name); i >= 0 && name != "" {
				return row[i]
			}
			return nil
		}
		label := func(iri, name string) {
			if t := cell(name); t != nil && !slices.Contains(r.out.Labels[iri], t.String()) {
				r.out.Labels[iri] = append(r.out.Labels[iri], t.String())
			}
		}
		iri := text(row[0])
		i, known := at[iri]
		if !known {
			i = len(r.out.Members)
			at[iri] = i
			m := ask.Member{IRI: iri, Values: make([][]ask.TableValue, len(r.o.Columns))}
			r.out.Members = append(r.out.Members, m)
		}
		label(iri, "label")
		for j, names := range variables {
			t := cell(names[0])
			if t == nil {
				continue
			}
			v := Value(t)
			values := &r.out.Members[i].Values[j]
			if !slices.Contains(*values, v) {
				*values = append(*values, v)
			}
			label(v.Value, names[1])
		}
	}
	r.out.Finish(r.o.Columns)
}
