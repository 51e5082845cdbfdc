package command

import (
	"errors"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/unix"
)

// policies are those of the threads of this process, with the number of each.
func policies(t *testing.T) map[uint32]int {
	t.Helper()
	tasks, err := os.ReadDir("/proc/self/task")
	if err != nil {
		t.Fatal(err)
	}
	all := map[uint32]int{}
	for _, task := range tasks {
		id, err := strconv.Atoi(task.Name())
		if err != nil {
			t.Fatal(err)
		}
		attr, err := unix.SchedGetAttr(id, 0)
		if err != nil { // it has ended
			continue
		}
		all[attr.Policy]++
	}
	return all
}

// setPolicy gives all threads of this process a policy.
func setPolicy(t *testing.T, attr unix.SchedAttr) {
	t.Helper()
	tasks, err := os.ReadDir("/proc/self/task")
	if err != nil {
		t.Fatal(err)
	}
	attr.Size = unix.SizeofSchedAttr
	for _, task := range tasks {
		id, err := strconv.Atoi(task.Name())
		if err != nil {
			t.Fatal(err)
		}
		if err := unix.SchedSetAttr(id, &attr, 0); err != nil && !errors.Is(err, unix.ESRCH) { // it has ended
			t.Skipf("%s: the system does not let a process set its policy: %v", t.Name(), err)
		}
	}
}

// TestInBackground looks at the threads of processes of their own, which stay as they
// are made: as most are, made nice by the user, and under a policy that the user chose.
func TestInBackground(t *testing.T) {
	const child = "GENUS_TEST_IN_BACKGROUND"
	cases := map[string]struct {
		before unix.SchedAttr
		want   uint32
	}{
		"ordinary": {unix.SchedAttr{Policy: unix.SCHED_NORMAL}, unix.SCHED_BATCH},
		"nice":     {unix.SchedAttr{Policy: unix.SCHED_NORMAL, Nice: 19}, unix.SCHED_BATCH},
		"idle":     {unix.SchedAttr{Policy: unix.SCHED_IDLE}, unix.SCHED_IDLE},
	}
	name := os.Getenv(child)
	if name == "" {
		for name := range cases {
			t.Run(name, func(t *testing.T) {
				cmd := exec.Command(os.Args[0], "-test.run=^TestInBackground$", "-test.v")
				cmd.Env = append(os.Environ(), child+"="+name)
				out, err := cmd.CombinedOutput()
				if err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				if strings.Contains(string(out), "--- SKIP") {
					t.Skipf("%s: in a process of its own: %s", t.Name(), out)
				}
			})
		}
		return
	}
	setPolicy(t, cases[name].before)
	setPolicy(t, cases[name].before)       // those that began meanwhile
	before, err := unix.SchedGetAttr(0, 0) // a nice value that the tests run with stays under some policies
	if err != nil {
		t.Fatal(err)
	}
	inBackground()
	var ready, end sync.WaitGroup
	end.Add(1)
	for range 5 { // threads that come later
		ready.Add(1)
		go func() {
			runtime.LockOSThread()
			ready.Done()
			end.Wait()
		}()
	}
	ready.Wait()
	defer end.Done()
	if after := policies(t); len(after) != 1 || after[cases[name].want] < 6 {
		t.Errorf("threads by policy: %v, want all %d", after, cases[name].want)
	}
	attr, err := unix.SchedGetAttr(0, 0)
	if err != nil || attr.Nice != before.Nice {
		t.Errorf("nice: %+v, %v; want %d as before", attr, err, before.Nice)
	}
}
