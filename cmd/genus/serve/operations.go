package serve

import (
	"fmt"
	"net/http"
	"path"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics counts what the server does. GET /metrics shows it in the format of Prometheus, with
// the memory and the processor time of the process.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec // seconds of a request
	queued   prometheus.Histogram     // seconds that a job waits for its turn
	jobs     *prometheus.CounterVec   // jobs that are over
}

func newMetrics() *metrics {
	seconds := []float64{.01, .1, 1, 10, 60, 600}
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "genus_http_request_seconds", Help: "Requests that were answered, and how long that took.", Buckets: seconds,
		}, []string{"route", "status"}),
		queued: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "genus_job_wait_seconds", Help: "How long jobs waited for their turn.", Buckets: seconds,
		}),
		jobs: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "genus_jobs_total",
			Help: "Jobs that are over, by their state; fault is the kind of their error, such as endpoint or timeout.",
		}, []string{"state", "fault"}),
	}
	m.registry.MustRegister(m.requests, m.queued, m.jobs, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// gauge shows a number that is read when the metrics are.
func (m *metrics) gauge(name, help string, read func() int) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help},
		func() float64 { return float64(read()) }))
}

// over counts a job that is over, with its fault if it failed.
func (m *metrics) over(state string, f *fault) {
	kind := ""
	if f != nil {
		kind = path.Base(f.Type)
	}
	m.jobs.WithLabelValues(state, kind).Inc()
}

// addOperations adds what watches the server: whether it answers, and its metrics.
func (s *Server) addOperations(mux *http.ServeMux) {
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = fmt.Fprintln(w, "ok") // an error means that the client is gone
	})
	mux.Handle("GET "+metricsPath, promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{}))
}

const metricsPath = "/metrics"

// observed returns a handler that measures and logs the requests of the pattern that h answers.
func (s *Server) observed(pattern string, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begin, seen := time.Now(), &statusWriter{ResponseWriter: w, status: http.StatusOK}
		h.ServeHTTP(seen, r)
		taken := time.Since(begin)
		s.metrics.requests.WithLabelValues(pattern, strconv.Itoa(seen.status)).Observe(taken.Seconds())
		log := s.log
		if user := userOf(r.Context()); user != "" {
			log = log.With("user", user)
		}
		log.Info("request", "method", r.Method, "path", r.URL.Path, "status", seen.status, "seconds", taken.Seconds())
	})
}

// A statusWriter remembers the status of an answer.
type statusWriter struct {
	http.ResponseWriter
	status int
}

func (w *statusWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap gives http.ResponseController the writer that can flush and has deadlines.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
