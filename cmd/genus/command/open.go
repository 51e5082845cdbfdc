package command

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"time"

	"github.com/spf13/cobra"
)

// browserCommand returns the command that opens a page in the browser of the user.
func browserCommand(url string) (name string, args []string, err error) {
	switch runtime.GOOS {
	case "windows":
		return "rundll32", []string{"url.dll,FileProtocolHandler", url}, nil
	case "darwin":
		return "open", []string{url}, nil
	}
	if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return "", nil, errors.New("there is no display")
	}
	return "xdg-open", []string{url}, nil
}

// isDesktop reports whether the user sits at a terminal of a machine that can show a browser.
func (a *program) isDesktop() bool {
	_, isTerminal := asTerminal(a.terminal)
	_, _, err := browserCommand("")
	return isTerminal && err == nil && os.Getenv("SSH_CONNECTION") == ""
}

// openBrowser opens the page, or says that it cannot. It does not wait. The address has no token, because
// other users of the machine can read the arguments of a program: the page asks for it.
func (a *program) openBrowser(ctx context.Context, url string) {
	name, args, err := browserCommand(url)
	if err != nil {
		a.status.Note("note: no browser was opened: %v: open %s yourself", err, url)
		return
	}
	go func() {
		if err := exec.CommandContext(ctx, name, args...).Run(); err != nil && ctx.Err() == nil {
			a.status.Note("note: no browser was opened: %s: %v: open %s yourself", name, err, url)
		}
	}()
}

// healthTime limits how long a server may take to say that it is well.
const healthTime = 5 * time.Second

// healthCommand asks a server on this machine whether it is well, for images without curl.
func healthCommand() *cobra.Command {
	return &cobra.Command{
		Use: "health [URL]", Short: "Ask a running server whether it is well", Hidden: true,
		Long: "Health asks a server for /healthz (http://127.0.0.1:8010 if no URL is given), and ends with 1 if it does " +
			"not answer.",
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			url := "http://127.0.0.1:8010"
			if len(args) > 0 {
				url = args[0]
			}
			ctx, cancel := context.WithTimeout(cmd.Context(), healthTime)
			defer cancel()
			req, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/healthz", nil)
			if err != nil {
				return err
			}
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				return err
			}
			defer func() { _ = res.Body.Close() }()
			if res.StatusCode != http.StatusOK {
				return fmt.Errorf("%s/healthz: %s", url, res.Status)
			}
			return nil
		},
	}
}
