package api

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/session/members"
	"github.com/genus-kg/genus/session/source"
)

// The data extension service of the Reconciliation Service API 0.2: the values of properties of individuals. They are
// those of a table of members.

// An ExtendQuery asks for the values of properties.
type ExtendQuery struct {
	IDs        []string         `json:"ids"`
	Properties []ExtendProperty `json:"properties"`
}

// An ExtendProperty is a property, written like a column of members, with settings.
type ExtendProperty struct {
	ID       string         `json:"id"`
	Settings map[string]any `json:"settings"`
}

// An ExtendSetting is a setting of a property in the manifest.
type ExtendSetting struct {
	Name    string `json:"name"`
	Label   string `json:"label"`
	Type    string `json:"type"`
	Default any    `json:"default"`
	Help    string `json:"help_text"`
}

// The names of the settings.
const (
	limitSetting = "limit"
	countSetting = "count"
)

// ExtendSettings returns the settings that a property may have.
func ExtendSettings() []ExtendSetting {
	return []ExtendSetting{
		{limitSetting, "Limit", "number", 0, "Largest number of values of each individual; 0 means all"},
		{countSetting, "Numbers of values", "checkbox", false, "Return how many values there are, in place of the values"},
	}
}

// limit returns the largest number of values; 0 means all. Clients send what forms have: numbers, or texts.
func (p ExtendProperty) limit() (int, error) {
	v := p.Settings[limitSetting]
	if v == nil || v == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(fmt.Sprint(v))
	if err != nil || n < 0 {
		return 0, source.Usagef("property %s: the limit is %v, but must be a whole number, or 0 for all values", p.ID, v)
	}
	return n, nil
}

// column returns the column of members that has the values.
func (p ExtendProperty) column() string {
	if v := p.Settings[countSetting]; v == "on" || v == "true" || v == true {
		return "#" + strings.TrimPrefix(strings.TrimSpace(p.ID), "#")
	}
	return p.ID
}

// ExtendOutput has the properties and, for each individual and property as the query writes them, the values.
type ExtendOutput struct {
	Meta []Entity                            `json:"meta"`
	Rows map[string]map[string][]ExtendValue `json:"rows"`
}

// An ExtendValue has id and name of an individual, or str, int, float or date of a literal.
type ExtendValue map[string]any

// Extend returns the values of the properties of the individuals.
func Extend(ctx context.Context, s Session, q ExtendQuery) (out ExtendOutput, err error) {
	out = ExtendOutput{Meta: []Entity{}, Rows: map[string]map[string][]ExtendValue{}}
	if err := checkExtended(len(q.IDs), len(q.Properties)); err != nil {
		return out, err
	}
	var columns []string
	limits := make([]int, len(q.Properties))
	for j, p := range q.Properties {
		if limits[j], err = p.limit(); err != nil {
			return out, err
		}
		if slices.ContainsFunc(q.Properties[:j], func(before ExtendProperty) bool { return before.ID == p.ID }) {
			return out, source.Usagef("properties: %s: %w", p.ID, members.ErrTwice)
		}
		columns = append(columns, p.column())
	}
	iris, err := source.Expand(q.IDs, s.Prefixes())
	if err != nil {
		return out, err
	}
	found, err := s.Members().Values(ctx, iris, columns)
	if err != nil {
		return out, err
	}
	for j, p := range q.Properties {
		out.Meta = append(out.Meta, Entity{ID: p.ID, Name: cmp.Or(EntityOf(found.Properties[j]).Name, p.ID)})
	}
	for i, id := range q.IDs {
		row := map[string][]ExtendValue{}
		for _, p := range q.Properties {
			row[p.ID] = []ExtendValue{}
		}
		for j, values := range found.Of(iris[i]) {
			if limits[j] > 0 {
				values = values[:min(limits[j], len(values))]
			}
			for _, v := range values {
				row[q.Properties[j].ID] = append(row[q.Properties[j].ID], extendValue(v))
			}
		}
		out.Rows[id] = row
	}
	return out, nil
}

// Limits of a request for values, and how many properties are proposed by default.
const (
	mostExtended    = MostNames // individuals
	mostColumns     = 20        // properties
	defaultProposed = 100
)

// checkExtended refuses a request for too many values.
func checkExtended(individuals, properties int) error {
	if individuals > mostExtended || properties > mostColumns {
		return source.Usagef("%d individuals with %d properties: send %d with %d at most", individuals, properties,
			mostExtended, mostColumns)
	}
	return nil
}

// isDateTime is the pattern of a date in the JSON Schema of the service.
var isDateTime = regexp.MustCompile(
	`^-?([1-9]\d*)?\d{4}-(1[0-2]|0[1-9])-(3[01]|0[1-9]|[12]\d)T(2[0-3]|[01]\d):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-](2[0-3]|[01]\d):[0-5]\d)?$`).MatchString

// extendValue returns a value as the service writes it. A date without a time begins then.
func extendValue(v members.TableValue) ExtendValue {
	if v.Datatype == "" && !strings.HasPrefix(v.Value, "_:") {
		e := EntityOf(genus.Term{IRI: v.Value, Label: v.Label})
		return ExtendValue{"id": e.ID, "name": e.Name}
	}
	kind, _ := dl.KindOf(v.Datatype)
	switch kind {
	case dl.Boolean:
		return ExtendValue{"str": members.BooleanText(v.Value)}
	case dl.Integer:
		if n, err := strconv.ParseInt(v.Value, 10, 64); err == nil {
			return ExtendValue{"int": n}
		}
	case dl.Decimal, dl.Float, dl.Double:
		if x, err := strconv.ParseFloat(v.Value, 64); err == nil && !math.IsInf(x, 0) && !math.IsNaN(x) {
			return ExtendValue{"float": x}
		}
	case dl.Date, dl.DateTime:
		const day = len("1997-12-19")
		text := v.Value
		if zone := strings.TrimPrefix(text, "-"); kind == dl.Date && len(zone) >= day {
			at := len(text) - len(zone) + day
			text = text[:at] + "T00:00:00" + text[at:]
		}
		if isDateTime(text) {
			return ExtendValue{"date": text}
		}
	}
	return ExtendValue{"str": v.Value}
}

// ProposeProperties returns properties that members of the class have, those of most members first. Without a class it
// returns those of the source; those of an endpoint are not listed. A limit of 0 means 100.
func ProposeProperties(ctx context.Context, s Session, class string, limit int) ([]Entity, error) {
	list := []Entity{}
	var found []genus.Term
	if class == "" {
		found = s.properties(ctx)
	} else {
		iris, err := source.Expand([]string{class}, s.Prefixes())
		if err != nil {
			return nil, err
		}
		c := dl.Name{IRI: iris[0]}
		p, err := s.Work().ProblemToQuery(ctx, extract.Examples{}, c)
		if err != nil {
			return nil, err
		}
		if found, err = s.Members().Properties(ctx, p, c); err != nil {
			return nil, err
		}
	}
	if limit <= 0 {
		limit = defaultProposed
	}
	for _, p := range found[:min(limit, len(found))] {
		list = append(list, EntityOf(p))
	}
	return list, nil
}

// properties returns the properties of files and databases with their labels.
func (s Session) properties(ctx context.Context) []genus.Term {
	known, _ := s.Use().Source.Names()
	return source.LabelTerms(known.Properties, source.Labels(ctx, s.Use(), known.Properties))
}
