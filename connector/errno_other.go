//go:build !windows

package connector

import "syscall"

// What systems say of connections that fail.
const (
	errnoRefused = syscall.ECONNREFUSED
	errnoReset   = syscall.ECONNRESET
	errnoClosed  = syscall.EPIPE
)
