package connector

import "syscall"

// Windows has numbers of its own for what fails in sockets; those of package
// syscall that are named as on Unix are made up and never returned
// (learn.microsoft.com/windows/win32/winsock/windows-sockets-error-codes-2).
const (
	errnoRefused = syscall.Errno(10061)
	errnoReset   = syscall.WSAECONNRESET
	errnoClosed  = syscall.WSAECONNABORTED
)
