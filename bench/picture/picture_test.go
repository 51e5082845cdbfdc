package picture

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"github.com/genus-kg/genus/internal/require"
)

var labels = Labels{Title: "Scores", X: "examples", Y: "F1"}

// Every file has the format of its name.
func TestWrite(t *testing.T) {
	bars, err := Bars(labels, []string{"one", "two"},
		[]Series{{Name: "a", Y: []float64{0.5, 0.7}, Spread: []float64{0.1, math.NaN()}},
			{Name: "b", Y: []float64{math.NaN(), 1}}})
	require.NoError(t, err)
	points, err := Points(labels, []Series{{Name: "a", X: []float64{4, 1, 2}, Y: []float64{0.5, 0.7, 0.6}}}, true)
	require.NoError(t, err)
	for format, magic := range map[string]string{"svg": "<?xml", "png": "\x89PNG", "pdf": "%PDF"} {
		for name, c := range map[string]Chart{"bars": bars, "points": points} {
			var b bytes.Buffer
			if err := c.Write(&b, format); err != nil || !strings.HasPrefix(b.String(), magic) {
				t.Errorf("%s as %s: %.20q, error %v", name, format, b.String(), err)
			}
		}
	}
	var b bytes.Buffer
	if err := bars.Write(&b, "gif"); err == nil || !strings.Contains(err.Error(), "choose one of svg, png, pdf") {
		t.Errorf("a kind that is not known: %v", err)
	}
}

func svg(t *testing.T, c Chart, err error) string {
	t.Helper()
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, c.Write(&b, "svg"))
	return b.String()
}

// A chart has its title, the names of its axes and a legend.
func TestLabels(t *testing.T) {
	c, err := Points(labels,
		[]Series{{Name: "genus", X: []float64{1, 2}, Y: []float64{0.5, 1}},
			{Name: "other", X: []float64{1, 2}, Y: []float64{0.4, 0.6}}}, false)
	text := svg(t, c, err)
	for _, want := range []string{"Scores", "examples", "F1", "genus", "other"} {
		if !strings.Contains(text, ">"+want+"<") {
			t.Errorf("%s is not in the chart", want)
		}
	}
}

// Each NaN is one bar less.
func TestWhatIsNotMeasuredIsNotDrawn(t *testing.T) {
	shapes := func(ys ...float64) int {
		c, err := Bars(labels, []string{"x", "y", "z"}, []Series{{Name: "a", Y: ys}})
		return strings.Count(svg(t, c, err), "fill:#0F6B63")
	}
	if all, some := shapes(1, 1, 1), shapes(1, math.NaN(), 1); all != some+1 {
		t.Errorf("%d filled shapes with all, %d without one", all, some)
	}
}

// The axis of shares and the error bars end at 1. A short axis has closer ticks.
func TestShares(t *testing.T) {
	l := labels
	l.Share = true
	if low, high := l.errorBar(0.9, 0.3); low != 0.3 || math.Abs(high-0.1) > 1e-9 {
		t.Errorf("the error bar of 0.9 ± 0.3 is %g down and %g up", low, high)
	}
	for _, ys := range [][]float64{{1, 1}, {0.2, 1}, {0.83, 0.95}} {
		c, err := Points(l, []Series{{Name: "a", X: []float64{4, 5}, Y: ys}}, false)
		require.NoError(t, err)
		if y := c.plot.Y; y.Max != 1 || y.Min > min(ys[0], 0.9) || y.Min < ys[0]-0.11 {
			t.Errorf("%v: the axis goes from %g to %g", ys, y.Min, y.Max)
		}
	}
	named := func(low float64) (n int) {
		for _, tick := range shareTicks(low, 1) {
			if tick.Label != "" {
				n++
			}
		}
		return n
	}
	if all, few := named(0), named(0.8); all != 6 || few != 5 {
		t.Errorf("%d ticks have names on a whole axis, %d from 0.8", all, few)
	}
}

// The note is below the chart, in lines that are not too long.
func TestNote(t *testing.T) {
	l := labels
	l.Note = strings.Repeat("some words ", 40) + "end."
	c, err := Bars(l, []string{"one"}, []Series{{Name: "a", Y: []float64{1}, Above: []string{"number"}}})
	text := svg(t, c, err)
	if !strings.Contains(text, "end.<") || !strings.Contains(text, ">number<") || strings.Contains(text, l.Note) {
		t.Error("the note is not there or not broken, or nothing stands above the bar")
	}
	got := wrap("a bb ccc dddddd e", 4, func(s string) vg.Length { return vg.Length(len(s)) })
	if want := []string{"a bb", "ccc", "dddddd", "e"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Texts are sans-serif. genus has the first colour and a wide line in any position.
func TestGenusIsSetApart(t *testing.T) {
	x, y := []float64{1, 2}, []float64{0.2, 0.4}
	c, err := Points(Labels{Title: "t", X: "x", Y: "y"},
		[]Series{{Name: "other", X: x, Y: y}, {Name: "genus", X: x, Y: []float64{0.5, 0.6}}}, true)
	text := svg(t, c, err)
	for _, want := range []string{"stroke:#0F6B63;stroke-width:2.5", "stroke:#E69F00", "sans"} {
		if !strings.Contains(strings.ToLower(text), strings.ToLower(want)) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "Times") ||
		strings.Contains(strings.ToLower(text), "serif;") && !strings.Contains(strings.ToLower(text), "sans-serif;") {
		t.Errorf("serif in\n%s", text)
	}
}
