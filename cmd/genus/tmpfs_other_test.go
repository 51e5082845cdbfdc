//go:build !linux

package main

import "github.com/rogpeppe/go-internal/testscript"

// canMount: the scripts know how to mount on Linux only.
func canMount() bool { return false }

func tmpfs(ts *testscript.TestScript, _ bool, _ []string) { ts.Fatalf("no file systems to mount here") }
