package command

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/genus-kg/genus"
)

// Members that could not be asked for are not known. That is not "no others".
func TestMatchesNotKnown(t *testing.T) {
	var b bytes.Buffer
	r := &genus.Result{}
	r.Verdict, r.OthersErr = &genus.Verdict{}, errors.New("asking for other matches: it took too long")
	(&page{w: &b}).matches(r)
	if got := b.String(); !strings.Contains(got, "not known: asking for other matches: it took too long") ||
		strings.Contains(got, "no others") {
		t.Errorf("%q", got)
	}
}
