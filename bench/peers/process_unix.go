//go:build unix

package peers

import (
	"os/exec"
	"syscall"
)

// killWhole makes the end of the command's context also kill what the command started.
// The end of the shell alone would leave it running.
func killWhole(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
