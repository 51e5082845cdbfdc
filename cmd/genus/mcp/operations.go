package mcp

import (
	"context"
	"fmt"
	"strings"

	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/session/source"
)

// addTools adds the tools, which are bound to the operations of package api.
func (s *Server) addTools() {
	tool(s, "search", "Find things by name",
		"Finds the IRIs of things, and of kinds of things, by their names; or the members of a class. learn takes names, "+
			"too: search if one of them is not certain.",
		operation(api.Search), nil)
	tool(s, "names", "Find what names mean",
		"Finds the individuals that typed or pasted names mean, all at once: a name is certain, or comes with its "+
			"candidates, the likeliest first.",
		operation(api.Names), nil)
	tool(s, "evidence", "Describe individuals",
		"Returns the classes of each individual, and what it has of the properties that a concept names. Ask your user "+
			"about individuals with it.",
		operation(api.Evidence), nil)
	tool(s, "classes", "List the kinds of things",
		"Lists the classes of the source with the numbers of their members, those with most members first. search with "+
			"class gives members.",
		operation(api.Classes), nil)
	tool(s, "neighbourhood", "Look around an individual",
		"Returns what the source states about an individual: its classes, its properties in both directions with the "+
			"individuals at the other end, and its values. Concepts are made of these.",
		operation(api.Neighbourhood), nil)
	tool(s, "learn", "Learn from examples",
		"Finds the concept that the examples most likely mean, with its probability (confidence), the number of its "+
			"members, the other concepts that may be meant (ranking), what is proved, an equivalent SPARQL query, and further "+
			"individuals that match it. "+
			"Give what your user said as options.words, and a query that you would write for it as draft: judged says which "+
			"of its parts the examples keep, change or refuse. "+
			"If question is not null, ask your user whether that individual belongs; facts describe it. Then call again with "+
			"all examples as before "+
			"and its iri added to asked, and to pos (yes), to neg (no) or to neither (the user does not know). Or ask about "+
			"one of conditions: must all that the user means satisfy it? Then call again with it in conditions, and keep "+
			"those of before. Go on until question is null "+
			"or the user is content. english says the concept in words; concept.dl can be given to query and verify.",
		s.learn, learnText)
	tool(s, "matches", "List members of a concept",
		"Lists the other members of a concept, page by page. Show some to your user, add those that are wrong to neg, and "+
			"learn again.",
		operation(api.Matches), nil)
	tool(s, "verify", "Verify a concept",
		"Evaluates a concept at every example and runs its SPARQL query on the source. Returns which examples are in it, "+
			"and whether both agree.",
		operation(api.Verify), nil)
	tool(s, "why", "Explain a concept",
		"Explains for individuals why they belong to a concept, or why not, by what the source states about them.",
		operation(api.Why), nil)
	tool(s, "predict", "Predict members",
		"Says of many individuals whether they belong to a concept, and why. Those that the source does not know are left "+
			"out.",
		operation(api.Predict), nil)
	tool(s, "annotate", "Compare a table with the source",
		"Finds which individual each row of a table names, which properties give its columns, and what the rows have in "+
			"common. "+
			"Returns one query with these columns, and where table and source differ: unknown rows, missing members, cells "+
			"that differ, values that the source lacks.",
		annotate, func(out api.AnnotateOutput) string { return out.Text })
	tool(s, "compare", "Compare two sets",
		"Says which individuals are in both of two sets, and which only in one, with their numbers. "+
			"A set is the members of a concept or query, or a list of names. "+
			"With learn, definition says what tells A from B.",
		compare, func(out api.CompareOutput) string { return out.Text })
	tool(s, "enrich", "Propose axioms",
		"Proposes definitions, conditions and other axioms for the classes and properties of an ontology, each with its "+
			"evidence. Name the classes of a large source.",
		operation(api.Enrich), nil)
	tool(s, "repair", "Repair a concept",
		"Changes a concept with as few edits as possible, so that it has the missing individuals and not the wrong ones, "+
			"and says which members join and leave.",
		operation(api.Repair), nil)
	tool(s, "query", "Translate a concept",
		"Reads a concept in DL or Manchester syntax and writes it in both, in English, as a SPARQL query, as an OWL class "+
			"(turtle) or as a SHACL shape. "+
			"Prefixes and labels are those of the source.",
		operation(api.Query), queryText)
}

// annotate has a text beside the object, if the call asks for a format.
func annotate(ctx context.Context, c call, in api.AnnotateInput) (out api.AnnotateOutput, err error) {
	if err = checkText(in.Format); err == nil {
		out, err = api.Annotate(ctx, c.Session, in)
	}
	out.Text = string(out.File)
	return out, err
}

// compare has a text beside the object, if the call asks for a format.
func compare(ctx context.Context, c call, in api.CompareInput) (out api.CompareOutput, err error) {
	if err = checkText(in.Format); err == nil {
		out, err = api.Compare(ctx, c.Session, in)
	}
	out.Text = string(out.File)
	return out, err
}

// checkText refuses a format that is no text.
func checkText(format string) error {
	if format == "xlsx" {
		return source.Usagef("format: a tool answers in texts, and a workbook is none: take csv")
	}
	return nil
}

// queryText returns the forms of a concept without JSON, one after the other.
func queryText(out api.QueryOutput) string {
	var b strings.Builder
	for _, form := range [][2]string{
		{"dl", out.Concept.DL}, {"manchester", out.Concept.Manchester}, {"english", out.English}, {"sparql", out.SPARQL},
		{"turtle", out.Turtle}, {"shacl", out.SHACL},
	} {
		if text := strings.TrimRight(form[1], "\n"); text != "" {
			fmt.Fprintf(&b, "%s:\n%s\n\n", form[0], text)
		}
	}
	for form, text := range out.Errors {
		fmt.Fprintf(&b, "no %s: %s\n", form, text)
	}
	for _, note := range out.Notes {
		b.WriteString(note + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}
