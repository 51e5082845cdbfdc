package queries

import (
	"errors"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

func TestDialects(t *testing.T) {
	for _, name := range DialectNames() {
		d := require.Value(ParseDialect(name))(t)
		again, err := ParseDialect(d.String())
		check.That(t, err == nil && again == d, "%s is written %s, which is read %s, %v", name, d, again, err)
	}
	check.Equal(t, require.Value(ParseDialect("java-order,text-infinity"))(t), JavaOrder|TextInfinity)
	for _, name := range []string{"", "oracle", "java-order,", "virtuoso,java-order"} {
		check.ErrorIs(t, check.Error(ParseDialect(name)), ErrDialect, "%q", name)
	}
}

// TestProbe checks that an engine gets the rules whose probes it answers wrongly or not at
// all.
func TestProbe(t *testing.T) {
	right := map[string]bool{}
	for _, r := range Rules() {
		right[r.Probe] = r.Right
	}
	for _, tt := range []struct {
		name   string
		failed int // the rule whose answer is wrong; -1: none
		err    error
		want   Dialect
	}{
		{"standard", -1, nil, 0},
		{"truth values are numbers", 0, nil, LooseOrder},
		{"NaN is large", 1, nil, JavaOrder},
		{"no answer about infinity", 2, errors.New("500"), TextInfinity},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := Probe(func(q string) (bool, error) {
				if tt.failed >= 0 && q == Rules()[tt.failed].Probe {
					return !right[q], tt.err
				}
				return right[q], nil
			})
			check.Equal(t, got, tt.want)
		})
	}
}
