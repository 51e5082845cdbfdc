//go:build !linux

package engines

import (
	"errors"
	"os/exec"
	"time"
)

// dieWithParent: only Linux has it.
func dieWithParent(*exec.Cmd) {}

// processorTime: only Linux tells.
func processorTime(int) (time.Duration, error) { return 0, errors.ErrUnsupported }
