package serve

import (
	"cmp"
	"fmt"
	"log/slog"
	"net"
	"time"

	"github.com/genus-kg/genus/config"
)

// Options configure a server.
type Options struct {
	// Config has the settings of the server: its source, the defaults of jobs, and its
	// limits.
	Config config.Config
	// Given is what Config was loaded from. The settings of a source that a request
	// opens are loaded from it, too, with the source of the request.
	Given config.Given
	// Version of the program.
	Version string
	// Token must be in every request, or that of one of the Users. There may be none only on a
	// loopback address.
	Token string
	Users []User
	// Demo serves the built-in data to everybody: see demo.go. Then there may be no token on any address.
	Demo bool
	// Logger gets messages for developers; nil discards them.
	Logger *slog.Logger
	// MaxUpload is the largest size of an uploaded file in bytes; 0 means 64 MiB.
	MaxUpload int64
}

func (o Options) maxUpload() int64 { return cmp.Or(o.MaxUpload, 64<<20) }

// Limits beyond the settings, and beyond those of the operations.
const (
	repairTime    = 30 * time.Second // limits the search for a repair, because a person waits
	maxBody       = 1 << 20          // bytes of the body of a request
	maxAnnotated  = 16 << 20         // bytes of a table to annotate
	maxWorkspace  = 5 << 20          // bytes
	maxWorkspaces = 1000
	maxExamples   = 10_000
	maxPage       = 500 // results of a search
	maxSources    = 32  // open at a time
	maxUnpacked   = 16  // largest factor by which an upload may grow when it is unpacked
	keptJobs      = 200
	maxWaiting    = 16        // jobs in the queue
	keepFor       = time.Hour // of jobs and sources that nobody uses
)

// Loopback reports whether only this machine can reach the address.
func Loopback(addr string) (bool, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return false, fmt.Errorf("--addr %q: write HOST:PORT, such as 127.0.0.1:8010", addr)
	}
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback(), nil
}
