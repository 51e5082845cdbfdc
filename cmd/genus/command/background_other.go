//go:build !linux

package command

// inBackground does nothing where there is no such policy.
func inBackground() {}
