//go:build !linux

package main

import "github.com/rogpeppe/go-internal/testscript"

func canMount() bool { return false }

func tmpfs(ts *testscript.TestScript, _ bool, _ []string) { ts.Fatalf("no file systems to mount here") }
