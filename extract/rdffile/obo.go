package rdffile

import (
	"io"
	"strings"
)

// An oboFrame is a stanza of an OBO file, or its header.
type oboFrame struct {
	kind, id string // kind: Term, Typedef or Instance; "" for the header
	line     int
	clauses  []oboClause
}

// An oboClause is a line: tag: values [xrefs] {qualifiers} ! comment.
type oboClause struct {
	tag        string
	line       int
	values     []string
	xrefs      []string
	qualifiers [][2]string
}

func (f *oboFrame) has(tag, value string) bool { return f.first(tag) == value }

// first returns the first value of the tag; "" if there is none.
func (f *oboFrame) first(tag string) string {
	for _, c := range f.clauses {
		if c.tag == tag {
			return c.values[0]
		}
	}
	return ""
}

// readOBO reads OBO Flat File Format 1.4 (https://owlcollab.github.io/oboformat/doc/obo-syntax.html), and emits the
// triples of its mapping to OWL as the OWL API, and so ROBOT, makes them.
func readOBO(r io.Reader, out *sink, lim limits) error {
	text, err := readText(r, lim)
	if err != nil {
		return err
	}
	frames, n := []*oboFrame{{line: 1}}, 0
	for line := range strings.Lines(text) {
		if n++; n%contextEvery == 0 && out.ctx.Err() != nil {
			return out.ctx.Err()
		}
		p := oboLine{rest: strings.TrimSpace(line), line: n}
		frame := frames[len(frames)-1]
		switch {
		case p.rest == "" || p.rest[0] == '!':
			continue
		case p.rest[0] == '[':
			kind, _, ok := strings.Cut(p.rest[1:], "]")
			if !ok {
				return p.errorf("want [Term], [Typedef] or [Instance], not %q", shorten(p.rest))
			}
			frames = append(frames, &oboFrame{kind: kind, line: n})
			continue
		}
		c, err := p.clause()
		if err != nil {
			return err
		}
		if c.tag == "id" && frame.id == "" {
			frame.id = c.values[0]
		}
		frame.clauses = append(frame.clauses, c)
	}
	for _, f := range frames[1:] {
		if f.id == "" {
			return errorAt(f.line, "OBO: [%s] has no id", f.kind)
		}
	}
	return newOBOMapper(frames, out, lim).document()
}

// oboTexts are the tags whose value is a text up to the end of the line. Those of oboQuoted have a text in
// quotes, and those of all other tags are words.
var (
	oboTexts = words("name comment remark date data-version format-version ontology import saved-by auto-generated-by " +
		"default-namespace created_by owl-axioms subset default-relationship-id-prefix " +
		"treat-xrefs-as-equivalent treat-xrefs-as-genus-differentia treat-xrefs-as-reverse-genus-differentia " +
		"treat-xrefs-as-relationship treat-xrefs-as-is_a treat-xrefs-as-has-subclass logical-definition-view-relation " +
		"id-mapping " +
		"namespace-id-rule version")
	oboQuoted = words("def synonym exact_synonym narrow_synonym broad_synonym related_synonym " +
		"expand_assertion_to expand_expression_to")
	oboRenamed = map[string]string{
		"inverse_of_on_instance_level": "inverse_of",
		"xref_analog":                  "xref",
		"xref_unknown":                 "xref",
		"instance_level_is_transitive": "is_transitive",
		"is_metadata":                  "is_metadata_tag",
	}
)

func words(list string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(list) {
		set[word] = true
	}
	return set
}

// An oboLine reads what is left of a line.
type oboLine struct {
	rest string
	line int
}

func (p *oboLine) clause() (c oboClause, err error) {
	tag, rest, ok := strings.Cut(p.rest, ":")
	if !ok || strings.ContainsAny(tag, " \t\"") {
		return c, p.errorf("want tag: value, not %q", shorten(p.rest))
	}
	if renamed := oboRenamed[tag]; renamed != "" {
		tag = renamed
	}
	c = oboClause{tag: tag, line: p.line}
	p.rest = strings.TrimLeft(rest, " \t")
	switch {
	case oboTexts[tag]:
		c.values = []string{strings.TrimSpace(p.until("!{"))}
	case tag == "xref":
		c.values = []string{p.xref()}
		if p.consume(`"`) {
			c.values = append(c.values, p.until(`"`))
			p.consume(`"`)
		}
	default:
		if oboQuoted[tag] && !strings.HasPrefix(p.rest, `"`) {
			return c, p.errorf("the value of %s must be in quotes", tag)
		}
		if err := p.words(&c); err != nil {
			return c, err
		}
	}
	if len(c.values) == 0 || c.values[0] == "" && !oboTexts[tag] && !oboQuoted[tag] {
		return c, p.errorf("%s has no value", tag)
	}
	return c, p.trailing(&c)
}

// words reads words, texts in quotes and, in brackets, cross-references.
func (p *oboLine) words(c *oboClause) error {
	for {
		switch {
		case p.consume(`"`):
			c.values = append(c.values, p.until(`"`))
			if !p.consume(`"`) {
				return p.errorf("a text in quotes has no end")
			}
		case oboQuoted[c.tag] && p.consume("["):
			for !p.consume("]") {
				if p.rest == "" || p.rest[0] == '!' {
					return p.errorf("the list of cross-references has no end")
				}
				if xref := p.xref(); xref != "" {
					c.xrefs = append(c.xrefs, xref)
				}
				if p.consume(`"`) { // its description
					p.until(`"`)
					p.consume(`"`)
				}
				if _, err := p.qualifiers(); err != nil { // which say nothing that is needed
					return err
				}
				p.consume(",")
			}
			return nil
		case p.rest == "" || strings.ContainsAny(p.rest[:1], "!{"):
			return nil
		default:
			stop := " \t!{"
			if oboQuoted[c.tag] {
				stop += "["
			}
			c.values = append(c.values, p.until(stop))
		}
	}
}

// trailing reads qualifiers and a comment.
func (p *oboLine) trailing(c *oboClause) (err error) {
	if c.qualifiers, err = p.qualifiers(); err != nil {
		return err
	}
	if p.consume(""); p.rest != "" && p.rest[0] != '!' {
		return p.errorf("more text after the value: %q", shorten(p.rest))
	}
	return nil
}

// qualifiers reads name="value" pairs in braces, if they come next. They stand after a clause, and
// after a cross-reference in a list (OBO 1.4, "Trailing qualifiers").
func (p *oboLine) qualifiers() (all [][2]string, err error) {
	for inside := p.consume("{"); inside && !p.consume("}"); p.consume(",") {
		key := strings.TrimSpace(p.until("=}"))
		if !p.consume("=") {
			return nil, p.errorf("a qualifier in braces is not name=\"value\"")
		}
		value := ""
		if p.consume(`"`) {
			value = p.until(`"`)
			p.consume(`"`)
		} else {
			value = p.until(" ,}")
		}
		all = append(all, [2]string{key, value})
	}
	return all, nil
}

// xref reads a cross-reference. A comma ends it only before a space.
func (p *oboLine) xref() string {
	p.consume("")
	parts := []string{p.until(`",]{!`)}
	for strings.HasPrefix(p.rest, ",") && !strings.HasPrefix(p.rest, ", ") && p.rest != "," {
		p.rest = p.rest[1:]
		parts = append(parts, p.until(`",]{!`))
	}
	return strings.TrimSpace(strings.Join(parts, ","))
}

// consume skips space, and the text if it comes next.
func (p *oboLine) consume(text string) bool {
	p.rest = strings.TrimLeft(p.rest, " \t")
	rest, found := strings.CutPrefix(p.rest, text)
	p.rest = rest
	return found
}

// until reads up to one of the characters, and resolves escapes.
func (p *oboLine) until(stop string) string {
	var text strings.Builder
	for i := 0; i < len(p.rest); i++ {
		c := p.rest[i]
		if strings.IndexByte(stop, c) >= 0 {
			p.rest = p.rest[i:]
			return text.String()
		}
		if c == '\\' && i+1 < len(p.rest) {
			i++
			switch c = p.rest[i]; c {
			case 'n':
				c = '\n'
			case 't':
				c = '\t'
			case 'W':
				c = ' '
			}
		}
		text.WriteByte(c)
	}
	p.rest = ""
	return text.String()
}

func (p *oboLine) errorf(format string, args ...any) error {
	return errorAt(p.line, "OBO: "+format, args...)
}
