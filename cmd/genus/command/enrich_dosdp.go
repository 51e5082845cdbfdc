package command

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/genus-kg/genus/learner/dl"
	learner "github.com/genus-kg/genus/learner/enrich"
	"github.com/genus-kg/genus/session/enrich"
	"github.com/genus-kg/genus/session/source"
)

// Dead Simple OWL Design Patterns (Osumi-Sutherland and others, Journal of Biomedical Semantics 8:18, 2017): a file for
// each pattern, and a table of the classes that fill it.

// A dosdp is a pattern.
type dosdp struct {
	Name        string            `yaml:"pattern_name"`
	IRI         string            `yaml:"pattern_iri"`
	Description string            `yaml:"description"`
	Classes     map[string]string `yaml:"classes"`
	Relations   map[string]string `yaml:"relations"`
	Vars        map[string]string `yaml:"vars"`
	Title       *dosdpText        `yaml:"name,omitempty"`
	Equivalent  *dosdpText        `yaml:"equivalentTo,omitempty"`
	SubClassOf  *dosdpText        `yaml:"subClassOf,omitempty"`

	rows [][]string
	vars []string
}

type dosdpText struct {
	Text string   `yaml:"text"`
	Vars []string `yaml:"vars"`
}

// writeDOSDP writes the patterns of the proposals, and their tables, into the folder. It returns what it wrote.
func (e enrichResults) writeDOSDP(folder string) ([]byte, error) {
	if folder == "" {
		return nil, source.Usagef("--format dosdp writes two files for each pattern: name their folder with --out")
	}
	patterns := map[string]*dosdp{}
	var names []string
	for _, r := range e.Results {
		for _, c := range r.Candidates {
			if c.By != learner.ByPattern || c.Pattern == nil || !e.isWritten(c, "dosdp") {
				continue
			}
			x, err := c.Axiom()
			if err != nil {
				return nil, err
			}
			p := e.newDOSDP(c, r.Labels)
			if patterns[p.Name] == nil {
				patterns[p.Name] = p
				names = append(names, p.Name)
			}
			patterns[p.Name].rows = append(patterns[p.Name].rows, e.fillers(c, x.Concept, r.Labels))
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("no proposal here follows a pattern")
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, fmt.Errorf("--out: %w", err)
	}
	var report bytes.Buffer
	for _, name := range names {
		p := patterns[name]
		text, err := yaml.Marshal(p)
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, name+".yaml"), text, 0o644)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, name+".tsv"), p.table(), 0o644)
		}
		if err != nil {
			return nil, fmt.Errorf("--out: %w", err)
		}
		fmt.Fprintf(&report, "%s\t%d\n", name, len(p.rows))
	}
	return report.Bytes(), nil
}

var noName = regexp.MustCompile(`[^a-z0-9]+`)

// newDOSDP returns the pattern of a proposal, without rows.
func (e enrichResults) newDOSDP(c enrich.Proposal, labels map[string]string) *dosdp {
	p := c.Pattern
	out := &dosdp{Classes: map[string]string{}, Relations: map[string]string{}, Vars: map[string]string{}}
	prefixes := e.ReaderPrefixes()
	title := func(iri string) string { return cmp.Or(labels[iri], prefixes.Shorten(iri)) }
	quoted := func(iri string) string { return "'" + strings.ReplaceAll(title(iri), "'", `\'`) + "'" }
	used := &dosdpText{}
	isNamed := !p.IsDef // each place of the name is a variable
	var parts []string
	slot := func(name, value string) {
		if !strings.Contains(value, "{") && value != learner.Super {
			out.Classes[title(value)] = prefixes.Shorten(value)
			parts = append(parts, quoted(value))
			return
		}
		isNamed = isNamed && len(value) == len("{0}")
		out.Vars[name], out.vars, used.Vars = "'owl:Thing'", append(out.vars, name), append(used.Vars, name)
		out.Classes["owl:Thing"] = "owl:Thing"
		parts = append(parts, "%s")
	}
	if p.Genus != "" {
		slot("genus", p.Genus)
	}
	for i, r := range p.Relations {
		out.Relations[title(r)] = prefixes.Shorten(r)
		slot(fmt.Sprintf("filler%d", i+1), p.Fillers[i])
		parts[len(parts)-1] = "(" + quoted(r) + " some " + parts[len(parts)-1] + ")"
	}
	used.Text = strings.Join(parts, " and ")
	if out.Equivalent = used; p.Kind == dl.SubClassOf {
		out.Equivalent, out.SubClassOf = nil, used
	}
	out.Description = fmt.Sprintf("Classes like %q: %d of %d that have such axioms have this one, among them %s.", p.Text,
		len(p.Instances), p.Of,
		strings.Join(p.Instances[:min(3, len(p.Instances))], ", "))
	out.Name = strings.Trim(
		noName.ReplaceAllString(strings.ToLower(strings.Join(append([]string{p.Text}, parts...), " ")), "_"), "_")
	out.IRI = "urn:genus:pattern:" + out.Name
	if isNamed && strings.Count(p.Text, "{") == len(out.vars) && p.Genus != learner.Super {
		out.Title = titleText(p, out.vars)
	}
	return out
}

var place = regexp.MustCompile(`\{(\d)\}`)

// titleText returns the name of a class, with the variables in the order of their places.
func titleText(p *learner.Pattern, vars []string) *dosdpText {
	out := &dosdpText{Text: place.ReplaceAllString(p.Text, "%s")}
	for _, m := range place.FindAllStringSubmatch(p.Text, -1) {
		out.Vars = append(out.Vars, vars[m[1][0]-'0'])
	}
	return out
}

// fillers returns the row of a class.
func (e enrichResults) fillers(c enrich.Proposal, d dl.Concept, labels map[string]string) []string {
	prefixes := e.ReaderPrefixes()
	row := []string{prefixes.Shorten(c.Subject), labels[c.Subject]}
	add := func(value, iri string) {
		if strings.Contains(value, "{") || value == learner.Super {
			row = append(row, prefixes.Shorten(iri), labels[iri])
		}
	}
	parts := dl.Conjuncts(d)
	if c.Pattern.Genus != "" {
		genus, _ := parts[0].(dl.Name)
		add(c.Pattern.Genus, genus.IRI)
		parts = parts[1:]
	}
	for i, part := range parts {
		some, _ := part.(dl.Exists)
		filler, _ := some.C.(dl.Name)
		add(c.Pattern.Fillers[i], filler.IRI)
	}
	return row
}

// table returns the fillers as TSV.
func (p *dosdp) table() []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Comma = '\t'
	head := []string{"defined_class", "defined_class_label"}
	for _, v := range p.vars {
		head = append(head, v, v+"_label")
	}
	slices.SortFunc(p.rows, func(a, b []string) int { return cmp.Compare(a[0], b[0]) })
	_ = w.WriteAll(append([][]string{head}, p.rows...)) // a buffer takes all
	return b.Bytes()
}
