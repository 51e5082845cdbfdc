package serve

import (
	"net/http"
	"strings"
	"testing"

	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
)

// A concept that names a property which is left out of proposals has the same members in every operation, over
// files and over an endpoint.
func TestLeftOutProperty(t *testing.T) {
	const file, a, b, c = "../testdata/data/left_out.ttl", "http://ex.org/a", "http://ex.org/b", "http://ex.org/c"
	endpoint := engines.StartEmbedded(t, engines.NTriples(t, file)).Endpoint
	for _, flags := range []map[string][]string{{"data": {file}}, {"endpoint": {endpoint}}} {
		x := start(t, flags, "")
		about := func(key string, iris ...string) map[string]any {
			in := map[string]any{"source": "given", "concept": "rdfs:seeAlso some owl:Thing"}
			if key == "iris" {
				in["iris"] = iris
			} else {
				in["pos"], in["neg"] = iris[:2], iris[2:]
			}
			return in
		}
		members := call[api.MembersOutput](x, http.StatusOK, "POST", "/api/members", about("pos", a, b, c))
		check.Equal(t, *members.Total, 2, "%v: members", flags)
		verified := call[api.VerifyOutput](x, http.StatusOK, "POST", "/api/verify", about("pos", a, b, c))
		check.Equal(t, verified.Score.FP+verified.Score.FN, 0, "%v: wrong examples", flags)
		check.Equal(t, len(verified.Endpoint.Mismatches), 0, "%v: mismatches", flags)
		why := call[api.WhyOutput](x, http.StatusOK, "POST", "/api/why", about("pos", a, b, c))
		predicted := call[api.PredictOutput](x, http.StatusOK, "POST", "/api/predict", about("iris", a, b, c))
		explained := append(why.Explanations, predicted.Explanations...)
		check.Equal(t, len(explained), 6, "%v: explanations", flags)
		for _, e := range explained {
			check.Equal(t, e.Member, e.IRI != c, "%v: %s", flags, e.IRI)
		}
	}
}

// The classes that one request leaves out are checked as those of the flags are: unknown ones are warned of, and the
// Unicode normal form is that of the source.
func TestExcludedByRequest(t *testing.T) {
	const accented = "http://ex.org/Caf\u00e9"
	x := start(t, map[string][]string{"data": {"../testdata/data/left_out.ttl"}}, "")
	src := x.upload("cafe.ttl",
		"@prefix : <http://ex.org/> . :a a <"+accented+">, :B . :b a <"+accented+">, :B . :c a :C .")
	job := x.learn(src.ID, []string{"http://ex.org/a", "http://ex.org/b"}, []string{"http://ex.org/c"},
		map[string]any{"exclude_class": []string{"http://ex.org/Cafe\u0301", "http://ex.org/None"}, "prefer": "smallest"})
	notes := strings.Join(job.Result.Notes, "\n")
	check.That(t, job.Result.Concept.DL == "B", "%s", job.Result.Concept.DL)
	check.That(t, strings.Contains(notes, "exclude_class None: it is in no statement") &&
		strings.Contains(notes, "another Unicode normal form"), "notes: %s", notes)
}
