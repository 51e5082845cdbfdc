package genus_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

// closing counts how often it is closed.
type closing struct{ closed int }

func (c *closing) Close() { c.closed++ }

// What several requests ask for is opened once. A value in use stays open. The least
// recently used one makes room.
func TestPool(t *testing.T) {
	p := genus.Pool[*closing]{Room: 2}
	opened := 0
	use := func(key string) (*closing, func()) {
		t.Helper()
		one, release, err := p.Use(t.Context(), key, func() (*closing, error) {
			opened++
			time.Sleep(time.Millisecond)
			return &closing{}, nil
		})
		require.NoError(t, err)
		return one, release
	}
	var all sync.WaitGroup
	for range 9 {
		all.Go(func() { _, release := use("a"); release() })
	}
	all.Wait()
	a, release := use("a")
	b, releaseB := use("b")
	if _, _, err := p.Use(t.Context(), "c", nil); !errors.Is(err, genus.ErrNoRoom) || opened != 2 {
		t.Errorf("%d were opened, and then %v", opened, err)
	}
	releaseB()
	c, releaseC := use("c")
	_, _, ok := p.Find("b")
	check.That(t, !ok && b.closed == 1 && a.closed == 0, "b was closed %d times, a %d times", b.closed, a.closed)
	release()
	if p.Sweep(time.Hour); a.closed != 0 {
		t.Error("a was used just now")
	}
	if p.Sweep(0); a.closed != 1 || c.closed != 0 {
		t.Errorf("a was closed %d times, c %d times", a.closed, c.closed)
	}
	releaseC()
	p.Close()
	if _, _, err := p.Use(t.Context(), "d", func() (*closing, error) { return &closing{}, nil }); !errors.Is(err, context.Canceled) || c.closed != 1 {
		t.Errorf("after Close: %v; c was closed %d times", err, c.closed)
	}
}

// A value that is being opened takes room.
func TestPoolOpening(t *testing.T) {
	p := genus.Pool[*closing]{Room: 1}
	_, release, err := p.Use(t.Context(), "a", func() (*closing, error) {
		if _, _, err := p.Use(t.Context(), "b", func() (*closing, error) { return &closing{}, nil }); !errors.Is(err, genus.ErrNoRoom) {
			t.Errorf("beside the first, the second: %v", err)
		}
		return &closing{}, nil
	})
	require.NoError(t, err)
	release()
	if _, _, err := p.Use(t.Context(), "b", func() (*closing, error) { return &closing{}, nil }); err != nil {
		t.Errorf("after the first: %v", err)
	}
}
