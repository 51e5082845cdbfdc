package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/config/genusyaml"
	"github.com/genus-kg/genus/internal/builtin"
	"github.com/genus-kg/genus/session/source"
)

// Limits of a call.
const (
	grace       = 30 * time.Second // to confirm, after extracting and learning
	keptSources = 4                // sources that stay open without calls
)

// Options configure a server.
type Options struct {
	// Given has the settings of the program. The input of a call wins over it.
	Given config.Given
	// Version is that of the program.
	Version string
}

// A Server has the tools and the sources that they have opened.
type Server struct {
	o       Options
	base    config.Config
	access  source.Access
	dir     string                         // with the built-in data; Run removes it
	builtIn map[string]config.SourceChoice // by name
	pool    source.Pool[*genus.Session]
	turns   chan struct{} // an entry for each call that runs
	sdk     *sdk.Server
}

// New returns a server. It sends no requests before a call.
func New(o Options) (*Server, error) {
	base, err := genusyaml.Load(o.Given)
	if err != nil {
		return nil, err
	}
	allowed := base.Allowed()
	access, err := source.NewAccess(allowed.Endpoints, allowed.Paths)
	if err != nil {
		return nil, err
	}
	s := &Server{
		o:       o,
		base:    base,
		access:  access,
		builtIn: map[string]config.SourceChoice{},
		pool:    source.Pool[*genus.Session]{Room: base.Jobs + keptSources},
		turns:   make(chan struct{}, base.Jobs),
	}
	if s.dir, err = os.MkdirTemp("", "genus-mcp-"); err != nil {
		return nil, err
	}
	for _, d := range builtin.All() {
		file, err := d.WriteFile(s.dir)
		if err != nil {
			return nil, err
		}
		s.builtIn[d.Name] = config.SourceChoice{Data: []string{file}, Prefix: d.Prefix}
	}
	s.sdk = sdk.NewServer(&sdk.Implementation{Name: "genus", Title: "genus", Version: o.Version},
		&sdk.ServerOptions{Instructions: s.instructions(), Capabilities: &sdk.ServerCapabilities{}})
	s.sdk.AddReceivingMiddleware(withoutNulls)
	s.addTools()
	return s, nil
}

// withoutNulls leaves out the arguments of a call that are null, also in objects in them: assistants send so what they
// do not set. An element of a list stays.
func withoutNulls(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, r sdk.Request) (sdk.Result, error) {
		p, ok := r.GetParams().(*sdk.CallToolParamsRaw)
		if !ok || !bytes.Contains(p.Arguments, []byte("null")) {
			return next(ctx, method, r)
		}
		var arguments any
		d := json.NewDecoder(bytes.NewReader(p.Arguments))
		d.UseNumber()
		if d.Decode(&arguments) == nil && dropNulls(arguments) {
			if b, err := json.Marshal(arguments); err == nil {
				p.Arguments = b
			}
		}
		return next(ctx, method, r)
	}
}

// dropNulls removes what is null from objects, and reports whether anything was.
func dropNulls(v any) (dropped bool) {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			if value == nil {
				delete(v, key)
				dropped = true
			} else if dropNulls(value) {
				dropped = true
			}
		}
	case []any:
		for _, value := range v {
			if dropNulls(value) {
				dropped = true
			}
		}
	}
	return dropped
}

// Run serves one client until it leaves or ctx ends. It then closes the sources.
func (s *Server) Run(ctx context.Context, t sdk.Transport) error {
	defer func() { _ = os.RemoveAll(s.dir) }()
	defer s.pool.Close()
	s.sdk.AddReceivingMiddleware(endingWith(ctx))
	return s.sdk.Run(ctx, t)
}

// endingWith ends every call when ctx ends. The SDK would wait for the calls.
func endingWith(ctx context.Context) sdk.Middleware {
	return func(next sdk.MethodHandler) sdk.MethodHandler {
		return func(call context.Context, method string, r sdk.Request) (sdk.Result, error) {
			call, cancel := context.WithCancelCause(call)
			defer cancel(nil)
			stop := context.AfterFunc(ctx, func() { cancel(context.Cause(ctx)) })
			defer stop()
			return next(call, method, r)
		}
	}
}

// instructions tells an assistant how to use the tools and which sources there are.
func (s *Server) instructions() string {
	var b strings.Builder
	b.WriteString(`genus finds what a set of things in a knowledge graph has in common. Name two or three that belong, by their names or IRIs: search finds them, and classes lists the kinds of things that there are. learn returns the concept that is most likely meant, how sure that is, and a SPARQL query that the endpoint has confirmed. If it returns a question, ask your user whether that individual belongs, and learn again with the answer, until there is no question. Show the user the English sentence, the number of members and some of the matches. When matches are wrong, add them to neg and learn again.

`)
	b.WriteString("Sources: ")
	b.WriteString(s.sources())
	return b.String()
}
