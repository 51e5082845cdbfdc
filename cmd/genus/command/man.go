package command

import (
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"text/template"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/genus-kg/genus/cmd/genus/app"
)

// manText is the template of a manual page. The generator of cobra goes through
// Markdown, which takes operators of concepts for markup, and mandoc warns about its
// output.
//
//go:embed man.tmpl
var manText string

var manTemplate = template.Must(template.New("man").Funcs(template.FuncMap{
	"dashes": func(s string) string { return strings.ReplaceAll(s, " ", "-") },
	"roff":   roff,
	"upper":  strings.ToUpper,
	"body":   roffBody,
	"option": roffOption,
}).Parse(manText))

func manCommand(a *program) *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Write the manual pages of all commands to a directory",
		Long: `Man writes a manual page for every command to a directory, which it creates if
necessary. The date of the pages is today, or SOURCE_DATE_EPOCH of the environment.`,
		Example: `  genus man ~/.local/share/man/man1
  man genus-learn`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return app.Usagef("%d arguments given: want one, the directory to write to", len(args))
			}
			return nil
		},
		ValidArgsFunction: cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs),
		RunE: func(cmd *cobra.Command, args []string) error {
			date, err := manDate()
			if err != nil {
				return app.Usage(err)
			}
			if err := os.MkdirAll(args[0], 0o755); err != nil { //nolint:gosec // for everybody to read
				return fmt.Errorf("manual pages: %w", err)
			}
			return writeManual(cmd.Root(), args[0], date.Format(time.DateOnly))
		},
	}
}

// manDate returns the date of the pages (reproducible-builds.org/specs/source-date-epoch).
func manDate() (time.Time, error) {
	const variable = "SOURCE_DATE_EPOCH"
	text := os.Getenv(variable)
	if text == "" {
		return time.Now(), nil
	}
	seconds, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("%s: %q is not a number of seconds", variable, text)
	}
	return time.Unix(seconds, 0).UTC(), nil
}

// writeManual writes the page of the command and those of its subcommands.
func writeManual(cmd *cobra.Command, dir, date string) error {
	cmd.InitDefaultHelpFlag()
	var parents, children []*cobra.Command
	if cmd.HasParent() {
		parents = append(parents, cmd.Parent())
	}
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			children = append(children, sub)
		}
	}
	var page bytes.Buffer
	err := manTemplate.Execute(&page, map[string]any{
		"Command": cmd, "Date": date, "Version": programVersion(),
		"Groups": flagGroups(cmd), "Related": append(parents, children...),
	})
	if err != nil {
		return fmt.Errorf("manual pages: %w", err)
	}
	name := strings.ReplaceAll(cmd.CommandPath(), " ", "-") + ".1"
	if err := os.WriteFile(filepath.Join(dir, name), page.Bytes(), 0o644); err != nil { //nolint:gosec // for everybody to read
		return fmt.Errorf("manual pages: %w", err)
	}
	for _, sub := range children {
		if err := writeManual(sub, dir, date); err != nil {
			return err
		}
	}
	return nil
}

// roffSigns escapes characters that roff would replace by others, so that examples can
// be copied.
var roffSigns = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "^", `\(ha`, "~", `\(ti`, "`", `\(ga`, `"`, `\(dq`)

// roff escapes a line of text.
func roff(s string) string {
	s = roffSigns.Replace(s)
	if strings.HasPrefix(s, ".") {
		s = `\&` + s
	}
	return s
}

// roffBody formats a text of several paragraphs. Indented lines are kept as they are.
func roffBody(text string) string {
	var b strings.Builder
	verbatim, begun := false, false
	for line := range strings.Lines(strings.Trim(text, "\n")) {
		line = strings.TrimSuffix(line, "\n")
		indented := strings.HasPrefix(line, "  ") || strings.HasPrefix(line, "\t")
		switch {
		case strings.TrimSpace(line) == "":
			if begun && !verbatim {
				b.WriteString(".PP\n")
			}
			continue
		case indented && !verbatim:
			b.WriteString(".RS 2\n.nf\n")
		case !indented && verbatim:
			b.WriteString(".fi\n.RE\n.PP\n")
		}
		verbatim, begun = indented, true
		b.WriteString(roff(strings.TrimSpace(line)) + "\n")
	}
	if verbatim {
		b.WriteString(".fi\n.RE\n")
	}
	return strings.ReplaceAll(b.String(), ".PP\n.RS", ".sp\n.RS")
}

// roffOption formats a flag with its text.
func roffOption(f *pflag.Flag) string {
	name, text := pflag.UnquoteUsage(f)
	var b strings.Builder
	b.WriteString(".TP\n")
	if f.Shorthand != "" {
		fmt.Fprintf(&b, `\fB\-%s\fR, `, f.Shorthand)
	}
	fmt.Fprintf(&b, `\fB%s\fR`, roff("--"+f.Name))
	if f.NoOptDefVal == "" {
		fmt.Fprintf(&b, ` \fI%s\fR`, roff(name))
	}
	if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "0" && f.DefValue != "[]" {
		text += " (default " + f.DefValue + ")"
	}
	b.WriteString("\n" + roff(text))
	return b.String()
}
