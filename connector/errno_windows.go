package connector

import "syscall"

// Error numbers of failed connections. Windows has its own numbers for socket errors:
// the system never returns those that package syscall defines under the names of Unix
// (learn.microsoft.com/windows/win32/winsock/windows-sockets-error-codes-2).
const (
	errnoRefused = syscall.Errno(10061)
	errnoReset   = syscall.WSAECONNRESET
	errnoClosed  = syscall.WSAECONNABORTED
)
