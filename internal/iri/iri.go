// Package iri resolves relative references. Unlike net/url it does not encode or decode
// characters: IRIs are compared character by character (RDF 1.1 Concepts 3.2).
package iri

import (
	"cmp"
	"regexp"
	"strings"
)

// parts holds the components of an IRI (RFC 3986 section 3) with their delimiters:
// "http:", "//host", "/path", "?query" and "#fragment". An absent component is "".
type parts struct{ scheme, authority, path, query, fragment string }

// pattern is the expression of RFC 3986 appendix B, with the scheme of section 3.1.
var pattern = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9+.-]*:)?(//[^/?#]*)?([^?#]*)(\?[^#]*)?(#(?s:.*))?$`)

func split(s string) parts {
	m := pattern.FindStringSubmatch(s)
	return parts{m[1], m[2], m[3], m[4], m[5]}
}

// Resolve resolves a reference against an absolute base by RFC 3986 section 5.2.
// It returns an absolute reference unchanged, dot segments included.
func Resolve(base, ref string) string {
	r := split(ref)
	if r.scheme != "" {
		return ref
	}
	b := split(base)
	r.scheme = b.scheme
	switch {
	case r.authority != "":
		r.path = removeDots(r.path)
	case r.path == "":
		r.authority = b.authority
		r.path = b.path
		r.query = cmp.Or(r.query, b.query)
	default:
		r.authority, r.path = b.authority, removeDots(mergePaths(b, r.path))
	}
	return r.scheme + r.authority + r.path + r.query + r.fragment
}

// mergePaths appends a relative path to the base (RFC 3986 section 5.2.3).
func mergePaths(b parts, path string) string {
	if strings.HasPrefix(path, "/") {
		return path
	}
	if b.authority != "" && b.path == "" {
		return "/" + path
	}
	return b.path[:strings.LastIndexByte(b.path, '/')+1] + path
}

// removeDots removes the segments . and .. (RFC 3986 section 5.2.4).
func removeDots(path string) string {
	if !strings.Contains(path, ".") {
		return path
	}
	rooted := strings.HasPrefix(path, "/")
	segments := strings.Split(strings.TrimPrefix(path, "/"), "/")
	var kept []string
	for i, seg := range segments {
		last := i == len(segments)-1
		switch seg {
		case ".", "..":
			if seg == ".." && len(kept) > 0 {
				kept = kept[:len(kept)-1]
			}
			if last {
				kept = append(kept, "") // the result ends in a slash
			}
		default:
			kept = append(kept, seg)
		}
	}
	out := strings.Join(kept, "/")
	if rooted {
		out = "/" + out
	}
	return out
}

// IsAbsolute reports whether the reference has a scheme.
func IsAbsolute(ref string) bool { return split(ref).scheme != "" }
