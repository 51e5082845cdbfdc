package intended

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/genus-kg/genus/bench/picture"
)

// String returns 5+5, or 10+10+1 if one of the positives is wrong.
func (s Setting) String() string {
	if s.Wrong > 0 {
		return fmt.Sprintf("%d+%d+%d", s.Positives, s.Negatives, s.Wrong)
	}
	return fmt.Sprintf("%d+%d", s.Positives, s.Negatives)
}

// A Tally summarises results.
type Tally struct{ results []Result }

// Add adds a result.
func (t *Tally) Add(r Result) { t.results = append(t.results, r) }

// Notes returns a line for every setting, and the table of stated and observed certainty.
func (t *Tally) Notes() []string {
	var order []Setting
	by := map[Setting][]Result{}
	for _, r := range t.results {
		if by[r.Setting] == nil {
			order = append(order, r.Setting)
		}
		by[r.Setting] = append(by[r.Setting], r)
	}
	var notes []string
	for _, s := range order {
		notes = append(notes, summary(s, by[s]))
	}
	return append(notes, t.calibration()...)
}

func summary(s Setting, results []Result) string {
	var exact, top, asked, questions, labelled, named, acts int
	var f1, f1Asked float64
	var requests []int
	var seconds, processor []float64
	for _, r := range results {
		exact, top, asked, named = exact+oneIf(
			r.First.Exact,
		), top+oneIf(r.First.Rank > 0 && r.First.Rank <= 3), asked+oneIf(r.Last.Exact), named+oneIf(r.Named)
		f1, f1Asked, questions, labelled = f1+r.First.F1, f1Asked+r.Last.F1, questions+r.Questions, labelled+r.Labelled
		acts += r.Acts
		requests, seconds = append(requests, r.First.Requests), append(seconds, r.First.Elapsed.Seconds())
		processor = append(processor, r.Processor...)
	}
	n := float64(len(results))
	text := fmt.Sprintf(
		"%s: exact in %d of %d (%.0f %%), among the first three in %d (%.0f %%), mean F1 %.3f; after %.1f questions on "+
			"average exact in %d (%.0f %%), mean F1 %.3f; median before the first answer: %d requests, %.2f s",
		s, exact, len(results), 100*float64(exact)/n, top, 100*float64(top)/n, f1/n, float64(questions)/n, asked,
		100*float64(asked)/n, f1Asked/n, Median(requests), Median(seconds))
	if len(processor) > 0 {
		text += fmt.Sprintf("; median processor time of a ranking with its question %.2f s, at most %.2f s",
			Median(processor), slices.Max(processor))
	}
	if questions > 0 {
		text += fmt.Sprintf("; %d of %d questions about individuals with labels", labelled, questions)
	}
	if acts > 0 {
		text += fmt.Sprintf("; %.1f conditions judged on average beside the questions", float64(acts)/n)
	}
	if s.Wrong > 0 {
		text += fmt.Sprintf("; exactly the wrong examples are named in %d", named)
	}
	return text
}

// limits are the lower bounds of the classes of stated certainty.
var limits = []float64{0, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95}

// calibration returns a line for each class of stated certainty, of the rankings with negatives
// and of those without: the mean of what was stated, and the share of exact rankings with its standard
// error. The rankings of one query are not independent, so the error is that of a sample of queries.
func (t *Tally) calibration() []string {
	var notes []string
	for _, without := range []bool{false, true} {
		name := "with negatives"
		if without {
			name = "without negatives"
		}
		classes := make([]class, len(limits))
		var all class
		for _, r := range t.results {
			for _, o := range append([]Outcome{r.First}, r.Answers...) {
				if (o.Negatives == 0) != without {
					continue
				}
				i := len(limits) - 1
				for o.Confidence < limits[i] {
					i--
				}
				classes[i].add(r.Case, o)
				all.add(r.Case, o)
			}
		}
		if all.n > 0 {
			notes = append(notes, fmt.Sprintf("certainty %s: %s", name, all))
		}
		for i, low := range limits {
			if classes[i].n > 0 {
				notes = append(notes, fmt.Sprintf("certainty %s from %.2f: %s", name, low, classes[i]))
			}
		}
	}
	return notes
}

// A class is a set of rankings.
type class struct {
	n, exact int
	stated   float64           // the sum
	by       map[string][2]int // exact ones and all, by query
}

func (c *class) add(query string, o Outcome) {
	if c.by == nil {
		c.by = map[string][2]int{}
	}
	v := c.by[query]
	c.by[query] = [2]int{v[0] + oneIf(o.Exact), v[1] + 1}
	c.n, c.exact, c.stated = c.n+1, c.exact+oneIf(o.Exact), c.stated+o.Confidence
}

func (c class) String() string {
	n := float64(c.n)
	observed := float64(c.exact) / n
	squares := 0.0
	for _, v := range c.by {
		d := float64(v[0]) - observed*float64(v[1])
		squares += d * d
	}
	q := float64(len(c.by))
	text := fmt.Sprintf("stated %.2f on average, observed %.2f", c.stated/n, observed)
	if q > 1 {
		text += fmt.Sprintf(" ± %.2f", math.Sqrt(squares*q/(q-1))/n)
	}
	return fmt.Sprintf("%s (%d rankings of %d queries)", text, c.n, len(c.by))
}

// Chart returns a chart of the share of exact results by the number of questions.
func (t *Tally) Chart(note string) (picture.Chart, error) {
	most := 0
	by := map[string][]Result{}
	for _, r := range t.results {
		by[r.Setting.String()] = append(by[r.Setting.String()], r)
		most = max(most, r.Questions)
	}
	var series []picture.Series
	for _, name := range slices.Sorted(maps.Keys(by)) {
		s := picture.Series{Name: name}
		for q := range most + 1 {
			exact := 0
			for _, r := range by[name] {
				switch {
				case q == 0:
					exact += oneIf(r.First.Exact)
				case q <= len(r.Answers):
					exact += oneIf(r.Answers[q-1].Exact)
				default:
					exact += oneIf(r.Last.Exact)
				}
			}
			s.X, s.Y = append(s.X, float64(q)), append(s.Y, float64(exact)/float64(len(by[name])))
		}
		series = append(series, s)
	}
	return picture.Points(
		picture.Labels{
			Title: "The first candidate is the intended query",
			X:     "questions answered",
			Y:     "share of the queries",
			Note:  note,
			Share: true,
		}, series, true)
}

func oneIf(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Median returns the median of numbers, and 0 if there are none. It sorts them.
func Median[T int | float64](xs []T) T {
	if len(xs) == 0 {
		return 0
	}
	slices.Sort(xs)
	return xs[len(xs)/2]
}
