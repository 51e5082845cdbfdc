package embedded

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"sync"
	"time"

	"github.com/knakk/rdf"
)

// DefaultQueryTimeout bounds one query unless Options say otherwise.
const DefaultQueryTimeout = 30 * time.Second

// Options are those of an endpoint; the zero value is usable.
type Options struct {
	// QueryTimeout is the longest a query may take; then the answer is 503. Zero
	// means DefaultQueryTimeout.
	QueryTimeout time.Duration
	// Parallel is how many queries are evaluated at once, the others wait. Zero
	// means one per processor.
	Parallel int
	// Logger receives failures; nil discards.
	Logger *slog.Logger
}

// Validate reports the first option that cannot be used.
func (o Options) Validate() error {
	if o.QueryTimeout < 0 {
		return fmt.Errorf("embedded endpoint: query timeout %s is negative", o.QueryTimeout)
	}
	if o.Parallel < 0 {
		return fmt.Errorf("embedded endpoint: %d parallel queries", o.Parallel)
	}
	return nil
}

// Endpoint is a SPARQL query endpoint on the loopback interface.
type Endpoint struct {
	url     string
	server  *http.Server
	stop    context.CancelFunc
	slots   chan struct{}  // has one element for each running query
	serving sync.WaitGroup // the server's loop
	once    sync.Once
	failed  error
}

// Start serves the triples until Close is called or ctx ends.
func Start(ctx context.Context, triples []rdf.Triple, o Options) (*Endpoint, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	o.QueryTimeout = cmp.Or(o.QueryTimeout, DefaultQueryTimeout)
	o.Parallel = cmp.Or(o.Parallel, runtime.GOMAXPROCS(0))
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	x, err := newIndex(triples)
	if err != nil {
		return nil, fmt.Errorf("embedded endpoint: %w", err)
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("embedded endpoint: %w", err)
	}
	ctx, stop := context.WithCancel(ctx)
	e := &Endpoint{
		url:  "http://" + listener.Addr().String() + path,
		stop: stop, slots: make(chan struct{}, o.Parallel),
	}
	h := &handler{x: x, timeout: o.QueryTimeout, slots: e.slots, log: o.Logger}
	mux := http.NewServeMux()
	mux.Handle(path, h)
	e.server = &http.Server{
		Handler:           mux,
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      o.QueryTimeout + 30*time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    1 << 20, // a query by GET is in the header
		ErrorLog:          slog.NewLogLogger(o.Logger.Handler(), slog.LevelWarn),
	}
	e.serving.Go(func() {
		if err := e.server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			o.Logger.Error("embedded endpoint stopped", "error", err)
		}
	})
	context.AfterFunc(ctx, func() { _ = e.server.Close() })
	return e, nil
}

// StartNTriples serves a document in N-Triples. Its errors name the line.
func StartNTriples(ctx context.Context, r io.Reader, o Options) (*Endpoint, error) {
	triples, err := rdf.NewTripleDecoder(r, rdf.NTriples).DecodeAll()
	if err != nil {
		return nil, fmt.Errorf("embedded endpoint: N-Triples: %w", err)
	}
	return Start(ctx, triples, o)
}

// URL returns the URL of the query endpoint.
func (e *Endpoint) URL() string { return e.url }

// Close stops the endpoint and the queries that run, and waits for their end. Further
// calls do nothing.
func (e *Endpoint) Close() error {
	e.once.Do(func() {
		e.stop()
		e.failed = e.server.Close()
		e.serving.Wait()
		// With all slots taken, no query runs and none can begin.
		for range cap(e.slots) {
			e.slots <- struct{}{}
		}
	})
	return e.failed
}
