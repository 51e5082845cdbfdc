package command

import (
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
)

func TestRepeatVariadicFlags(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"one file", "learn --data a --pos p", "learn --data=a --pos p"},
		{"several", "learn --data a b c -v", "learn --data=a --data=b --data=c -v"},
		{"two flags", "learn --pos-iri a b --neg-iri c d", "learn --pos-iri=a --pos-iri=b --neg-iri=c --neg-iri=d"},
		{"none", "learn --data", "learn --data"},
		{"none before a flag", "learn --data -v", "learn --data -v"},
		{"with =", "learn --data=a b", "learn --data=a b"},
		{"ended", "verify --data a b -- C --pos p", "verify --data=a --data=b C --pos p"},
		{"not of these flags", "query C -- --data x", "query C -- --data x"},
		{"stdin as an argument", "verify - --data a", "verify - --data=a"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			check.Slice(t, repeatVariadicFlags(strings.Fields(tt.in)), strings.Fields(tt.want), "want %q", tt.want)
		})
	}
}
