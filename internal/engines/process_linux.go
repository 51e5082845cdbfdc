package engines

import (
	"os/exec"
	"syscall"
)

// dieWithParent has the kernel kill the server when the test's process ends
// without cleaning up, as a test that panics or runs out of time does. The
// signal comes when the thread that started the server ends, so that thread
// must be kept.
func dieWithParent(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
