package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/command"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/connector/embedded"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/source"
)

// example matches a block of a document that begins with a command "$ genus …". A
// backslash at the end of a line continues the command. A comment before it has the concept
// that the user thinks of.
var example = regexp.MustCompile(
	"(?ms)^(?:<!-- meant: ([^\n]*) -->\n)?```[a-z]*\n\\$ genus ((?:[^\n]*\\\\\n)*[^\n]*)\n(.*?)^```$")

// TestDocuments runs the commands in documents, and compares their output. Questions are
// answered by the concept in the comment <!-- meant: CONCEPT --> before the command; a line …
// stands for any lines. A command to an endpoint is not run. With -update it writes the documents.
//
//	go test ./cmd/genus -run Documents -update
//	GENUS_TESTS=full go test ./cmd/genus -run Documents -update    those about data sets, too
func TestDocuments(t *testing.T) {
	root := require.Value(filepath.Abs(filepath.Join("..", "..")))(t)
	for _, tt := range []struct {
		name          string
		number, forms int      // of examples, and of the forms that they write, at least
		datasets      []string // which take long
	}{
		{"README.md", 1, 0, nil}, {"docs/outputs.md", 1, 6, nil}, {"docs/generalisation.md", 1, 0, nil},
		{"docs/repair.md", 2, 0, nil}, {"docs/ontology-engineering.md", 5, 0, nil},
		{"docs/statements.md", 3, 0, []string{"statements/statements.nt.gz"}},
		{"docs/tutorial-wikidata.md", 2, 0, nil},
	} {
		t.Run(filepath.Base(tt.name), func(t *testing.T) {
			if tt.datasets != nil && !testsize.Full() {
				t.Skipf("%s: a large data set: with GENUS_TESTS=full only", t.Name())
			}
			n, forms := checkDocument(t, filepath.Join(root, tt.name), exampleFiles(t, root, tt.datasets))
			check.That(t, n >= tt.number && len(forms) >= tt.forms, "%d examples of %d forms", n, len(forms))
		})
	}
}

// exampleFiles returns a directory with the files that documents name.
func exampleFiles(t *testing.T, root string, datasets []string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for _, path := range datasets {
		require.NoError(t, os.Symlink(testfiles.Dataset(t, path), filepath.Join(dir, filepath.Base(path))))
	}
	for _, name := range []string{"cmd", "internal"} {
		require.NoError(t, os.Symlink(filepath.Join(root, name), filepath.Join(dir, name)))
	}
	for _, name := range []string{"relatives.ttl", "ticked.md", "family.ttl"} {
		text := require.Value(os.ReadFile(filepath.Join(root, "cmd", "genus", "testdata", "data", name)))(t)
		write(t, filepath.Join(dir, name), string(text))
	}
	// A list of the fathers of daughters, before Gus left it and Leo joined.
	fathers, family := filepath.Join(dir, "fathers.txt"), filepath.Join(dir, "family.ttl")
	_, err := runExample(
		[]string{"watch", "SELECT ?x { ?x a :Male ; :hasChild ?c . ?c a :Female }", "--members", fathers, "--data", family},
		nil)
	require.NoError(t, err)
	text := string(require.Value(os.ReadFile(family))(t))
	write(t, family, strings.Replace(text, ":hasChild :gia, :ian", ":hasChild :ian", 1)+":mia a :Female .\n")
	return dir
}

// runExample runs a command. The output is stdout or, where somebody answers, that of a
// terminal. The error says that the program failed; that members joined or left is no failure.
func runExample(args []string, answer func(local string) string) (out string, err error) {
	if answer == nil {
		var stdout, stderr bytes.Buffer
		code := command.Main(args, strings.NewReader(""), &stdout, &stderr)
		if code != 0 && (code != 3 || args[0] != "watch") {
			err = fmt.Errorf("genus %s: exit code %d: %s", strings.Join(args, " "), code, stderr.String())
		}
		return stdout.String(), err
	}
	stdin, typed := io.Pipe()
	defer func() { _ = typed.Close() }()
	x := terminal{answer: answer, typed: typed}
	if code := command.Main(args, stdin, &x, &x); code != 0 {
		err = fmt.Errorf("genus %s: exit code %d: %s", strings.Join(args, " "), code, x.shown.String())
	}
	return x.shown.String(), err
}

// A terminal shows what a program writes, and types the answer to each question.
type terminal struct {
	answer func(asked string) string
	typed  io.Writer
	mu     sync.Mutex
	shown  bytes.Buffer
}

// question matches a question at the end of what is shown. Its groups are the local name of the individual, and the
// condition.
var question = regexp.MustCompile(
	`(?s).*\n(?:Is [^\n]*?[^\s(:]*:([^\s)]*)\)? one of them\?|Must all of them be so: ([^\n]*)\?).*or enough: $`)

func (x *terminal) Write(p []byte) (int, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.shown.Write(p)
	if m := question.FindSubmatch(x.shown.Bytes()); m != nil {
		line := x.answer(string(m[1])+string(m[2])) + "\n"
		x.shown.WriteString(line)
		go func() { _, _ = io.WriteString(x.typed, line) }() // the program reads it after it has written
	}
	return len(p), nil
}

// answersBy returns the answers of somebody who thinks of the concept, over the source of the command: an individual
// is a member, or the words of a condition are among those of the concept.
func answersBy(t *testing.T, concept string, args []string) func(asked string) string {
	t.Helper()
	of := []string{"-q"}
	for i, arg := range args {
		if arg == "--data" || arg == "--preset" {
			of = append(of, arg, args[i+1])
		}
	}
	file := filepath.Join(t.TempDir(), "members.csv")
	_, err := runExample(append([]string{"query", concept, "--members", file}, of...), nil)
	require.NoError(t, err)
	members := string(require.Value(os.ReadFile(file))(t))
	english := require.Value(runExample(append([]string{"query", concept, "--to", "text", "--labels"}, of...), nil))(t)
	return func(asked string) string {
		says := regexp.MustCompile(`[/#:]` + regexp.QuoteMeta(asked) + `\b`).MatchString(members)
		if strings.Contains(asked, " ") {
			says = !slices.ContainsFunc(strings.Fields(asked), func(word string) bool {
				return len(word) > 4 && word != "something" && word != "place" && !strings.Contains(english, word)
			})
		}
		return map[bool]string{true: "yes", false: "no"}[says]
	}
}

// checkDocument runs the commands of a document in dir. It returns their number and the
// forms that they write.
func checkDocument(t *testing.T, file, dir string) (n int, forms map[string]bool) {
	t.Helper()
	t.Chdir(dir)
	text := require.Value(os.ReadFile(file))(t)
	forms = map[string]bool{}
	got := example.ReplaceAllFunc(text, func(block []byte) []byte {
		match := example.FindSubmatch(block)
		args := require.Value(shellWords(strings.ReplaceAll(string(match[2]), "\\\n", " ")))(t)
		if slices.Contains(args, "--endpoint") {
			return block
		}
		n++
		for i, arg := range args[:len(args)-1] {
			if arg == "--to" {
				forms[args[i+1]] = true
			}
		}
		var answer func(string) string
		if len(match[1]) > 0 {
			answer = answersBy(t, string(match[1]), args)
		}
		out, err := runExample(args, answer)
		require.NoError(t, err)
		shown := string(match[3])
		head := strings.TrimSuffix(string(block), shown+"```")
		return []byte(head + shorten(shown, out) + "```")
	})
	if bytes.Equal(got, text) {
		return n, forms
	}
	if *testfiles.Update {
		require.NoError(t, os.WriteFile(file, got, 0o600))
		return n, forms
	}
	t.Errorf("%s has other outputs than genus: run go test ./cmd/genus -run Document -update, and read the difference\n%s",
		file, cmp.Diff(string(text), string(got)))
	return n, forms
}

// shorten returns the output without the lines for which a line … stands in what is shown. The
// lines after it begin at the next one that has the same beginning, to its first two spaces.
func shorten(shown, out string) string {
	const ellipsis = "…\n"
	parts := strings.Split(shown, ellipsis)
	lines := slices.Collect(strings.Lines(out))
	var b strings.Builder
	for i, part := range parts {
		if i > 0 {
			b.WriteString(ellipsis)
		}
		want := slices.Collect(strings.Lines(part))
		if len(want) == 0 {
			continue
		}
		find := func(line string) int {
			label, _, _ := strings.Cut(line, "  ")
			return slices.IndexFunc(lines, func(l string) bool {
				other, _, _ := strings.Cut(l, "  ")
				return l == line || other == label && label != ""
			})
		}
		if i > 0 {
			lines = lines[max(find(want[0]), 0):]
		}
		end := len(lines)
		if i < len(parts)-1 {
			if end = find(want[len(want)-1]) + 1; end == 0 {
				end = min(len(want), len(lines))
			}
		}
		b.WriteString(strings.Join(lines[:end], ""))
		lines = lines[end:]
	}
	return b.String()
}

// link matches a link of Markdown within the repository: a file, a heading, or both.
var link = regexp.MustCompile(`\]\(([^)#: ]*)(?:#([^) ]+))?\)`)

// TestLinks checks that every link in a document leads to a file and a heading, and that
// docs has an index and at most fifteen files, all of them in the index.
func TestLinks(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	documents, err := filepath.Glob(filepath.Join("docs", "*.md"))
	require.That(t, err == nil && len(documents) <= 16, "%d documents, %v", len(documents), err)
	index := require.Value(os.ReadFile(filepath.Join("docs", "README.md")))(t)
	for _, file := range append(documents, "README.md", "CHANGELOG.md") {
		text := require.Value(os.ReadFile(file))(t)
		dir, name := filepath.Split(file)
		check.That(t, dir == "" || name == "README.md" || bytes.Contains(index, []byte("("+name+")")),
			"the index does not name %s", file)
		for _, m := range link.FindAllSubmatch(fenced.ReplaceAll(text, nil), -1) {
			to, heading := file, string(m[2])
			if len(m[1]) > 0 {
				to = filepath.Join(filepath.Dir(file), string(m[1]))
			}
			target, err := os.ReadFile(to)
			if info, statErr := os.Stat(to); statErr == nil && info.IsDir() {
				err = nil
			}
			if err != nil {
				t.Errorf("%s: %v", file, err)
			} else if heading != "" && !headings(target)[heading] {
				t.Errorf("%s: %s has no heading #%s", file, to, heading)
			}
		}
	}
}

// fenced matches a block of code.
var fenced = regexp.MustCompile("(?ms)^```.*?^```$")

// headings returns the anchors that GitHub gives the headings of a document.
func headings(text []byte) map[string]bool {
	anchors := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(string(fenced.ReplaceAll(text, nil)), -1) {
		anchor := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-', r == '_', unicode.IsLetter(r), unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, m[1])
		anchors[anchor] = true
	}
	return anchors
}

// shellWords splits a command line into words as the shell does.
func shellWords(line string) ([]string, error) {
	out, err := exec.Command("sh", "-c", `printf '%s\0' `+line).Output()
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00"), err
}

type goTest struct {
	file     string
	packages []string // patterns, such as ./learner and ./...
	run      string   // the value of -run, or of -bench if that is given
	bench    bool
	flags    []string // names of the other flags
}

var (
	// goTestCommand matches a command to the end of its code or of its line.
	goTestCommand = regexp.MustCompile("go test ([^`#\n]*)")
	word          = regexp.MustCompile(`'[^']*'|\S+`)
	testFunction  = regexp.MustCompile(`(?m)^func ((?:Test|Example|Fuzz|Benchmark)\w*)\(`)
	testFlag      = regexp.MustCompile(`flag\.\w+\((?:&\w+, )?"([\w-]+)"`)
)

// goTests returns the commands of the document.
func goTests(file, text string) (list []goTest) {
	for _, m := range goTestCommand.FindAllStringSubmatch(text, -1) {
		c := goTest{file: file}
		dir := "." // -C
		words := word.FindAllString(strings.ReplaceAll(m[1], `\|`, "|"), -1)
		for i := 0; i < len(words); i++ {
			switch w := words[i]; {
			case strings.HasPrefix(w, "./"):
				c.packages = append(c.packages, dir+strings.TrimPrefix(w, "."))
			case w == "-C":
				i++
				dir = "./" + words[i]
			case w == "-bench", w == "-run" && !c.bench:
				i++
				c.run, c.bench = strings.Trim(words[i], "'"), w == "-bench"
			case strings.HasPrefix(w, "-"):
				name, _, _ := strings.Cut(strings.TrimLeft(w, "-"), "=")
				c.flags = append(c.flags, name)
			}
		}
		list = append(list, c)
	}
	return list
}

// alternatives returns the parts of a pattern between the | outside of parentheses. Each
// part is cut before its first slash, which begins the pattern of subtests.
func alternatives(pattern string) (parts []string) {
	depth, from := 0, 0
	for i, r := range pattern + "|" {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == '|' && depth == 0:
			part, _, _ := strings.Cut(pattern[from:i], "/")
			parts, from = append(parts, part), i+1
		}
	}
	return parts
}

func testsOf(t *testing.T, root string, packages []string) (names []string) {
	t.Helper()
	read := func(dir string) {
		files := require.Value(filepath.Glob(filepath.Join(dir, "*_test.go")))(t)
		for _, file := range files {
			text := require.Value(os.ReadFile(file))(t)
			for _, m := range testFunction.FindAllStringSubmatch(string(text), -1) {
				names = append(names, m[1])
			}
		}
	}
	for _, p := range packages {
		dir, recursive := strings.CutSuffix(p, "...")
		dir = filepath.Join(root, dir)
		if !recursive {
			read(dir)
			continue
		}
		require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() {
				read(path)
			}
			return err
		}))
	}
	return names
}

// TestDocumentedTests checks that every command go test in the documents runs a test, that
// each alternative of its -run matches one, and that a test has each of its flags.
func TestDocumentedTests(t *testing.T) {
	root := require.Value(filepath.Abs(filepath.Join("..", "..")))(t)
	files := require.Value(filepath.Glob(filepath.Join(root, "docs", "*.md")))(t)
	flags := []string{"run", "bench", "count", "v", "timeout", "benchtime", "short", "race"}
	require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range testFlag.FindAllStringSubmatch(string(text), -1) {
			flags = append(flags, m[1])
		}
		return err
	}))
	var commands []goTest
	for _, file := range append(files, filepath.Join(root, "README.md")) {
		text := require.Value(os.ReadFile(file))(t)
		commands = append(commands, goTests(filepath.Base(file), string(text))...)
	}
	require.That(t, len(commands) >= 20, "only %d commands", len(commands))
	for _, c := range commands {
		names := testsOf(t, root, c.packages)
		for _, part := range alternatives(c.run) {
			pattern := require.Value(regexp.Compile(part))(t)
			if !slices.ContainsFunc(names, func(name string) bool {
				return strings.HasPrefix(name, "Benchmark") == c.bench && pattern.MatchString(name)
			}) {
				t.Errorf("%s: go test %s: no test matches %q", c.file, strings.Join(c.packages, " "), part)
			}
		}
		for _, name := range c.flags {
			check.That(t, slices.Contains(flags, name), "%s: go test %s -run %s: no test has the flag -%s", c.file,
				strings.Join(c.packages, " "), c.run, name)
		}
	}
}

// program matches the program in docs/library.md, the file that the endpoint serves, the
// concept that the user thinks of, and the output.
var program = regexp.MustCompile(
	"(?s)```go\n(// Ask an endpoint.*?)```\n.*?serves `([^`]*)`.*?thinks\\sof `([^`]*)`.*?```text\n(.*?)```")

// TestLibraryDocument runs the program in docs/library.md on an endpoint with the file there,
// answers its questions by the concept there, and compares its output. The program has at most 40 lines. With -update
// it writes the document.
func TestLibraryDocument(t *testing.T) {
	if !testsize.Full() {
		t.Skipf("%s: links a program, which takes long: with GENUS_TESTS=full only", t.Name())
	}
	root := filepath.Join("..", "..")
	file := filepath.Join(root, "docs", "library.md")
	text := require.Value(os.ReadFile(file))(t)
	at := program.FindSubmatchIndex(text)
	require.That(t, at != nil, "no program with its output in %s", file)
	group := func(i int) string { return string(text[at[2*i]:at[2*i+1]]) }
	n := strings.Count(group(1), "\n")
	check.That(t, n <= 40, "the program has %d lines, want 40 at most", n)
	triples, _ := require.Values(rdffile.ReadAll(t.Context(), filepath.Join(root, group(2))))(t)
	endpoint := require.Value(embedded.Start(t.Context(), triples, embedded.Options{}))(t)
	defer endpoint.Close()
	cmd := exec.Command("go", "run", testfiles.Write(t, "main.go", group(1)), endpoint.URL())
	cmd.Dir, cmd.Stderr = root, os.Stderr
	answers := require.Value(cmd.StdinPipe())(t)
	printed := require.Value(cmd.StdoutPipe())(t)
	require.NoError(t, cmd.Start())
	belongs := labelsOf(t, filepath.Join(root, group(2)), group(3))
	var out strings.Builder
	for lines := bufio.NewScanner(printed); lines.Scan(); {
		fmt.Fprintln(&out, lines.Text())
		if label, ok := strings.CutPrefix(lines.Text(), "Is "); ok {
			label, _, _ = strings.Cut(label, " one of")
			fmt.Fprintln(answers, map[bool]string{true: "yes", false: "no"}[belongs[label]])
		}
	}
	require.NoError(t, cmd.Wait(), "the program of %s", file)
	if out.String() == group(4) {
		return
	}
	if *testfiles.Update {
		text = slices.Concat(text[:at[8]], []byte(out.String()), text[at[9]:])
		require.NoError(t, os.WriteFile(file, text, 0o600))
		return
	}
	t.Errorf("%s has another output; the program prints\n%s", file, out.String())
}

func labelsOf(t *testing.T, file, concept string) map[string]bool {
	t.Helper()
	c := config.Default()
	c.Data, c.Prefix = []string{file}, []string{"zoo=http://example.org/zoo#"}
	s := require.Value(genus.Open(t.Context(), c, genus.Options{}))(t)
	defer s.Close()
	meant := require.Value(syntax.Parse(concept, s.Prefixes()))(t)
	p := require.Value(source.ProblemAbout(t.Context(), s.Use(), extract.Examples{}, meant))(t)
	members := require.Value(s.Work().Matches(t.Context(), p, meant, math.MaxInt32, 0))(t)
	labels := map[string]bool{}
	for _, m := range members.Matches {
		labels[m.Label] = true
	}
	return labels
}
