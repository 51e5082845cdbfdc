//go:build !linux

package main

import "github.com/rogpeppe/go-internal/testscript"

// canMount returns false: the scripts can mount file systems only on Linux.
func canMount() bool { return false }

func tmpfs(ts *testscript.TestScript, _ bool, _ []string) { ts.Fatalf("no file systems to mount here") }
