package evaluation

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/genus-kg/genus/learner/folds"
	"github.com/genus-kg/genus/learner/interp"
)

// foldsHeader is the first line of a folds file, which is CSV with one line for each
// example of each problem: the name of the problem; the fold, from 1, in which the
// example is tested (it is trained on in all others); positive or negative; its weight;
// its IRI. The weights are for other tools: genus uses those of the problem.
var foldsHeader = []string{"problem", "fold", "label", "weight", "iri"}

const (
	labelPositive = "positive"
	labelNegative = "negative"
)

// FoldsOf is a problem with a name and its folds.
type FoldsOf struct {
	Name    string
	Problem interp.Problem
	Folds   folds.Folds
	File    string // the file with its data; empty if there is none
}

// WriteFolds writes a folds file.
func WriteFolds(w io.Writer, all []FoldsOf) error {
	out := csv.NewWriter(w)
	records := [][]string{foldsHeader}
	for _, one := range all {
		p := one.Problem
		for i, a := range p.Pos {
			records = append(
				records,
				[]string{
					one.Name,
					strconv.Itoa(one.Folds.Pos[i] + 1),
					labelPositive,
					strconv.Itoa(p.PosWeight(i)),
					p.Structure.IRI(a),
				},
			)
		}
		for i, a := range p.Neg {
			records = append(
				records,
				[]string{
					one.Name,
					strconv.Itoa(one.Folds.Neg[i] + 1),
					labelNegative,
					strconv.Itoa(p.NegWeight(i)),
					p.Structure.IRI(a),
				},
			)
		}
	}
	return out.WriteAll(records)
}

// A FoldsFile is a folds file that was read, by the name of the problem.
type FoldsFile map[string][]foldLine

type foldLine struct {
	fold  int // from 0
	label string
	iri   string
	line  int // in the file
}

// ReadFolds reads a folds file.
func ReadFolds(r io.Reader) (FoldsFile, error) {
	in := csv.NewReader(r)
	in.FieldsPerRecord = len(foldsHeader)
	header, err := in.Read()
	if err == nil && !slices.Equal(header, foldsHeader) {
		err = errors.New("the first line must be " + fmt.Sprint(foldsHeader))
	}
	if errors.Is(err, io.EOF) {
		err = errors.New("the file is empty")
	}
	if err != nil {
		return nil, err
	}
	out := FoldsFile{}
	for {
		record, err := in.Read()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		line, _ := in.FieldPos(0)
		fold, err := strconv.Atoi(record[1])
		if err != nil || fold < 1 {
			return nil, fmt.Errorf("line %d: fold %q is not a number from 1", line, record[1])
		}
		if record[2] != labelPositive && record[2] != labelNegative {
			return nil, fmt.Errorf("line %d: label %q is neither %s nor %s", line, record[2], labelPositive, labelNegative)
		}
		out[record[0]] = append(out[record[0]], foldLine{fold - 1, record[2], record[4], line})
	}
}

// FoldsFor returns the folds of the problem with the name. The problem must have the
// examples of the file.
func (f FoldsFile) FoldsFor(name string, p interp.Problem) (folds.Folds, error) {
	lines, ok := f[name]
	if !ok {
		return folds.Folds{}, fmt.Errorf("no folds of a problem %q", name)
	}
	type place struct {
		label string
		at    *int
	}
	out := folds.Folds{Pos: make([]int, len(p.Pos)), Neg: make([]int, len(p.Neg))}
	places := map[string]place{}
	for i, a := range p.Pos {
		places[p.Structure.IRI(a)] = place{labelPositive, &out.Pos[i]}
	}
	for i, a := range p.Neg {
		places[p.Structure.IRI(a)] = place{labelNegative, &out.Neg[i]}
	}
	for _, l := range lines {
		switch to, ok := places[l.iri]; {
		case !ok:
			return folds.Folds{}, fmt.Errorf("line %d: %s is not an example of %s, or for the second time", l.line, l.iri, name)
		case to.label != l.label:
			return folds.Folds{}, fmt.Errorf("line %d: %s is a %s example of %s", l.line, l.iri, to.label, name)
		default:
			*to.at = l.fold
		}
		delete(places, l.iri)
		out.N = max(out.N, l.fold+1)
	}
	if len(places) > 0 {
		for _, a := range slices.Concat(p.Pos, p.Neg) { // in the order of the examples, so that the message is always the same
			if iri := p.Structure.IRI(a); places[iri].at != nil {
				return folds.Folds{}, fmt.Errorf("%s of %s is in no fold", iri, name)
			}
		}
	}
	return out, out.Validate(p)
}
