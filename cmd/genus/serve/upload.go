package serve

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/genus-kg/genus/internal/say"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract/rdffile"
)

// upload opens an uploaded RDF file as a source. The file is removed when it is read.
func (s *sources) upload(w http.ResponseWriter, r *http.Request) error {
	name := r.URL.Query().Get("name")
	base := filepath.Base(filepath.ToSlash(strings.ReplaceAll(name, "\\", "/")))
	if _, err := rdffile.FormatOf(base); err != nil {
		return invalid("%s", say.OneLine(err.Error()))
	}
	dir, err := os.MkdirTemp(s.dir, "upload-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	// Only the extensions of the user's file name are used, which say the format.
	plain, packing := rdffile.Unpacked(base)
	ending := strings.ToLower(filepath.Ext(plain)) + packing
	path := filepath.Join(dir, "upload"+ending)
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.ReadFrom(r.Body)
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return err
	}
	if err := checkUnpackedSize(path, base, s.o.maxUpload()*maxUnpacked); err != nil {
		return err
	}
	src := &source{
		id:     newID(),
		name:   base,
		about:  description{Kind: "upload"},
		choice: config.SourceChoice{Data: []string{path}},
	}
	liftReadDeadline(w)
	src, release, err := s.add(r.Context(), src, connector.Credentials{})
	if err != nil {
		f := faultOf(err)
		f.Detail = strings.ReplaceAll(f.Detail, path, base) // the name that the user knows
		return f
	}
	defer release()
	return answer(w, http.StatusCreated, src.json(r.Context()))
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
