// Package peers has the program that runs learners of Ontolearn (Demir and others)
// on the folds of genus. .ci/peers installs what it needs.
package peers

import _ "embed"

// Program is the Python program; its docstring says how to run it.
//
//go:embed peers.py
var Program []byte

// Learners are the names that the program takes, the ones that heed a limit first.
var Learners = []string{"EvoLearner", "CELOE", "TDL"}
