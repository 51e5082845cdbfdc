package bisim

import (
	"context"
	"math/bits"
	"slices"
	"sort"
)

// signatures collects the signatures of individuals at one level. A signature is a set
// of items (key, value) with different keys. Individuals with different signatures are
// told apart. The empty signature takes no memory and no time.
type signatures struct {
	owner []uint32 // by item, in the order in which they were added
	key   []uint64
	value []uint32

	place   []uint32 // by individual: 1 + its index in touched, 0 if it has no items
	touched []uint32 // the individuals with items, in the order of their first items
	off     []uint32 // items off[t]:off[t+1] of keys and values are those of touched[t]
	keys    []uint64 // grouped by individual and sorted
	values  []uint32

	table []uint32 // hash table of groups: 1 + index in groups
	group []uint32 // by index in touched
	first []uint32 // by class: 1 + its first group, 0 if it has none

	// Every hash is masked by mask. It is all ones except in tests, which make hashes
	// collide to show that signatures are compared.
	mask uint64
	most int // number of items at level 0 that causes a split; fewer in tests
}

// mostItems need 120 to 200 MB.
const mostItems = 1 << 22

// bucket is a group of individuals of one class with one signature.
type bucket struct {
	rep  uint32 // index in touched
	hash uint64
	size uint32
	next uint32 // 1 + the next group of the class
	at   uint32 // index in elems for the next member
}

func newSignatures(n int) *signatures {
	return &signatures{place: make([]uint32, n), mask: ^uint64(0), most: mostItems}
}

// reserve makes room for n items, so that the largest slices do not grow by
// copying.
func (g *signatures) reserve(n int) {
	g.owner = slices.Grow(g.owner[:0], n)
	g.key = slices.Grow(g.key[:0], n)
	g.value = slices.Grow(g.value[:0], n)
}

func (g *signatures) add(a uint32, key uint64, value uint32) {
	g.owner = append(g.owner, a)
	g.key = append(g.key, key)
	g.value = append(g.value, value)
}

func (g *signatures) collect() {
	g.touched, g.off = g.touched[:0], append(g.off[:0], 0)
	for _, a := range g.owner { // off[t+1] counts
		if g.place[a] == 0 {
			g.touched = append(g.touched, a)
			g.off = append(g.off, 0)
			g.place[a] = uint32(len(g.touched))
		}
		g.off[g.place[a]]++
	}
	for t := range g.touched { // off[t+1] is where the items of t begin
		g.off[t+1] += g.off[t]
	}
	copy(g.off[1:], g.off[:len(g.off)-1])
	g.keys, g.values = resize(g.keys, len(g.key)), resize(g.values, len(g.key))
	for i, a := range g.owner { // off[t+1] moves to where they end
		at := &g.off[g.place[a]]
		g.keys[*at], g.values[*at] = g.key[i], g.value[i]
		*at++
	}
	g.owner = g.owner[:0]
	g.key = g.key[:0]
	g.value = g.value[:0]
	var items byKey
	for t := range g.touched {
		lo, hi := g.off[t], g.off[t+1]
		if items.keys, items.values = g.keys[lo:hi], g.values[lo:hi]; !slices.IsSorted(items.keys) {
			sort.Sort(&items)
		}
	}
}

// resize returns a slice of length n, in the memory of x if that is large enough. Its
// elements are arbitrary.
func resize[T any](x []T, n int) []T { return slices.Grow(x[:0], n)[:n] }

type byKey struct {
	keys   []uint64
	values []uint32
}

func (x *byKey) Len() int           { return len(x.keys) }
func (x *byKey) Less(i, j int) bool { return x.keys[i] < x.keys[j] }
func (x *byKey) Swap(i, j int) {
	x.keys[i], x.keys[j] = x.keys[j], x.keys[i]
	x.values[i], x.values[j] = x.values[j], x.values[i]
}

func mix(h, x uint64) uint64 {
	hi, lo := bits.Mul64(h^x, 0x9e3779b97f4a7c15)
	return bits.RotateLeft64(hi^lo, 23) + x
}

func (g *signatures) hash(class uint32, t int) uint64 {
	h := mix(0x243f6a8885a308d3, uint64(class))
	for i := g.off[t]; i < g.off[t+1]; i++ {
		h = mix(mix(h, g.keys[i]), uint64(g.values[i]))
	}
	return h & g.mask
}

func (g *signatures) same(t, u uint32) bool {
	tlo := g.off[t]
	thi := g.off[t+1]
	ulo := g.off[u]
	uhi := g.off[u+1]
	return thi-tlo == uhi-ulo && slices.Equal(g.keys[tlo:thi], g.keys[ulo:uhi]) &&
		slices.Equal(g.values[tlo:thi], g.values[ulo:uhi])
}

// split splits every class by the signatures of its members and returns the splits. It
// consumes the items. The error is that of the context; then the partition is undefined.
func (g *signatures) split(ctx context.Context, p *partition, level uint32) ([]split, error) {
	g.collect()
	g.first = append(g.first, make([]uint32, max(0, p.count()-len(g.first)))...)
	groups, classes, err := g.groups(ctx, p)
	if err != nil {
		return nil, err
	}
	// In the range of a class its groups come first, then its members without items.
	// ends has the ends of these parts, class by class.
	var ends []uint32
	for _, c := range classes {
		at := p.start[c]
		for b := g.first[c]; b != 0; b = groups[b-1].next {
			groups[b-1].at = at
			at += groups[b-1].size
			ends = append(ends, at)
		}
		if at < p.end[c] {
			ends = append(ends, p.end[c])
		}
	}
	for t, a := range g.touched {
		g.place[a] = 0
		x := &groups[g.group[t]]
		if c := p.class[a]; x.size < p.end[c]-p.start[c] {
			p.move(a, x.at)
			x.at++
		}
	}
	var out []split
	for _, c := range classes {
		parts := 1
		for ends[parts-1] < p.end[c] {
			parts++
		}
		if parts > 1 {
			out = append(out, p.cut(c, ends[:parts], level))
		}
		ends = ends[parts:]
		g.first[c] = 0
	}
	return out, nil
}

// splitIfMany splits level 0 by the items so far, if they are many. The error is that of
// the context.
func (g *signatures) splitIfMany(ctx context.Context, p *partition) error {
	if len(g.owner) < g.most {
		return ctx.Err()
	}
	_, err := g.split(ctx, p, 0)
	return err
}

// groups returns the groups, and the classes with a group in the order of their first
// members. It chains the groups of a class from first. The error is that of the context.
func (g *signatures) groups(ctx context.Context, p *partition) (groups []bucket, classes []uint32, err error) {
	size := uint64(1) << bits.Len64(uint64(2*len(g.touched)))
	g.table = resize(g.table, int(size))
	clear(g.table)
	g.group = resize(g.group, len(g.touched))
	for t, a := range g.touched {
		if t%4096 == 0 && ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		c := p.class[a]
		h := g.hash(c, t)
		slot := h & (size - 1)
		for ; g.table[slot] != 0; slot = (slot + 1) & (size - 1) {
			x := &groups[g.table[slot]-1]
			if x.hash == h && p.class[g.touched[x.rep]] == c && g.same(uint32(t), x.rep) {
				break
			}
		}
		if g.table[slot] == 0 {
			if g.first[c] == 0 {
				classes = append(classes, c)
			}
			groups = append(groups, bucket{rep: uint32(t), hash: h, next: g.first[c]})
			g.first[c] = uint32(len(groups))
			g.table[slot] = g.first[c]
		}
		b := g.table[slot] - 1
		g.group[t] = b
		groups[b].size++
	}
	return groups, classes, nil
}
