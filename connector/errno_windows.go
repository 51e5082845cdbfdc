package connector

import "syscall"

// Windows has its own numbers for errors of sockets. Those of package syscall with the
// names of Unix are invented and never returned
// (learn.microsoft.com/windows/win32/winsock/windows-sockets-error-codes-2).
const (
	errnoRefused = syscall.Errno(10061)
	errnoReset   = syscall.WSAECONNRESET
	errnoClosed  = syscall.WSAECONNABORTED
)
