package serve

import (
	"fmt"
	"log/slog"
	"net"
	"time"

	"github.com/genus-kg/genus/config"
)

// Options say how to serve.
type Options struct {
	// Config are the settings of the server: its source, the defaults of jobs, its
	// limits.
	Config config.Config
	// Given is what Config was loaded from. A source that a request opens is
	// loaded from it, too, with the source of the request.
	Given config.Given
	// Version of the program.
	Version string
	// Token must be in every request. It may be empty on a loopback address only.
	Token string
	// Logger gets messages for developers; nil discards them.
	Logger *slog.Logger
}

// Limits beyond the settings.
const (
	maxBody       = 1 << 20 // of a request
	maxWorkspace  = 5 << 20
	maxWorkspaces = 1000
	maxExamples   = 10_000
	maxSize       = 50
	maxDepth      = 5
	maxSolutions  = 20
	maxStart      = 20       // concepts to start from
	maxConcept    = 64 << 10 // bytes
	maxExcluded   = 10_000   // classes that a concept must not name
	maxPage       = 500      // matches, edges, results of a search
	maxOffset     = 5000     // matches that are skipped
	maxSources    = 32       // open at a time
	maxUnpacked   = 16       // largest factor by which an upload may grow when it is unpacked
	keptJobs      = 200
	keepFor       = time.Hour // of jobs and sources that nobody uses
)

// Loopback reports whether the address can be reached from this machine only.
func Loopback(addr string) (bool, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return false, fmt.Errorf("--addr %q: write HOST:PORT, such as 127.0.0.1:8010", addr)
	}
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback(), nil
}
