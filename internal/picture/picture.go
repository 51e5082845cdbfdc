package picture

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Formats are the kinds of files that [Chart.Write] writes.
var Formats = []string{"svg", "png", "pdf"}

// Chart is a chart that has not been drawn yet.
type Chart struct {
	plot   *plot.Plot
	legend *plot.Legend // to the right of the plot
	// Width and Height are in centimetres.
	Width, Height float64
}

// Labels are the texts of a chart.
type Labels struct{ Title, X, Y string }

// Series are numbers of one kind, with what they vary by; NaN where there is
// none.
type Series struct {
	Name   string
	X      []float64 // for Points
	Y      []float64
	Spread []float64 // half of the length of the error bar; nil or NaN: none
	// Same: points have the colour of the series before, and another shape.
	Same bool
}

// colours are those of Okabe and Ito, which most people can tell apart.
var colours = []color.RGBA{
	{0, 114, 178, 255}, {230, 159, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255}, {86, 180, 233, 255}, {213, 94, 0, 255}, {110, 110, 110, 255},
}

var shapes = []draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.CrossGlyph{}, draw.PlusGlyph{}, draw.PyramidGlyph{}, draw.RingGlyph{},
}

func newChart(l Labels) Chart {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = l.Title, l.X, l.Y
	p.Title.Padding = vg.Points(8)
	p.BackgroundColor = color.White
	grid := plotter.NewGrid()
	grid.Vertical.Width = 0
	grid.Horizontal.Color = color.Gray{220}
	p.Add(grid)
	legend := plot.NewLegend()
	legend.Top, legend.Left, legend.Padding = true, true, vg.Points(2)
	return Chart{plot: p, legend: &legend, Width: 20, Height: 10}
}

// Bars draws for each group a bar of each series side by side, with error bars.
func Bars(l Labels, groups []string, series []Series) (Chart, error) {
	c := newChart(l)
	p := c.plot
	c.Width = max(c.Width, legendWidth+2+2.8*float64(len(groups))) // room for their names
	step := 0.8 / float64(len(series))                             // of a group's width 1
	width := vg.Centimeter * vg.Length(0.9*(c.Width-legendWidth-1.5)*step/float64(len(groups)))
	for i, s := range series {
		offset := (float64(i) - float64(len(series)-1)/2) * step
		var xys plotter.XYs
		var errs plotter.YErrors
		for g, y := range s.Y {
			if math.IsNaN(y) {
				continue
			}
			x := float64(g) + offset
			bar, err := plotter.NewBarChart(plotter.Values{y}, width)
			if err != nil {
				return c, fmt.Errorf("draw %s: %w", s.Name, err)
			}
			bar.XMin, bar.Color, bar.LineStyle.Width = x, colour(i), 0
			p.Add(bar)
			if s.Spread != nil && !math.IsNaN(s.Spread[g]) {
				xys = append(xys, plotter.XY{X: x, Y: y})
				errs = append(errs, struct{ Low, High float64 }{s.Spread[g], s.Spread[g]})
			}
		}
		if len(xys) > 0 {
			if err := addErrors(p, xys, errs, color.Gray{60}); err != nil {
				return c, err
			}
		}
		c.legend.Add(s.Name, swatch{colour(i)})
	}
	p.NominalX(groups...)
	p.X.Tick.Label.Rotation = 0
	p.X.Min, p.X.Max = -0.5, float64(len(groups))-0.5
	p.Y.Min = 0
	return c, nil
}

// Points draws the series as points over X, with error bars, joined by lines if
// asked for.
func Points(l Labels, series []Series, joined bool) (Chart, error) {
	c := newChart(l)
	p := c.plot
	hue := -1
	for i, s := range series {
		if !s.Same {
			hue++
		}
		var xys plotter.XYs
		var at plotter.XYs
		var errs plotter.YErrors
		for j, y := range s.Y {
			if math.IsNaN(y) {
				continue
			}
			xys = append(xys, plotter.XY{X: s.X[j], Y: y})
			if s.Spread != nil && !math.IsNaN(s.Spread[j]) {
				at = append(at, xys[len(xys)-1])
				errs = append(errs, struct{ Low, High float64 }{s.Spread[j], s.Spread[j]})
			}
		}
		if len(xys) == 0 {
			continue
		}
		points, err := plotter.NewScatter(xys)
		if err != nil {
			return c, fmt.Errorf("draw %s: %w", s.Name, err)
		}
		points.GlyphStyle = draw.GlyphStyle{Color: colour(hue), Radius: vg.Points(3), Shape: shapes[i%len(shapes)]}
		shown := []plot.Thumbnailer{points}
		if joined {
			slices.SortFunc(xys, func(a, b plotter.XY) int {
				if a.X < b.X {
					return -1
				}
				return 1
			})
			line, err := plotter.NewLine(xys)
			if err != nil {
				return c, fmt.Errorf("draw %s: %w", s.Name, err)
			}
			line.Color, line.Width = colour(hue), vg.Points(1)
			p.Add(line)
			shown = append(shown, line)
		}
		p.Add(points)
		if len(at) > 0 {
			if err := addErrors(p, at, errs, colour(hue)); err != nil {
				return c, err
			}
		}
		c.legend.Add(s.Name, shown...)
	}
	return c, nil
}

func addErrors(p *plot.Plot, xys plotter.XYs, errs plotter.YErrors, c color.Color) error {
	bars, err := plotter.NewYErrorBars(struct {
		plotter.XYs
		plotter.YErrors
	}{xys, errs})
	if err != nil {
		return fmt.Errorf("draw error bars: %w", err)
	}
	bars.Color, bars.CapWidth = c, vg.Points(3)
	p.Add(bars)
	return nil
}

func colour(i int) color.Color { return colours[i%len(colours)] }

// swatch is a filled square in the legend.
type swatch struct{ color.Color }

// Thumbnail draws it.
func (s swatch) Thumbnail(c *draw.Canvas) {
	c.FillPolygon(s.Color, []vg.Point{{X: c.Min.X, Y: c.Min.Y}, {X: c.Min.X, Y: c.Max.Y}, {X: c.Max.X, Y: c.Max.Y}, {X: c.Max.X, Y: c.Min.Y}})
}

// LogX makes the horizontal axis logarithmic.
func (c Chart) LogX() {
	c.plot.X.Scale, c.plot.X.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
}

// legendWidth is in centimetres.
const legendWidth = 4

// Write draws the chart in one of the formats.
func (c Chart) Write(w io.Writer, format string) error {
	if !slices.Contains(Formats, format) {
		return fmt.Errorf("unknown kind of picture %q: choose one of %s", format, strings.Join(Formats, ", "))
	}
	to, err := draw.NewFormattedCanvas(vg.Length(c.Width)*vg.Centimeter, vg.Length(c.Height)*vg.Centimeter, format)
	if err != nil {
		return fmt.Errorf("draw: %w", err)
	}
	canvas := draw.New(to)
	canvas.FillPolygon(color.White, []vg.Point{{}, {Y: canvas.Max.Y}, canvas.Max, {X: canvas.Max.X}})
	right := canvas.Max.X - legendWidth*vg.Centimeter
	c.plot.Draw(draw.Crop(canvas, vg.Points(4), -legendWidth*vg.Centimeter, vg.Points(4), -vg.Points(4)))
	c.legend.Draw(draw.Crop(canvas, right+vg.Points(8), 0, 0, -vg.Points(24)))
	_, err = to.WriteTo(w)
	return err
}
