package source

import (
	"sync"
	"time"
)

// Recent keeps what an endpoint has returned, for some minutes. The key names all that a value depends on. The
// zero value is empty.
type Recent[K comparable, V any] struct {
	Ageless bool // values stay until there are too many, as what the pages after a first one need

	mu  sync.Mutex
	all map[K]recentValue[V]
}

type recentValue[V any] struct {
	value V
	at    time.Time
}

// Fresh is how long a value is kept: a person looks at one concept for so long, and answers to questions often
// leave the concept as it is.
const Fresh = 5 * time.Minute

// mostRecent limits the number of values that are kept. The oldest goes first.
const mostRecent = 1000

// Get returns the value of the key; false if there is none, or only an old one.
func (r *Recent[K, V]) Get(key K) (value V, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	kept, ok := r.all[key]
	if !ok || r.isOld(kept.at) {
		return value, false
	}
	return kept.value, true
}

func (r *Recent[K, V]) isOld(at time.Time) bool { return !r.Ageless && time.Since(at) >= Fresh }

// Put keeps a value, and drops what is old.
func (r *Recent[K, V]) Put(key K, value V) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.all == nil {
		r.all = map[K]recentValue[V]{}
	}
	r.all[key] = recentValue[V]{value, time.Now()}
	oldest := key
	for k, kept := range r.all {
		if r.isOld(kept.at) {
			delete(r.all, k)
		} else if kept.at.Before(r.all[oldest].at) {
			oldest = k
		}
	}
	if len(r.all) > mostRecent {
		delete(r.all, oldest)
	}
}
