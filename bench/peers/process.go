package peers

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// A process runs the command of an External.
type process struct {
	cmd      *exec.Cmd
	kill     context.CancelFunc
	in       io.WriteCloser
	out      io.ReadCloser
	lines    *bufio.Scanner // of out
	problems bytes.Buffer   // standard error; complete when the process has ended
}

// longestLine bounds a line of the answer, in bytes: a concept may be long.
const longestLine = 16 << 20

func startProcess(command string, variables map[string]string) (*process, error) {
	ctx, kill := context.WithCancel(context.Background())
	p := &process{
		cmd:  exec.CommandContext(ctx, "sh", "-c", command),
		kill: kill,
	} // it is the user's command
	killWhole(p.cmd)
	p.cmd.Env = os.Environ()
	for name, value := range variables {
		p.cmd.Env = append(p.cmd.Env, name+"="+value)
	}
	p.cmd.Stderr, p.cmd.WaitDelay = &p.problems, time.Second
	var err error
	if p.out, err = p.cmd.StdoutPipe(); err == nil {
		p.in, err = p.cmd.StdinPipe()
	}
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		kill()
		return nil, err
	}
	p.lines = bufio.NewScanner(p.out)
	p.lines.Buffer(nil, longestLine)
	return p, nil
}

// send passes the next fold to a process that waits.
func (p *process) send(variables map[string]string) error {
	line, err := json.Marshal(variables)
	if err == nil {
		_, err = p.in.Write(append(line, '\n'))
	}
	if err != nil {
		p.stop()
	}
	return err
}

// answer returns the lines that the process prints up to "end", trimmed. more reports
// whether it then waits for a fold. When the context ends, answer kills the process and
// does not wait for what the process started.
func (p *process) answer(ctx context.Context) (lines []string, more bool, err error) {
	keep := context.AfterFunc(ctx, func() {
		p.kill()
		_ = p.out.Close()
	})
	defer keep()
	for p.lines.Scan() {
		line := strings.TrimSpace(p.lines.Text())
		if line == endLine && keep() {
			return lines, true, nil
		}
		lines = append(lines, line)
	}
	err = p.lines.Err()
	if err != nil {
		p.kill()
	}
	_ = p.in.Close()
	if failed := p.cmd.Wait(); failed != nil && err == nil {
		err = fmt.Errorf("%w: %s", failed, lastLine(p.problems.String()))
	}
	p.kill()
	return lines, false, err
}

// stop ends a process that waits for a fold, within a second.
func (p *process) stop() {
	_ = p.in.Close()
	timer := time.AfterFunc(time.Second, p.kill)
	defer timer.Stop()
	_ = p.cmd.Wait()
	p.kill()
}

func lastLine(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	return lines[len(lines)-1]
}
