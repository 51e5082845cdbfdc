package command

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// inBackground says that this process computes and nobody waits for each of its steps
// (SCHED_BATCH, sched(7)). Its threads then do not interrupt others whenever some bytes
// of an answer come: an endpoint on the same machine goes on with the answer, of which
// more is read at once. Where the system refuses, or the user has chosen another policy
// (chrt), nothing changes.
func inBackground() {
	done := map[int]bool{}
	for found := true; found; { // threads begin with the policy of those that start them
		found = false
		tasks, err := os.ReadDir("/proc/self/task")
		if err != nil {
			return
		}
		for _, t := range tasks {
			id, err := strconv.Atoi(t.Name())
			if err != nil || done[id] {
				continue
			}
			done[id], found = true, true
			attr, err := unix.SchedGetAttr(id, 0)
			if err != nil || attr.Policy != unix.SCHED_NORMAL {
				continue
			}
			attr.Policy = unix.SCHED_BATCH
			_ = unix.SchedSetAttr(id, attr, 0)
		}
	}
}
