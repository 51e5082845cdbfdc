package dl

// Less reports whether v comes before w: both are numbers, both are numbers in one unit, or both are points of time
// (dateTime, date, gYearMonth, gYear).
func (v Value) Less(w Value) bool { return v.order().less(w.order()) }

func (a order) less(b order) bool {
	return a.hasOthers() && a.family == b.family && a.unit == b.unit && !a.nan && !b.nan && a.cmp(b) < 0
}

// hasOthers reports whether values of two features are compared on the line.
func (a order) hasOthers() bool {
	return a.family == Integer.Family() || a.family == DateTime.Family() || a.family == InUnit.Family()
}

// A Place is where a value stands among those of two features: on a line, from 1, or on none, 0.
type Place struct{ Line, At int }

// Less reports whether the value at p is less than that at q, as [Value.Less] does.
func (p Place) Less(q Place) bool { return p.Line > 0 && p.Line == q.Line && p.At < q.At }

// Places returns the places of the values of two features, each list as [SortValues] returns it.
func Places(first, second []Value) (of [2][]Place) {
	lists := [2][]Value{first, second}
	var next [2]int
	var last order
	for at, line := 1, 0; next[0] < len(first) || next[1] < len(second); at++ {
		least := order{}
		for i, list := range lists {
			if next[i] == len(list) {
				continue
			}
			if o := list[next[i]].order(); i == 0 || next[0] == len(first) || o.cmp(least) < 0 {
				least = o
			}
		}
		if at == 1 || least.family != last.family || least.unit != last.unit {
			line++
		}
		p := Place{line, at}
		if !least.hasOthers() {
			p.Line = 0
		}
		for i, list := range lists {
			if next[i] < len(list) && list[next[i]].order().cmp(least) == 0 {
				of[i] = append(of[i], p)
				next[i]++
			}
		}
		last = least
	}
	return of
}
