package command

import (
	"bytes"
	_ "embed"
	"html/template"
)

//go:embed enrich.html
var enrichPage string

var enrichTemplate = template.Must(template.New("enrich").Parse(enrichPage))

// html writes the results as one file with boxes to tick. It loads nothing.
func (v enrichView) html(b *bytes.Buffer) error { return enrichTemplate.Execute(b, v) }
