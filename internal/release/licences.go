package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// licenceFile are the names under which modules state their terms.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice)([-.].*)?$`)

// licences returns the terms of everything that is linked into the program: nearly
// all licences ask to be passed on with copies, also those of binaries.
func licences(ctx context.Context, t target) ([]byte, error) {
	root, err := runCommand(ctx, nil, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	list, err := runCommand(ctx, environment(t), "go", "list", "-buildvcs=false", "-deps",
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

// appendLicences adds the terms of a module: its files about that or, if it has
// none, the notices in its sources.
func appendLicences(b io.Writer, name, dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("licence of %s: %w", name, err)
	}
	files, notices := map[string]string{}, map[string]string{}
	for _, e := range entries {
		isLicence := licenceFile.MatchString(e.Name())
		if e.IsDir() || !isLicence && filepath.Ext(e.Name()) != ".go" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name())) //nolint:gosec // of a module that is linked
		if err != nil {
			return fmt.Errorf("licence of %s: %w", name, err)
		}
		if isLicence {
			files[e.Name()] = string(text)
		} else if n := notice(string(text)); n != "" {
			notices[e.Name()] = n
		}
	}
	if len(files) == 0 {
		files = notices
	}
	if len(files) == 0 {
		return fmt.Errorf("no licence in %s, the folder of %s", dir, name)
	}
	for _, file := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(b, "%s\n%s: %s\n\n%s\n\n", strings.Repeat("=", 80), name, file, strings.TrimSpace(files[file]))
	}
	return nil
}

// notice returns the first comment of a Go file that states a licence.
func notice(source string) string {
	var comment strings.Builder
	for line := range strings.Lines(source + "\n") {
		if text, ok := strings.CutPrefix(line, "//"); ok {
			comment.WriteString(strings.TrimPrefix(text, " "))
			continue
		}
		if s := comment.String(); strings.Contains(s, "Licensed under") || strings.Contains(s, "Permission is hereby granted") || strings.Contains(s, "Redistribution and use") {
			return s
		}
		comment.Reset()
	}
	return ""
}
