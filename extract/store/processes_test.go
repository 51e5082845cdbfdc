package store_test

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
)

const (
	childEnv = "GENUS_TEST_STORE_CHILD" // its value is the name of the child
	pathEnv  = childEnv + "_PATH"
	batch    = 20 // answers of a transaction
)

var kills = flag.Int("kills", 12, "how often TestKill kills a writer")

func TestMain(m *testing.M) {
	if name := os.Getenv(childEnv); name != "" {
		if err := child(name, os.Getenv(pathEnv)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// child puts batches until its standard input ends, and prints the number of each.
func child(name, path string) error {
	ctx := context.Background()
	db, err := store.Open(ctx, path, store.Options{})
	if err != nil {
		return err
	}
	s, err := db.Source(ctx, key)
	if err != nil {
		return err
	}
	ended := make(chan bool)
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		close(ended)
	}()
	for i := 0; ; i++ {
		select {
		case <-ended:
			return db.Close()
		default:
		}
		var answers []store.Answer
		for j := range batch { // a batch has a namespace of its own, and terms that all processes write
			own := fmt.Sprintf("http://e/%s/%d/", name, i)
			answers = append(answers,
				store.Answer{Term: own + strconv.Itoa(j), Kind: "k", Time: 1, Rows: []store.Row{{Value: own}}},
				store.Answer{Term: fmt.Sprint("http://e/shared/", j), Kind: "k", Properties: []string{own}, Time: 1,
					Rows: []store.Row{{Property: own}}})
		}
		if err := s.Put(ctx, answers); err != nil {
			return err
		}
		if _, err := fmt.Println(i); err != nil {
			return nil
		}
	}
}

type process struct {
	*exec.Cmd
	in  io.Closer
	out *bufio.Scanner
}

func start(t *testing.T, name, path string) *process {
	t.Helper()
	p := &process{Cmd: exec.Command(os.Args[0])}
	p.Env = append(os.Environ(), childEnv+"="+name, pathEnv+"="+path)
	p.Stderr = os.Stderr
	in := require.Value(p.StdinPipe())(t)
	out := require.Value(p.StdoutPipe())(t)
	p.in, p.out = in, bufio.NewScanner(out)
	require.NoError(t, p.Start())
	return p
}

// whole checks that a file has all answers of each batch, and returns the number of
// batches of each child.
func whole(t *testing.T, path string) map[string]int {
	t.Helper()
	db := require.Value(store.Open(t.Context(), path, store.Options{}))(t)
	defer func() { _ = db.Close() }()
	own := map[string]int{}
	shared := map[string]int{}
	done := map[string]int{}
	for _, a := range all(t, source(t, db)) {
		if a.Properties == nil {
			own[a.Rows[0].Value]++
		} else {
			shared[a.Properties[0]]++
		}
	}
	for space, n := range own {
		require.That(t, n == batch && shared[space] == batch, "%s: %d and %d answers of a batch of %d", space, n,
			shared[space], batch)
		done[strings.Split(space, "/")[3]]++
	}
	require.That(t, len(shared) == len(own), "%d batches of one kind and %d of the other", len(own), len(shared))
	return done
}

// TestKill kills a writer with SIGKILL at random moments: the file has complete
// transactions only, and every one that was reported. For the full number:
//
//	go test ./extract/store -run TestKill -kills 200
func TestKill(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	random := rand.New(rand.NewPCG(1, 1))
	for i := range *kills {
		if i%20 == 0 { // a new file, to kill its creation, too
			_ = os.Remove(path)
		}
		name := fmt.Sprint("c", i)
		p := start(t, name, path)
		reported := 0
		for range random.IntN(6) {
			if p.out.Scan() {
				reported++
			}
		}
		time.Sleep(time.Duration(random.IntN(4000)) * time.Microsecond)
		_ = p.Process.Kill()
		for p.out.Scan() {
			reported++
		}
		_ = p.Wait()
		// Open the file read-only first. The process may have been killed before its first transaction.
		if i%2 == 0 {
			if _, db, err := read(t.Context(), path); err == nil {
				_ = db.Close()
			} else if !errors.Is(err, store.ErrNotGenus) && !errors.Is(err, os.ErrNotExist) &&
				!errors.Is(err, store.ErrNoSource) {
				t.Fatal(err)
			}
		}
		done := whole(t, path)[name]
		require.That(t, done >= reported, "kill %d: %d batches in the file, %d were reported", i, done, reported)
	}
	left, _ := filepath.Glob(path + "?*")
	check.That(t, len(left) <= 0, "left beside the file: %v", left)
}

// TestProcesses: several processes write to one file in turn, and no batch is lost.
func TestProcesses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	few := testsize.Choose(3, 10)
	var children []*process
	for i := range 3 {
		children = append(children, start(t, fmt.Sprint("c", i), path))
	}
	for _, p := range children {
		for range few {
			require.That(t, p.out.Scan(), "a child ended")
		}
	}
	put := map[string]int{}
	for i, p := range children {
		_ = p.in.Close()
		n := few
		for p.out.Scan() {
			n++
		}
		require.NoError(t, p.Wait())
		put[fmt.Sprint("c", i)] = n
	}
	for name, n := range whole(t, path) {
		check.That(t, n == put[name], "%s: %d batches in the file, %d were reported", name, n, put[name])
	}
	db := open(t, path, store.Options{ReadOnly: true})
	sources, _ := db.Sources(t.Context())
	check.That(t, len(sources) == 1, "%d sources; want 1", len(sources))
}

// TestWaiting: a writer waits for another one, reports it, and gives up after its patience
// or when its context ends. Readers do not wait.
func TestWaiting(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	told := make(chan bool, 8)
	waiting := source(t, open(t, path, store.Options{Waiting: func() { told <- true }}))
	impatient := source(t, open(t, path, store.Options{Patience: -1}))
	reader := source(t, open(t, path, store.Options{ReadOnly: true}))
	other := raw(t, path, "BEGIN IMMEDIATE")
	check.ErrorIs(t, impatient.Put(t.Context(), some), store.ErrBusy, "impatient")
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	check.ErrorIs(t, waiting.Put(ctx, some), context.DeadlineExceeded, "with a deadline")
	if got := all(t, reader); len(got) != 0 {
		t.Errorf("a reader sees %v", got)
	}
	done := make(chan error, 1)
	go func() { done <- waiting.Put(t.Context(), some) }()
	<-told
	require.Value(other.Exec("COMMIT"))(t)
	check.NoError(t, <-done)
	if got := all(t, reader); len(got) != len(some) {
		t.Errorf("a reader sees %d answers; want %d", len(got), len(some))
	}
}

// TestSnapshot: All returns a snapshot, whatever is written during the iteration.
func TestSnapshot(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "x.db"), store.Options{})
	s := source(t, db)
	put(t, s, some...)
	n := 0
	for _, err := range s.All(t.Context()) {
		require.NoError(t, err)
		put(t, s, store.Answer{Term: fmt.Sprint("http://new/", n, "/z"), Kind: "z"})
		n++
	}
	check.That(t, n == len(some) && len(all(t, s)) == 2*len(some), "%d answers, and then %d", n, len(all(t, s)))
}
