package app

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// Pool keeps open what requests share, by key. What nobody uses stays open for the next
// request, until its room is needed or Sweep closes it. The zero value has no room.
type Pool[T interface{ Close() }] struct {
	Room int // how many are open at most

	mu      sync.Mutex
	list    []*pooled[T]
	opening map[string]chan struct{} // closed when done
	closed  bool
}

// pooled is one of the pool.
type pooled[T interface{ Close() }] struct {
	key   string
	value T
	users int       // requests that use it now
	used  time.Time // when the last of them ended
}

// ErrNoRoom is returned if all that is open is in use.
var ErrNoRoom = errors.New("too many sources are open and in use: try again later")

// Use returns the value of the key. It opens it if it is not open yet; a second request
// waits for the first. release ends the use; what is never released stays open.
func (p *Pool[T]) Use(ctx context.Context, key string, open func() (T, error)) (value T, release func(), err error) {
	for {
		p.mu.Lock()
		if one := p.find(key); one != nil {
			defer p.mu.Unlock()
			return one.value, p.use(one), nil
		}
		wait := p.opening[key]
		if wait == nil {
			if p.opening == nil {
				p.opening = map[string]chan struct{}{}
			}
			p.opening[key] = make(chan struct{})
		}
		p.mu.Unlock()
		if wait == nil {
			break
		}
		select {
		case <-wait:
		case <-ctx.Done():
			return value, nil, ctx.Err()
		}
	}
	defer func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		close(p.opening[key])
		delete(p.opening, key)
	}()
	if !p.makeRoom() {
		return value, nil, ErrNoRoom
	}
	if value, err = open(); err != nil {
		return value, nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		value.Close()
		return value, nil, context.Canceled
	}
	one := &pooled[T]{key: key, value: value}
	p.list = append(p.list, one)
	return value, p.use(one), nil
}

// Find returns the value of the key, if it is open.
func (p *Pool[T]) Find(key string) (value T, release func(), ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	one := p.find(key)
	if one == nil {
		return value, nil, false
	}
	return one.value, p.use(one), true
}

// All are those that are open, the oldest first.
func (p *Pool[T]) All() (values []T) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, one := range p.list {
		values = append(values, one.value)
	}
	return values
}

// Sweep closes what nobody has used for so long.
func (p *Pool[T]) Sweep(idle time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.list = slices.DeleteFunc(p.list, func(one *pooled[T]) bool {
		if one.users > 0 || time.Since(one.used) <= idle {
			return false
		}
		one.value.Close()
		return true
	})
}

// Close closes everything; nothing is opened then.
func (p *Pool[T]) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, one := range p.list {
		one.value.Close()
	}
	p.list, p.closed = nil, true
}

// find returns nil if the value of the key is not open.
func (p *Pool[T]) find(key string) *pooled[T] {
	i := slices.IndexFunc(p.list, func(one *pooled[T]) bool { return one.key == key })
	if i < 0 {
		return nil
	}
	return p.list[i]
}

// use counts a user.
func (p *Pool[T]) use(one *pooled[T]) (release func()) {
	one.users++
	return sync.OnceFunc(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		one.users--
		one.used = time.Now()
	})
}

// makeRoom closes the least recently used one if there is no room for another.
func (p *Pool[T]) makeRoom() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.list) < p.Room {
		return true
	}
	oldest := -1
	for i, one := range p.list {
		if one.users == 0 && (oldest < 0 || one.used.Before(p.list[oldest].used)) {
			oldest = i
		}
	}
	if oldest >= 0 {
		p.list[oldest].value.Close()
		p.list = slices.Delete(p.list, oldest, oldest+1)
	}
	return oldest >= 0
}
