package rdffile

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// entityTable holds the general entities of the internal DTD subset and
// expands them, each once, so that the work is bounded by the sizes and not by the
// number of paths through the definitions.
type entityTable struct {
	raw      map[string]string // name to replacement text (XML 1.0 section 4.5)
	expanded map[string]string // the same with references to entities expanded
	open     []string          // the entities that are being expanded
	lim      limits
}

var predefined = map[string]bool{"lt": true, "gt": true, "amp": true, "quot": true, "apos": true}

// maxEntityNesting bounds how deep entities refer to entities.
const maxEntityNesting = 64

// expand returns the text of the entity with all entities within it expanded.
func (e *entityTable) expand(name string) (string, error) {
	if text, done := e.expanded[name]; done {
		return text, nil
	}
	raw, known := e.raw[name]
	if !known {
		return "", fmt.Errorf("undefined entity &%s;", name)
	}
	for _, outer := range e.open {
		if outer == name {
			return "", fmt.Errorf("entity &%s; refers to itself", name)
		}
	}
	if len(e.open) >= maxEntityNesting {
		return "", fmt.Errorf("entities nested over %d deep: %w", maxEntityNesting, ErrTooLarge)
	}
	e.open = append(e.open, name)
	defer func() { e.open = e.open[:len(e.open)-1] }()
	var out strings.Builder
	for rest := raw; rest != ""; {
		i := strings.IndexByte(rest, '&')
		if i < 0 {
			out.WriteString(rest)
			break
		}
		out.WriteString(rest[:i])
		rest = rest[i:]
		inner, n, ok := reference([]byte(rest[:min(len(rest), maxReference)]))
		if !ok {
			return "", fmt.Errorf("entity &%s; holds an & that does not start a reference", name)
		}
		text := rest[:n]
		if inner != "" {
			var err error
			if text, err = e.expand(inner); err != nil {
				return "", err
			}
		}
		out.WriteString(text)
		rest = rest[n:]
		if out.Len() > e.lim.entity {
			return "", fmt.Errorf("entity &%s; expands to over %d bytes: %w", name, e.lim.entity, ErrTooLarge)
		}
	}
	if e.expanded == nil {
		e.expanded = map[string]string{}
	}
	e.expanded[name] = out.String()
	return out.String(), nil
}

// maxReference bounds the length of a reference, & and ; included.
const maxReference = 256

var referencePattern = regexp.MustCompile(`^&(?:#[0-9]+|#x[0-9A-Fa-f]+|([\pL_:][\pL\pN\pM_:.·-]*));`)

// reference reads the reference at the start of text. n is its length; name is
// "" for a character reference and for the five entities that XML predefines.
func reference(text []byte) (name string, n int, ok bool) {
	m := referencePattern.FindSubmatch(text[:min(len(text), maxReference)])
	if m == nil {
		return "", 0, false
	}
	name = string(m[1])
	if predefined[name] {
		name = ""
	}
	return name, len(m[0]), true
}

// dtdParser reads a DOCTYPE and the entity declarations of its internal subset.
type dtdParser struct {
	text     []byte
	pos      int
	entities *entityTable
	external bool // the DOCTYPE names an external subset
}

var (
	doctypeHead = regexp.MustCompile(`^<!DOCTYPE\s+[^\s\[>]+\s*((?:SYSTEM|PUBLIC\s*(?:"[^"]*"|'[^']*'))\s*(?:"[^"]*"|'[^']*'))?\s*`)
	entityDecl  = regexp.MustCompile(`^<!ENTITY\s+([\pL_:][\pL\pN\pM_:.·-]*)\s+(?:"([^"]*)"|'([^']*)')\s*>`)
	entityOther = regexp.MustCompile(`^<!ENTITY\s+(%\s+)?([^\s"'>]+)\s+(SYSTEM|PUBLIC)?`)
	// An ELEMENT, ATTLIST or NOTATION declaration; it does not matter to RDF.
	otherDecl = regexp.MustCompile(`^<!(?:ELEMENT|ATTLIST|NOTATION)\s(?:[^"'>]|"[^"]*"|'[^']*')*>`)
)

// doctype reads from <!DOCTYPE to its > and leaves pos after it.
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

// subset reads declarations up to and with the closing bracket.
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
		case p.at("<!--"), p.at("<?"):
			n, err := skipOpaque(p.text, p.pos)
			if err != nil {
				return err
			}
			p.pos += n
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

// entity reads one entity declaration. The first declaration of a name counts
// (XML 1.0 section 4.2).
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
			return p.errorf("external entity &%s; is refused: only entities with their text in the file are read", o[2])
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
	if _, known := p.entities.raw[name]; !known && !predefined[name] {
		p.entities.raw[name] = value
	}
	p.pos += len(m[0])
	return nil
}

var (
	parameterReference = regexp.MustCompile(`%[\pL_:][\pL\pN_:.-]*;`)
	charReference      = regexp.MustCompile(`&#(?:x([0-9A-Fa-f]+)|([0-9]+));`)
)

// charReferences expands the character references in the text of a
// declaration; those to entities stay (XML 1.0 section 4.5).
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
