package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// licenceFile are the names under which modules state their terms.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice)([-.].*)?$`)

// licences are the terms of everything that is linked into the program: nearly
// all licences ask to be passed on with copies, also those of binaries.
func licences(ctx context.Context, t target) ([]byte, error) {
	root, err := output(ctx, nil, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	list, err := output(ctx, environment(t), "go", "list", "-buildvcs=false", "-deps",
		"-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}", program)
	if err != nil {
		return nil, err
	}
	modules := strings.FieldsFunc(list, func(r rune) bool { return r == '\n' })
	slices.Sort(modules)
	var b bytes.Buffer
	for _, line := range append([]string{"The Go programming language\t" + root}, slices.Compact(modules)...) {
		name, dir, ok := strings.Cut(line, "\t")
		if !ok {
			return nil, fmt.Errorf("go list: unexpected line %q", line)
		}
		if err := appendLicences(&b, name, dir); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

func appendLicences(b *bytes.Buffer, name, dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("licence of %s: %w", name, err)
	}
	found := false
	for _, e := range entries {
		if e.IsDir() || !licenceFile.MatchString(e.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name())) //nolint:gosec // of a module that is linked
		if err != nil {
			return fmt.Errorf("licence of %s: %w", name, err)
		}
		found = true
		fmt.Fprintf(b, "%s\n%s: %s\n\n%s\n\n", strings.Repeat("=", 80), name, e.Name(), bytes.TrimSpace(text))
	}
	if !found {
		return fmt.Errorf("no licence in %s, the folder of %s", dir, name)
	}
	return nil
}
