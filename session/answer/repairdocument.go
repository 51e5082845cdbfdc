package answer

import (
	"strconv"
	"strings"

	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/repair"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/notation"
)

// A RepairDocument is a Repair as JSON.
type RepairDocument struct {
	Version     int               `json:"version" jsonschema:"of the format"`
	Given       notation.Written  `json:"given" jsonschema:"the concept that was repaired"`
	Concept     notation.Written  `json:"concept" jsonschema:"the repair"`
	English     string            `json:"english" jsonschema:"the repair in words"`
	SPARQL      string            `json:"sparql" jsonschema:"query for its members"`
	Distance    int               `json:"distance" jsonschema:"the number of edits"`
	Edits       []WrittenEdit     `json:"edits" jsonschema:"what changes"`
	Proved      bool              `json:"proved" jsonschema:"no concept within the bounds fits with fewer edits"`
	Proof       string            `json:"proof" jsonschema:"a sentence about what is proved"`
	Excluded    int               `json:"excluded" jsonschema:"no concept with that many edits fits; -1: not known of any"`
	Bounds      RepairBounds      `json:"bounds" jsonschema:"in which no repair is nearer"`
	Changes     MemberChanges     `json:"changes" jsonschema:"how many members join, leave and stay"`
	Lacks       []Lack            `json:"lacks" jsonschema:"missing individuals that lack what the concept asks for"`
	Nearest     int               `json:"nearest" jsonschema:"the number of repairs found with that many edits"`
	Complete    bool              `json:"complete" jsonschema:"there are no others with that many edits"`
	Rivals      []WrittenRival    `json:"rivals" jsonschema:"the next best repairs with that many edits"`
	Endpoint    *EndpointAnswer   `json:"endpoint" jsonschema:"result of the query on the endpoint; null if it was not run"`
	Interrupted bool              `json:"interrupted" jsonschema:"the search did not finish"`
	Labels      map[string]string `json:"labels" jsonschema:"label by IRI"`
}

// RepairBounds are the language of the repairs.
type RepairBounds struct {
	Language string `json:"language" jsonschema:"language of the repairs"`
	Depth    int    `json:"depth" jsonschema:"largest role depth"`
	Number   int    `json:"number" jsonschema:"largest number in ≥n and ≤n"`
	// LeftOut are roles, as in ∃r⁻, that were not inserted at individuals with that many successors.
	LeftOut []LeftOutRole `json:"left_out" jsonschema:"roles that were not inserted where an individual has so many successors"`
}

// A LeftOutRole is a role that was not inserted everywhere.
type LeftOutRole struct {
	IRI        string `json:"iri" jsonschema:"IRI of the role"`
	Inverse    bool   `json:"inverse" jsonschema:"the role is read backwards"`
	Successors int    `json:"successors" jsonschema:"largest number of successors of one individual"`
}

// A WrittenEdit is an edit: replace, insert, delete, wrap or unwrap. Was is empty for what is
// inserted, Now for what is deleted. Text says the same in words.
type WrittenEdit struct {
	Kind string `json:"kind" jsonschema:"insert, delete or replace"`
	Was  string `json:"was,omitempty" jsonschema:"the part before; absent if it is inserted"`
	Now  string `json:"now,omitempty" jsonschema:"the part after; absent if it is deleted"`
	Text string `json:"text" jsonschema:"the edit in words"`
}

// MemberChanges are numbers of members on the whole graph, or bounds of them.
type MemberChanges struct {
	Joined notation.Members `json:"joined" jsonschema:"members of the repair only"`
	Left   notation.Members `json:"left" jsonschema:"members of the given concept only"`
	Stayed notation.Members `json:"stayed" jsonschema:"members of both"`
}

// A WrittenRival is another repair.
type WrittenRival struct {
	Concept notation.Written `json:"concept"`
	English string           `json:"english" jsonschema:"in words"`
	Edits   []WrittenEdit    `json:"edits" jsonschema:"what changes"`
	Changes MemberChanges    `json:"changes"`
}

// Document returns the repair as JSON.
func (r *Repair) Document() RepairDocument {
	own := r.Problem.Source.Prefixes()
	write := func(c dl.Concept) notation.Written { return notation.Write(c, r.Problem.Writing(own)) }
	d := RepairDocument{
		Version: 1, Given: write(r.Given), Concept: write(r.Fitting.Concept), English: r.English(),
		SPARQL: strings.TrimRight(r.Query, "\n") + "\n", Distance: r.Distance, Edits: r.writeEdits(r.Edits, own),
		Proved: r.Proved(), Proof: r.Proof(), Excluded: r.Excluded, Changes: r.Changes.document(), Nearest: r.Nearest,
		Complete: r.AllNearest, Lacks: append([]Lack{}, r.Lacks...),
		Bounds: RepairBounds{r.Space.Language.String(), r.Space.MaxDepth, r.Space.MaxNumber, []LeftOutRole{}},
		Rivals: []WrittenRival{}, Interrupted: r.Interrupted || r.TimeUp, Labels: r.labels(),
	}
	for _, x := range r.LeftOut {
		d.Bounds.LeftOut = append(d.Bounds.LeftOut, LeftOutRole{x.Role.IRI, x.Role.Inverse, x.Successors})
	}
	for _, x := range r.Rivals {
		d.Rivals = append(d.Rivals, WrittenRival{
			write(x.Concept), r.Problem.English(x.Concept), r.writeEdits(x.Edits, own), x.Changes.document(),
		})
	}
	if r.Verdict != nil {
		d.Endpoint = r.Verdict.Answer(r.ConfirmErr)
	}
	return d
}

func (c RepairChanges) document() MemberChanges {
	return MemberChanges{notation.NewMembers(c.Joined), notation.NewMembers(c.Left), notation.NewMembers(c.Stayed)}
}

func (r *Repair) writeEdits(edits []repair.Edit, p syntax.Prefixes) []WrittenEdit {
	out := []WrittenEdit{}
	write := func(c dl.Concept) (text, words string) {
		if c == nil {
			return "", ""
		}
		return syntax.Print(c, syntax.Options{Prefixes: p}), "“" + syntax.EnglishClause(c, r.Problem.InWords(c)) + "”"
	}
	for _, e := range edits {
		was, wasWords := write(e.Was)
		now, nowWords := write(e.Now)
		words := wasWords + " becomes " + nowWords
		switch {
		case e.Was == nil:
			words = nowWords + " is added"
		case e.Now == nil:
			words = wasWords + " is left out"
		}
		out = append(out, WrittenEdit{string(e.Kind), was, now, words})
	}
	return out
}

// Proof says in one sentence what is proved about the repair.
func (r *Repair) Proof() string {
	within := "in the language " + r.Space.Language.String() + " to role depth " + strconv.Itoa(r.Space.MaxDepth)
	for _, role := range r.Unmoved {
		within += ", with " + r.Problem.SymbolName(interp.Removal{Role: role}) + " only where the given concept has it"
	}
	within += r.without
	switch {
	case r.Distance == 0:
		return "the concept has the missing individuals and not the wrong ones already"
	case r.Proved():
		return "proved: no concept with fewer edits fits, " + within
	}
	why := "the time was up"
	if r.Result.Interrupted {
		why = "interrupted"
	}
	if r.Excluded < 0 {
		return "not proved nearest: " + why
	}
	return "not proved nearest: " + why + "; proved: none with " + say.Plural(r.Excluded, "edit") + " or fewer fits, " +
		within
}
