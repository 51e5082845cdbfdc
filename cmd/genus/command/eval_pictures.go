package command

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/internal/evaluation"
)

// writePictures writes two SVG files for each result into the directory: the confusion
// matrix of all test parts together, and the accuracy by the size of the concept.
func writePictures(dir string, results []validationResult) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("--pictures: %w", err)
	}
	for _, r := range results {
		if len(r.tested) == 0 {
			continue
		}
		name := strings.Map(func(c rune) rune {
			if unicode.IsLetter(c) || unicode.IsDigit(c) || c == '.' || c == '_' {
				return c
			}
			return '-'
		}, r.title())
		for kind, draw := range map[string]func(validationResult) []byte{"confusion": drawConfusion, "sizes": drawSizes} {
			picture := draw(r)
			err := writeFile(filepath.Join(dir, name+"-"+kind+".svg"), func(w io.Writer) error {
				_, err := w.Write(picture)
				return err
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// A drawing is an SVG picture that is being written.
type drawing struct{ bytes.Buffer }

func newDrawing(width, height int, title string) *drawing {
	d := &drawing{}
	fmt.Fprintf(d, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d" `+
		"font-family=\"sans-serif\" font-size=\"12\">\n<title>%s</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
		width, height, html.EscapeString(title))
	d.text(width/2, 20, "middle", title)
	return d
}

func (d *drawing) text(x, y int, anchor, text string) {
	fmt.Fprintf(d, "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\">%s</text>\n", x, y, anchor, html.EscapeString(text))
}

func (d *drawing) end() []byte {
	d.WriteString("</svg>\n")
	return d.Bytes()
}

// drawConfusion draws the numbers of all test parts together: a row for what an example is,
// a column for what it was classified as. A darker field has a greater share of its row.
func drawConfusion(r validationResult) []byte {
	c := evaluation.PooledConfusion(r.tested)
	d := newDrawing(330, 230, fmt.Sprintf("%s: accuracy %.3f", r.title(), c.Accuracy()))
	const cell, left, top = 80, 130, 60
	d.text(left+cell/2, top-10, "middle", "as positive")
	d.text(left+cell+cell/2, top-10, "middle", "as negative")
	for i, row := range []struct {
		name string
		n    [2]int
	}{{"positive", [2]int{c.TP, c.FN}}, {"negative", [2]int{c.FP, c.TN}}} {
		y := top + i*cell
		d.text(left-10, y+cell/2+4, "end", row.name)
		for j, n := range row.n {
			share := float64(n) / float64(max(row.n[0]+row.n[1], 1))
			fmt.Fprintf(d, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%[3]d\" fill=\"#0f6b63\" fill-opacity=\"%.2f\" stroke=\"#ccc\"/>\n",
				left+j*cell, y, cell, 0.6*share)
			d.text(left+j*cell+cell/2, y+cell/2+4, "middle", fmt.Sprint(n))
		}
	}
	return d.end()
}

// drawSizes draws a line for each fold, the accuracy on the training part of the best concept
// of each size, and a dot, the accuracy of the fold's concept on the test part at its size.
func drawSizes(r validationResult) []byte {
	largest := 1
	for _, t := range r.tested {
		largest = max(largest, t.Fitting.Size)
		for _, s := range t.Fitting.Stages {
			if s.Concept != nil {
				largest = max(largest, s.K)
			}
		}
	}
	const width, height, left, top = 400, 200, 50, 40
	d := newDrawing(width+left+20, height+top+70, r.title()+": accuracy by size of the concept")
	x := func(size int) float64 { return left + width*float64(size)/float64(largest) }
	y := func(accuracy float64) float64 { return top + height*(1-accuracy) }
	for i := 0; i <= 4; i++ {
		at := float64(i) / 4
		fmt.Fprintf(d, "<path d=\"M%d %.1fh%d\" stroke=\"#ddd\"/>\n", left, y(at), width)
		d.text(left-6, int(y(at))+4, "end", formatMeasure(at, 2))
	}
	for size, step := 0, max(1, largest/10); size <= largest; size += step {
		d.text(int(x(size)), top+height+18, "middle", fmt.Sprint(size))
	}
	d.text(left+width/2, top+height+36, "middle", "size")
	d.text(left+width/2, top+height+56, "middle", fmt.Sprintf("lines: training parts; dots: test parts of %s", genus.Plural(len(r.tested), "fold")))
	for _, t := range r.tested {
		var line strings.Builder
		for _, s := range t.Fitting.Stages {
			if s.Concept == nil {
				continue
			}
			if line.Len() == 0 {
				fmt.Fprintf(&line, "M%.1f %.1f", x(s.K), y(s.Confusion.Accuracy()))
			} else {
				fmt.Fprintf(&line, "H%.1fV%.1f", x(s.K), y(s.Confusion.Accuracy()))
			}
		}
		if line.Len() > 0 {
			fmt.Fprintf(d, "<path d=%q fill=\"none\" stroke=\"#888\" stroke-opacity=\"0.6\"/>\n", line.String())
		}
	}
	for _, t := range r.tested {
		if t.Predicted {
			continue
		}
		fmt.Fprintf(d, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"#0f6b63\" fill-opacity=\"0.6\"><title>fold %d: size %d, accuracy %s</title></circle>\n",
			x(t.Fitting.Size), y(t.Test.Accuracy()), t.Fold, t.Fitting.Size, formatMeasure(t.Test.Accuracy(), 3))
	}
	return d.end()
}
