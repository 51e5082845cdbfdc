package serve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// Server serves until Close.
type Server struct {
	o        Options
	log      *slog.Logger
	guard    guard
	document *huma.OpenAPI // generated from the routes
	metrics  *metrics
	dir      string // for temporary files, removed by Close

	turnstile  turnstile
	workspaces *workspaces
	sources    *sources
	jobs       *jobs

	ctx  context.Context // ends with the server
	stop context.CancelFunc
	work sync.WaitGroup // background work
}

// New opens the source of the settings and the database of workspaces.
func New(ctx context.Context, o Options) (*Server, error) {
	c := o.Config
	loopback, err := Loopback(c.Addr)
	if err != nil {
		return nil, err
	}
	if !loopback && o.Token == "" && len(o.Users) == 0 && !o.Demo {
		return nil, fmt.Errorf("serve: %s can be reached from other machines: a token is needed", c.Addr)
	}
	hosts, err := hostsOf(c.Allowed().Hosts, loopback)
	if err != nil {
		return nil, err
	}
	images := c.Allowed().Images
	for _, host := range images {
		if err := checkHost("images", host); err != nil {
			return nil, err
		}
	}
	s := &Server{o: o, log: o.Logger, metrics: newMetrics()}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	s.guard = guard{
		log:      s.log,
		users:    o.Users,
		loopback: loopback,
		hosts:    hosts,
		images:   images,
		origins:  c.Allowed().Origins,
	}
	if o.Demo {
		if err := checkDemo(c); err != nil {
			return nil, err
		}
		s.guard.demo = &demo{}
	}
	if o.Token != "" {
		s.guard.users = append(slices.Clone(o.Users), User{Token: o.Token})
	}
	if s.dir, err = os.MkdirTemp("", "genus-serve-"); err != nil {
		return nil, fmt.Errorf("serve: %w", err)
	}
	if o.Demo {
		c.State = filepath.Join(s.dir, "serve.db") // which stays empty
	}
	s.ctx, s.stop = context.WithCancel(ctx)
	if s.workspaces, err = openWorkspaces(s.ctx, c.State); err == nil {
		s.sources, err = newSources(s.ctx, o, loopback, s.dir)
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	s.jobs = &jobs{
		ctx:     s.ctx,
		sources: s.sources,
		log:     s.log,
		metrics: s.metrics,
		queue:   maxWaiting,
		slots:   make(chan struct{}, c.Jobs),
	}
	s.metrics.gauge("genus_jobs_waiting", "Jobs that are not over.", s.jobs.unfinished)
	s.metrics.gauge("genus_sources_open", "Sources that are open.", func() int { return len(s.sources.pool.All()) })
	s.work.Go(s.sweepAll)
	return s, nil
}

// sweepAll drops sources and jobs that nobody uses, until the server ends.
func (s *Server) sweepAll() {
	tick := time.NewTicker(keepFor / 20)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			s.sources.pool.Sweep(keepFor)
			s.jobs.sweep(time.Now())
		case <-s.ctx.Done():
			return
		}
	}
}

// grace is how long Close waits for cancelled work. With patience it is less than a
// second.
const grace = 400 * time.Millisecond

// Close cancels all jobs, waits up to grace for them, and closes everything.
func (s *Server) Close() {
	s.stop()
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		if s.jobs != nil {
			s.jobs.close()
		}
		s.work.Wait()
		if s.sources != nil {
			s.sources.pool.Close()
		}
	}()
	select {
	case <-stopped:
	case <-time.After(grace):
		s.log.Warn("the server ends while some of its work has not stopped")
	}
	if s.workspaces != nil {
		if err := s.workspaces.close(); err != nil {
			s.log.Warn("the database of workspaces was not closed", "error", err)
		}
	}
	if err := os.RemoveAll(s.dir); err != nil {
		s.log.Warn("temporary files are left", "error", err)
	}
}

// patience is how long requests may run after Run was told to end, so that the last
// events of cancelled jobs are sent.
const patience = 500 * time.Millisecond

// Run serves on the listener until ctx ends, and then returns within a second.
func (s *Server) Run(ctx context.Context, listener net.Listener) error {
	server := &http.Server{
		Handler:           s.Handler(),
		BaseContext:       func(net.Listener) context.Context { return s.ctx },
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       2 * time.Minute, // of an upload
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	done := make(chan error, 1)
	go func() { done <- server.Serve(listener) }()
	select {
	case err := <-done:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	s.jobs.cancelAll()
	late, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	if err := server.Shutdown(late); err != nil {
		s.stop()
		err = server.Close()
		if err != nil && !errors.Is(err, net.ErrClosed) {
			return fmt.Errorf("serve: %w", err)
		}
	}
	return nil
}
