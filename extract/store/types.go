package store

import (
	"slices"
	"time"
)

// Kind is a kind of question. Package graph defines the kinds; those that begin with
// "genus:" are reserved.
type Kind string

const reserved = "genus:"

// Row is one row of an answer. The kind defines the meaning of the columns; an empty
// column takes no space in the file.
type Row struct {
	Property string
	Value    string // an IRI, a blank node (_:label) or the text of a literal
	Datatype string // of a literal
	Lang     string // of a literal
	N        int64
}

// Answer is the answer of a source to one question about one term.
type Answer struct {
	Term       string
	Kind       Kind
	Properties []string // the set of properties that the answer covers; nil: all
	Time       int64    // milliseconds since 1970
	Rows       []Row
	Incomplete string // why rows are missing, on one line; empty: none are
	Passes     bool   // the reason may pass; such an answer is not stored
}

// FindCovering returns the newest answer that covers a property. The answers are about one
// term and of one kind, oldest first, as Get returns them.
func FindCovering(answers []Answer, property string) (Answer, bool) {
	for i := len(answers) - 1; i >= 0; i-- {
		if answers[i].covers(property) {
			return answers[i], true
		}
	}
	return Answer{}, false
}

func (a *Answer) covers(property string) bool {
	return a.Properties == nil || slices.Contains(a.Properties, property)
}

// SourceKey identifies a source. Two keys identify the same source if Kind, Name, Graphs
// and Settings are equal.
type SourceKey struct {
	Kind     string   `json:"kind"`               // endpoint, or file of a source that is not stored
	Name     string   `json:"name"`               // URL without credentials, or paths
	Graphs   []string `json:"graphs,omitempty"`   // default graphs of an endpoint
	Settings string   `json:"settings,omitempty"` // JSON: the options that change the meaning of answers
	Files    []File   `json:"files,omitempty"`    // of a file source
}

// File is a file that a source was read from.
type File struct {
	Path   string `json:"path"`
	Size   int64  `json:"size"`   // bytes
	SHA256 string `json:"sha256"` // hexadecimal
}

// SourceInfo describes a source in a database.
type SourceInfo struct {
	ID int // in this database, from 1
	SourceKey
}

// Run records an extraction: its arguments and its result.
type Run struct {
	ID       string    `json:"id"`
	Examples []string  `json:"examples"`
	Depth    int       `json:"depth"`  // edges from the examples
	Bounds   string    `json:"bounds"` // JSON
	Since    time.Time `json:"since"`  // of a refresh: older answers are asked for again; otherwise zero
	Started  time.Time `json:"started"`
	Finished time.Time `json:"finished"` // zero: interrupted, or not finished yet
	Dropped  []Dropped `json:"dropped"`
}
