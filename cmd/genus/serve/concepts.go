package serve

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/genus-kg/genus/internal/say"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
)

// forms has the names of the forms that translate writes.
var forms = []string{"dl", "manchester", "english", "sparql", "turtle", "shacl", "json"}

// conceptText is the concept of a request: in the notation that the request names or, if it names none, in any
// notation of the command line, also as a SPARQL query, about the variable or its first one.
type conceptText struct {
	Concept  string `json:"concept"`
	Syntax   string `json:"syntax"`
	Variable string `json:"variable"`
}

// parse parses the concept of a request, and returns its query if it is one. The source of the session, if it
// has one, says what labels mean.
func parse(ctx context.Context, s genus.Session, q conceptText, p syntax.Prefixes) (c dl.Concept, query *genus.Reading, err error) {
	text, notation := q.Concept, q.Syntax
	if len(text) > maxConcept {
		return nil, nil, invalid("the concept has more than %d bytes", maxConcept)
	}
	in := map[string]func(string, syntax.Prefixes) (dl.Concept, error){"dl": syntax.ParseDL, "manchester": syntax.ParseManchester}[notation]
	switch {
	case notation == "":
		c, query, err = s.ReadConcept(ctx, text, q.Variable, p)
	case in == nil:
		return nil, nil, invalid("syntax %q: choose dl or manchester", notation)
	default:
		if text, err = s.ReplaceLabels(ctx, text); err == nil {
			c, err = in(text, p)
		}
	}
	if err == nil && dl.Size(c) > genus.MostNodes {
		return nil, nil, invalid("the concept has more than %d nodes", genus.MostNodes)
	}
	return c, query, err
}

// translate writes a concept in other forms. If the request names a source, it uses the
// prefixes, labels and statistics of its data. The query is about the class that the
// positives of the request share, as that of a job is.
func (s concepts) translate(r *http.Request) (any, error) {
	q := struct {
		conceptText
		Source     string   `json:"source"`
		To         []string `json:"to"`
		Labels     bool     `json:"labels"`
		As         string   `json:"as"`
		Target     string   `json:"target"`
		Pos        []string `json:"pos"`
		CheckNames bool     `json:"check_names"`
	}{CheckNames: true}
	if err := decode(r, &q); err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(q.To, func(to string) bool { return !slices.Contains(forms, to) }); i >= 0 {
		return nil, invalid("to: unknown form %q: choose from %s", q.To[i], strings.Join(forms, ", "))
	}
	if len(q.To) == 0 {
		q.To = []string{"dl", "manchester", "english", "sparql"}
	}
	var session genus.Session
	if q.Source == "" {
		c := s.o.Config
		c.Prefix, c.Type, c.Subclass = nil, "", "" // these are about the source of the server
		session = genus.New(c, genus.Options{Version: s.o.Version})
	} else {
		src, done, err := s.find(q.Source)
		if err != nil {
			return nil, err
		}
		defer done()
		session = src.session(genus.Silent{})
	}
	v, err := session.Writing(r.Context())
	if err != nil {
		return nil, err
	}
	c, query, err := parse(r.Context(), session, q.conceptText, v.Prefixes)
	if err != nil {
		return nil, err
	}
	session = session.Configured(func(c *config.Config) {
		if c.Labels, c.As = false, q.As; !session.IsOpen() || !session.Slow() {
			c.Graph = nil
		}
	})
	if session.IsOpen() {
		v.Document = session.PrefixesOf(c)
	}
	if session, err = anchored(r.Context(), session, q.Pos, c); err != nil {
		return nil, err
	}
	t := translator{session, c, query, v, q.Target}
	j := t.forms(r.Context(), q.To)
	if session.IsOpen() && q.CheckNames {
		j["unknown"] = unknownNames(r.Context(), session, c, nil)
	}
	if q.Labels {
		l := genus.NewLabelled(c, v)
		if l.SPARQL, err = t.sparql(r.Context()); err != nil {
			l.SPARQL = "" // if the request has sparql in to, errors says why
		}
		j["labelled"] = l
	}
	return j, nil
}

// A translator writes one concept.
type translator struct {
	session    genus.Session
	concept    dl.Concept
	query      *genus.Reading // of which the concept was read; nil: of none
	vocabulary genus.Writing
	target     string // of the shape
}

// anchored returns the session with the class that restricts the query of c, if there are
// positives that may share one.
func anchored(ctx context.Context, session genus.Session, pos []string, c dl.Concept) (genus.Session, error) {
	if !session.IsOpen() || len(pos) == 0 {
		return session, nil
	}
	ex, err := problemInput{Pos: pos}.examples(session.Prefixes())
	if err != nil {
		return session, err
	}
	p, err := session.ProblemToQuery(ctx, ex, c)
	if err != nil {
		return session, err
	}
	return session.Anchored(p, c)
}

// sparql returns the query for the members, with labels in comments and variables.
func (t translator) sparql(ctx context.Context) (string, error) {
	t.vocabulary.Prefixes = t.vocabulary.Document
	session := t.session.Configured(func(c *config.Config) { c.Labels = true })
	return session.Query(ctx, genus.Question{Of: t.query}, t.concept, t.vocabulary)
}

// forms returns the named forms by their names, and under errors why a form is missing.
func (t translator) forms(ctx context.Context, names []string) map[string]any {
	c, v := t.concept, t.vocabulary
	forms, missing := map[string]any{}, map[string]string{}
	for _, name := range names {
		var text string
		var err error
		switch name {
		case "json":
			forms[name] = genus.Write(c, v.Prefixes, v.Kinds)
			continue
		case "sparql":
			text, err = t.sparql(ctx)
		case "english":
			text = syntax.English(c, syntax.EnglishOptions{Labels: v.Labels, Prefixes: v.Document})
		default:
			s := t.session.Configured(func(c *config.Config) { c.Anchor = cmp.Or(t.target, config.None) })
			text, err = s.Form(name, c, v)
		}
		if err != nil {
			missing[name] = say.OneLine(err.Error())
		} else {
			forms[name] = text
		}
	}
	if len(missing) > 0 {
		forms["errors"] = missing
	}
	return forms
}

// concepts answers requests about concepts.
type concepts struct{ *sources }

// conceptInput is the body of a request about a concept.
type conceptInput struct {
	problemInput
	conceptText
}

// A conceptReply answers a request about a concept, which may be that of a query, and examples.
type conceptReply func(context.Context, genus.Session, *genus.Problem, dl.Concept, *genus.Reading) (any, error)

// reply returns a reply that reads the body and calls f.
func (s concepts) reply(f conceptReply) reply {
	return func(r *http.Request) (any, error) {
		var q conceptInput
		if err := decode(r, &q); err != nil {
			return nil, err
		}
		return s.answerAbout(r.Context(), q, genus.Session.ProblemAbout, f)
	}
}

type problemMaker func(genus.Session, context.Context, extract.Examples, dl.Concept) (*genus.Problem, error)

// answerAbout makes the problem of q on its source and calls f.
func (s concepts) answerAbout(ctx context.Context, q conceptInput, problem problemMaker, f conceptReply) (any, error) {
	src, done, err := s.find(q.Source)
	if err != nil {
		return nil, err
	}
	defer done()
	c, query, err := parse(ctx, src.session(genus.Silent{}), q.conceptText, src.open.Prefixes())
	if err != nil {
		return nil, err
	}
	ex, err := q.examples(src.open.Prefixes())
	if err != nil {
		return nil, err
	}
	if err := src.checkDepth(c); err != nil {
		return nil, err
	}
	session := src.session(genus.Silent{})
	p, err := problem(session, ctx, ex, c)
	if err != nil {
		return nil, err
	}
	return f(ctx, session, p, c, query)
}

type evaluationJSON struct {
	Score   *genus.Score        `json:"score"`
	Rows    []genus.Explanation `json:"rows"`
	Unknown []genus.UnknownName `json:"unknown"`
}

// unknownNames returns the names of the concept that are in no statement of the source;
// nil if the endpoint does not say so.
func unknownNames(ctx context.Context, session genus.Session, c dl.Concept, p *genus.Problem) []genus.UnknownName {
	unknown, err := session.UnknownNames(ctx, c, p)
	if err != nil {
		session.Reporter().Detail("the spelling of names was not checked: %v", err)
	}
	return unknown
}

// evaluate returns for every example whether it is in the concept, and why.
func evaluate(ctx context.Context, session genus.Session, p *genus.Problem, c dl.Concept, _ *genus.Reading) (any, error) {
	rows, err := session.Why(ctx, p, c)
	var v genus.Verdict
	for _, row := range rows {
		v.Examples = append(v.Examples, genus.Judged{Positive: *row.Positive, Concept: row.Member})
	}
	if err != nil {
		return nil, err
	}
	return evaluationJSON{genus.NewScore(v.Confusion()), rows, unknownNames(ctx, session, c, p)}, nil
}

// verify compares the concept with its query on every example.
func verify(ctx context.Context, session genus.Session, p *genus.Problem, c dl.Concept, _ *genus.Reading) (any, error) {
	v, err := session.Verify(ctx, p, c)
	if err != nil {
		return nil, err
	}
	a := v.Answer(nil)
	if v.NotRun {
		a = &genus.EndpointAnswer{Mismatches: []genus.Judged{}, Error: genus.NotRun}
	}
	return struct {
		*genus.EndpointAnswer
		Unknown []genus.UnknownName `json:"unknown"`
	}{a, unknownNames(ctx, session, c, p)}, nil
}

// matches returns a page of members of the concept that are not examples.
func (s concepts) matches(r *http.Request) (any, error) {
	q := struct {
		conceptInput
		Limit  int `json:"limit"`
		Offset int `json:"offset"`
	}{Limit: 20}
	if err := decode(r, &q); err != nil {
		return nil, err
	}
	if q.Limit < 1 || q.Limit > maxPage {
		return nil, invalid("limit: %d: want a number from 1 to %d", q.Limit, maxPage)
	}
	if q.Offset < 0 || q.Offset > maxOffset {
		return nil, invalid("offset: %d: want a number from 0 to %d", q.Offset, maxOffset)
	}
	list := func(ctx context.Context, session genus.Session, p *genus.Problem, c dl.Concept, _ *genus.Reading) (any, error) {
		m, err := session.Matches(ctx, p, c, q.Limit, q.Offset)
		if err != nil {
			return nil, err
		}
		return struct {
			genus.Matches
			Unknown []genus.UnknownName `json:"unknown"`
		}{m, unknownNames(ctx, session, c, p)}, nil
	}
	return s.answerAbout(r.Context(), q.conceptInput, genus.Session.ProblemToQuery, list)
}

// parts returns the parts of a concept, to which the request may add conditions, and what it
// becomes if one of them is changed.
func (s concepts) parts(r *http.Request) (any, error) {
	var q struct {
		Source  string   `json:"source"`
		Concept string   `json:"concept"`
		Must    []string `json:"must"`
		MustNot []string `json:"must_not"`
	}
	if err := decode(r, &q); err != nil {
		return nil, err
	}
	src, done, err := s.find(q.Source)
	if err != nil {
		return nil, err
	}
	defer done()
	session := src.session(genus.Silent{})
	if len(q.Must)+len(q.MustNot) > maxStart {
		return nil, invalid("more than %d conditions", maxStart)
	}
	c, _, err := parse(r.Context(), session, conceptText{Concept: q.Concept}, src.open.Prefixes())
	if err != nil {
		return nil, err
	}
	var must, mustNot []dl.Concept
	for _, list := range []struct {
		texts []string
		to    *[]dl.Concept
	}{{q.Must, &must}, {q.MustNot, &mustNot}} {
		for _, text := range list.texts {
			condition, _, err := parse(r.Context(), session, conceptText{Concept: text}, src.open.Prefixes())
			if err != nil {
				return nil, err
			}
			*list.to = append(*list.to, condition)
		}
	}
	c = genus.Saying(c, must, mustNot)
	if err := src.checkDepth(c); err != nil {
		return nil, err
	}
	return session.Parts(r.Context(), c)
}

// checkDepth returns an error if the concept looks too far for an endpoint.
func (src *source) checkDepth(c dl.Concept) error {
	if depth := dl.Steps(c); depth > maxDepth && src.open.Slow() {
		return invalid("the concept has role depth %d, but may have at most %d on an endpoint", depth, maxDepth)
	}
	return nil
}

// A columnInput names a column of a table.
type columnInput struct {
	Property string `json:"property"`
	Inverse  bool   `json:"inverse"`
}

// A tableInput is a request for a table.
type tableInput struct {
	conceptInput
	Columns []columnInput `json:"columns"`
	Limit   int           `json:"limit"` // 0: all
	Offset  int           `json:"offset"`
	Format  string        `json:"format"`
	Long    bool          `json:"long"` // in a text: the rows of the query
	BOM     bool          `json:"bom"`  // a text begins with a byte order mark
}

// maxRows limits how many members of a table a request is for, unless it is for all.
const maxRows = 5000

func (q tableInput) check() error {
	switch {
	case len(q.Columns) > maxColumns:
		return invalid("more than %d columns", maxColumns)
	case q.Limit < 0 || q.Limit > maxRows:
		return invalid("limit: %d: want a number from 1 to %d, or 0 for all", q.Limit, maxRows)
	case q.Offset < 0 || q.Offset > maxSkipped:
		return invalid("offset: %d: want a number from 0 to %d", q.Offset, maxSkipped)
	case !slices.Contains(tableFormats, q.Format):
		return invalid("format %q: choose one of %s", q.Format, strings.Join(tableFormats, ", "))
	}
	return nil
}

var tableFormats = []string{"json", "csv", "tsv"}

// table answers with members of the concept and values of their properties.
func (s concepts) table(w http.ResponseWriter, r *http.Request) error {
	q := tableInput{Limit: 50, Format: "json"}
	if err := decode(r, &q); err != nil {
		return err
	}
	if err := q.check(); err != nil {
		return err
	}
	list := func(ctx context.Context, session genus.Session, p *genus.Problem, c dl.Concept, query *genus.Reading) (any, error) {
		o := genus.TableOptions{Query: query, Limit: q.Limit, Offset: q.Offset, Long: q.Long && q.Format != "json"}
		for _, column := range q.Columns {
			name := column.Property
			if column.Inverse {
				name = "^" + name
			}
			o.Columns = append(o.Columns, name)
		}
		return session.Table(ctx, p, c, o)
	}
	v, err := s.answerAbout(r.Context(), q.conceptInput, genus.Session.ProblemToQuery, list)
	if err != nil {
		return err
	}
	comma := ','
	switch q.Format {
	case "json":
		return answer(w, http.StatusOK, v)
	case "tsv":
		comma = '\t'
		w.Header().Set("Content-Type", "text/tab-separated-values; charset=utf-8")
	default:
		w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	}
	_ = v.(*genus.Table).Write(w, genus.TableForm{Comma: comma, BOM: q.BOM}) // an error means that the client is gone
	return nil
}
