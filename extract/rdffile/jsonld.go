package rdffile

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/big"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/knakk/rdf"
	"github.com/piprate/json-gold/ld"
)

// readJSONLD reads a JSON-LD document into memory (JSON-LD 1.1 Processing Algorithms and API,
// section 8) and delivers its triples by the names of their graphs.
func readJSONLD(r io.Reader, base string, out *sink, lim limits) error {
	text, err := readText(r, lim)
	if err != nil {
		return err
	}
	document, err := decodeJSON([]byte(text))
	if err != nil {
		return err
	}
	out.jsonPrefixes(document)
	out.stats.warnTimes("JSON-LD: numbers over 2^53 are rounded: write them as strings with their type", rounded(document))
	loader := &contextLoader{out: out, lim: lim}
	graphs, issuer, err := nodeMap(out.ctx, document, base, loader)
	if err != nil {
		return err
	}
	out.stats.Contexts = loader.read
	for _, name := range slices.Sorted(maps.Keys(graphs)) {
		iri := name
		if name == "@default" || name[:min(2, len(name))] == "_:" {
			iri = ""
		}
		if !out.wants(iri) || ld.IsRelativeIri(name) {
			continue
		}
		nodes, _ := graphs[name].(map[string]any)
		for _, id := range slices.Sorted(maps.Keys(nodes)) {
			data := ld.NewRDFDataset() // of one node, so that the order is always the same
			data.GraphToRDF(name, map[string]any{id: nodes[id]}, issuer, false)
			for _, quad := range data.Graphs[name] {
				if err := out.emitQuad(quad); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// decodeJSON keeps numbers as they are written. Errors have the line.
func decodeJSON(text []byte) (document any, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err = d.Decode(&document); err == nil {
		if _, more := d.Token(); more != io.EOF {
			err = errors.New("more text after the end of the document")
		}
	}
	if err == nil {
		setVersions(document)
		return document, nil
	}
	at := d.InputOffset()
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		at = syntax.Offset
	case errors.Is(err, io.ErrUnexpectedEOF):
		at = int64(len(text))
	}
	return nil, errorAt(lineOf(text, min(int(at), len(text))), "JSON-LD: %w", err)
}

// setVersions makes @version of all contexts the float that the library compares it with (JSON-LD 1.1,
// section 9.15.1). Another version stays, and is an error there.
func setVersions(value any) {
	switch v := value.(type) {
	case []any:
		for _, one := range v {
			setVersions(one)
		}
	case map[string]any:
		if number, ok := v["@version"].(json.Number); ok {
			if version, err := number.Float64(); err == nil && version == 1.1 {
				v["@version"] = version
			}
		}
		for _, one := range v {
			setVersions(one)
		}
	}
}

// jsonPrefixes takes the namespaces in the context of the document for writing names.
func (s *sink) jsonPrefixes(document any) {
	object, _ := document.(map[string]any)
	terms, _ := object["@context"].(map[string]any)
	for _, term := range slices.Sorted(maps.Keys(terms)) {
		iri, _ := terms[term].(string)
		if hasScheme(iri) && strings.ContainsAny(iri[len(iri)-1:], "/#:") && term[:min(1, len(term))] != "@" {
			s.stats.prefix(term, iri)
		}
	}
}

// rounded counts the whole numbers of a document that the library rounds, as it holds them as floats.
func rounded(value any) (n int) {
	switch v := value.(type) {
	case json.Number:
		whole, ok := new(big.Int).SetString(v.String(), 10)
		if ok && whole.CmpAbs(big.NewInt(1<<53)) > 0 {
			return 1
		}
	case []any:
		for _, one := range v {
			n += rounded(one)
		}
	case map[string]any:
		for _, one := range v {
			n += rounded(one)
		}
	}
	return n
}

// nodeMap returns the nodes of a document by their graph and their id, and what names more blank
// nodes. The library cannot be stopped: when the context ends, it goes on in its goroutine, and
// nodeMap returns.
func nodeMap(ctx context.Context, document any, base string, loader ld.DocumentLoader) (graphs map[string]any, issuer *ld.IdentifierIssuer, err error) {
	graphs = map[string]any{"@default": map[string]any{}}
	issuer = ld.NewIdentifierIssuer("_:b")
	done := make(chan error, 1)
	go func() {
		var err error
		defer func() {
			if v := recover(); v != nil { // a fault in the input
				err = fmt.Errorf("the parser failed: %v", v)
			}
			done <- err
		}()
		o := ld.NewJsonLdOptions(base)
		o.DocumentLoader = loader
		var expanded []any
		if expanded, err = ld.NewJsonLdProcessor().Expand(document, o); err == nil {
			_, err = ld.NewJsonLdApi().GenerateNodeMap(expanded, graphs, "@default", issuer, "", "", nil)
		}
	}()
	select {
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	case err := <-done:
		if err != nil {
			return nil, nil, errorAt(0, "JSON-LD: %w", err)
		}
		return graphs, issuer, nil
	}
}

// A contextLoader reads the contexts that a document names: files beside it. It refuses those of
// the network, because what a file means must not depend on it.
type contextLoader struct {
	out  *sink
	lim  limits
	read int // number of files
}

func (c *contextLoader) LoadDocument(iri string) (*ld.RemoteDocument, error) {
	at, err := url.Parse(iri)
	if err != nil || at.Scheme != "file" || at.Host != "" || !c.out.isFile {
		return nil, fmt.Errorf("its @context is at <%s>, and files are read without the network: write the context into the file",
			shorten(iri))
	}
	path := filepath.FromSlash(at.Path)
	if may := c.out.MayRead; may != nil {
		err = may(path)
	}
	if err != nil {
		return nil, fmt.Errorf("its @context is a file: %w: write the context into the file", err)
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("its @context is %s, which is not a regular file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("its @context is a file that cannot be read: %w", err)
	}
	defer f.Close()
	c.read++
	text, err := readText(&contextReader{c.out.ctx, f}, c.lim)
	if err != nil {
		return nil, fmt.Errorf("its @context %s: %w", path, err)
	}
	document, err := decodeJSON([]byte(text))
	if err != nil {
		return nil, fmt.Errorf("its @context %s: %w", path, err)
	}
	return &ld.RemoteDocument{DocumentURL: iri, Document: document}, nil
}

func (s *sink) emitQuad(q *ld.Quad) error {
	subject, err := s.jsonTerm(q.Subject)
	if err != nil {
		return err
	}
	predicate, err := s.jsonTerm(q.Predicate)
	if err != nil {
		return err
	}
	object, err := s.jsonTerm(q.Object)
	if err != nil {
		return err
	}
	node, isNode := subject.(rdf.Subject)
	property, isIRI := predicate.(rdf.IRI)
	if !isNode || !isIRI {
		return errorAt(0, "JSON-LD: malformed statement about %s", shorten(q.Subject.GetValue()))
	}
	return s.emit(rdf.Triple{Subj: node, Pred: property, Obj: object})
}

func (s *sink) jsonTerm(node ld.Node) (rdf.Object, error) {
	switch n := node.(type) {
	case ld.IRI:
		return jsonIRI(n.Value)
	case ld.BlankNode:
		return s.blanks.byLabel(n.Attribute[len("_:"):]), nil
	case ld.Literal:
		if n.Language != "" {
			lit, ok := langLiteral(n.Value, n.Language)
			if !ok {
				return nil, errorAt(0, "JSON-LD: malformed language tag %q", shorten(n.Language))
			}
			return lit, nil
		}
		datatype, err := jsonIRI(n.Datatype)
		return rdf.NewTypedLiteral(n.Value, datatype), err
	}
	return nil, errorAt(0, "JSON-LD: %T is not a term of RDF 1.1", node)
}

func jsonIRI(text string) (rdf.IRI, error) {
	iri, err := rdf.NewIRI(text)
	if err != nil || !hasScheme(text) {
		return iri, errorAt(0, "JSON-LD: malformed IRI <%s>", shorten(text))
	}
	return iri, nil
}
