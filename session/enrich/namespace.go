package enrich

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/session/source"
)

// own returns the classes and properties in the namespaces of the ontology. The terms of others are theirs to define.
func (s Enricher) own(ctx context.Context,
	classes, properties, names []string) (ownClasses, ownProperties []string, err error) {
	headers, imported, err := s.ontologies(ctx)
	if err != nil {
		return nil, nil, err
	}
	count := map[string]int{}
	for _, iri := range names {
		count[namespace(iri)]++
	}
	isOwn := ownNamespaces(count, headers, imported)
	left := map[string]bool{}
	var others []string // their namespaces
	isOther := func(iri string) bool {
		ns := namespace(iri)
		if isOwn[ns] {
			return false
		}
		if left[iri] = true; !slices.Contains(others, ns) {
			others = append(others, ns)
		}
		return true
	}
	classes, properties = slices.DeleteFunc(slices.Clone(classes), isOther),
		slices.DeleteFunc(slices.Clone(properties), isOther)
	if len(left) > 0 {
		slices.SortFunc(others, func(a, b string) int { return cmp.Or(count[b]-count[a], strings.Compare(a, b)) })
		text, more := source.FirstOf(others, mostNamespaces)
		list := strings.Join(text, ", ")
		if more {
			list += ", …"
		}
		s.Reporter.Note("note: nothing is proposed for %s of other namespaces: %s (--class names classes)",
			say.Plural(len(left), "term"), list)
	}
	return classes, properties, nil
}

// ontologies returns the ontologies whose headers are in the files, but those that others import, and the imported
// ones. Who names several files means all of them.
func (s Enricher) ontologies(ctx context.Context) (headers, imported []string, err error) {
	data := s.Source.Data()
	if data == nil || data.Stated == nil {
		return nil, nil, nil
	}
	isHeader := func(p string) bool { return p == rdfNS+"type" || p == owlNS+"imports" }
	err = data.EachTriple(ctx, isHeader, func(t extract.Triple) {
		if t.Object == 0 {
			return
		}
		switch subject, object := data.Facts.Term(t.Subject), data.Facts.Term(t.Object); {
		case t.Property == owlNS+"imports":
			imported = append(imported, object)
		case object == owlNS+"Ontology":
			headers = append(headers, subject)
		}
	})
	if len(s.Config.Data) > 1 {
		return headers, nil, err
	}
	return slices.DeleteFunc(headers, func(o string) bool { return slices.Contains(imported, o) }), imported, err
}

// fewestOwn is how many of the terms must be in the namespace of the ontology's IRI, as a share of those in the largest
// namespace. Some ontologies have an IRI that their terms do not continue.
const fewestOwn = 0.05

// ownNamespaces returns those of the ontologies' IRIs. If few terms are in these, they are those that have at least a
// third as many terms as the one with the most, and are of no imported ontology. Own are also those that continue
// another one, as in http://e/onto#, http://e/onto/parts# and http://e/ontoTag#.
func ownNamespaces(count map[string]int, headers, imported []string) map[string]bool {
	in := func(ns string, of []string) bool {
		return slices.ContainsFunc(of, func(o string) bool { return isOf(ns, o) })
	}
	most, ofHeaders := 0, 0
	for ns, n := range count {
		if in(ns, headers) {
			ofHeaders += n
		}
		if !in(ns, imported) {
			most = max(most, n)
		}
	}
	isMain := func(ns string) bool { return 3*count[ns] >= most && !in(ns, imported) }
	if ofHeaders > 0 && float64(ofHeaders) >= fewestOwn*float64(most) {
		isMain = func(ns string) bool { return in(ns, headers) }
	}
	isOwn := map[string]bool{}
	for main := range count {
		for ns := range count {
			isOwn[ns] = isOwn[ns] || isMain(main) && continues(ns, main)
		}
	}
	return isOwn
}

// isOf reports whether the namespace is that of the ontology: its IRI, without an extension of the file. In the OBO
// library, http://purl.obolibrary.org/obo/pato.owl and …/obo/pato/pato-base.owl are those of …/obo/PATO.
func isOf(ns, ontology string) bool {
	if at := strings.Index(ontology, "/obo/"); at >= 0 && !strings.HasSuffix(ns, "/") && !strings.HasSuffix(ns, "#") {
		ends := func(r rune) bool { return strings.ContainsRune("./-_", r) }
		id := strings.FieldsFunc(ontology[at+len("/obo/"):], ends)
		return len(id) > 0 && strings.EqualFold(ns, ontology[:at]+"/obo/"+id[0])
	}
	stem := strings.TrimRight(ontology, "#/")
	if ext := path.Ext(stem); slices.Contains([]string{".owl", ".ttl", ".rdf", ".obo", ".ofn", ".omn", ".json", ".owx"},
		ext) {
		stem = strings.TrimSuffix(stem, ext)
	}
	ns = strings.TrimRight(ns, "#/")
	return ns == stem || ns == strings.TrimRight(ontology, "#/")
}

// mostNamespaces is how many namespaces a note names.
const mostNamespaces = 3

// continues reports whether the namespace is the main one, or continues its IRI with another word.
func continues(ns, main string) bool {
	stem := strings.TrimRight(main, "#/")
	rest, ok := strings.CutPrefix(ns, stem)
	_, path, _ := strings.Cut(stem, "//")
	return ns == main || ok && strings.Contains(path, "/") && !unicode.IsLower([]rune(rest + " ")[0])
}

// namespace returns the IRI up to its last # or /, and in the OBO library up to the underscore after that.
func namespace(iri string) string {
	end := strings.LastIndexAny(iri, "#/") + 1
	if prefix, _, ok := strings.Cut(iri[end:], "_"); ok && strings.HasSuffix(iri[:end], "/obo/") {
		return iri[:end] + prefix
	}
	return iri[:end]
}
