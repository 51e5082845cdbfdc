package connector

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"sync/atomic"
)

// A Client sends queries to one endpoint. It is safe for concurrent use. Its requests
// share connections and limits, and all of them wait when the server asks for it.
type Client struct {
	o         Options // with defaults, without Credentials and HTTPClient
	endpoint  *url.URL
	shown     string // the URL without secrets
	kind      string // Credentials.kind
	userAgent string
	http      *http.Client
	log       *slog.Logger
	hide      func(string) string // removes secrets from a text that the server sent
	pause     *pause
	limiter   *limiter
	methods   *methods
	length    *length
	pace      *pace
	answered  *atomic.Bool             // whether the endpoint has answered at least once
	server    *atomic.Pointer[string]  // the Server header of the last answer
	moved     *atomic.Pointer[url.URL] // see movedTo; nil before
}

// New returns a client. It does not contact the endpoint.
func New(o Options) (*Client, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	o = o.withDefaults()
	endpoint, err := parseEndpoint(o.URL)
	if err != nil {
		return nil, err
	}
	c := &Client{
		endpoint:  endpoint,
		shown:     displayURL(endpoint),
		kind:      o.Credentials.kind(),
		userAgent: o.userAgent(),
		http:      newHTTPClient(o, endpoint),
		log:       o.Logger,
		hide:      func(s string) string { return s },
		limiter:   newLimiter(o.Requests, o.Errors),
		methods:   newMethods(o.Method),
		length:    &length{},
		pace:      paceOf(endpoint.Host),
		pause:     &pause{},
		answered:  &atomic.Bool{},
		server:    &atomic.Pointer[string]{},
		moved:     &atomic.Pointer[url.URL]{},
	}
	if !o.Credentials.IsZero() {
		c.hide = o.Credentials.hider().Replace
		if endpoint.Scheme == "http" && !o.Credentials.Digest && !isLoopback(endpoint.Hostname()) {
			c.log.Warn("credentials are sent unencrypted: use https", "endpoint", c.shown, "credentials", c.kind)
		}
	}
	o.Credentials, o.HTTPClient = Credentials{}, nil
	c.o = o
	return c, nil
}

// URL returns the endpoint's URL for display and storage. It hides the values of
// parameters whose names suggest a secret.
func (c *Client) URL() string { return c.shown }

// InURL reports whether queries are sent in the URL, whose length servers limit.
func (c *Client) InURL() bool { return c.methods.current() == Get }

// Server returns the Server header of the last answer, such as "Virtuoso/07.20".
// It is empty before the first answer, and if the endpoint does not send one.
func (c *Client) Server() string {
	if s := c.server.Load(); s != nil {
		return *s
	}
	return ""
}

// Select sends a SELECT query and returns its complete result. An answer that is
// incomplete or not a result is an error (see the package's Err variables).
func (c *Client) Select(ctx context.Context, query string) (table *Table, err error) {
	err = c.fetch(ctx, query, func(d *results, status int) (err error) {
		table, err = c.asTable(status, d)
		return err
	})
	return table, err
}

// Ask sends an ASK query and returns its answer.
func (c *Client) Ask(ctx context.Context, query string) (answer bool, err error) {
	err = c.fetch(ctx, query, func(d *results, status int) (err error) {
		answer, err = c.asBoolean(status, d)
		return err
	})
	return answer, err
}

// Close closes the idle connections. The client can be used again afterwards.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// String returns the endpoint and the kind of credentials.
func (c *Client) String() string {
	return fmt.Sprintf("endpoint %s (%s, credentials: %s)", c.shown, c.methods.current(), c.kind)
}

// Format prints String for every verb: the transport inside holds credentials.
func (c *Client) Format(s fmt.State, _ rune) { _, _ = io.WriteString(s, c.String()) }
