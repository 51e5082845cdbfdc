package store

import (
	"slices"
	"time"
)

// Kind is the question that an answer answers. Package source names the kinds;
// those that begin with "genus:" are reserved.
type Kind string

// reserved is what the kinds begin with that this package uses itself.
const reserved = "genus:"

// Row is one row of an answer. The kind says what the columns mean; an empty
// column costs no room.
type Row struct {
	Property string
	Value    string // an IRI, a blank node (_:label) or the text of a literal
	Datatype string // of a literal
	Lang     string // of a literal
	N        int64
}

// Answer is what a source said to one question about one term.
type Answer struct {
	Term       string
	Kind       Kind
	Properties []string // a set: what the answer covers; nil: all
	Time       int64    // milliseconds since 1970
	Rows       []Row
	Incomplete string // why rows are missing, on one line; empty: none are
}

// Covering returns the answer that counts for a property: of those that cover it
// the newest. The answers are of one term and kind, oldest first, as Get returns
// them.
func Covering(answers []Answer, property string) (Answer, bool) {
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

// SourceKey says which source it is. Two keys name the same source if Kind, Name,
// Graphs and Settings are equal.
type SourceKey struct {
	Kind     string   `json:"kind"`               // endpoint or file
	Name     string   `json:"name"`               // URL without credentials, or paths
	Graphs   []string `json:"graphs,omitempty"`   // default graphs of an endpoint
	Settings string   `json:"settings,omitempty"` // JSON: what changes the meaning of answers
	Files    []File   `json:"files,omitempty"`    // of a file source
}

// File is a file that a source was read from.
type File struct {
	Path   string `json:"path"`
	Size   int64  `json:"size"`   // bytes
	SHA256 string `json:"sha256"` // hexadecimal
}

// SourceInfo is a source in a database.
type SourceInfo struct {
	ID int // in this database, from 1
	SourceKey
	Started time.Time
}

// Run is an extraction: what was asked for, and what came of it.
type Run struct {
	ID       string    `json:"id"`
	Examples []string  `json:"examples"`
	Depth    int       `json:"depth"`  // edges from the examples
	Bounds   string    `json:"bounds"` // JSON
	Since    time.Time `json:"since"`  // older answers were asked for again; zero: none
	Started  time.Time `json:"started"`
	Finished time.Time `json:"finished"` // zero: interrupted, or not yet
	Dropped  []Dropped `json:"dropped"`
}

// Dropped is a property that a run gave up in one direction.
type Dropped struct {
	Property   string `json:"property"`
	Direction  string `json:"direction"`
	Individual string `json:"individual"` // where
	N          int    `json:"n"`          // how many statements
	Reason     string `json:"reason"`     // one line
}
