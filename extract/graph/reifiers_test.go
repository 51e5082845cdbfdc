package graph_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
)

// employed states, in the shape of YAGO, who works for which of five firms since when: ten of the
// 350 who work for the first one since before 1990, and others of the second firm.
func employed() string {
	var b strings.Builder
	for i := range 350 {
		for k, firm := range []int{0, 1 + i%4} {
			year := 1995 + (7*i+k)%20
			if firm == 0 && i%35 == 0 || firm == 1 && i%3 == 0 {
				year = 1980 + i%9
			}
			statement := fmt.Sprintf("<http://e/p%d> <http://e/worksFor> <http://e/firm%d>", i, firm)
			fmt.Fprintf(&b, "%s .\n_:r%d-%d <%s> <<( %s )>> .\n", statement, i, k, dl.Reifies, statement)
			fmt.Fprintf(&b, "_:r%d-%d <http://e/startDate> \"%d\"^^<%sgYear> .\n", i, k, year, dl.XSD)
		}
	}
	return b.String()
}

// TestEnginesQualified: what is said about statements is learned from examples over an endpoint as from the file.
func TestEnginesQualified(t *testing.T) {
	triples := employed()
	pos := []string{"http://e/p0", "http://e/p35", "http://e/p70"}
	rank := func(g intent.Graph) intent.Candidate {
		s := require.Value(intent.New(g, pos, nil, intent.Options{}))(t)
		r := require.Value(s.RankQualified(t.Context()))(t)
		return r.Candidates[0]
	}
	file := testfiles.Write(t, "employed.nt", triples)
	data, _ := require.Values(extract.ImportFiles(t.Context(), []string{file}, extract.ImportOptions{}))(t)
	p, info := require.Values(data.Problem(t.Context(), extract.Examples{}, extract.LoadOptions{}))(t)
	in := rank(intent.NewMemory(p.Structure, info.Labels))
	text := syntax.Print(in.Concept, syntax.Options{})
	check.That(t, strings.Contains(text, "worksFor·value>.{<http://e/firm0>}") && strings.Contains(text, "startDate> ≤") &&
		in.Members == intent.Exactly(10), "%s: %v members", text, in.Members)
	client := engines.StartOxigraph(t, triples).Connect(t, connector.Options{})
	w, _ := graph.NewWholeEndpoint(client, extract.Vocabulary{}, extract.Exclusions{}, queries.Options{})
	over := rank(w)
	check.Equal(t, syntax.Print(over.Concept, syntax.Options{}), text, "over the endpoint")
	check.Equal(t, over.Members, in.Members, "members")
}
