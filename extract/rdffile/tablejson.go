package rdffile

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
)

// The objects of metadata as JSON has them.

type tableGroup struct {
	Context json.RawMessage    `json:"@context"`
	Tables  []tableDescription `json:"tables"`
	tableDescription
}

type tableDescription struct {
	URL         string          `json:"url"`
	TableSchema json.RawMessage `json:"tableSchema"`
	Dialect     *dialect        `json:"dialect"`
	inherited
}

type dialect struct {
	Delimiter      string  `json:"delimiter"`
	Header         *bool   `json:"header"`
	HeaderRowCount *int    `json:"headerRowCount"`
	CommentPrefix  *string `json:"commentPrefix"`
	SkipRows       int     `json:"skipRows"`
	SkipColumns    int     `json:"skipColumns"`
	QuoteChar      *string `json:"quoteChar"`
}

// inherited are the properties that a column inherits from its table.
type inherited struct {
	AboutURL    string           `json:"aboutUrl"`
	PropertyURL string           `json:"propertyUrl"`
	ValueURL    string           `json:"valueUrl"`
	Datatype    *datatypeMeaning `json:"datatype"`
	Default     string           `json:"default"`
	Lang        string           `json:"lang"`
	Null        oneOrMore        `json:"null"`
	Separator   string           `json:"separator"`
	null        []string
	separator   string
}

type tableSchema struct {
	Columns    []columnDescription `json:"columns"`
	PrimaryKey oneOrMore           `json:"primaryKey"`
	RowTitles  oneOrMore           `json:"rowTitles"`
	inherited
}

type columnDescription struct {
	Name           string `json:"name"`
	Titles         titles `json:"titles"`
	Virtual        bool   `json:"virtual"`
	SuppressOutput bool   `json:"suppressOutput"`
	Type           node   `json:"rdf:type"`
	inherited
}

// A datatypeMeaning is the name of a datatype, or an object.
type datatypeMeaning struct{ datatype }

func (d *datatypeMeaning) UnmarshalJSON(text []byte) (err error) {
	o := struct {
		ID     string          `json:"@id"`
		Base   string          `json:"base"`
		Format json.RawMessage `json:"format"`
	}{Base: "string"}
	if json.Unmarshal(text, &o.Base) != nil {
		if err := json.Unmarshal(text, &o); err != nil {
			return err
		}
	}
	if d.name, err = typeNamed(o.Base); err != nil {
		return err
	}
	var number struct {
		DecimalChar string `json:"decimalChar"`
		GroupChar   string `json:"groupChar"`
	}
	switch {
	case len(o.Format) == 0:
	case json.Unmarshal(o.Format, &d.format) == nil:
		if slices.Contains([]string{"date", "dateTime", "dateTimeStamp", "time"}, d.name) {
			d.layout, err = timeLayout(d.format)
		}
	default:
		err = json.Unmarshal(o.Format, &number)
	}
	d.decimalChar, d.groupChar = number.DecimalChar, number.GroupChar
	d.name = cmp.Or(o.ID, d.name)
	return err
}

// oneOrMore is a text or a list of texts.
type oneOrMore []string

func (l *oneOrMore) UnmarshalJSON(text []byte) error {
	var one string
	if json.Unmarshal(text, &one) == nil {
		*l = oneOrMore{one}
		return nil
	}
	return json.Unmarshal(text, (*[]string)(l))
}

// titles is a text, a list of texts, or texts by their language.
type titles []string

func (l *titles) UnmarshalJSON(text []byte) error {
	var byLanguage map[string]oneOrMore
	if json.Unmarshal(text, &byLanguage) != nil {
		return (*oneOrMore)(l).UnmarshalJSON(text)
	}
	languages := slices.Sorted(maps.Keys(byLanguage))
	slices.SortStableFunc(languages, func(a, b string) int { return cmp.Compare(titleRank[b], titleRank[a]) })
	for _, lang := range languages {
		*l = append(*l, byLanguage[lang]...)
	}
	return nil
}

// titleRank has the languages whose titles come before others, the larger the earlier.
var titleRank = map[string]int{"en": 2, "und": 1}

// A node is a name, or an object with an @id.
type node string

func (n *node) UnmarshalJSON(text []byte) error {
	var o struct {
		ID string `json:"@id"`
	}
	if json.Unmarshal(text, (*string)(n)) == nil {
		return nil
	}
	err := json.Unmarshal(text, &o)
	*n = node(o.ID)
	return err
}
