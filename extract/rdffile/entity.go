package rdffile

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// An entityTable holds the general entities of the internal DTD subset. It expands each
// of them once, so that the work depends on the sizes and not on the number of paths
// through the definitions. It refuses an entity with elements in it.
type entityTable struct {
	raw      map[string]string // replacement text by name (XML 1.0 section 4.5)
	expanded map[string]string // the same without references, for encoding/xml
	refused  map[string]error  // the errors of entities that cannot be expanded
	open     []string          // the entities that are being expanded, outermost first
	lim      limits
}

var predefined = map[string]string{"lt": "<", "gt": ">", "amp": "&", "quot": `"`, "apos": "'"}

const maxEntityNesting = 64

// expandUsed expands the entities to which the text refers after pos. It returns an error
// if they would make the text larger than the limits allow.
func (e *entityTable) expandUsed(text []byte, pos int) error {
	most := e.lim.slack + e.lim.factor*len(text)
	budget := most
	for ; ; pos++ {
		i := bytes.IndexByte(text[pos:], '&')
		if i < 0 {
			return nil
		}
		pos += i
		name, _, _ := bytes.Cut(text[pos+1:min(pos+maxReference, len(text))], []byte(";"))
		if _, known := e.raw[string(name)]; !known {
			continue
		}
		value, err := e.expand(string(name))
		if err != nil { // no error yet: the reference may be in a comment or a CDATA section
			e.refused[string(name)] = err
			continue
		}
		if budget -= len(value); budget < 0 {
			return errorAt(lineOf(text, pos), "XML: entities expand to over %d bytes: %w", most, ErrTooLarge)
		}
	}
}

func (e *entityTable) expand(name string) (string, error) {
	if text, done := e.expanded[name]; done {
		return text, nil
	}
	raw, known := e.raw[name]
	switch {
	case !known:
		return "", fmt.Errorf("undefined entity &%s;", name)
	case slices.Contains(e.open, name):
		return "", fmt.Errorf("entity &%s; refers to itself", name)
	case len(e.open) >= maxEntityNesting:
		return "", fmt.Errorf("entities nested over %d deep: %w", maxEntityNesting, ErrTooLarge)
	case strings.Contains(raw, "<"):
		return "", fmt.Errorf("entity &%s; holds elements, and not only text", name)
	}
	e.open = append(e.open, name)
	defer func() { e.open = e.open[:len(e.open)-1] }()
	var out strings.Builder
	for rest := raw; rest != ""; {
		before, _, found := strings.Cut(rest, "&")
		out.WriteString(before)
		if !found {
			break
		}
		rest = rest[len(before):]
		m := referencePattern.FindStringSubmatch(rest[:min(len(rest), maxReference)])
		if m == nil {
			return "", fmt.Errorf("entity &%s; holds an & that does not start a reference", name)
		}
		text, err := e.replacement(m[0], m[1])
		if err != nil {
			return "", err
		}
		out.WriteString(text)
		rest = rest[len(m[0]):]
		if out.Len() > e.lim.entity {
			return "", fmt.Errorf("entity &%s; expands to over %d bytes: %w", name, e.lim.entity, ErrTooLarge)
		}
	}
	e.expanded[name] = out.String()
	return out.String(), nil
}

// replacement returns the text for a reference. name is "" for a character reference.
func (e *entityTable) replacement(ref, name string) (string, error) {
	if name == "" {
		return charReferences(ref)
	}
	if text, ok := predefined[name]; ok {
		return text, nil
	}
	return e.expand(name)
}

// maxReference is the largest length of a reference, including & and ;.
const maxReference = 256

var referencePattern = regexp.MustCompile(`^&(?:#[0-9]+|#x[0-9A-Fa-f]+|([\pL_:][\pL\pN\pM_:.·-]*));`)

// inContent matches references to entities in the content of an element, and everything
// that may contain what looks like one.
var inContent = regexp.MustCompile(`(?s)<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|&[\pL_:][\pL\pN\pM_:.·-]*;`)

// expandContent returns the content of an element with its entities expanded, except for
// the five of XML.
func (e *entityTable) expandContent(content []byte) string {
	return string(inContent.ReplaceAllFunc(content, func(m []byte) []byte {
		value, known := e.expanded[string(bytes.Trim(m, "&;"))]
		if m[0] != '&' || !known {
			return m
		}
		return []byte(contentEscape.Replace(value))
	}))
}

var contentEscape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

type dtdParser struct {
	text     []byte
	pos      int
	entities *entityTable
	external bool // whether the DOCTYPE names an external subset
}

var (
	doctypeHead = regexp.MustCompile(
		`^<!DOCTYPE\s+[^\s\[>]+\s*((?:SYSTEM|PUBLIC\s*(?:"[^"]*"|'[^']*'))\s*(?:"[^"]*"|'[^']*'))?\s*`,
	)
	entityDecl  = regexp.MustCompile(`^<!ENTITY\s+([\pL_:][\pL\pN\pM_:.·-]*)\s+(?:"([^"]*)"|'([^']*)')\s*>`)
	entityOther = regexp.MustCompile(`^<!ENTITY\s+(%\s+)?([^\s"'>]+)\s+(SYSTEM|PUBLIC)?`)
	// A comment, a processing instruction, or an ELEMENT, ATTLIST or NOTATION
	// declaration, which RDF does not need.
	otherDecl = regexp.MustCompile(
		`^<!--(?s:.*?)-->|^<\?(?s:.*?)\?>|^<!(?:ELEMENT|ATTLIST|NOTATION)\s(?:[^"'>]|"[^"]*"|'[^']*')*>`,
	)
)

func (p *dtdParser) doctype() error {
	m := doctypeHead.FindSubmatch(p.text[p.pos:])
	if m == nil {
		return p.errorf("malformed DOCTYPE")
	}
	p.external = len(m[1]) > 0
	p.pos += len(m[0])
	if p.at("[") {
		p.pos++
		if err := p.subset(); err != nil {
			return err
		}
	}
	p.space()
	if !p.at(">") {
		return p.errorf("malformed DOCTYPE: want >")
	}
	p.pos++
	return nil
}

func (p *dtdParser) subset() error {
	for {
		p.space()
		switch {
		case p.at("]"):
			p.pos++
			return nil
		case p.at("<!ENTITY"):
			if err := p.entity(); err != nil {
				return err
			}
		case p.at("%"):
			return p.errorf("parameter entities are not supported")
		default:
			m := otherDecl.Find(p.text[p.pos:])
			if m == nil {
				return p.errorf("malformed declaration in the DOCTYPE")
			}
			p.pos += len(m)
		}
	}
}

// entity reads an entity declaration. The first declaration of a name is valid (XML 1.0
// section 4.2).
func (p *dtdParser) entity() error {
	rest := p.text[p.pos:]
	m := entityDecl.FindSubmatch(rest)
	if m == nil {
		o := entityOther.FindSubmatch(rest)
		switch {
		case o == nil:
			return p.errorf("malformed entity declaration")
		case len(o[1]) > 0:
			return p.errorf("parameter entities are not supported (%%%s;)", o[2])
		case len(o[3]) > 0:
			return p.errorf("external entity &%s; is refused: the text of an entity must be in the file", o[2])
		}
		return p.errorf("malformed declaration of entity &%s;", o[2])
	}
	name, value := string(m[1]), string(m[2])+string(m[3])
	if strings.Contains(value, "%") && parameterReference.MatchString(value) {
		return p.errorf("parameter entities are not supported (in entity &%s;)", name)
	}
	value, err := charReferences(value)
	if err != nil {
		return p.errorf("entity &%s;: %w", name, err)
	}
	if _, known := p.entities.raw[name]; !known && predefined[name] == "" {
		p.entities.raw[name] = value
	}
	p.pos += len(m[0])
	return nil
}

var (
	parameterReference = regexp.MustCompile(`%[\pL_:][\pL\pN_:.-]*;`)
	charReference      = regexp.MustCompile(`&#(?:x([0-9A-Fa-f]+)|([0-9]+));`)
)

// charReferences expands the character references in the text of a declaration, and no
// references to entities (XML 1.0 section 4.5).
func charReferences(value string) (string, error) {
	bad := false
	out := charReference.ReplaceAllStringFunc(value, func(ref string) string {
		m := charReference.FindStringSubmatch(ref)
		digits, radix := m[1], 16
		if digits == "" {
			digits, radix = m[2], 10
		}
		n, err := strconv.ParseInt(digits, radix, 32)
		if err != nil || n == 0 || !utf8.ValidRune(rune(n)) {
			bad = true
			return ref
		}
		return string(rune(n))
	})
	if bad {
		return "", errors.New("reference to a character that does not exist")
	}
	return out, nil
}

func (p *dtdParser) at(s string) bool { return bytes.HasPrefix(p.text[p.pos:], []byte(s)) }

func (p *dtdParser) space() {
	for p.pos < len(p.text) && isSpace(p.text[p.pos]) {
		p.pos++
	}
}

func (p *dtdParser) errorf(format string, args ...any) error {
	return errorAt(lineOf(p.text, p.pos), "XML: "+format, args...)
}
