package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const (
	program = "./cmd/genus"
	stamp   = "github.com/genus-kg/genus/cmd/genus/command.release"
)

// builder builds one version.
type builder struct {
	work    string // a directory of its own
	version string
	date    time.Time
	built   map[target][]byte
}

// environment returns the environment of the go command. It overrides the
// machine's settings that would change what is built.
func environment(t target) []string {
	return []string{"CGO_ENABLED=0", "GOOS=" + t.os, "GOARCH=" + t.arch, "GOFLAGS=", "GOAMD64=v1", "GOARM64=v8.0", "GOWORK=off", "GOEXPERIMENT="}
}

// buildBinary builds the program; it needs no shared library.
func (b *builder) buildBinary(ctx context.Context, t target) ([]byte, error) {
	if data, ok := b.built[t]; ok {
		return data, nil
	}
	path := filepath.Join(b.work, t.os+"-"+t.arch, t.program())
	_, err := runCommand(ctx, environment(t), "go", "build", "-trimpath", "-buildvcs=false",
		"-ldflags", "-s -w -buildid= -X "+stamp+"="+b.version, "-o", path, program)
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(path) //nolint:gosec // our own
	if err == nil {
		if b.built == nil {
			b.built = map[target][]byte{}
		}
		b.built[t] = data
	}
	return data, err
}

// buildPages builds the program for this machine and returns the manual pages and
// completions that it writes.
func (b *builder) buildPages(ctx context.Context) (files []file, err error) {
	if _, err := b.buildBinary(ctx, host); err != nil {
		return nil, err
	}
	genus := filepath.Join(b.work, host.os+"-"+host.arch, host.program())
	said, err := runCommand(ctx, nil, genus, "version")
	if err != nil {
		return nil, err
	}
	if !strings.HasPrefix(said, "genus "+b.version+" ") {
		return nil, fmt.Errorf("the program says that it is %q, not version %s: is %s still the name of the variable?", said, b.version, stamp)
	}
	manual := filepath.Join(b.work, "man1")
	if _, err := runCommand(ctx, []string{fmt.Sprintf("SOURCE_DATE_EPOCH=%d", b.date.Unix())}, genus, "man", manual); err != nil {
		return nil, err
	}
	written, err := os.ReadDir(manual)
	if err != nil {
		return nil, err
	}
	for _, page := range written {
		data, err := os.ReadFile(filepath.Join(manual, page.Name()))
		if err != nil {
			return nil, err
		}
		files = append(files, file{"man/man1/" + page.Name(), 0o644, data})
	}
	for _, c := range []struct{ shell, name string }{
		{"bash", "genus.bash"}, {"fish", "genus.fish"}, {"powershell", "genus.ps1"}, {"zsh", "_genus"},
	} {
		script, err := runCommand(ctx, nil, genus, "completion", c.shell)
		if err != nil {
			return nil, err
		}
		files = append(files, file{"completions/" + c.name, 0o644, []byte(script + "\n")})
	}
	return files, nil
}

// targetFiles returns the files for one target: the program, the documents and the
// licences.
func (b *builder) targetFiles(ctx context.Context, t target) ([]file, error) {
	data, err := b.buildBinary(ctx, t)
	if err != nil {
		return nil, err
	}
	files := []file{{t.program(), 0o755, data}}
	documents, err := filepath.Glob("docs/*.md")
	if err != nil {
		return nil, err
	}
	for _, name := range append([]string{"LICENSE", "README.md", "CHANGELOG.md"}, documents...) {
		data, err := os.ReadFile(name) //nolint:gosec // our own
		if err != nil {
			return nil, fmt.Errorf("%w: run it in the root of the module", err)
		}
		files = append(files, file{filepath.ToSlash(name), 0o644, data})
	}
	terms, err := licences(ctx, t)
	if err != nil {
		return nil, err
	}
	return append(files, file{"THIRD_PARTY_LICENSES", 0o644, terms}), nil
}
