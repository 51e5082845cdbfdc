package session

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/session/answer"
)

// A worked graph has the shape of a public one. Each task names what is meant.
type worked struct {
	preset string
	nt     strings.Builder
	tasks  map[string]map[string]bool // who is meant, by what is meant
	others []string                   // who may be a negative
}

func (w *worked) add(s, p, o string) {
	if !strings.HasPrefix(o, `"`) {
		o = "<" + o + ">"
	}
	fmt.Fprintf(&w.nt, "<%s> <%s> %s .\n", s, p, o)
}

func (w *worked) mean(task, iri string, is bool) {
	if w.tasks[task] == nil {
		w.tasks[task] = map[string]bool{}
	}
	w.tasks[task][iri] = is
}

const (
	isA      = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
	subclass = "http://www.w3.org/2000/01/rdf-schema#subClassOf"
	up       = "http://purl.uniprot.org/"
	core     = up + "core/"

	wd, wdt = "http://www.wikidata.org/entity/", "http://www.wikidata.org/prop/direct/"
)

// proteins is a graph as UniProt's: classes by rdf:type, what is said of a protein three and four steps
// away, behind annotations without a name, and literals.
func proteins() *worked {
	w := &worked{preset: "uniprot", tasks: map[string]map[string]bool{}}
	rng := rand.New(rand.NewPCG(7, 7))
	places := []string{"Nucleus", "Cytoplasm", "Membrane", "Nucleolus", "Nucleoplasm", "Cytosol", "CellMembrane",
		"InnerMembrane"}
	within := map[int]int{3: 0, 4: 0, 5: 1, 6: 2, 7: 2}
	for i, name := range places {
		place := fmt.Sprint(up, "locations/", i)
		w.add(place, isA, core+"Cellular_Component")
		w.add(place, "http://www.w3.org/2004/02/skos/core#prefLabel", `"`+name+`"`)
		if whole, is := within[i]; is {
			w.add(place, core+"partOf", fmt.Sprint(up, "locations/", whole))
		}
	}
	for i := range 4 {
		w.add(fmt.Sprint(up, "diseases/", i), isA, core+"Disease")
	}
	for i := range 160 {
		p := fmt.Sprintf("%suniprot/P%05d", up, i)
		place, organism, disease, reviewed := rng.IntN(len(places)), rng.IntN(3), rng.IntN(8), rng.IntN(2) == 0
		w.add(p, isA, core+"Protein")
		w.add(p, core+"mnemonic", fmt.Sprintf(`"P%d_X"`, i))
		w.add(p, core+"organism", fmt.Sprint(up, "taxonomy/", organism))
		w.add(p, core+"reviewed", fmt.Sprintf(`"%t"^^<http://www.w3.org/2001/XMLSchema#boolean>`, reviewed))
		w.add(p, "http://www.w3.org/2000/01/rdf-schema#seeAlso", fmt.Sprint(up, "pdb/", i))
		for k, annotation := range []string{"Subcellular_Location_Annotation", "Function_Annotation", "Disease_Annotation"} {
			a := fmt.Sprint(p, "#SIP", k)
			if k == 2 && disease > 3 {
				continue
			}
			w.add(p, core+"annotation", a)
			w.add(a, isA, core+annotation)
			switch k {
			case 0:
				w.add(a, core+"locatedIn", p+"#SIPL")
				w.add(p+"#SIPL", core+"cellularComponent", fmt.Sprint(up, "locations/", place))
			case 1:
				w.add(a, "http://www.w3.org/2000/01/rdf-schema#comment", fmt.Sprintf(`"does %d"`, i))
			case 2:
				w.add(a, core+"disease", fmt.Sprint(up, "diseases/", disease))
			}
		}
		w.mean("chain of two: the disease", p, disease == 1)
		w.mean("chain of three: in the nucleolus", p, place == 3)
		w.mean("chain of four: in a part of the membrane", p, within[place] == 2)
		w.mean("a literal: reviewed, of an organism", p, reviewed && organism == 0)
		w.others = append(w.others, p)
	}
	return w
}

// body is a graph as Ubergraph's: classes with all their superclasses and all values of their members.
func body() *worked {
	w := &worked{preset: config.ClassTriples, tasks: map[string]map[string]bool{}}
	const ns = "http://example.org/body#"
	w.add(ns+"part_of", isA, "http://www.w3.org/2002/07/owl#ObjectProperty")
	w.add(ns+"innervated_by", isA, "http://www.w3.org/2002/07/owl#ObjectProperty")
	class := func(name string, above ...string) string {
		w.add(ns+name, isA, "http://www.w3.org/2002/07/owl#Class")
		for _, a := range append(above, name) {
			w.add(ns+name, subclass, ns+a)
		}
		return ns + name
	}
	kinds, regions := []string{"Muscle", "Bone", "Vessel"}, []string{"Hand", "Foot", "Head", "Hip"}
	limb := map[string]string{"Hand": "Arm", "Foot": "Leg", "Hip": "Leg"}
	for _, k := range slices.Concat(kinds, regions, []string{"Arm", "Leg", "Body", "CranialNerve", "SpinalNerve"}) {
		class(k)
	}
	for i := range 4 {
		class(fmt.Sprint("Nerve", i), []string{"CranialNerve", "SpinalNerve"}[i%2])
	}
	rng := rand.New(rand.NewPCG(5, 5))
	for i := range 120 {
		kind, region, nerve := kinds[rng.IntN(3)], regions[rng.IntN(4)], rng.IntN(4)
		x := class(fmt.Sprint("Organ", i), kind)
		for _, whole := range []string{region, limb[region], "Body"} {
			if whole != "" {
				w.add(x, ns+"part_of", ns+whole)
			}
		}
		for _, n := range []string{fmt.Sprint("Nerve", nerve), []string{"CranialNerve", "SpinalNerve"}[nerve%2]} {
			w.add(x, ns+"innervated_by", ns+n)
		}
		w.mean("part of the leg", x, limb[region] == "Leg")
		w.mean("muscle of the hand", x, region == "Hand" && kind == "Muscle")
		w.mean("innervated by a cranial nerve", x, nerve%2 == 0)
		w.others = append(w.others, x)
	}
	return w
}

// TestPresetTasks: over endpoints in the shape of public ones, the preset is recognised, and the first
// answer to each worked task has the members that are meant.
func TestPresetTasks(t *testing.T) {
	for _, w := range []*worked{proteins(), body()} {
		e := engines.StartEmbedded(t, w.nt.String())
		s := openSession(t, func(c *config.Config) { c.Endpoint = e.Endpoint })
		s.use = s.use.On(s.use.Source)
		check.Equal(t, s.use.Source.Preset(), w.preset, "the preset")
		for task, meant := range w.tasks {
			t.Run(w.preset+", "+task, func(t *testing.T) {
				rng := rand.New(rand.NewPCG(1, 1))
				var pos, neg []string
				for _, i := range rng.Perm(len(w.others)) {
					if iri := w.others[i]; meant[iri] && len(pos) < 6 {
						pos = append(pos, iri)
					} else if !meant[iri] && len(neg) < 6 {
						neg = append(neg, iri)
					}
				}
				var first *answer.Result
				_ = require.Value(
					s.Work().Answer(t.Context(), answer.Task{Examples: require.Value(extract.NewExamples(pos, neg))(t), Confirm: true,
						Options: require.Value(s.use.Config.Learner())(t), Show: func(r *answer.Result) {
							if first == nil {
								first = r
							}
						}}))(t)
				var found, want []string
				for _, row := range require.Value(s.use.Source.Endpoint().Select(t.Context(), first.Query))(t).Rows {
					found = append(found, row[0].String())
				}
				for _, iri := range w.others {
					if meant[iri] {
						want = append(want, iri)
					}
				}
				slices.Sort(found)
				slices.Sort(want)
				check.That(t, slices.Equal(found, want), "%d members, want %d: %s", len(found), len(want), first.Query)
			})
		}
	}
}

// people is a graph as Wikidata's. Of half of the people there is a VIAF ID, of a third an image, and of some no
// article in the Malayalam Wikipedia; all have articles in many others. Identifiers of positives begin alike.
func people() *worked {
	const ontology, schema = "http://wikiba.se/ontology#", "http://schema.org/"
	w := &worked{preset: "wikidata", tasks: map[string]map[string]bool{}}
	for p, kind := range map[string]string{
		"P31":  "WikibaseItem",
		"P106": "WikibaseItem",
		"P19":  "WikibaseItem",
		"P569": "Time",
		"P214": "ExternalId",
		"P213": "ExternalId",
		"P18":  "CommonsMedia",
		"P625": "GlobeCoordinate",
	} {
		w.add(wd+p, ontology+"directClaim", wdt+p)
		w.add(wd+p, ontology+"propertyType", ontology+kind)
	}
	for x, label := range map[string]string{"P214": "VIAF ID", "P18": "image", "Q5": "human"} {
		w.nt.WriteString("<" + wd + x + "> <http://www.w3.org/2000/01/rdf-schema#label> \"" + label + "\"@en .\n")
	}
	article := func(x, code string) {
		a := "https://" + code + ".wikipedia.org/wiki/" + path.Base(x)
		w.add(a, schema+"about", x)
		w.add(a, schema+"isPartOf", "https://"+code+".wikipedia.org/")
		w.add(a, schema+"inLanguage", `"`+code+`"`)
		w.add(a, isA, schema+"Article")
	}
	for i := 100; i < 280; i++ {
		x := fmt.Sprint(wd, "Q", i)
		w.add(x, wdt+"P31", wd+"Q5")
		w.add(x, wdt+"P106", fmt.Sprint(wd, "Q", 7+i%3))
		w.add(x, wdt+"P569", fmt.Sprintf(`"%d-01-01T00:00:00Z"^^<http://www.w3.org/2001/XMLSchema#dateTime>`, 1800+i*37%190))
		w.add(x, wdt+"P19", fmt.Sprint(wd, "Q", 20+i*13%11))
		w.add(x, wdt+"P213", fmt.Sprintf(`"0000 %d"`, i))
		w.add(x, wdt+"P625", fmt.Sprintf(`"Point(%d 50)"^^<http://www.opengis.net/ont/geosparql#wktLiteral>`, i%7))
		viaf, image, malayalam := i*7%11 < 5, i*5%13 < 4, i*11%17 < 9
		if viaf {
			w.add(x, wdt+"P214", fmt.Sprintf(`"%d"`, 1000+i))
		}
		if image {
			w.add(x, wdt+"P18", fmt.Sprintf("http://commons.wikimedia.org/wiki/Special:FilePath/Portrait%d.jpg", i%3))
		}
		if malayalam {
			article(x, "ml")
		}
		for k, code := range []string{"en", "fr", "de", "ta", "te", "ja", "pt", "sv", "nl", "fi", "pl", "cs", "hu"} {
			if (i*(k+3)+k)%(k+5) != 0 {
				article(x, code)
			}
		}
		w.mean("a VIAF ID", x, viaf)
		w.mean("an image", x, image)
		w.mean("have no article in the Malayalam Wikipedia", x, !malayalam)
		w.mean("an article in the Malayalam Wikipedia", x, malayalam)
		w.others = append(w.others, x)
	}
	return w
}

// existence maps what is meant to the concept.
var existence = map[string]dl.Concept{
	"a VIAF ID":                             dl.Has(wdt + "P214"),
	"an image":                              dl.Has(wdt + "P18"),
	"an article in the Malayalam Wikipedia": dl.Sitelink("https://ml.wikipedia.org/"),
	"have no article in the Malayalam Wikipedia": dl.And{
		L: dl.Name{IRI: wd + "Q5"},
		R: dl.Not{C: dl.Sitelink("https://ml.wikipedia.org/")},
	},
}

// TestExistence: of external identifiers, images, coordinates and articles only the existence counts. What is
// meant is found in files, at an endpoint and in the database that it leaves, and the query has its members.
func TestExistence(t *testing.T) {
	w := people()
	e := engines.StartEmbedded(t, w.nt.String())
	tasks := []string{"a VIAF ID"}
	if testsize.Full() {
		tasks = append(tasks, "an image") // articles take the embedded endpoint too long
	}
	testExistence(t, w, e, tasks...)
	var three []string
	for i := range w.others { // of all occupations
		if iri := w.others[i*37%len(w.others)]; w.tasks["a VIAF ID"][iri] && len(three) < 3 {
			three = append(three, iri)
		}
	}
	s := openSession(t, func(c *config.Config) { c.Endpoint = e.Endpoint })
	s.use = s.use.On(s.use.Source)
	r := require.Value(
		s.Work().Answer(t.Context(), answer.Task{Examples: require.Value(extract.NewExamples(three, nil))(t),
			Options: require.Value(s.use.Config.Learner())(t)}))(t)
	check.That(t, r.Fitting.Concept == dl.Concept(dl.Has(wdt+"P214")), "from three positives: %s", r.English())
}

// TestEnginesExistence does the same with an engine, and with articles.
func TestEnginesExistence(t *testing.T) {
	w := people()
	testExistence(t, w, engines.StartOxigraph(t, w.nt.String()), slices.Collect(maps.Keys(existence))...)
}

func testExistence(t *testing.T, w *worked, e engines.Engine, tasks ...string) {
	file, db := filepath.Join(t.TempDir(), "wd.nt"), filepath.Join(t.TempDir(), "wd.db")
	require.NoError(t, os.WriteFile(file, []byte(w.nt.String()), 0o600))
	served := openSession(t, func(c *config.Config) { c.Endpoint = e.Endpoint }).use.Source.Endpoint()
	for _, from := range []struct {
		name   string
		change func(*config.Config)
	}{
		{"files", func(c *config.Config) { c.Data = []string{file} }},
		{"endpoint", func(c *config.Config) { c.Endpoint, c.Cache = e.Endpoint, db }},
		{"database", func(c *config.Config) { c.DB = db }},
	} {
		for task, meant := range w.tasks {
			if from.name != "files" && !slices.Contains(tasks, task) {
				continue
			}
			t.Run(from.name+", "+task, func(t *testing.T) {
				s := openSession(t, func(c *config.Config) { c.MaxSize = 6; from.change(c) })
				s.use = s.use.On(s.use.Source)
				r, asked := answerAs(t, s, w.others, meant, from.name != "database")
				check.That(t, r.Fitting.Concept == existence[task], "%s after %d questions\n%s", r.English(), asked, r.Query)
				check.That(t, strings.HasSuffix(r.English(), task), "in English: %s", r.English())
				var found, want []string
				for _, row := range require.Value(served.Select(t.Context(), r.Query))(t).Rows {
					found = append(found, row[0].String())
				}
				for _, iri := range w.others {
					if meant[iri] {
						want = append(want, iri)
					}
				}
				slices.Sort(found)
				check.That(t, slices.Equal(found, want), "%d members, want %d, by %s", len(found), len(want), r.Query)
			})
		}
	}
}

// TestExistenceNeverCompared: people with one image, one place and identifiers that begin alike have none of
// these in common. They are values of no concept that is ranked, proved or a repair.
func TestExistenceNeverCompared(t *testing.T) {
	w := people()
	file := filepath.Join(t.TempDir(), "wd.nt")
	require.NoError(t, os.WriteFile(file, []byte(w.nt.String()), 0o600))
	var pos, neg []string
	for i, iri := range w.others {
		if hasImage := w.tasks["an image"][iri]; hasImage && (i+100)%3 == 0 && len(pos) < 4 {
			pos = append(pos, iri)
		} else if hasImage && len(neg) < 4 {
			neg = append(neg, iri)
		}
	}
	for name, change := range map[string]func(*config.Config){
		"files":    func(c *config.Config) { c.Data = []string{file} },
		"endpoint": func(c *config.Config) { c.Endpoint = engines.StartEmbedded(t, w.nt.String()).Endpoint },
	} {
		s := openSession(t, func(c *config.Config) {
			c.MaxSize, c.Strings, c.Nominals, c.Depth = 3, true, config.On, 1
			change(c)
		})
		s.use = s.use.On(s.use.Source)
		ex := require.Value(extract.NewExamples(pos, neg))(t)
		r := require.Value(
			s.Work().Answer(t.Context(), answer.Task{Examples: ex, Options: require.Value(s.use.Config.Learner())(t)}))(t)
		all := []dl.Concept{r.Fitting.Concept}
		for _, c := range r.Ranking.Candidates {
			all = append(all, c.Concept)
		}
		fixed := require.Value(
			s.Work().Repair(t.Context(), answer.RepairTask{Concept: dl.Name{IRI: wd + "Q5"}, Right: pos, Wrong: neg}))(t)
		all = append(all, fixed.Fitting.Concept)
		for _, c := range fixed.Rivals {
			all = append(all, c.Concept)
		}
		all = append(all, fit(t, s, pos, neg).Fitting.Concept)
		for _, c := range all {
			for _, leaf := range dl.Leaves(c) {
				o, _ := leaf.(dl.Nominal)
				v, compares := leaf.(dl.Compare)
				check.That(t, !strings.Contains(o.IRI, "wikimedia") && !(compares && v.Op != dl.Present && v.Feature != wdt+"P569"),
					"%s: %v", name, leaf)
			}
		}
	}
}

// answerAs learns from seven positives and seven negatives. If it asks, up to six questions are answered by
// what is meant; the individuals of a database are its examples.
func answerAs(t *testing.T, s Session, all []string, meant map[string]bool, asks bool) (r *answer.Result, asked int) {
	var pos, neg []string
	for _, i := range rand.New(rand.NewPCG(3, 3)).Perm(len(all)) {
		if iri := all[i]; meant[iri] && len(pos) < 7 {
			pos = append(pos, iri)
		} else if !meant[iri] && len(neg) < 7 {
			neg = append(neg, iri)
		}
	}
	return require.Value(
		s.Work().Answer(t.Context(), answer.Task{
			Examples: require.Value(extract.NewExamples(pos, neg))(t),
			Confirm:  true,
			Options:  require.Value(s.use.Config.Learner())(t),
			Ask: func(_ context.Context, r *answer.Ranking) (answer.Reply, error) {
				if asked++; asked > 6 || !asks {
					return answer.Reply{}, answer.ErrEnough
				}
				if meant[r.Question.Individual] {
					return answer.Reply{Is: intent.Yes}, nil
				}
				return answer.Reply{Is: intent.No}, nil
			},
		}))(t), asked
}
