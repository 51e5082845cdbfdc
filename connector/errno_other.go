//go:build !windows

package connector

import "syscall"

// Error numbers of failed connections.
const (
	errnoRefused = syscall.ECONNREFUSED
	errnoReset   = syscall.ECONNRESET
	errnoClosed  = syscall.EPIPE
)
