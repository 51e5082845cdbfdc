package dataset

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/internal/iri"
)

// ontologies are those that the files import, and those that they are, by the IRI of the ontology or of its version.
type ontologies struct {
	imported, read map[string]bool
	closed         bool // the given files are all that they import: no catalog was looked at
}

func isAboutOntology(property string, object rdf.Term) bool {
	return property == owlNS+"imports" || property == owlNS+"versionIRI" ||
		property == typeIRI && object.String() == owlNS+"Ontology"
}

func (o *ontologies) add(triples []rdf.Triple) {
	if o.read == nil {
		o.imported, o.read = map[string]bool{}, map[string]bool{}
	}
	for _, t := range triples {
		switch t.Pred.String() {
		case owlNS + "imports":
			o.imported[t.Obj.String()] = true
		case owlNS + "versionIRI":
			o.read[t.Obj.String()] = true
		default:
			o.read[t.Subj.String()] = true
		}
	}
}

// readImports reads the files that catalogs beside the files name for imported ontologies, and so on for their
// imports. It adds a warning for each imported ontology that no file has.
func (i *importer) readImports(ctx context.Context) error {
	catalogs := catalogs{}
	i.closed = true
	for name := range i.imported {
		i.closed = i.closed && i.read[name]
	}
	for again := true; again; {
		again = false
		for _, name := range slices.Sorted(maps.Keys(i.imported)) {
			if i.read[name] {
				continue
			}
			path := ""
			for _, f := range i.Files {
				if path = catalogs.find(filepath.Dir(f.Path), name, &i.Warnings); path != "" {
					path = pathBeside(f.Path, path)
					break
				}
			}
			if path == "" {
				continue
			}
			i.read[name] = true
			if may := i.options.MayImport; may != nil {
				if err := may(path); err != nil {
					i.Warnings = append(i.Warnings,
						fmt.Sprintf("the ontology %s is imported but not read: %v", graph.Bracketed(name), err))
					continue
				}
			}
			if slices.ContainsFunc(i.Files, func(f store.File) bool { return sameFile(f.Path, path) }) {
				continue
			}
			again = true
			if err := i.readFile(ctx, path); err != nil {
				return fmt.Errorf("%w (the import %s, by a catalog)", err, graph.Bracketed(name))
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(i.imported)) {
		if !i.read[name] {
			i.Warnings = append(i.Warnings,
				fmt.Sprintf("the ontology %s is imported but not read: add its file, or a %s beside the file that imports it",
					graph.Bracketed(name), catalogName))
		}
	}
	return nil
}

// pathBeside returns the absolute path as seen from where the other one is, if that is relative. So the names of
// files do not say where the checkout is.
func pathBeside(other, path string) string {
	if filepath.IsAbs(other) {
		return path
	}
	dir, err := filepath.Abs(filepath.Dir(other))
	if err != nil {
		return path
	}
	relative, err := filepath.Rel(dir, path)
	if err != nil {
		return path
	}
	return filepath.Join(filepath.Dir(other), relative)
}

func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	y, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(x, y)
}

// catalogName is the name of a catalog of Protégé and ROBOT.
const catalogName = "catalog-v001.xml"

// mostCatalog is the size in bytes of the largest catalog that is read. Another catalog may name any path.
const mostCatalog = 64 << 20

// A catalog is an OASIS XML catalog (https://www.oasis-open.org/committees/entity/spec-2001-08-06.html).
type catalog struct {
	Base string `xml:"http://www.w3.org/XML/1998/namespace base,attr"`
	URIs []struct {
		Name string `xml:"name,attr"`
		URI  string `xml:"uri,attr"`
	} `xml:"uri"`
	Rewrites []struct {
		Start  string `xml:"uriStartString,attr"`
		Prefix string `xml:"rewritePrefix,attr"`
	} `xml:"rewriteURI"`
	Next []struct {
		Catalog string `xml:"catalog,attr"`
	} `xml:"nextCatalog"`
	Groups []catalog `xml:"group"`
}

// catalogs are catalogs by their path; nil for one that cannot be read.
type catalogs map[string]*catalog

// find returns the path of the file that the catalog in the folder has for an ontology; "" for none.
func (c catalogs) find(dir, name string, warnings *[]string) string {
	return c.in(filepath.Join(dir, catalogName), name, warnings, map[string]bool{})
}

// in looks in the catalog at path. seen are the catalogs that it was reached from.
func (c catalogs) in(path, name string, warnings *[]string, seen map[string]bool) string {
	if seen[path] {
		return ""
	}
	seen[path] = true
	if _, known := c[path]; !known {
		c[path] = nil
		var text []byte
		var read catalog
		info, err := os.Stat(path)
		switch {
		case err != nil:
		case !info.Mode().IsRegular() || info.Size() > mostCatalog:
			err = errors.New("it is no file of at most 64 MB")
		default:
			text, err = os.ReadFile(path)
		}
		if err == nil {
			err = xml.Unmarshal(text, &read)
		}
		switch {
		case err == nil:
			c[path] = &read
		case !errors.Is(err, fs.ErrNotExist):
			*warnings = append(*warnings, fmt.Sprintf("the catalog %s cannot be read: %v", path, err))
		}
	}
	abs, err := filepath.Abs(path)
	if c[path] == nil || err != nil {
		return ""
	}
	base := (&url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(filepath.ToSlash(abs), "/")}).String()
	target, next := c[path].find(base, name)
	if target != "" {
		return target
	}
	for _, path := range next {
		if target := c.in(path, name, warnings, seen); target != "" {
			return target
		}
	}
	return ""
}

// find returns the path of a regular file for the name, and the catalogs to look in else.
func (c *catalog) find(base, name string) (path string, next []string) {
	base = iri.Resolve(base, c.Base)
	longest := 0
	for _, r := range c.Rewrites {
		if strings.HasPrefix(name, r.Start) && len(r.Start) > longest {
			longest, path = len(r.Start), pathOf(base, r.Prefix+name[len(r.Start):])
		}
	}
	for _, u := range c.URIs {
		if u.Name == name {
			path = pathOf(base, u.URI)
		}
	}
	for _, n := range c.Next {
		next = append(next, pathOf(base, n.Catalog))
	}
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
		return path, next
	}
	for _, g := range c.Groups {
		path, more := g.find(base, name)
		if path != "" {
			return path, nil
		}
		next = append(next, more...)
	}
	return "", next
}

// pathOf returns the path of a reference to a local file; "" for another.
func pathOf(base, reference string) string {
	u, err := url.Parse(iri.Resolve(base, strings.ReplaceAll(reference, " ", "%20")))
	if err != nil || u.Scheme != "file" {
		return ""
	}
	return filepath.FromSlash(u.Path)
}
