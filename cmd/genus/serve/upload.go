package serve

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/internal/say"
)

type uploadInput struct {
	Name   string   `query:"name" required:"true" doc:"name of the file; its extension says the format"`
	Key    string   `query:"key" doc:"column that names the rows of a table; without it, rows have numbers"`
	Tables []string `query:"table,explode" doc:"how a table is read, an option at a time: separator=;, header=no, sheet=NAME, type=COLUMN:TYPE or missing=TEXT; left out: as it looks"`
}

// upload opens an uploaded file as a source. The file is removed when it is read.
func (s *sources) upload(ctx context.Context, in *uploadInput) (*found[sourceJSON], error) {
	if _, err := rdffile.FormatOf(baseName(in.Name)); err != nil {
		return nil, invalid("%s", say.OneLine(err.Error()))
	}
	file, err := s.receive(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	defer file.remove()
	src := &servedSource{
		id:     newID(),
		owner:  userOf(ctx),
		name:   file.name,
		about:  description{Kind: "upload"},
		choice: config.SourceChoice{Data: []string{file.path}, Tables: in.Tables},
		access: s.access.ForUpload(file.dir),
	}
	if in.Key != "" {
		src.choice.Key = []string{in.Key}
	}
	src, release, err := s.add(ctx, src, connector.Credentials{})
	if err != nil {
		f := faultOf(err)
		f.Detail = file.ofUser(f.Detail)
		return nil, f
	}
	defer release()
	return &found[sourceJSON]{src.json(ctx)}, nil
}

// A received file is the body of a request in a folder of its own.
type received struct {
	name, path, dir string // name is that of the user
	root            string // of all folders
}

// remove removes the file.
func (f *received) remove() { _ = os.RemoveAll(f.dir) }

// ofUser returns the text with the name that the user knows in place of the path.
func (f *received) ofUser(text string) string {
	return strings.NewReplacer(f.path, f.name, f.dir+"/", "", f.root, "").Replace(text)
}

// baseName returns the name of a file without its folders.
func baseName(name string) string {
	return filepath.Base(filepath.ToSlash(strings.ReplaceAll(name, "\\", "/")))
}

// receive writes the body of the request to a file, which must be removed.
func (s *sources) receive(ctx context.Context, name string) (*received, error) {
	base := baseName(name)
	dir, err := os.MkdirTemp(s.dir, "upload-")
	if err != nil {
		return nil, err
	}
	in := &received{name: base, dir: dir, root: s.dir}
	// Of the user's file name only the extensions are used, which say the format, and letters, which name the rows of
	// a table.
	plain, packing := rdffile.Unpacked(base)
	ending := strings.ToLower(filepath.Ext(plain)) + packing
	in.path = filepath.Join(dir, cmp.Or(letters(plain[:len(plain)-len(filepath.Ext(plain))]), "upload")+ending)
	if err := s.fill(ctx, in); err != nil {
		in.remove()
		return nil, err
	}
	return in, nil
}

// fill writes the body of the request to the file, and checks its size when it is unpacked.
func (s *sources) fill(ctx context.Context, in *received) error {
	f, err := os.OpenFile(in.path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	r, w := requestOf(ctx)
	_, err = f.ReadFrom(http.MaxBytesReader(w, r.Body, s.o.maxUpload()))
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return err
	}
	return checkUnpackedSize(in.path, in.name, s.o.maxUpload()*maxUnpacked)
}

// letters returns a name without what is no letter or digit at its ends, and with _ for it elsewhere. It is not long.
func letters(name string) string {
	words := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	name = strings.Join(words, "_")
	return strings.ToValidUTF8(name[:min(len(name), 100)], "")
}

// checkUnpackedSize returns an error if a compressed file unpacks to more than most
// bytes. It ignores damage, which reading the file reports.
func checkUnpackedSize(path, name string, most int64) error {
	f, err := os.Open(path) // the server has made it
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	z, isPacked, err := rdffile.Unpack(f)
	if err != nil || !isPacked {
		return nil //nolint:nilerr // reading the file reports damage
	}
	if n, _ := io.Copy(io.Discard, io.LimitReader(z, most+1)); n > most {
		return faultf(http.StatusRequestEntityTooLarge, "too-large",
			"%s has more than %d MiB when it is unpacked: open it with genus serve --data", name, most>>20)
	}
	return nil
}
