package serve

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/genus-kg/genus/cmd/genus/serve/page"
)

// A pageFile is a file of the page in both forms in which it is sent.
type pageFile struct {
	text, packed []byte // packed is gzipped, or nil if that would be longer
	tag          string // ETag of the text, without quotes
}

var pageFiles = sync.OnceValues(func() (map[string]pageFile, error) {
	files := map[string]pageFile{}
	err := fs.WalkDir(page.Files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(page.Files, name)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(text)
		f := pageFile{text: text, tag: hex.EncodeToString(sum[:8])}
		var b bytes.Buffer
		z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
		if err == nil {
			_, err = z.Write(text)
		}
		if err == nil {
			err = z.Close()
		}
		if b.Len() < len(text) {
			f.packed = b.Bytes()
		}
		files[name] = f
		return err
	})
	return files, err
})

// sendPage sends a file of the page. Browsers revalidate files each time, so that files
// of two versions of genus are never mixed.
func sendPage(w http.ResponseWriter, r *http.Request) error {
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	if name == "" {
		name = "index.html"
	}
	files, err := pageFiles()
	if err != nil {
		return err
	}
	f, ok := files[name]
	if !ok {
		return faultf(http.StatusNotFound, "not-found", "there is nothing at %s", r.URL.Path)
	}
	h := w.Header()
	h.Set("Cache-Control", "no-cache")
	h.Set("Vary", "Accept-Encoding")
	text, tag := f.text, f.tag
	if f.packed != nil && acceptsGzip(r) {
		text, tag = f.packed, f.tag+"-gzip"
		h.Set("Content-Encoding", "gzip")
	}
	h.Set("ETag", `"`+tag+`"`)
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(text))
	return nil
}

func acceptsGzip(r *http.Request) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, quality, _ := strings.Cut(part, ";")
		if strings.TrimSpace(name) == "gzip" {
			return strings.ReplaceAll(quality, " ", "") != "q=0"
		}
	}
	return false
}
