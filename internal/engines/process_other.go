//go:build !linux

package engines

import "os/exec"

// dieWithParent: only Linux has it.
func dieWithParent(*exec.Cmd) {}
