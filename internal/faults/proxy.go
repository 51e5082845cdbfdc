package faults

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"
)

// A Proxy is an HTTP server on loopback in front of an endpoint.
type Proxy struct {
	URL    string
	target atomic.Pointer[string]
	serve  func(n int, x *exchange) // n is the number of the request
	asked  atomic.Int64
	client *http.Client
	close  func()
}

// Start starts a proxy in front of the endpoint. plan returns the fault at its nth
// request, or nil. The proxy ends with the test.
func Start(t testing.TB, endpoint string, plan func(n int) *Fault) *Proxy {
	t.Helper()
	return start(t, endpoint, func(n int, x *exchange) {
		if fault := plan(n); fault != nil {
			fault.serve(x)
			return
		}
		x.send(x.ask())
	})
}

func start(t testing.TB, endpoint string, serve func(n int, x *exchange)) *Proxy {
	t.Helper()
	transport := &http.Transport{MaxIdleConnsPerHost: 8}
	p := &Proxy{serve: serve, client: &http.Client{Transport: transport}}
	p.target.Store(&endpoint)
	srv := httptest.NewUnstartedServer(p)
	srv.Config.ErrorLog = nil
	srv.Start()
	p.URL = srv.URL
	p.close = func() {
		srv.CloseClientConnections()
		srv.Close()
		transport.CloseIdleConnections()
	}
	t.Cleanup(p.Close)
	return p
}

// Close ends the proxy before the test ends, because engines limit their connections.
func (p *Proxy) Close() { p.close() }

// Redirect sends all further requests to another endpoint, with other data.
func (p *Proxy) Redirect(endpoint string) { p.target.Store(&endpoint) }

// Requests returns the number of requests so far.
func (p *Proxy) Requests() int { return int(p.asked.Load()) }

// An exchange is a request and its answer.
type exchange struct {
	p     *Proxy
	w     http.ResponseWriter
	r     *http.Request
	query []byte // the body of the request
}

type answer struct {
	status int
	header http.Header
	body   []byte
}

// set adds headers: names and values in turn.
func (a answer) set(headers []string) {
	for i := 0; i < len(headers); i += 2 {
		a.header.Set(headers[i], headers[i+1])
	}
}

func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	x := &exchange{p: p, w: w, r: r, query: body}
	p.serve(int(p.asked.Add(1)-1), x)
}

// ask passes the request on to the endpoint.
func (x *exchange) ask() answer {
	// The endpoint goes on when the client has closed the connection.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(x.r.Context()), time.Minute)
	defer cancel()
	target := *x.p.target.Load()
	if x.r.URL.RawQuery != "" {
		target += "?" + x.r.URL.RawQuery
	}
	req, err := http.NewRequestWithContext(ctx, x.r.Method, target, bytes.NewReader(x.query))
	if err != nil {
		panic(err)
	}
	for _, name := range []string{"Accept", "Content-Type", "User-Agent"} {
		req.Header[name] = x.r.Header[name]
	}
	resp, err := x.p.client.Do(req)
	if err != nil {
		return answer{status: http.StatusBadGateway, header: http.Header{}, body: []byte(err.Error())}
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return answer{status: http.StatusBadGateway, header: http.Header{}, body: []byte(err.Error())}
	}
	header := http.Header{}
	for _, name := range []string{"Content-Type", "Server", "X-Sparql-Maxrows", "X-Sql-State", "X-Sql-Message"} {
		if v := resp.Header.Get(name); v != "" {
			header.Set(name, v)
		}
	}
	return answer{resp.StatusCode, header, body}
}

func (x *exchange) send(a answer) {
	maps.Copy(x.w.Header(), a.header)
	x.w.WriteHeader(a.status)
	_, _ = x.w.Write(a.body)
}

// raw takes the connection over, writes the bytes and calls end before it closes it.
func (x *exchange) raw(text []byte, end func(net.Conn)) {
	conn, _, err := http.NewResponseController(x.w).Hijack()
	if err != nil {
		panic(err)
	}
	_, _ = conn.Write(text)
	end(conn)
	_ = conn.Close()
}

// reset makes closing the connection send a TCP reset.
func reset(conn net.Conn) {
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
}

func hangUp(net.Conn) {}

// responseHead returns the start of an answer that announces a body of this length.
func responseHead(a answer, length int) []byte {
	return fmt.Appendf(nil, "HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n",
		a.header.Get("Content-Type"), length)
}
