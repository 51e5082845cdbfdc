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

// DefaultQueryTimeout is the default of Options.QueryTimeout.
const DefaultQueryTimeout = 30 * time.Second

// Options configure an endpoint. The zero value is usable.
type Options struct {
	// QueryTimeout is the longest time that a query may take. After it the status is
	// 503. Zero means DefaultQueryTimeout.
	QueryTimeout time.Duration
	// Logger receives failures of the engine; nil discards them.
	Logger *slog.Logger
}

// An Endpoint is a SPARQL query endpoint on the loopback interface.
type Endpoint struct {
	url     string
	server  *http.Server
	stop    context.CancelFunc
	slots   chan struct{}  // one element for each running query; others wait
	serving sync.WaitGroup // runs the server
	once    sync.Once      // guards Close
	closed  error          // the result of Close
}

// Start serves the triples until Close is called or ctx ends.
func Start(ctx context.Context, triples []rdf.Triple, o Options) (*Endpoint, error) {
	if o.QueryTimeout < 0 {
		return nil, fmt.Errorf("embedded endpoint: query timeout %s is negative", o.QueryTimeout)
	}
	o.QueryTimeout = cmp.Or(o.QueryTimeout, DefaultQueryTimeout)
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
		stop: stop, slots: make(chan struct{}, runtime.GOMAXPROCS(0)),
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

// StartNTriples serves an N-Triples document. The errors of its syntax name the line.
func StartNTriples(ctx context.Context, r io.Reader, o Options) (*Endpoint, error) {
	triples, err := rdf.NewTripleDecoder(r, rdf.NTriples).DecodeAll()
	if err != nil {
		return nil, fmt.Errorf("embedded endpoint: N-Triples: %w", err)
	}
	return Start(ctx, triples, o)
}

// URL returns the URL of the query endpoint.
func (e *Endpoint) URL() string { return e.url }

// Close stops the endpoint and its queries, and waits until they have ended. Further calls
// do nothing.
func (e *Endpoint) Close() error {
	e.once.Do(func() {
		e.stop()
		e.closed = e.server.Close()
		e.serving.Wait()
		// With all slots taken, no query runs and none can begin.
		for range cap(e.slots) {
			e.slots <- struct{}{}
		}
	})
	return e.closed
}
