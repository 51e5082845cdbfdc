package session

import (
	"context"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries/read"
	"github.com/genus-kg/genus/session/answer"
	"github.com/genus-kg/genus/session/enrich"
	"github.com/genus-kg/genus/session/look"
	"github.com/genus-kg/genus/session/members"
	"github.com/genus-kg/genus/session/names"
	"github.com/genus-kg/genus/session/notation"
	"github.com/genus-kg/genus/session/source"
)

// ProblemAbout returns the problem of the examples for looking at the concept, not for
// learning. It reads an endpoint to the depth of the earlier problem, whatever the
// settings are now, or else to the depth of the concept.
func (s Session) ProblemAbout(ctx context.Context, ex extract.Examples, c dl.Concept) (*source.Problem, error) {
	return s.use.ProblemAbout(ctx, ex, c)
}

// Writing returns how concepts are written by the settings and by what is known about the
// source. Counting what files have takes seconds where they are large; the error may be that of
// the context.
func (s Session) Writing(ctx context.Context) (source.Writing, error) { return s.use.Writing(ctx) }

// Query returns the query that asks the question about c.
func (s Session) Query(ctx context.Context, q notation.Question, c dl.Concept, v source.Writing) (string, error) {
	return notation.Writer{Use: s.use}.Query(ctx, q, c, v)
}

// Form writes a concept in one of the forms that need no query.
func (s Session) Form(name string, c dl.Concept, v source.Writing) (string, error) {
	return notation.Writer{Use: s.use}.Form(name, c, v)
}

// Classes returns at most limit classes of the source, those with most members first;
// more reports whether there are others. Members of subclasses count in files and
// databases, but not at an endpoint. The time limit is that of a search by name.
func (s Session) Classes(ctx context.Context, limit int) ([]look.Class, bool, error) {
	return s.looker().Classes(ctx, limit)
}

// Members returns at most limit members of the class; more reports whether there are
// others. Members in files are sorted by name.
func (s Session) Members(ctx context.Context, class string, limit int) ([]source.Term, bool, error) {
	return s.looker().Members(ctx, class, limit)
}

// Parts returns the parts of the concept with their edits, each with its number of members.
// An endpoint gets few requests for all of them.
func (s Session) Parts(ctx context.Context, c dl.Concept) (look.Parts, error) {
	return s.looker().Parts(ctx, c)
}

// Evidence describes the individuals by what matters for the concept. Without a concept
// it gives their classes and some of their values; for several with the same label the
// properties in which they differ.
func (s Session) Evidence(ctx context.Context, iris []string, c dl.Concept) ([]look.Evidence, error) {
	return s.looker().Evidence(ctx, iris, c)
}

// Neighbourhood returns the statements with the individual as subject or object, without
// excluded properties, with labels. The limit 0 means DefaultNeighbours.
func (s Session) Neighbourhood(ctx context.Context, iri string, limit int) (look.Neighbourhood, error) {
	return s.looker().Neighbourhood(ctx, iri, limit)
}

// Why explains every example of the problem, the positive ones first. It returns an
// error unless the data decides the concept (see CheckCoverage). Over an endpoint, its
// answers decide about derived symbols, such as (∃f).
func (s Session) Why(ctx context.Context, p *source.Problem, c dl.Concept) ([]look.Explanation, error) {
	return s.looker().Why(ctx, p, c)
}

// ResolveLabels replaces the labels in the lists of names by the IRIs of the individuals that
// they mean (see Resolve). The error names those that mean none for certain.
func (s Session) ResolveLabels(ctx context.Context, lists ...*[]string) error {
	return s.finder().ResolveLabels(ctx, lists...)
}

// ReadConcept reads a concept in a notation of the command line, with labels as ReplaceLabels reads
// them, or a SPARQL query (package queries/read), which it returns, too, about the values of the variable or,
// if that is empty, of the first. The source is asked whether the
// concept has the members of the query, also at the individuals that the user names.
func (s Session) ReadConcept(ctx context.Context, text string, variable string, p syntax.Prefixes, individuals ...string) (dl.Concept, *read.Reading, error) {
	return s.finder().ReadConcept(ctx, text, variable, p, individuals...)
}

// ReplaceLabels returns the text of a concept with an IRI in place of each label in single
// quotes: that of the class, property or individual that has the label, as the place of the
// label asks. Upper and lower case are the same. An error names the labels that nothing or
// several things have there, with what they may mean. Without a source, the text stays as
// it is.
func (s Session) ReplaceLabels(ctx context.Context, text string) (string, error) {
	return s.finder().ReplaceLabels(ctx, text)
}

// Resolve finds the individuals that texts mean: each is an IRI, a name with a prefix of the
// source, or a label. An IRI is accepted if any statement has it. A label is accepted if one
// individual has it, or if one of those that have it is of a class of the others: of the
// members of a class that at least half of the other texts may mean, too. Labels that
// nothing has as a whole give the candidates that Search finds.
//
// The candidates are ranked as OpenRefine's reconciliation does it: whole labels first, then
// those of the classes of the others, then those with most statements. An endpoint gets few
// requests for all texts together.
func (s Session) Resolve(ctx context.Context, texts []string) (names.Names, error) {
	return s.finder().Resolve(ctx, texts)
}

// Search finds individuals and classes by name. In files and databases every word of the
// text must be the beginning of a word of the name, or of the name of a class or of a linked
// individual; at least one must be of the name itself. If there are none, names with one
// other letter in a word of four letters count, too, or with two in a word of eight. At an
// endpoint the setting search says what is found.
func (s Session) Search(ctx context.Context, text string, limit int) (names.Found, error) {
	return s.finder().Search(ctx, text, limit)
}

// UnknownNames returns the names of the concept that are in no statement of the source,
// and warns about them. p is the problem that the concept is about, or nil. One request
// asks an endpoint for all names that were not extracted for p; an error is one of that
// request.
func (s Session) UnknownNames(ctx context.Context, c dl.Concept, p *source.Problem) ([]names.UnknownName, error) {
	return s.finder().UnknownNames(ctx, c, p)
}

// OtherForms returns the names of the concept that the source has in another Unicode normal form, with that, and notes
// them.
func (s Session) OtherForms(ctx context.Context, c dl.Concept) map[string]string {
	return s.finder().OtherForms(ctx, c)
}

// Answer does the whole work on a task, in this order:
//
//	look → ranking: shown → confirmation: shown → question: shown → extraction → search and proof
//
// The ranking needs few requests of an endpoint, the extraction many. What was shown is not
// taken back: if the extraction or the search fails or is interrupted, the result is the
// first answer, and its Unproved says why it has no proof. Where nothing is ranked, the
// extraction comes first.
//
// Examples that are redirects are replaced. An error means that there is no answer, or that
// the user has to correct the examples or the concepts to start from.
func (s Session) Answer(ctx context.Context, t answer.Task) (*answer.Result, error) {
	return s.worker().Answer(ctx, t)
}

// Matches returns limit members of the concept that are not examples, after the first
// offset of them, within the class that the query is restricted to. In files and databases the
// evaluator finds and counts them. Otherwise it asks the endpoint.
func (s Session) Matches(ctx context.Context, p *source.Problem, c dl.Concept, limit int, offset int) (answer.Matches, error) {
	return s.worker().Matches(ctx, p, c, limit, offset)
}

// Confirm runs the query of the result at every example, and asks for members that are
// not examples. Over files and databases the evaluator finds these, and the query is run only if that takes
// a short time. The result must have a query.
func (s Session) Confirm(ctx context.Context, r *answer.Result) error {
	return s.worker().Confirm(ctx, r)
}

// Rank starts a ranking of concepts for the examples.
func (s Session) Rank(ctx context.Context, ex extract.Examples) (*answer.Meant, error) {
	return s.worker().Rank(ctx, ex)
}

// Repair finds the nearest concept. Of equally near ones it prefers one that is small and
// under which the individuals are likely drawn (nodeBits and RepairChanges.bits). If the time is up or the context
// ends, it returns the best so far; Proved then reports whether that is the nearest all the
// same. An error means that there is none.
func (s Session) Repair(ctx context.Context, t answer.RepairTask) (*answer.Repair, error) {
	return s.worker().Repair(ctx, t)
}

// Problem returns the problem of the examples in the source. It extracts the
// neighbourhood of the examples from an endpoint, and does not repeat requests that it made
// before, for these examples or others. Problems with the same individuals as examples, on whichever side, share a structure.
//
// Examples of an endpoint that are a subset of earlier ones are taken from what was
// extracted for those: a role that was dropped for the others stays dropped.
func (s Session) Problem(ctx context.Context, ex extract.Examples) (*source.Problem, error) {
	return s.worker().Problem(ctx, ex)
}

// ProblemToQuery returns the problem of the examples for asking the source about the concept.
// It extracts nothing from an endpoint, unless the query depends on it.
func (s Session) ProblemToQuery(ctx context.Context, ex extract.Examples, c dl.Concept) (*source.Problem, error) {
	return s.worker().ProblemToQuery(ctx, ex, c)
}

// Verify evaluates the concept, part by part, and runs its query at every example.
func (s Session) Verify(ctx context.Context, p *source.Problem, c dl.Concept) (answer.Verdict, error) {
	return s.worker().Verify(ctx, p, c)
}

// Table returns members of the concept, examples included, with values of their properties. An
// endpoint answers the query of the table, page by page if there are many members. Results
// that it cuts are asked for in smaller parts; what is still missing is in Missing. In files and
// databases the evaluator finds the members, and their values are those that the data states.
func (s Session) Table(ctx context.Context, p *source.Problem, c dl.Concept, o members.TableOptions) (*members.Table, error) {
	return s.lister().Table(ctx, p, c, o)
}

// Properties returns the properties that some of the members of the concept have, those of most members first.
func (s Session) Properties(ctx context.Context, p *source.Problem, c dl.Concept) ([]source.Term, error) {
	return s.lister().Properties(ctx, p, c)
}

// Values returns the values of the individuals in the columns, which are written as in TableOptions. It returns all
// values, or an error.
func (s Session) Values(ctx context.Context, iris, columns []string) (*members.Values, error) {
	return s.lister().Values(ctx, iris, columns)
}

// Rows sends a SELECT query as it is to the endpoint, and returns its first rows. Files and
// databases have no endpoint: that is an error.
func (s Session) Rows(ctx context.Context, query string, limit int) (*members.Rows, error) {
	return s.lister().Rows(ctx, query, limit)
}

// Watch compares the members of the concept with those before. With repair it looks for the nearest
// concept that has those who left and not those who joined. Members are IRIs. A
// database of an endpoint's data does not have all members: that is an error.
func (s Session) Watch(ctx context.Context, c dl.Concept, before []string, repair bool) (*members.Watch, error) {
	return s.lister().Watch(ctx, c, before, repair)
}

// FirstWatch lists the members of the concept for the first time.
func (s Session) FirstWatch(ctx context.Context, c dl.Concept) (*members.Watch, error) {
	return s.lister().FirstWatch(ctx, c)
}

// ExtractForEnrich extracts from the endpoint what Enrich looks at: its Samples.
func (s Session) ExtractForEnrich(ctx context.Context, o enrich.EnrichOptions) (map[string][]string, error) {
	return enrich.Enricher{Use: s.use}.Extract(ctx, o)
}

// StatedForEnrich returns the axioms of the source that proposals may contradict.
func (s Session) StatedForEnrich(ctx context.Context) ([]enrich.Stated, error) {
	return enrich.Enricher{Use: s.use}.Stated(ctx)
}

// Enrich proposes axioms for the classes and properties of the source's data. It passes
// one result at a time to each, in their order.
func (s Session) Enrich(ctx context.Context, o enrich.EnrichOptions, each func(enrich.Proposals) error) error {
	return enrich.Enricher{Use: s.use}.Enrich(ctx, o, each)
}
