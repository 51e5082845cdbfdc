//go:build !linux

package engines

import (
	"errors"
	"os/exec"
	"time"
)

// dieWithParent: only Linux has it.
func dieWithParent(*exec.Cmd) {}

// ProcessorTime: only Linux tells.
func ProcessorTime(int) (time.Duration, error) { return 0, errors.ErrUnsupported }
