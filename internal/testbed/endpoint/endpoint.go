// Package endpoint has the scripted endpoint of tests: a client that counts and keeps its
// requests, and that refuses, changes or makes up answers as the test says.
package endpoint

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/genus-kg/genus/connector"
)

// A Querier answers queries, as the client of an endpoint does.
type Querier interface {
	Select(ctx context.Context, query string) (*connector.Table, error)
	Ask(ctx context.Context, query string) (bool, error)
	URL() string
}

// A Client passes requests on. Many goroutines may use it at once.
type Client struct {
	To Querier // answers what Answer does not; may be nil
	// Refuse, if set, returns the error in place of an answer; there were n requests before.
	Refuse func(n int, query string) error
	Answer func(query string) (*connector.Table, error)     // if set, answers SELECT queries
	Change func(query string, table *connector.Table) error // if set, changes what To answers

	mu   sync.Mutex
	sent []string
}

func (c *Client) Select(ctx context.Context, query string) (*connector.Table, error) {
	if err := c.note(query); err != nil {
		return nil, err
	}
	if c.Answer != nil {
		return c.Answer(query)
	}
	if c.To == nil {
		return nil, errNobody
	}
	table, err := c.To.Select(ctx, query)
	if err == nil && c.Change != nil {
		err = c.Change(query, table)
	}
	if err != nil {
		return nil, err
	}
	return table, nil
}

func (c *Client) Ask(ctx context.Context, query string) (bool, error) {
	if err := c.note(query); err != nil {
		return false, err
	}
	if c.To == nil {
		return false, errNobody
	}
	return c.To.Ask(ctx, query)
}

// URL returns the address of the endpoint behind it.
func (c *Client) URL() string {
	if c.To == nil {
		return "http://localhost/sparql"
	}
	return c.To.URL()
}

var errNobody = errors.New("the test has nobody who answers")

// note keeps a query, and returns the error that refuses it.
func (c *Client) note(query string) error {
	c.mu.Lock()
	n := len(c.sent)
	c.sent = append(c.sent, query)
	c.mu.Unlock()
	if c.Refuse == nil {
		return nil
	}
	return c.Refuse(n, query)
}

// Sent returns the queries since the beginning or the last [Client.Forget].
func (c *Client) Sent() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.sent)
}

// Requests returns the number of the queries that Sent returns.
func (c *Client) Requests() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.sent)
}

// Forget forgets the queries so far.
func (c *Client) Forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sent = nil
}

// Capped returns a client of an endpoint that refuses to send more rows.
func Capped(to Querier, rows int) *Client {
	return &Client{To: to, Change: func(_ string, table *connector.Table) error {
		if len(table.Rows) > rows {
			return &connector.ResultError{URL: to.URL(), Status: 200, Kind: connector.ErrTruncated, Reason: "row cap"}
		}
		return nil
	}}
}

// Cut returns a client of an endpoint that silently sends no more rows.
func Cut(to Querier, rows int) *Client {
	return &Client{To: to, Change: func(_ string, table *connector.Table) error {
		table.Rows = table.Rows[:min(rows, len(table.Rows))]
		return nil
	}}
}

// Refusing returns a client of an endpoint that answers so many requests, and then gives the error.
func Refusing(to Querier, answers int, err error) *Client {
	return &Client{To: to, Refuse: func(n int, _ string) error {
		if n < answers {
			return nil
		}
		return err
	}}
}
