package connector

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/genus-kg/genus/internal/say"
)

// Some endpoints answer in XML only (SPARQL Query Results XML Format,
// https://www.w3.org/TR/rdf-sparql-XMLres/). Their documents become the same results.

// isXML reports whether an answer is in XML: by its media type or, without one, by its beginning.
func isXML(media string, start []byte) bool {
	switch media {
	case resultsXML, "application/xml", "text/xml":
		return true
	case "":
		return strings.HasPrefix(string(start), "<?xml") || strings.HasPrefix(string(start), "<sparql")
	}
	return false
}

type xmlRow struct {
	Bindings []xmlBinding `xml:"binding"`
}

type xmlBinding struct {
	Name    string  `xml:"name,attr"`
	URI     *string `xml:"uri"`
	BNode   *string `xml:"bnode"`
	Literal *struct {
		Text     string `xml:",chardata"`
		Lang     string `xml:"http://www.w3.org/XML/1998/namespace lang,attr"`
		Datatype string `xml:"datatype,attr"`
	} `xml:"literal"`
}

// failureInXML reports the message of an engine that has failed in the middle of a document.
type failureInXML struct{ text []byte }

func (failureInXML) Error() string { return "a message in the XML" }

// readXML reads a document and what follows it.
func (d *results) readXML() error {
	d.members, d.columns.index = map[string]bool{}, map[string]int{}
	in := xml.NewDecoder(d.b.text)
	open := []string{} // the elements around
	for {
		token, err := in.Token()
		switch {
		case errors.Is(err, io.EOF) && d.members["sparql"]:
			return nil
		case err != nil:
			return d.inXML(err, nil)
		}
		switch t := token.(type) {
		case xml.StartElement:
			open = append(open, t.Name.Local)
			if err = d.readElement(in, t, strings.Join(open, "/")); err != nil {
				return d.inXML(err, nil)
			}
			if d.rowRead {
				open, d.rowRead = open[:len(open)-1], false
			}
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if strings.TrimSpace(string(t)) == "" {
				continue
			}
			if strings.Join(open, "/") != "sparql/boolean" {
				return d.inXML(shapeErrorf("text between the elements"), t)
			}
			answer := strings.TrimSpace(string(t)) == "true"
			d.boolean = &answer
		}
	}
}

// readElement reads the beginning of an element, and a row to its end. path names the elements
// around it and itself.
func (d *results) readElement(in *xml.Decoder, start xml.StartElement, path string) error {
	switch path {
	case "sparql", "sparql/results":
		d.members[start.Name.Local] = true
		d.bindings = d.bindings || path != "sparql"
	case "sparql/head":
		d.vars = []string{}
	case "sparql/head/variable":
		for _, a := range start.Attr {
			if quoted, err := jsontext.AppendQuote(nil, a.Value); a.Name.Local == "name" && err == nil {
				d.columns.indexOf(quoted)
				d.vars = append(d.vars, a.Value)
			}
		}
	case "sparql/results/result":
		var r xmlRow
		if err := in.DecodeElement(&r, &start); err != nil {
			return err
		}
		d.rowRead = true
		return d.addXML(r)
	default:
		if !d.members["sparql"] {
			return shapeErrorf("not a results document: it begins with <%s>", start.Name.Local)
		}
	}
	return nil
}

func (d *results) addXML(r xmlRow) error {
	row := d.newRow()
	for _, b := range r.Bindings {
		quoted, err := jsontext.AppendQuote(nil, b.Name)
		if err != nil {
			return shapeErrorf("the name of a variable: %v", err)
		}
		j := d.columns.indexOf(quoted)
		for j >= len(row) {
			row = append(row, nil)
		}
		kind, value, lang, datatype := "", "", "", ""
		switch {
		case b.URI != nil:
			kind, value = "uri", strings.TrimSpace(*b.URI)
		case b.BNode != nil:
			kind, value = "bnode", strings.TrimSpace(*b.BNode)
		case b.Literal != nil:
			kind, value, lang, datatype = "literal", b.Literal.Text, b.Literal.Lang, b.Literal.Datatype
		default: // unbound
			continue
		}
		d.terms.set(kind, value, lang, datatype)
		d.put(row, j)
	}
	d.rows = append(d.rows, row)
	return nil
}

// inXML returns the error for a document that err has ended, after the text.
func (d *results) inXML(err error, text []byte) error {
	more, _ := io.ReadAll(io.LimitReader(d.b.text, errorBody))
	if text = append(text, more...); saysFailure(text) || saysFailure(d.b.head) {
		return failureInXML{text}
	}
	return err
}

func (c *Client) xmlError(status int, b *body, err error) error {
	var failure failureInXML
	var shape shapeError
	var wrong *xml.SyntaxError
	switch {
	case errors.As(err, &failure):
		return c.failureError(status, failure.text, failure.Error())
	case errors.As(err, &shape):
		return c.malformedError(status, b, shape.Error())
	case errors.Is(b.err, errTooLong), b.err != nil && !errors.Is(b.err, io.EOF):
		return c.bodyError(status, b, b.err)
	case errors.As(err, &wrong) && !strings.Contains(wrong.Msg, "unexpected EOF"):
		return c.malformedError(status, b,
			fmt.Sprintf("XML syntax error in line %d (%s)", wrong.Line, say.OneLine(wrong.Msg)))
	case wrong == nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
		// An example is an encoding that is not UTF-8.
		return c.malformedError(status, b, say.OneLine(err.Error()))
	}
	return c.resultError(status, ErrTruncated, fmt.Sprintf("the XML ends early, after %d bytes", b.size),
		"the endpoint may have run out of time or memory: ask for less", b.head)
}
