package source

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// A Pool shares open values between requests, by key. A value that no request uses stays
// open until another one needs its room or Sweep closes it. The zero value has no room.
type Pool[T interface{ Close() }] struct {
	Room int // the largest number of open values

	mu      sync.Mutex
	list    []*pooled[T]
	opening map[string]chan struct{} // by key; closed when the value is open, or failed to open
	closed  bool
}

type pooled[T interface{ Close() }] struct {
	key   string
	value T
	users int       // requests that use it now
	used  time.Time // when the last of them ended
}

// ErrNoRoom is the error if all open values are in use.
var ErrNoRoom = errors.New("too many sources are open and in use: try again later")

// Use returns the value of the key. It opens the value if it is not open yet; a second
// request waits for the first. The caller must call release when it no longer uses the
// value.
func (p *Pool[T]) Use(ctx context.Context, key string, open func() (T, error)) (value T, release func(), err error) {
	for {
		p.mu.Lock()
		if one := p.find(key); one != nil {
			defer p.mu.Unlock()
			return one.value, p.addUser(one), nil
		}
		wait := p.opening[key]
		if wait == nil {
			break
		}
		p.mu.Unlock()
		select {
		case <-wait:
		case <-ctx.Done():
			return value, nil, ctx.Err()
		}
	}
	if !p.makeRoom() {
		p.mu.Unlock()
		return value, nil, ErrNoRoom
	}
	if p.opening == nil {
		p.opening = map[string]chan struct{}{}
	}
	p.opening[key] = make(chan struct{})
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		close(p.opening[key])
		delete(p.opening, key)
	}()
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
	return value, p.addUser(one), nil
}

// Find returns the value of the key if it is open.
func (p *Pool[T]) Find(key string) (value T, release func(), ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	one := p.find(key)
	if one == nil {
		return value, nil, false
	}
	return one.value, p.addUser(one), true
}

// All returns the open values, the oldest first.
func (p *Pool[T]) All() (values []T) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, one := range p.list {
		values = append(values, one.value)
	}
	return values
}

// Sweep closes the values that no request has used for longer than idle.
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

// Close closes all values. Afterwards none can be opened.
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

// addUser counts a user of the value until release is called.
func (p *Pool[T]) addUser(one *pooled[T]) (release func()) {
	one.users++
	return sync.OnceFunc(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		one.users--
		one.used = time.Now()
	})
}

// makeRoom closes the least recently used value if there is no room for another one.
// Values that are being opened take room, too. It returns false if all are in use.
func (p *Pool[T]) makeRoom() bool {
	return len(p.list)+len(p.opening) < p.Room || p.closeOldest(func(T) bool { return true })
}

// Shrink closes the least recently used of some values, until at most so many of them are open. It
// returns false if more are in use.
func (p *Pool[T]) Shrink(most int, some func(T) bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := 0
	for _, one := range p.list {
		if some(one.value) {
			n++
		}
	}
	for ; n > most; n-- {
		if !p.closeOldest(some) {
			return false
		}
	}
	return true
}

// closeOldest closes the least recently used of some values; false if all are in use.
func (p *Pool[T]) closeOldest(some func(T) bool) bool {
	oldest := -1
	for i, one := range p.list {
		if one.users == 0 && some(one.value) && (oldest < 0 || one.used.Before(p.list[oldest].used)) {
			oldest = i
		}
	}
	if oldest >= 0 {
		p.list[oldest].value.Close()
		p.list = slices.Delete(p.list, oldest, oldest+1)
	}
	return oldest >= 0
}
