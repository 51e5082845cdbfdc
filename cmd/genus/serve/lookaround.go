package serve

import (
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract/rdffile"
)

type termJSON = app.TermJSON

type individualJSON struct {
	termJSON
	Classes []termJSON `json:"classes"`
}

type sourceJSON struct {
	sourceRefJSON
	URL         string            `json:"url"`
	Preset      string            `json:"preset"`
	Path        string            `json:"path"`
	Individuals int               `json:"individuals"`
	Facts       int               `json:"facts"`
	Classes     int               `json:"classes"`
	Roles       int               `json:"roles"`
	Features    int               `json:"features"`
	Whole       bool              `json:"whole"` // the counts are of the whole source; an endpoint has none
	Prefixes    map[string]string `json:"prefixes"`
	Searchable  bool              `json:"searchable"`
	Examples    *examplesJSON     `json:"examples,omitempty"`
}

type examplesJSON struct {
	Pos []termJSON `json:"pos"`
	Neg []termJSON `json:"neg"`
}

func (src *source) json(ctx context.Context) sourceJSON {
	j := sourceJSON{
		sourceRefJSON: sourceRefJSON{src.id, src.name, src.about.Kind}, URL: src.about.URL, Preset: src.about.Preset, Path: src.about.Path,
		Prefixes: src.open.Prefixes, Searchable: true,
	}
	if g := src.open.Graph(); g != nil {
		n := g.Size()
		j.Individuals, j.Facts, j.Classes, j.Roles, j.Features, j.Whole = n.Individuals, n.Facts, n.Classes, n.Roles, n.Features, true
		if len(src.pos) > 0 {
			look := src.session(app.Silent{}).Browse()
			j.Examples = &examplesJSON{look.Terms(ctx, src.pos), look.Terms(ctx, src.neg)}
		}
	}
	return j
}

func (s *sources) post(w http.ResponseWriter, r *http.Request) error {
	var d description
	if err := decode(r, &d); err != nil {
		return err
	}
	liftReadDeadline(w)
	src, err := s.openSource(r.Context(), d)
	if err != nil {
		return err
	}
	return answer(w, http.StatusCreated, src.json(r.Context()))
}

func (src *source) get(r *http.Request) (any, error) {
	return src.json(r.Context()), nil
}

type searchJSON struct {
	Results   []individualJSON `json:"results"`
	Classes   []classJSON      `json:"classes"` // that match the name
	Truncated bool             `json:"truncated"`
	Note      string           `json:"note,omitempty"`
}

func (src *source) search(r *http.Request) (any, error) {
	limit, err := number(r, "limit", 20, 1, maxPage)
	if err != nil {
		return nil, err
	}
	text := strings.ToValidUTF8(r.URL.Query().Get("q"), "")
	if len(text) > 1000 {
		return nil, invalid("q: a text of 1000 bytes at most")
	}
	if r.URL.Query().Get("class") != "" {
		if text != "" {
			return nil, invalid("q and class: leave one out")
		}
		return src.membersOf(r, limit)
	}
	j := searchJSON{Results: []individualJSON{}, Classes: []classJSON{}}
	found, err := src.session(app.Silent{}).Browse().Search(r.Context(), text, limit)
	if err != nil {
		return nil, err
	}
	j.Truncated, j.Note = found.More, found.Note
	for _, m := range found.Individuals {
		j.Results = append(j.Results, src.individual(m))
	}
	for _, c := range found.Classes {
		j.Classes = append(j.Classes, classJSON{c, []termJSON{}})
	}
	return j, nil
}

func (src *source) neighbourhood(r *http.Request) (any, error) {
	limit, err := number(r, "limit", 200, 1, maxPage)
	if err != nil {
		return nil, err
	}
	iri, err := src.iri(r, "iri")
	if err != nil {
		return nil, err
	}
	return src.session(app.Silent{}).Browse().Neighbourhood(r.Context(), iri, limit)
}

func (src *source) labels(r *http.Request) (any, error) {
	var q struct {
		IRIs []string `json:"iris"`
	}
	if err := decode(r, &q); err != nil {
		return nil, err
	}
	if len(q.IRIs) > maxExamples {
		return nil, invalid("more than %d IRIs", maxExamples)
	}
	iris := slices.Clone(q.IRIs)
	for i := range iris {
		if long, err := app.Expand(iris[i:i+1], src.open.Prefixes); err == nil { // anything but an IRI has no label
			iris[i] = long[0]
		}
	}
	labels := src.session(app.Silent{}).Browse().Labels(r.Context(), iris)
	for i, iri := range iris { // a short IRI has its label under both forms
		if label := labels[iri]; label != "" {
			labels[q.IRIs[i]] = label
		}
	}
	return map[string]any{"labels": labels}, nil
}

// upload opens an uploaded RDF file as a source. The file is removed when it is read.
func (s *sources) upload(w http.ResponseWriter, r *http.Request) error {
	name := r.URL.Query().Get("name")
	base := filepath.Base(filepath.ToSlash(strings.ReplaceAll(name, "\\", "/")))
	if _, err := rdffile.FormatOf(base); err != nil {
		return invalid("%s", app.OneLine(err.Error()))
	}
	dir, err := os.MkdirTemp(s.dir, "upload-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	// Only the extensions of the user's file name are used, which say the format.
	ending := strings.ToLower(filepath.Ext(base))
	if ending == ".gz" {
		ending = strings.ToLower(filepath.Ext(base[:len(base)-len(ending)])) + ending
	}
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
	if err := checkUnpackedSize(path, base, int64(s.o.Config.MaxUpload)<<20*maxUnpacked); err != nil {
		return err
	}
	src := &source{id: newID(), name: base, about: description{Kind: "upload"}, choice: config.SourceChoice{Data: []string{path}}}
	liftReadDeadline(w)
	src, release, err := s.add(r.Context(), src)
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
	f, err := os.Open(path) //nolint:gosec // the server has made it
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil //nolint:nilerr // not compressed
	}
	if n, _ := io.Copy(io.Discard, io.LimitReader(z, most+1)); n > most {
		return faultf(http.StatusRequestEntityTooLarge, "too-large", "%s has more than %d MiB when it is unpacked: open it with genus serve --data, or raise --max-upload", name, most>>20)
	}
	return nil
}
