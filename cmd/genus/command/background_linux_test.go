package command

import (
	"os"
	"os/exec"
	"runtime"
	"strconv"
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

// TestInBackground looks at the threads of a process of its own, which stays as it is
// made.
func TestInBackground(t *testing.T) {
	const child = "GENUS_TEST_IN_BACKGROUND"
	if os.Getenv(child) == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^TestInBackground$", "-test.v")
		cmd.Env = append(os.Environ(), child+"=1")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return
	}
	if before := policies(t); before[unix.SCHED_BATCH] > 0 {
		t.Skipf("%s: it has this policy already", t.Name())
	}
	attr, err := unix.SchedGetAttr(0, 0)
	if err == nil {
		err = unix.SchedSetAttr(0, attr, 0)
	}
	if err != nil {
		t.Skipf("%s: the system does not let a process set its policy: %v", t.Name(), err)
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
	if after := policies(t); len(after) != 1 || after[unix.SCHED_BATCH] < 6 {
		t.Errorf("threads by policy: %v, want all %d", after, unix.SCHED_BATCH)
	}
}
