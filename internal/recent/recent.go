// Package recent keeps values for some minutes.
package recent

import (
	"sync"
	"time"
)

// Values are what a source has returned. The key names all that a value depends on. The zero value is empty.
type Values[K comparable, V any] struct {
	Ageless bool // values stay until there are too many, as what the pages after a first one need

	mu  sync.Mutex
	all map[K]kept[V]
}

type kept[V any] struct {
	value V
	at    time.Time
}

// Fresh is how long a value is kept: a person looks at one concept for so long, and answers to questions often
// leave the concept as it is.
const Fresh = 5 * time.Minute

// most limits the number of values that are kept. The oldest goes first.
const most = 1000

// Get returns the value of the key; false if there is none, or only an old one.
func (r *Values[K, V]) Get(key K) (value V, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	k, ok := r.all[key]
	if !ok || r.isOld(k.at) {
		return value, false
	}
	return k.value, true
}

func (r *Values[K, V]) isOld(at time.Time) bool { return !r.Ageless && time.Since(at) >= Fresh }

// Put keeps a value, and drops what is old.
func (r *Values[K, V]) Put(key K, value V) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.all == nil {
		r.all = map[K]kept[V]{}
	}
	r.all[key] = kept[V]{value, time.Now()}
	oldest := key
	for k, v := range r.all {
		if r.isOld(v.at) {
			delete(r.all, k)
		} else if v.at.Before(r.all[oldest].at) {
			oldest = k
		}
	}
	if len(r.all) > most {
		delete(r.all, oldest)
	}
}
