package queries

import (
	"fmt"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// An Aggregate makes one value of the values in a column: those of an answer or, in [Groups], those of all answers in
// a group. The empty one leaves them as they are.
type Aggregate string

// The values of Aggregate. Counted is how many values there are, each once. Summed and Averaged are of numbers and of
// texts that are decimal numbers; a value is added for each individual that has it, and without any there is no sum.
// Least and Greatest are the first and the last value in the order of ORDER BY.
const (
	Counted  Aggregate = "count"
	Summed   Aggregate = "sum"
	Averaged Aggregate = "avg"
	Least    Aggregate = "min"
	Greatest Aggregate = "max"
)

// Aggregates are all aggregates.
var Aggregates = []Aggregate{Counted, Summed, Averaged, Least, Greatest}

// Adds reports whether the aggregate adds up numbers.
func (a Aggregate) Adds() bool { return a == Summed || a == Averaged }

// cutAggregate returns the aggregate that a user names, and its argument.
func cutAggregate(text string) (argument string, a Aggregate) {
	if argument, is := strings.CutPrefix(text, "#"); is {
		return strings.TrimSpace(argument), Counted
	}
	name, argument, is := strings.Cut(text, "(")
	argument, isClosed := strings.CutSuffix(argument, ")")
	for _, a := range Aggregates {
		if is && isClosed && strings.EqualFold(strings.TrimSpace(name), string(a)) {
			return strings.TrimSpace(argument), a
		}
	}
	return text, ""
}

// DecimalNumber is a regular expression for the texts that are added as numbers.
const DecimalNumber = `^[+-]?[0-9]+([.][0-9]+)?$`

// aggregated returns the call of the aggregate of a column for each value of key, and the pattern that binds its
// argument. members binds key and ?x.
func (t *translator) aggregated(c Column, key, members string) (call, pattern string) {
	item := t.newVariable("item")
	if len(c.Path) == 0 {
		item = root
	}
	values, owner := t.valuesOf(c.Path, item)
	pattern = members + values
	switch c.Aggregate {
	case Counted:
		return fmt.Sprintf("COUNT(DISTINCT %s)", item), pattern
	case Least:
		return fmt.Sprintf("MIN(%s)", item), pattern
	case Greatest:
		return fmt.Sprintf("MAX(%s)", item), pattern
	}
	var has []string
	for _, v := range []string{root, owner, item} {
		if !strings.Contains(" "+strings.Join(append(has, key), " ")+" ", " "+v+" ") {
			has = append(has, v)
		}
	}
	number := fmt.Sprintf("IF(isNumeric(%s), %[1]s, %s(STR(%[1]s)))", item, t.iri(dl.XSD+"decimal"))
	filter := fmt.Sprintf("FILTER(isNumeric(%s) || REGEX(STR(%[1]s), %q))\n", item, DecimalNumber)
	pattern = fmt.Sprintf("{\nSELECT DISTINCT %s %s\nWHERE {\n%s%s}\n}\n", key, strings.Join(has, " "), pattern, filter)
	return fmt.Sprintf("%s(%s)", strings.ToUpper(string(c.Aggregate)), number), pattern
}

// aggregateOf returns an expression for the aggregate of a column of each member, and the patterns that bind it.
func (t *translator) aggregateOf(c Column, members string) (expression, patterns string) {
	n := t.newVariable("number")
	slice := t.o.limitClause()
	if t.o.By != nil { // the slice has other members then: those that come first by their values
		slice = ""
	}
	call, pattern := t.aggregated(c, root, distinct(members, slice))
	expression = n
	if c.Aggregate == Counted {
		expression = fmt.Sprintf("COALESCE(%s, 0)", n)
	}
	return expression, fmt.Sprintf("OPTIONAL {\nSELECT ?x (%s AS %s)\nWHERE {\n%s}\nGROUP BY ?x\n}\n", call, n, pattern)
}

// distinct returns a subselect of the members.
func distinct(members, slice string) string {
	return "{\nSELECT DISTINCT ?x\nWHERE {\n" + members + "}\n" + slice + "\n}\n"
}

// orderMembers puts the members, and the rows of the table, in the order of a column. The order stands around the
// aggregates, because Virtuoso takes no expression of one in the ORDER BY beside it.
func (t *translator) orderMembers(q *question, members string) {
	by := t.o.By
	var orders []string
	var pattern string
	if by.Aggregate.Adds() {
		expression, patterns := t.aggregateOf(by.Column, members)
		orders, pattern = []string{expression}, distinct(members, "")+patterns
	} else {
		keys, values := t.orderKeys(by)
		shown := "?x"
		for _, key := range keys {
			orders = append(orders, t.newVariable("order"))
			shown += fmt.Sprintf(" (%s AS %s)", key, orders[len(orders)-1])
		}
		pattern = fmt.Sprintf("{\nSELECT %s\nWHERE {\n%s%s}\nGROUP BY ?x\n}\n", shown, distinct(members, ""), values)
	}
	sorted := "ORDER BY"
	for _, order := range orders {
		ascending := order
		if by.Descending {
			ascending = "DESC(" + order + ")"
		}
		sorted += fmt.Sprintf(" (!BOUND(%s)) %s", order, ascending)
	}
	sorted += " ?x\n"
	slice := t.o
	slice.Ordered, slice.By = false, nil
	limit := strings.TrimPrefix(slice.limitClause(), "ORDER BY ?x\n")
	q.text("Members", "?x "+strings.Join(orders, " ")).text("Pattern", pattern)
	q.text("Slice", sorted+limit).text("Order", sorted)
}

// orderKeys returns the calls that make the keys of an order from the values of a member, and the patterns that bind
// them. Labels and values are two keys, because engines have no order between them.
func (t *translator) orderKeys(by *Order) (calls []string, values string) {
	first := "MIN"
	if by.Descending {
		first = "MAX"
	}
	if len(by.Path) == 0 {
		label, labels := t.labelsOf(root, "", by.Labels)
		return []string{fmt.Sprintf("%s(STR(%s))", first, label)}, labels
	}
	value := t.newVariable("value")
	values, _ = t.valuesOf(by.Path, value)
	call := fmt.Sprintf("%s(%s)", first, value)
	switch {
	case by.Aggregate == Counted:
		call = fmt.Sprintf("COUNT(DISTINCT %s)", value)
	case by.Aggregate != "":
		call = fmt.Sprintf("%s(%s)", strings.ToUpper(string(by.Aggregate)), value)
	case len(by.Labels.Languages) > 0:
		label, labels := t.labelsOf(value, fmt.Sprintf(" && !isLiteral(%s)", value), by.Labels)
		calls, values = append(calls, fmt.Sprintf("%s(STR(%s))", first, label)), values+labels
	}
	return append(calls, call), "OPTIONAL {\n" + values + "}\n"
}
