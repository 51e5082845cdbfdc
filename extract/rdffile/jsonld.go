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

	"github.com/genus-kg/genus/internal/iri"
	"github.com/genus-kg/genus/internal/say"
)

// readJSONLD reads a JSON-LD document into memory (JSON-LD 1.1 Processing Algorithms and API,
// section 8) and delivers its triples by the names of their graphs.
func readJSONLD(r io.Reader, base string, out *sink, lim limits) error {
	text, err := readText(r, lim)
	if err != nil {
		return err
	}
	var document any
	large := 0
	err = untilDone(out.ctx, func() (err error) {
		document, err = decodeJSON([]byte(text))
		large = rounded(document)
		prepareContexts(document, base)
		return err
	})
	if err != nil {
		return err
	}
	out.jsonPrefixes(document)
	out.stats.warnTimes("JSON-LD: numbers over 2^53 are rounded: write them as strings with their type", large)
	loader := &contextLoader{out: out, lim: lim, documents: map[string]any{}, parts: map[string][]string{}}
	graphs, issuer, err := nodeMap(out.ctx, document, base, loader)
	if err != nil {
		return err
	}
	out.stats.Contexts = len(loader.documents)
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

// prepareContexts makes the contexts in a value as the library wants them. @version is the float that the library
// compares it with (JSON-LD 1.1, section 9.15.1); another version stays, and is an error there. References are resolved
// against the document that they are in (Processing Algorithms, section 4.1.2): the library takes @base, or the place
// of another document.
func prepareContexts(value any, base string) {
	switch v := value.(type) {
	case []any:
		for _, one := range v {
			prepareContexts(one, base)
		}
	case map[string]any:
		if number, ok := v["@version"].(json.Number); ok {
			if version, err := number.Float64(); err == nil && version == 1.1 {
				v["@version"] = version
			}
		}
		for key, one := range v {
			prepareContexts(one, base)
			if key == "@context" || key == "@import" {
				v[key] = resolveContexts(one, base)
			}
		}
	}
}

// resolveContexts resolves a reference to a context, or those in a list.
func resolveContexts(value any, base string) any {
	switch v := value.(type) {
	case string:
		return iri.Resolve(base, v)
	case []any:
		for i, one := range v {
			if reference, ok := one.(string); ok {
				v[i] = iri.Resolve(base, reference)
			}
		}
	}
	return value
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

// untilDone returns what f returns, or the error of the context when it ends. The libraries of JSON cannot be
// stopped: f goes on in its goroutine, and what it writes must not be read then.
func untilDone(ctx context.Context, f func() error) error {
	done := make(chan error, 1)
	go func() {
		var err error
		defer func() {
			if v := recover(); v != nil { // a fault in the input
				err = fmt.Errorf("the parser failed: %v", v)
			}
			done <- err
		}()
		err = f()
	}()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case err := <-done:
		return err
	}
}

// nodeMap returns the nodes of a document by their graph and their id, and what names more blank
// nodes.
func nodeMap(ctx context.Context, document any, base string,
	loader *contextLoader) (map[string]any, *ld.IdentifierIssuer, error) {
	graphs := map[string]any{"@default": map[string]any{}}
	issuer := ld.NewIdentifierIssuer("_:b")
	err := untilDone(ctx, func() error {
		o := ld.NewJsonLdOptions(base)
		o.DocumentLoader = loader
		expanded, err := ld.NewJsonLdProcessor().Expand(document, o)
		if err == nil {
			_, err = ld.NewJsonLdApi().GenerateNodeMap(expanded, graphs, "@default", issuer, "", "", nil)
		}
		return err
	})
	switch {
	case err == nil:
		return graphs, issuer, nil
	case ctx.Err() != nil:
		return nil, nil, ctx.Err()
	case loader.failed != nil:
		err = loader.failed
	default: // the library repeats parts of the document
		err = errors.New(say.Cut(err.Error(), 300))
	}
	return nil, nil, errorAt(0, "JSON-LD: %w", err)
}

// A contextLoader reads the contexts that a document names: files beside it. It refuses those of
// the network, because what a file means must not depend on it.
type contextLoader struct {
	out       *sink
	lim       limits
	documents map[string]any      // that were read, by their IRI
	parts     map[string][]string // the contexts that theirs consist of, also in part
	failed    error               // why a document cannot be read: the library says more about less
}

// LoadDocument returns a document with a context. The library changes what it gets, so it is a copy.
func (c *contextLoader) LoadDocument(at string) (*ld.RemoteDocument, error) {
	if err := c.out.ctx.Err(); err != nil { // the library asks again and again
		return nil, err
	}
	document, known := c.documents[at]
	if !known {
		if document, c.failed = c.load(at); c.failed != nil {
			return nil, c.failed
		}
		prepareContexts(document, at)
		c.documents[at], c.parts[at] = document, partsOf(document)
		if c.isCyclic(at) { // the library would follow it without an end
			c.failed = fmt.Errorf("the context <%s> contains itself", at)
			return nil, c.failed
		}
	}
	return &ld.RemoteDocument{DocumentURL: at, Document: ld.CloneDocument(document)}, nil
}

// partsOf returns the contexts that the context of a document consists of. Those of its terms are no parts: they are
// read where a document uses the term.
func partsOf(document any) (names []string) {
	object, _ := document.(map[string]any)
	parts, isList := object["@context"].([]any)
	if !isList {
		parts = []any{object["@context"]}
	}
	for _, part := range parts {
		if terms, ok := part.(map[string]any); ok {
			part = terms["@import"]
		}
		if name, ok := part.(string); ok {
			names = append(names, name)
		}
	}
	return names
}

// isCyclic reports whether a context is a part of itself.
func (c *contextLoader) isCyclic(at string) bool {
	seen := map[string]bool{}
	for queue := c.parts[at]; len(queue) > 0; queue = queue[1:] {
		if next := queue[0]; !seen[next] {
			seen[next] = true
			queue = append(slices.Clip(queue), c.parts[next]...)
		}
	}
	return seen[at]
}

func (c *contextLoader) load(name string) (any, error) {
	at, err := url.Parse(name)
	switch {
	case err != nil || at.Scheme != "file" || at.Host != "":
		return nil, fmt.Errorf(
			"its @context is at <%s>, and files are read without the network: write the context into the file",
			shorten(name))
	case !c.out.isFile:
		return nil, fmt.Errorf("its @context is the file <%s>, and a document that is no file has no files beside it: "+
			"write the context into the document", shorten(name))
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
	text, err := readText(&contextReader{c.out.ctx, f}, c.lim)
	if err != nil {
		return nil, fmt.Errorf("its @context %s: %w", path, err)
	}
	document, err := decodeJSON([]byte(text))
	if err != nil {
		return nil, fmt.Errorf("its @context %s: %w", path, err)
	}
	return document, nil
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
