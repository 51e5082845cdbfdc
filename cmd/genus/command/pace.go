package command

import (
	"context"
	"sync"
	"time"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
)

// paced is a client that begins no more than a number of requests per second.
type paced struct {
	extract.Client
	gap  time.Duration
	mu   sync.Mutex
	next time.Time // when the next request may begin
}

// pace limits the client to that many requests per second; 0 means no limit.
func pace(c extract.Client, perSecond float64) extract.Client {
	if perSecond <= 0 {
		return c
	}
	return &paced{Client: c, gap: time.Duration(float64(time.Second) / perSecond)}
}

func (p *paced) Select(ctx context.Context, query string) (*connector.Table, error) {
	if err := p.wait(ctx); err != nil {
		return nil, err
	}
	return p.Client.Select(ctx, query)
}

func (p *paced) Ask(ctx context.Context, query string) (bool, error) {
	if err := p.wait(ctx); err != nil {
		return false, err
	}
	return p.Client.Ask(ctx, query)
}

func (p *paced) wait(ctx context.Context) error {
	p.mu.Lock()
	now := time.Now()
	begin := p.next
	if begin.Before(now) {
		begin = now
	}
	p.next = begin.Add(p.gap)
	p.mu.Unlock()
	timer := time.NewTimer(begin.Sub(now))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
