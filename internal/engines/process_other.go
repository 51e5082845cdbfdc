//go:build !linux

package engines

import (
	"errors"
	"os/exec"
	"time"
)

// dieWithParent does nothing: only Linux can do it.
func dieWithParent(*exec.Cmd) {}

// ProcessorTime is only known on Linux.
func ProcessorTime(int) (time.Duration, error) { return 0, errors.ErrUnsupported }
