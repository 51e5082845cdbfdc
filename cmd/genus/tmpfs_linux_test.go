package main

import (
	"os"
	"os/exec"
	"sync"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"
)

// canMount reports whether this process may mount a file system.
var canMount = sync.OnceValue(func() bool {
	dir, err := os.MkdirTemp("", "genus-mount-")
	if err != nil {
		return false
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if mount(dir, "64k") != nil {
		return false
	}
	return syscall.Unmount(dir, 0) == nil
})

func mount(dir, size string) error {
	return exec.Command("mount", "-t", "tmpfs", "-o", "size="+size, "tmpfs", dir).Run()
}

// tmpfs is the command tmpfs DIR SIZE. It mounts a file system of that size.
func tmpfs(ts *testscript.TestScript, _ bool, args []string) {
	dir := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(dir, 0o755))
	ts.Check(mount(dir, args[1]))
	ts.Defer(func() { _ = syscall.Unmount(dir, 0) })
}
