package mcp

import (
	"context"
	"os"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/config"
)

// Bounds of a call.
const (
	maxExamples = 2000     // of one side
	maxText     = 64 << 10 // bytes of a concept
	maxIRI      = 4 << 10
	maxListed   = 1000 // entries of one list in a result
	maxDepth    = 5    // edges from the examples
	grace       = 30 * time.Second
	keptSources = 4 // that no call uses stay open
)

// Options configure a server.
type Options struct {
	// Given are the settings of the program. Flags that a call sets win.
	Given config.Given
	// Version of the program.
	Version string
}

// Server has the tools, and the sources that they have opened.
type Server struct {
	o         Options
	base      config.Config
	access    app.Access
	dir       string // with the built-in example, removed by Run
	elephants config.SourceChoice
	pool      app.Pool[*app.Source]
	turns     chan struct{} // one entry for each call that works
	sdk       *sdk.Server
}

// New makes a server. It sends no request before a tool is called.
func New(o Options) (*Server, error) {
	base, err := config.Load(o.Given)
	if err != nil {
		return nil, err
	}
	access, err := app.NewAccess(base.AllowEndpoint, base.AllowPath)
	if err != nil {
		return nil, err
	}
	s := &Server{o: o, base: base, access: access, pool: app.Pool[*app.Source]{Room: base.Jobs + keptSources}, turns: make(chan struct{}, base.Jobs)}
	if s.dir, err = os.MkdirTemp("", "genus-mcp-"); err != nil {
		return nil, err
	}
	if s.elephants, err = app.Elephants(s.dir); err != nil {
		return nil, err
	}
	s.sdk = sdk.NewServer(&sdk.Implementation{Name: "genus", Title: "genus", Version: o.Version},
		&sdk.ServerOptions{Instructions: s.instructions(), Capabilities: &sdk.ServerCapabilities{}})
	for _, add := range []func() error{s.addSearch, s.addClasses, s.addNeighbourhood, s.addLearn, s.addMatches, s.addVerify, s.addTranslate} {
		if err := add(); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Run serves one client until it leaves or ctx ends, and closes what was opened.
func (s *Server) Run(ctx context.Context, t sdk.Transport) error {
	defer func() { _ = os.RemoveAll(s.dir) }()
	defer s.pool.Close()
	return s.sdk.Run(ctx, t)
}

// instructions tell an assistant how to use the tools and which sources there are.
func (s *Server) instructions() string {
	var b strings.Builder
	b.WriteString(`genus finds what a set of things in a knowledge graph has in common. Name two or three that belong: search finds their IRIs by name, and classes what kinds of things there are. learn returns the concept that is most likely meant, how sure that is, and a SPARQL query that the endpoint has confirmed. If it returns a question, ask your user whether that individual belongs, and learn again with the answer, until there is no question. Show the user the English sentence, the number of members and some of the matches. When matches are wrong, add them to the negatives and learn again.

`)
	b.WriteString("Sources: ")
	b.WriteString(s.sources())
	return b.String()
}
