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
	Tables []string `query:"table,explode" doc:"how a table is read, an option at a time: separator=;, header=no, sheet=NAME or type=COLUMN:TYPE; left out: as it looks"`
}

// upload opens an uploaded file as a source. The file is removed when it is read.
func (s *sources) upload(ctx context.Context, in *uploadInput) (*found[sourceJSON], error) {
	base := filepath.Base(filepath.ToSlash(strings.ReplaceAll(in.Name, "\\", "/")))
	if _, err := rdffile.FormatOf(base); err != nil {
		return nil, invalid("%s", say.OneLine(err.Error()))
	}
	dir, err := os.MkdirTemp(s.dir, "upload-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	// Of the user's file name only the extensions are used, which say the format, and letters, which name the rows of
	// a table.
	plain, packing := rdffile.Unpacked(base)
	ending := strings.ToLower(filepath.Ext(plain)) + packing
	path := filepath.Join(dir, cmp.Or(letters(plain[:len(plain)-len(filepath.Ext(plain))]), "upload")+ending)
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	r, w := requestOf(ctx)
	_, err = f.ReadFrom(http.MaxBytesReader(w, r.Body, s.o.maxUpload()))
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return nil, err
	}
	if err := checkUnpackedSize(path, base, s.o.maxUpload()*maxUnpacked); err != nil {
		return nil, err
	}
	src := &servedSource{
		id:     newID(),
		owner:  userOf(ctx),
		name:   base,
		about:  description{Kind: "upload"},
		choice: config.SourceChoice{Data: []string{path}, Tables: in.Tables},
		access: s.access.ForUpload(dir),
	}
	if in.Key != "" {
		src.choice.Key = []string{in.Key}
	}
	src, release, err := s.add(ctx, src, connector.Credentials{})
	if err != nil {
		f := faultOf(err)
		f.Detail = strings.NewReplacer(path, base, dir+"/", "", s.dir, "").Replace(f.Detail) // the names that the user knows
		return nil, f
	}
	defer release()
	return &found[sourceJSON]{src.json(ctx)}, nil
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
