package store

import (
	"encoding/binary"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
)

var spaces = []string{"", "http://e/", "http://e/x#"}

func number(namespace string) (int, error) { return max(0, slices.Index(spaces, namespace)), nil }

func drawAnswer(t *rapid.T) Answer {
	word := rapid.OneOf(rapid.SampledFrom([]string{"", "http://e/a", "http://e/x#b", "http://other/c", "_:b", "en"}),
		rapid.String())
	a := Answer{Kind: "k", Term: "http://e/t", Time: rapid.Int64().Draw(t, "time"), Incomplete: word.Draw(t, "incomplete"),
		Rows: rapid.SliceOf(rapid.Custom(func(t *rapid.T) Row {
			return Row{word.Draw(t, "property"), word.Draw(t, "value"), word.Draw(t, "datatype"), word.Draw(t, "lang"),
				rapid.Int64().Draw(t, "n")}
		})).Draw(t, "rows"),
	}
	switch rapid.IntRange(0, 2).Draw(t, "covered") {
	case 0:
		a.Properties = propertiesOf(a.Rows)
	case 1:
		a.Properties = rapid.SliceOfNDistinct(word, 1, 3, rapid.ID).Draw(t, "properties")
	}
	return a
}

// TestCodec: decoding inverts encoding, and fails for another source, kind or term.
func TestCodec(t *testing.T) {
	testsize.Check(t, 30, func(t *rapid.T) {
		want := rapid.SliceOfN(rapid.Custom(drawAnswer), 1, 3).Draw(t, "answers")
		data, check := require.Values(encode(nil, 7, want, number))(t)
		d := decoder{spaces: spaces, seen: map[string]string{}}
		got, again, err := d.decode(7, "k", "http://e/t", data)
		require.That(t, err == nil && again == check, "%v", err)
		sorted := cmpopts.SortSlices(func(a, b string) bool { return a < b })
		diff := cmp.Diff(want, got, cmpopts.EquateEmpty(), sorted)
		require.That(t, diff == "", "%v", diff)
		for i := range got {
			require.That(t, (got[i].Properties == nil) == (want[i].Properties == nil), "covered %v; want %v", got[i].Properties,
				want[i].Properties)
		}
		for _, other := range []struct {
			seed       uint32
			kind, term string
		}{{8, "k", "http://e/t"}, {7, "l", "http://e/t"}, {7, "k", "http://e/T"}} {
			if _, _, err := d.decode(other.seed, Kind(other.kind), other.term, data); err == nil {
				t.Fatalf("decoded as %v", other)
			}
		}
	})
}

// crafted appends the right checksum to bytes.
func crafted(body []byte) []byte {
	return binary.LittleEndian.AppendUint32(body, checksum(7, "k", "t", body))
}

// FuzzDecode: decoding any bytes gives an error or answers that can be encoded and decoded
// again, and allocates memory in proportion to the bytes.
func FuzzDecode(f *testing.F) {
	for _, body := range [][]byte{
		{},
		{0, 0, 0, 0},
		{2, 1, 0, 1, 1, 0, 1, 'p'},
		{2, 1, 0, 0},                   // covers the properties of no rows
		{2, 3, 1, 1, 'p', 0, 0},        // covers p, without rows
		{2, 0, 0, 1, 0x20},             // an unknown flag
		{2, 0, 0, 1, 2, 9, 1, 'x'},     // an unknown namespace
		{2, 0, 0xff, 0xff, 0xff, 0x7f}, // a long text
		binary.AppendUvarint([]byte{2, 0, 0}, 1<<47), // many rows
		binary.AppendUvarint([]byte{2}, 1<<62),       // many properties
		binary.AppendUvarint([]byte{2}, 1<<63),
	} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		d := decoder{spaces: spaces, seen: map[string]string{}}
		answers, _, err := d.decode(7, "k", "t", crafted(body))
		runtime.ReadMemStats(&after)
		bytes := after.TotalAlloc - before.TotalAlloc
		check.That(t, bytes <= 10_000+uint64(1000*len(body)), "%d bytes allocated for %d", bytes, len(body))
		if err != nil {
			return
		}
		data, _ := require.Values(encode(nil, 7, answers, number))(t)
		again, _, err := d.decode(7, "k", "t", data)
		diff := cmp.Diff(answers, again, cmpopts.EquateEmpty())
		require.That(t, diff == "" && err == nil, "%v %v", diff, err)
	})
}

func TestSplitIRI(t *testing.T) {
	for s, want := range map[string]string{
		"http://e/x#a": "http://e/x#", "http://e/a": "http://e/", "http://e/": "http://e/", "urn:uuid:5": "urn:uuid:",
		"_:b0": "_:",
		"":     "", "a/b": "", "12:30:00": "", "see http://e/a": "", "/a": "", "Ä:b": "", "http": "",
	} {
		check.Equal(t, s[:namespaceLength(s)], want, "%q: namespace", s)
	}
}
