//go:build unix

package peers

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/evaluation"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testbed/suite"
	"github.com/genus-kg/genus/learner/folds"
	"github.com/genus-kg/genus/learner/interp"
)

// fathers returns a problem with two folds, and its data file.
func fathers(t *testing.T) (p interp.Problem, split folds.Folds, file string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"fathers.ttl": `@prefix : <http://example.org/> .
:abe a :Male ; :hasChild :bob . :carl a :Male ; :hasChild :dora . :bob a :Male . :dora a :Female .`,
		"pos.txt": "http://example.org/abe\nhttp://example.org/carl\n",
		"neg.txt": "http://example.org/bob\nhttp://example.org/dora\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	problems := require.Value(suite.Find(dir))(t)
	p, file, err := problems[0].LoadFrom(t.Context(), extract.LoadOptions{})
	require.NoError(t, err)
	return p, require.Value(folds.Stratified(p, 2, 1))(t), file
}

// A command gets a fold by its environment and files, and prints a concept or predictions.
func TestExternal(t *testing.T) {
	p, split, file := fathers(t)
	const concept = `echo "concept: <http://example.org/Male> and <http://example.org/hasChild> some owl:Thing"`
	const stays = `while true; do cat "$GENUS_TEST"; echo "seconds: 1.25"; echo end; read -r line || exit 0; echo "$line" | grep -q '"GENUS_FOLD":"2"' || exit 5; done`
	for _, tt := range []struct {
		name, command string
		correct       int // of the 4 examples of both folds
		predicted     bool
		seconds       float64 // 0: measured
		err           string
	}{
		{"a concept", concept, 4, false, 0, ""},
		{"predictions", `cat "$GENUS_TEST"`, 2, true, 0, ""},
		{"none positive", `true`, 2, true, 0, ""},
		{"its own time", stays, 2, true, 1.25, ""},
		{"the variables", `[ $GENUS_PROBLEM = mine ] && [ $GENUS_TIMEOUT = 60 ] && test -f "$GENUS_DATA" && [ $(cat "$GENUS_TRAIN_POS" "$GENUS_TRAIN_NEG" "$GENUS_TEST" | sort -u | wc -l) = 4 ]`, 2, true, 0, ""},
		{"exit code", `echo no memory >&2; exit 3`, 0, false, 0,
			"fold 1: it: exit status 3: no memory (and 1 more folds failed)"},
		{"one fold fails", `if [ $GENUS_FOLD = 2 ]; then echo late >&2; exit 4; fi; ` + concept, 2, false, 0,
			"fold 2: it: exit status 4: late"},
		{"no number", `echo seconds: none`, 0, false, 0, `it: "seconds: none" is not a number of seconds`},
		{"a stranger", `echo http://example.org/stranger`, 0, false, 0,
			"neither a concept nor a test example: http://example.org/stranger"},
		{"no concept", `echo "concept: and and"`, 0, false, 0, "fold 1: it: "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			external := &External{Name: "it", Command: tt.command, Problem: "mine", Data: file}
			defer external.Close()
			var last Tested
			tested, err := evaluation.Validate(t.Context(), p, split, 1,
				func(ctx context.Context, fold int, train, test interp.Problem) (evaluation.Tested, error) {
					one, err := external.Fold(ctx, fold, train, test, time.Minute)
					if err == nil {
						last = one
					}
					return one.Tested, err
				}, nil)
			if tt.err != "" {
				require.That(t, err != nil && strings.Contains(err.Error(), tt.err), "error %v, want one with %q", err, tt.err)
			} else {
				require.NoError(t, err)
			}
			check.Equal(t, evaluation.PooledConfusion(tested).Correct(), tt.correct, "correct")
			check.Equal(t, last.Predicted, tt.predicted, "predicted")
			if tt.seconds > 0 {
				check.That(t, math.Abs(last.Elapsed.Seconds()-tt.seconds) < 1e-9, "%s", last.Elapsed)
			}
		})
	}
}

// An interruption also ends what the command of another learner started.
func TestExternalIsKilledWhole(t *testing.T) {
	p, split, _ := fathers(t)
	file := filepath.Join(t.TempDir(), "pid")
	external := &External{Name: "slow",
		Command: "sleep 600 & echo $! >" + file + ".new; mv " + file + ".new " + file + "; wait", Data: "none.ttl"}
	defer external.Close()
	ctx, cancel := context.WithCancel(t.Context())
	var pid int
	go func() {
		defer cancel()
		for ctx.Err() == nil && pid == 0 {
			time.Sleep(10 * time.Millisecond)
			text, _ := os.ReadFile(file)
			pid, _ = strconv.Atoi(strings.TrimSpace(string(text)))
		}
	}()
	train, test := split.Split(p, 0)
	if _, err := external.Fold(ctx, 1, train, test, 0); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v, want %v", err, context.Canceled)
	}
	for range 1000 {
		status, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
		if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) || strings.Contains(string(status), "State:\tZ") {
			return // it has ended, or is a zombie
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("process %d still runs", pid)
}
