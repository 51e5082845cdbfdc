package rdffile

import (
	"regexp"
	"strings"
)

// iriParts are the five components of RFC 3986 section 3; the has fields tell
// an empty component from an absent one.
type iriParts struct {
	scheme, authority, path, query, fragment string
	hasAuthority, hasQuery, hasFragment      bool
}

// The expression of RFC 3986 appendix B, with the scheme as section 3.1 has it.
var iriPattern = regexp.MustCompile(`^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#((?s:.*)))?$`)

func splitIRI(s string) iriParts {
	m := iriPattern.FindStringSubmatch(s)
	if m == nil {
		return iriParts{path: s}
	}
	return iriParts{
		scheme: m[1], hasAuthority: m[2] != "", authority: m[3], path: m[4],
		hasQuery: m[5] != "", query: m[6], hasFragment: m[7] != "", fragment: m[8],
	}
}

// resolveIRI resolves a reference against an absolute base by RFC 3986 section
// 5.2. Unlike net/url it works on the characters as they are, for IRIs are
// compared character by character (RDF 1.1 Concepts 3.2). An absolute
// reference is returned unchanged, dot segments included.
func resolveIRI(base, ref string) string {
	r := splitIRI(ref)
	if r.scheme != "" {
		return ref
	}
	b := splitIRI(base)
	t := iriParts{scheme: b.scheme, fragment: r.fragment, hasFragment: r.hasFragment}
	switch {
	case r.hasAuthority:
		t.authority, t.hasAuthority = r.authority, true
		t.path, t.query, t.hasQuery = removeDots(r.path), r.query, r.hasQuery
	case r.path == "":
		t.authority, t.hasAuthority, t.path = b.authority, b.hasAuthority, b.path
		t.query, t.hasQuery = b.query, b.hasQuery
		if r.hasQuery {
			t.query, t.hasQuery = r.query, true
		}
	default:
		t.authority, t.hasAuthority = b.authority, b.hasAuthority
		t.query, t.hasQuery = r.query, r.hasQuery
		t.path = removeDots(mergePaths(b, r.path))
	}
	return t.String()
}

// mergePaths is RFC 3986 section 5.2.3.
func mergePaths(b iriParts, path string) string {
	if strings.HasPrefix(path, "/") {
		return path
	}
	if b.hasAuthority && b.path == "" {
		return "/" + path
	}
	return b.path[:strings.LastIndexByte(b.path, '/')+1] + path
}

// removeDots is RFC 3986 section 5.2.4, by segments.
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

func (t iriParts) String() string {
	var sb strings.Builder
	if t.scheme != "" {
		sb.WriteString(t.scheme + ":")
	}
	if t.hasAuthority {
		sb.WriteString("//" + t.authority)
	}
	sb.WriteString(t.path)
	if t.hasQuery {
		sb.WriteString("?" + t.query)
	}
	if t.hasFragment {
		sb.WriteString("#" + t.fragment)
	}
	return sb.String()
}
