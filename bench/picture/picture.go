package picture

import (
	"cmp"
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Formats are the file formats of [Chart.Write].
var Formats = []string{"svg", "png", "pdf"}

// A Chart is a chart that is not drawn yet.
type Chart struct {
	plot   *plot.Plot
	legend *plot.Legend // to the right of the plot
	names  []string     // in the legend
	note   string
	// Width and Height are in centimetres.
	Width, Height float64
}

// Labels are the texts of a chart.
type Labels struct {
	Title, X, Y string
	Ticks       []string // for Points: names of X = 0, 1, …; nil: X is a number
	Note        string   // small print below
	// Share: Y is a share of at most 1, and so are error bars.
	Share bool
}

// A Series is a list of numbers; NaN means a missing one.
type Series struct {
	Name   string
	X      []float64 // for Points
	Y      []float64
	Spread []float64 // for Bars: half of the length of the error bar; nil or NaN: none
	Above  []string  // for Bars: the text above each bar; nil: none
	// Same: points have the colour of the series before, and are rings; lines are dashed.
	Same bool
}

// colours begins with the colour of the page, which is for genus if it is among the
// series. The others are those of Okabe and Ito, which most people can tell apart.
var colours = []color.RGBA{
	{15, 107, 99, 255}, {230, 159, 0, 255}, {0, 114, 178, 255}, {204, 121, 167, 255}, {86, 180, 233, 255},
	{213, 94, 0, 255}, {110, 110, 110, 255},
}

var shapes = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, draw.CrossGlyph{},
	draw.PlusGlyph{}}

// ring is a hollow circle.
var ring = draw.RingGlyph{}

func newChart(l Labels) Chart {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = l.Title, l.X, l.Y
	p.Title.Padding = vg.Points(8)
	p.BackgroundColor = color.White
	p.Title.TextStyle.Font.Size = vg.Points(12)
	for _, style := range []*draw.TextStyle{&p.Title.TextStyle, &p.X.Label.TextStyle, &p.Y.Label.TextStyle,
		&p.X.Tick.Label, &p.Y.Tick.Label} {
		setStyle(style)
	}
	// In the style of the page: a line below, horizontal lines, and nothing else.
	p.X.Color, p.X.Tick.Color = color.Gray{180}, color.Gray{180}
	p.Y.Width, p.Y.Tick.Width = 0, 0
	if l.Share {
		p.Y.Max = 1
		p.Y.Tick.Marker = plot.TickerFunc(shareTicks)
	}
	grid := plotter.NewGrid()
	grid.Vertical.Width = 0
	grid.Horizontal.Color = color.Gray{220}
	p.Add(grid)
	legend := plot.NewLegend()
	legend.Top, legend.Left, legend.Padding = true, true, vg.Points(2)
	setStyle(&legend.TextStyle)
	return Chart{plot: p, legend: &legend, note: l.Note, Width: 20, Height: 10}
}

// setStyle makes a text sans-serif and dark grey.
func setStyle(style *draw.TextStyle) {
	style.Font.Variant, style.Color = "Sans", color.Gray{60}
}

// hues returns the index of the colour of each series, and the index of genus among them,
// or -1.
func hues(series []Series) (hue []int, genus int) {
	genus = slices.IndexFunc(series, func(s Series) bool { return s.Name == "genus" })
	next := 0
	if genus >= 0 {
		next = 1
	}
	for i, s := range series {
		switch {
		case s.Same && i > 0:
			hue = append(hue, hue[i-1])
		case i == genus:
			hue = append(hue, 0)
		default:
			hue = append(hue, next)
			next++
		}
	}
	return hue, genus
}

// shareTicks returns the ticks of an axis of shares: tenths, or twentieths if the axis is
// shorter than a half.
func shareTicks(low, high float64) []plot.Tick {
	parts := 10
	if high-low < 0.5 {
		parts = 20
	}
	var ticks []plot.Tick
	for i := range parts + 1 {
		if x := float64(i) / float64(parts); x >= low-1e-9 && x <= high+1e-9 {
			t := plot.Tick{Value: x}
			if parts == 20 || i%2 == 0 {
				t.Label = fmt.Sprintf("%.3g", x)
			}
			ticks = append(ticks, t)
		}
	}
	return ticks
}

// integerTicks returns the integer ticks of an axis of counts.
func integerTicks(low, high float64) []plot.Tick {
	var ticks []plot.Tick
	for _, t := range (plot.DefaultTicks{}).Ticks(low, high) {
		if t.Value != math.Trunc(t.Value) {
			continue
		}
		if t.Label != "" {
			t.Label = strconv.FormatFloat(t.Value, 'f', -1, 64)
		}
		ticks = append(ticks, t)
	}
	return ticks
}

// addToLegend adds a name to the legend.
func (c *Chart) addToLegend(name string, shown ...plot.Thumbnailer) {
	c.names = append(c.names, name)
	c.legend.Add(name, shown...)
}

// Bars draws, for each group, the bars of all series side by side, with error bars.
func Bars(l Labels, groups []string, series []Series) (Chart, error) {
	c := newChart(l)
	p := c.plot
	hue, _ := hues(series)
	for i, s := range series {
		c.addToLegend(s.Name, swatch{colour(hue[i])})
	}
	beside := float64(c.legendWidth() / vg.Centimeter)
	c.Width = max(c.Width, beside+2+2.5*float64(len(groups))) // room for their names
	step := 0.8 / float64(len(series))                        // of a group's width 1
	width := vg.Centimeter * vg.Length(0.9*(c.Width-beside-1.5)*step/float64(len(groups)))
	for i, s := range series {
		offset := (float64(i) - float64(len(series)-1)/2) * step
		at := func(g int) float64 { return float64(g) + offset }
		for g, y := range s.Y {
			if math.IsNaN(y) {
				continue
			}
			bar, err := plotter.NewBarChart(plotter.Values{y}, width)
			if err != nil {
				return c, fmt.Errorf("draw %s: %w", s.Name, err)
			}
			bar.XMin, bar.Color, bar.LineStyle.Width = at(g), colour(hue[i]), 0
			p.Add(bar)
			if s.Above != nil {
				if err := addText(p, at(g), y, s.Above[g]); err != nil {
					return c, err
				}
			}
		}
		if err := addErrors(p, l, s, at); err != nil {
			return c, err
		}
	}
	p.NominalX(groups...)
	p.X.Tick.Label.Rotation = 0
	p.X.Min, p.X.Max = -0.5, float64(len(groups))-0.5
	p.Y.Min = 0
	return c, nil
}

// Points draws the series as points over X. If joined is set, lines connect them.
func Points(l Labels, series []Series, joined bool) (Chart, error) {
	c := newChart(l)
	p := c.plot
	all, genus := hues(series)
	for i, s := range series {
		hue := all[i]
		var xys plotter.XYs
		for j, y := range s.Y {
			if !math.IsNaN(y) {
				xys = append(xys, plotter.XY{X: s.X[j], Y: y})
			}
		}
		if len(xys) == 0 {
			continue
		}
		points, err := plotter.NewScatter(xys)
		if err != nil {
			return c, fmt.Errorf("draw %s: %w", s.Name, err)
		}
		points.GlyphStyle = draw.GlyphStyle{Color: colour(hue), Radius: vg.Points(3), Shape: shapes[hue%len(shapes)]}
		if s.Same { // a larger ring, in case both points are in one place
			points.Radius, points.Shape = vg.Points(4), ring
		}
		shown := []plot.Thumbnailer{points}
		if joined {
			slices.SortFunc(xys, func(a, b plotter.XY) int { return cmp.Compare(a.X, b.X) })
			line, err := plotter.NewLine(xys)
			if err != nil {
				return c, fmt.Errorf("draw %s: %w", s.Name, err)
			}
			line.Color, line.Width = colour(hue), vg.Points(1)
			if i == genus { // a wider line
				line.Width = vg.Points(2.5)
			}
			if s.Same {
				line.Dashes = []vg.Length{vg.Points(4), vg.Points(3)}
			}
			p.Add(line)
			shown = append(shown, line)
		}
		p.Add(points)
		c.addToLegend(s.Name, shown...)
	}
	p.X.Tick.Marker = plot.TickerFunc(integerTicks)
	if l.Ticks != nil {
		p.NominalX(l.Ticks...)
		p.X.Min, p.X.Max = -0.3, float64(len(l.Ticks))-0.7
	}
	if l.Share {
		p.Y.Min, p.Y.Max = min(math.Floor(10*p.Y.Min)/10, 0.9), 1
	} else {
		p.Y.Min = 0
	}
	return c, nil
}

// addText writes small text above a point.
func addText(p *plot.Plot, x, y float64, text string) error {
	labels, err := plotter.NewLabels(plotter.XYLabels{XYs: plotter.XYs{{X: x, Y: y}}, Labels: []string{text}})
	if err != nil {
		return fmt.Errorf("draw %s: %w", text, err)
	}
	style := &labels.TextStyle[0]
	style.Font.Size, style.XAlign = vg.Points(8), draw.XCenter
	setStyle(style)
	labels.Offset.Y = vg.Points(2)
	p.Add(labels)
	return nil
}

// errorBar returns the lengths of the error bar at y below and above. Those of shares
// stay within 0 and 1.
func (l Labels) errorBar(y, deviation float64) (low, high float64) {
	if l.Share {
		return min(deviation, y), min(deviation, 1-y)
	}
	return deviation, deviation
}

// addErrors draws the error bars of the series, if it has some. at returns the X of each.
func addErrors(p *plot.Plot, l Labels, s Series, at func(i int) float64) error {
	var bars struct {
		plotter.XYs
		plotter.YErrors
	}
	for i, d := range s.Spread {
		y := s.Y[i]
		if math.IsNaN(y) || math.IsNaN(d) {
			continue
		}
		low, high := l.errorBar(y, d)
		bars.XYs = append(bars.XYs, plotter.XY{X: at(i), Y: y})
		bars.YErrors = append(bars.YErrors, struct{ Low, High float64 }{low, high})
	}
	if len(bars.XYs) == 0 {
		return nil
	}
	drawn, err := plotter.NewYErrorBars(bars)
	if err != nil {
		return fmt.Errorf("draw error bars: %w", err)
	}
	drawn.Color, drawn.CapWidth = color.Gray{60}, vg.Points(3)
	p.Add(drawn)
	return nil
}

func colour(i int) color.Color { return colours[i%len(colours)] }

// A swatch is a filled square in the legend.
type swatch struct{ color.Color }

// Thumbnail draws the square.
func (s swatch) Thumbnail(c *draw.Canvas) {
	c.FillPolygon(s.Color,
		[]vg.Point{{X: c.Min.X, Y: c.Min.Y}, {X: c.Min.X, Y: c.Max.Y}, {X: c.Max.X, Y: c.Max.Y}, {X: c.Max.X, Y: c.Min.Y}})
}

// Write draws the chart in one of the formats.
func (c Chart) Write(w io.Writer, format string) error {
	if !slices.Contains(Formats, format) {
		return fmt.Errorf("unknown kind of picture %q: choose one of %s", format, strings.Join(Formats, ", "))
	}
	width := vg.Length(c.Width) * vg.Centimeter
	small := c.legend.TextStyle
	small.Font.Size = vg.Points(8)
	small.Color = color.Gray{90}
	lines := wrap(c.note, width-vg.Points(12), small.Width)
	below := vg.Points(10) * vg.Length(len(lines))
	to, err := draw.NewFormattedCanvas(width, vg.Length(c.Height)*vg.Centimeter+below, format)
	if err != nil {
		return fmt.Errorf("draw: %w", err)
	}
	canvas := draw.New(to)
	canvas.FillPolygon(color.White, []vg.Point{{}, {Y: canvas.Max.Y}, canvas.Max, {X: canvas.Max.X}})
	legend := c.legendWidth()
	c.plot.Draw(draw.Crop(canvas, vg.Points(4), -legend, vg.Points(4)+below, -vg.Points(4)))
	c.legend.Draw(draw.Crop(canvas, canvas.Max.X-legend+vg.Points(8), 0, 0, -vg.Points(24)))
	for i, line := range lines {
		canvas.FillText(small, vg.Point{X: vg.Points(6), Y: below - vg.Points(10)*vg.Length(i+1) + vg.Points(3)}, line)
	}
	_, err = to.WriteTo(w)
	return err
}

func (c *Chart) legendWidth() vg.Length {
	width := vg.Length(0)
	for _, name := range c.names {
		width = max(width, c.legend.TextStyle.Width(name))
	}
	return c.legend.ThumbnailWidth + width + vg.Points(28)
}

// wrap breaks the text at blanks into lines that are at most this wide, if the words
// allow.
func wrap(text string, most vg.Length, width func(string) vg.Length) []string {
	var lines []string
	for _, word := range strings.Fields(text) {
		if n := len(lines); n > 0 && width(lines[n-1]+" "+word) <= most {
			lines[n-1] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}
