// Package peers runs other learners on the folds of genus: any shell command ([External]), and
// a program for those of Ontolearn (Demir and others), which it embeds. .ci/peers installs
// what that program needs.
package peers

import (
	_ "embed"
	"strings"
)

// Program is the Python program; its docstring says how to run it.
//
//go:embed peers.py
var Program []byte

// TDL is the learner that ignores time limits.
const TDL = "TDL"

// Learners are the names of the learners of the program.
var Learners = []string{"EvoLearner", "CELOE", TDL}

//go:embed problems.txt
var problems string

// HalfOf returns the half that a problem belongs to, choose or confirm; the empty string if it
// is in neither.
func HalfOf(name string) string {
	half := ""
	for line := range strings.Lines(problems) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "["):
			half = strings.Trim(line, "[]")
		case name == line || strings.HasSuffix(name, "/"+line):
			return half
		}
	}
	return ""
}
