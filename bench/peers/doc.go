// Package peers embeds the program that runs learners of Ontolearn (Demir and others) on
// the folds of genus. .ci/peers installs what it needs.
package peers

import _ "embed"

// Program is the Python program; its docstring says how to run it.
//
//go:embed peers.py
var Program []byte

// TDL is the learner that ignores time limits.
const TDL = "TDL"

// Learners are the names of the learners of the program.
var Learners = []string{"EvoLearner", "CELOE", TDL}
