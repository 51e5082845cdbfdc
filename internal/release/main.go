package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// target is a system and a processor, as Go names them.
type target struct{ os, arch string }

func (t target) String() string { return t.os + "/" + t.arch }

// program returns the name of the file.
func (t target) program() string {
	if t.os == "windows" {
		return "genus.exe"
	}
	return "genus"
}

var (
	all  = "linux/amd64,linux/arm64,darwin/amd64,darwin/arm64,windows/amd64,windows/arm64"
	host = target{runtime.GOOS, runtime.GOARCH}
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := release(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func release(ctx context.Context) error {
	out := flag.String("out", "dist", "directory for the archives; it must be new or empty")
	version := flag.String("version", "", "version of the program (default: what git describe says)")
	targets := flag.String("targets", all, "systems and processors")
	flag.Parse()
	if flag.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flag.Arg(0))
	}
	if entries, err := os.ReadDir(*out); err == nil && len(entries) > 0 {
		return fmt.Errorf("%s is not empty: a file of checksums is about all that is beside it", *out)
	}
	if *version == "" {
		text, err := runCommand(ctx, nil, "git", "describe", "--tags", "--always", "--dirty")
		if err != nil {
			return fmt.Errorf("no version: give -version, or build in a git repository: %w", err)
		}
		*version = text
	}
	*version = strings.TrimPrefix(*version, "v")
	date, err := archiveDate(ctx)
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "genus-release-")
	if err != nil {
		return err
	}
	b := builder{work: work, version: *version, date: date}
	err = b.buildAll(ctx, strings.Split(*targets, ","), *out)
	return errors.Join(err, os.RemoveAll(work))
}

// archiveDate returns the date of all files in the archives.
func archiveDate(ctx context.Context) (time.Time, error) {
	text := os.Getenv("SOURCE_DATE_EPOCH")
	if text == "" {
		var err error
		if text, err = runCommand(ctx, nil, "git", "log", "-1", "--format=%ct"); err != nil {
			return time.Time{}, fmt.Errorf("no date: set SOURCE_DATE_EPOCH, or build in a git repository: %w", err)
		}
	}
	seconds, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("SOURCE_DATE_EPOCH: %q is no number of seconds", text)
	}
	return time.Unix(seconds, 0).UTC(), nil
}

// buildAll builds the archives and their checksums.
func (b *builder) buildAll(ctx context.Context, targets []string, out string) error {
	if err := os.MkdirAll(out, 0o755); err != nil { //nolint:gosec // for everybody to read
		return err
	}
	pages, err := b.buildPages(ctx)
	if err != nil {
		return err
	}
	var sums strings.Builder
	for _, text := range targets {
		system, arch, ok := strings.Cut(text, "/")
		if !ok {
			return fmt.Errorf("target %q: want a system and a processor, such as linux/arm64", text)
		}
		t := target{system, arch}
		files, err := b.targetFiles(ctx, t)
		if err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
		name := fmt.Sprintf("genus_%s_%s_%s", b.version, t.os, t.arch)
		data, ending, err := pack(t, name, append(files, pages...), b.date)
		if err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
		if err := os.WriteFile(filepath.Join(out, name+ending), data, 0o644); err != nil { //nolint:gosec // for everybody to read
			return err
		}
		fmt.Fprintln(&sums, checksum(data)+"  "+name+ending)
		fmt.Println(filepath.Join(out, name+ending))
	}
	return os.WriteFile(filepath.Join(out, "SHA256SUMS"), []byte(sums.String()), 0o644) //nolint:gosec // for everybody to read
}

// runCommand runs a command with more in its environment.
func runCommand(ctx context.Context, env []string, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), env...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	text, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, strings.TrimSpace(stderr.String()))
	}
	return strings.TrimSpace(string(text)), nil
}
