//go:build !windows

package connector

import "syscall"

// Errors of connections that fail.
const (
	errnoRefused = syscall.ECONNREFUSED
	errnoReset   = syscall.ECONNRESET
	errnoClosed  = syscall.EPIPE
)
