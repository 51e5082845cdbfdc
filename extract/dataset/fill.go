package dataset

import (
	"context"
	"maps"
	"slices"
	"strconv"

	"github.com/genus-kg/genus/extract/crawl"
	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/queries"
)

// A filler puts the facts within reach into a structure, except those whose property or
// class the filter excludes. Only the filler turns facts into a structure.
type filler struct {
	*Dataset
	*reach
	b      *interp.Builder
	filter *graph.Symbols
	named  []string                    // the properties and classes that are left out otherwise
	kinds  map[string]map[dl.Kind]bool // of the values of each feature
	zones  map[string]queries.Zones
	added  []interp.Number // 1 + the number of each individual in the structure, by term
	parsed []parsedLiteral // by the term of the text
	values []dl.Value      // of these
}

// A parsedLiteral is the literal with a text that was parsed last; at is 1 + the place of its value.
type parsedLiteral struct {
	datatype facts.ID
	at       uint32
}

// A filledRole is a role that has the pairs of a property, with the directions in which it is complete.
type filledRole struct {
	dl.Role
	isOut, isIn bool
}

// number returns the number of an individual in the structure.
func (f *filler) number(a facts.ID) interp.Number {
	if f.added[a] == 0 {
		f.added[a] = 1 + f.b.Individual(f.Facts.Term(a))
	}
	return f.added[a] - 1
}

// contextEvery is the number of facts between two checks of the context.
const contextEvery = 1 << 14

// fill fills the structure and returns the kinds and the time zones of the values of each
// feature. The error is that of the context.
func (f *filler) fill(ctx context.Context) (map[string][]dl.Kind, map[string]queries.Zones, error) {
	f.addSymbols()
	f.added = make([]interp.Number, f.Facts.NumTerms())
	if f.distance == nil {
		f.b.Expect(len(f.Facts.Individuals), len(f.Facts.Values))
	}
	for _, a := range f.Facts.Individuals {
		if f.has(a) {
			f.number(a)
		}
	}
	if f.Vocabulary.Classes {
		f.b.EndDomain()
	}
	if f.Vocabulary.OfClasses() {
		f.b.OnlyDomain()
	}
	f.addClasses()
	if err := f.addRoles(ctx); err != nil {
		return nil, nil, err
	}
	f.addSuperclasses()
	if !f.Vocabulary.Classes {
		f.b.EndDomain()
	}
	if err := f.addNamed(ctx, f.named); err != nil {
		return nil, nil, err
	}
	f.addArticles()
	f.addStatements()
	return f.addValues(ctx)
}

// addSymbols adds the declared symbols, except roles that are left out.
func (f *filler) addSymbols() {
	for _, s := range f.Facts.Declared {
		switch {
		case s.Kind == facts.Class:
			if f.Symbols.IsName(s.IRI) && f.filter.IsName(s.IRI) {
				f.b.Name(s.IRI)
			}
		case !f.filter.IsSymbol(s.IRI), s.Kind == facts.Role && f.isGone(s.IRI):
		case s.Kind == facts.Role:
			f.b.Role(s.IRI)
		case s.Kind == facts.Feature:
			f.b.Feature(s.IRI)
		}
	}
}

// addClasses adds the members of classes, and the inclusions between classes that have
// members. It hides classes that are not symbols.
func (f *filler) addClasses() {
	direct := f.directSuperclasses()
	seen := map[facts.ID]interp.Number{}
	var found []facts.ID
	meet := func(class facts.ID) interp.Number {
		number, known := seen[class]
		if !known {
			name := f.Facts.Term(class)
			number = f.b.Name(name)
			seen[class] = number
			found = append(found, class)
			isName := f.Symbols.IsName(name) && f.filter.IsName(name)
			if !isName && !slices.Contains(f.named, name) {
				f.b.Hide(name)
			}
		}
		return number
	}
	for _, tuples := range [][]facts.Tuple{f.Facts.Classes, f.members()} {
		for _, t := range tuples {
			if f.has(t[0]) {
				f.b.AddMember(meet(t[1]), f.number(t[0]))
			}
		}
	}
	for i := 0; i < len(found); i++ {
		for _, super := range direct[found[i]] {
			meet(super)
			f.b.AddInclusion(f.Facts.Term(found[i]), f.Facts.Term(super))
		}
	}
}

// addSuperclasses adds the superclasses of individuals that are classes, and those above, as pairs of a
// role. By it concepts say "a value with its subclasses". The search does not use it: see Problem.Hidden.
// With rdfs:subClassOf, classes are no values, and the structure is that of the facts. The query has the
// stated superclasses only.
func (f *filler) addSuperclasses() {
	if f.Vocabulary.SubClassOf == graph.RDFSchema+"subClassOf" {
		return
	}
	direct := map[facts.ID][]facts.ID{}
	for _, t := range f.Facts.Superclasses {
		if isStated := t[2] == 0; isStated && !f.Vocabulary.NoClosure {
			direct[t[0]] = append(direct[t[0]], t[1])
		}
	}
	queue := slices.DeleteFunc(slices.Clone(f.Facts.Individuals),
		func(a facts.ID) bool { return !f.has(a) || direct[a] == nil })
	seen := map[facts.ID]bool{}
	for i := 0; i < len(queue); i++ {
		if class := queue[i]; !seen[class] {
			seen[class] = true
			for _, above := range direct[class] {
				f.b.AddPair(f.b.Role(f.Vocabulary.SubClassOf), f.number(class), f.number(above))
				queue = append(queue, above)
			}
		}
	}
}

// addRoles adds the pairs of roles, including those of transitive roles.
func (f *filler) addRoles(ctx context.Context) error {
	for p, part := range facts.Parts(f.Facts.Roles, facts.Tuple.First) {
		roles := f.rolesAbove(f.Facts.Term(p))
		exists := f.Symbols.OnlyPresence(f.Facts.Term(p))
		mayNameNothing := f.Vocabulary.Statements != ""
		if !exists && !mayNameNothing {
			f.makeRoom(roles, len(part))
		}
		for i, t := range part {
			if i%contextEvery == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			if exists || mayNameNothing && f.Symbols.NamesNothing(f.Facts.Term(t[2])) {
				f.addOther(p, t[1], f.Facts.Term(t[2]), dl.XSD+"anyURI")
			} else {
				f.addPair(roles, t[1], t[2])
			}
		}
	}
	for _, c := range f.chains {
		roles := f.rolesAbove(c.role.Property)
		for i, a := range f.Facts.Individuals {
			if i%contextEvery == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			if !f.has(a) || f.crawled && f.distance[a] >= f.depth {
				continue
			}
			for _, b := range c.ends(a) {
				if c.role.Inverse {
					f.addPair(roles, b, a)
				} else {
					f.addPair(roles, a, b)
				}
			}
		}
	}
	return nil
}

// makeRoom makes room for as many pairs of the roles, if all of them are within reach.
func (f *filler) makeRoom(roles []filledRole, pairs int) {
	if f.distance != nil {
		return
	}
	for _, role := range roles {
		f.b.ExpectPairs(f.b.Role(role.IRI), pairs)
	}
}

// addPair adds a pair to the roles.
func (f *filler) addPair(roles []filledRole, s, o facts.ID) {
	for _, role := range roles {
		from, to := s, o
		if role.Inverse {
			from, to = to, from
		}
		if f.needs(role, from, to) {
			f.b.AddPair(f.b.Role(role.IRI), f.number(from), f.number(to))
		}
	}
}

// rolesAbove returns the roles that have the pairs of the property.
func (f *filler) rolesAbove(property string) (roles []filledRole) {
	for _, r := range f.follows.rolesAbove(property) {
		isOut, isIn := !f.gone[crawl.Key{Property: r.IRI, Direction: crawl.Out}],
			!f.gone[crawl.Key{Property: r.IRI, Direction: crawl.In}]
		if f.filter.IsSymbol(r.IRI) && (isOut || isIn) {
			roles = append(roles, filledRole{r, isOut, isIn})
		}
	}
	return roles
}

// addValues adds the values of features. See fill for the results.
func (f *filler) addValues(ctx context.Context) (map[string][]dl.Kind, map[string]queries.Zones, error) {
	for property, part := range facts.Parts(f.Facts.Values, facts.PropertyOf) {
		features := f.featuresOf(property)
		exists := f.Symbols.OnlyPresence(f.Facts.Term(property))
		for i, v := range part {
			if i%contextEvery == 0 && ctx.Err() != nil {
				return nil, nil, ctx.Err()
			}
			if len(features) == 0 || !f.has(v.Individual) {
				continue
			}
			if exists {
				f.addOther(property, v.Individual, f.Facts.Term(v.Lexical), f.Facts.Term(v.Datatype))
				continue
			}
			value, err := f.parse(v.Lexical, v.Datatype)
			if err != nil {
				continue // counted in Facts.Skipped
			}
			for _, p := range features {
				f.addValue(p, v.Individual, value)
			}
		}
	}
	if err := f.addOthers(ctx); err != nil {
		return nil, nil, err
	}
	sorted := make(map[string][]dl.Kind, len(f.kinds))
	for p, ks := range f.kinds {
		sorted[p] = slices.Sorted(maps.Keys(ks))
	}
	return sorted, f.zones, nil
}

// parse returns the value of a literal. Many are equal, and parsing takes long.
func (f *filler) parse(lexical, datatype facts.ID) (dl.Value, error) {
	if f.parsed == nil {
		f.parsed = make([]parsedLiteral, f.Facts.NumTerms())
	}
	p := &f.parsed[lexical]
	if p.at > 0 && p.datatype == datatype {
		return f.values[p.at-1], nil
	}
	v, err := dl.ParseLiteral(f.Facts.Term(lexical), f.Facts.Term(datatype))
	if err == nil {
		f.values = append(f.values, v)
		*p = parsedLiteral{datatype, uint32(len(f.values))}
	}
	return v, err
}

// featuresOf returns the features that have the values of the property.
func (f *filler) featuresOf(property facts.ID) (features []string) {
	for _, p := range f.follows.featuresAbove(f.Facts.Term(property)) {
		if f.hasValues(p) && f.filter.IsSymbol(p) {
			features = append(features, p)
		}
	}
	return features
}

// addOthers adds the literals that are no values of features, of which conditions on texts
// and the presence count. Labels are not among them: they are no facts.
func (f *filler) addOthers(ctx context.Context) error {
	for i, o := range f.Facts.Others {
		if i%contextEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if !f.has(o.Individual) {
			continue
		}
		a, lexical := f.Facts.Term(o.Individual), f.Facts.Term(o.Lexical)
		if f.Symbols.OnlyPresence(f.Facts.Term(o.Property)) {
			f.addOther(o.Property, o.Individual, lexical, f.Facts.Term(o.Datatype))
			continue
		}
		for _, p := range f.featuresOf(o.Property) {
			f.addText(p, a, lexical, f.Facts.Term(o.Datatype), f.Facts.Term(o.Lang))
		}
	}
	return nil
}

// addOther adds a value of which only the presence counts. A crawl leaves out the property of an excluded kind,
// and knows the presence at the examples.
func (f *filler) addOther(property, individual facts.ID, lexical, datatype string) {
	if !f.has(individual) {
		return
	}
	features := f.featuresOf(property)
	if p := f.Facts.Term(property); len(features) == 0 && f.Symbols.OnlyPresence(p) && f.filter.IsSymbol(p) {
		features = []string{p}
	}
	for _, p := range features {
		f.b.AddOther(p, f.Facts.Term(individual), lexical+"^^"+datatype)
	}
}

// addArticles adds the articles about the individuals, with their sites.
func (f *filler) addArticles() {
	if f.Vocabulary.Statements == "" || f.filter.Excludes(dl.ArticleIn) {
		return
	}
	about, in, language := f.Facts.Find(dl.ArticleAbout), f.Facts.Find(dl.ArticleIn), f.Facts.Find(dl.ArticleLanguage)
	sites, languages := map[facts.ID]facts.ID{}, map[facts.ID]facts.ID{}
	for _, t := range f.Facts.Statements.Roles {
		if t[0] == in {
			sites[t[1]] = t[2]
		}
	}
	for _, v := range f.Facts.Statements.Values {
		if v.Property == language {
			languages[v.Individual] = v.Lexical
		}
	}
	for _, t := range f.Facts.Statements.Roles {
		if site := sites[t[1]]; t[0] == about && site != 0 && f.has(t[2]) {
			article := f.Facts.Term(t[1])
			f.b.AddRole(dl.ArticleAbout, article, f.Facts.Term(t[2]))
			f.b.AddRole(dl.ArticleIn, article, f.Facts.Term(site))
			if code := languages[t[1]]; code != 0 {
				f.b.AddValue(dl.ArticleLanguage, article, dl.Str(f.Facts.Term(code)))
			}
		}
	}
}

// addValue adds a value of a feature.
func (f *filler) addValue(feature string, a facts.ID, v dl.Value) {
	f.b.AddValueAt(feature, f.number(a), v)
	f.note(feature, v)
}

// note notes the kind and the time zone of a value.
func (f *filler) note(feature string, v dl.Value) {
	if f.kinds[feature] == nil {
		f.kinds[feature] = map[dl.Kind]bool{}
	}
	f.kinds[feature][v.Kind()] = true
	if k := v.Kind(); !k.Numeric() && k != dl.Boolean && k != dl.String {
		z := zoneOf(v.Lexical())
		if other, seen := f.zones[feature]; seen {
			z = commonZones(z, other)
		}
		f.zones[feature] = z
	}
}

// The individuals of a source are the subjects and objects of its facts (docs/theory.md,
// "The domain"). A fact is a statement of class membership, unless the class is one of
// RDF, RDFS, OWL, SHACL or SWRL, or a statement with a property in use. Declarations, axioms and
// annotations are not facts. So a class or a property is an individual only if it also has
// a fact (OWL 2 calls that punning).

// Domain returns which statements of the source are facts. Queries need it to range over
// the same individuals.
func (d *Dataset) Domain() queries.Domain {
	domain := d.Exclusions.Domain(d.Vocabulary)
	for _, s := range d.Facts.Skipped {
		if s.Reason == annotation {
			domain.Excluded = append(domain.Excluded, s.Property)
		}
	}
	slices.Sort(domain.Excluded)
	domain.Excluded = slices.Compact(domain.Excluded)
	return domain
}

// addStatements adds the statements of a Wikibase that problems have. Queries about them need
// the kinds of their values in any case.
func (f *filler) addStatements() {
	v := f.Vocabulary.Statements
	within := map[facts.ID]bool{} // the statements at individuals within reach, and their quantities
	isDropped := func(p string) bool { return f.gone[crawl.Key{Property: p, Direction: crawl.Out}] }
	if f.statements {
		isQuantity, precision := f.compounds()
		claims := f.claims(isDropped)
		for node, t := range claims {
			if f.has(t[1]) {
				within[node] = true
				f.b.AddRole(f.Facts.Term(t[0]), f.Facts.Term(t[1]), f.Facts.Term(node))
			}
		}
		for _, units := range []bool{false, true} { // of quantities, which are met first
			for _, t := range f.Facts.Statements.Roles {
				p := f.Facts.Term(t[0])
				if !within[t[1]] || (p == dl.QuantityUnit) != units || !f.isInner(t) {
					continue
				}
				plain, toNode := v.PlainOf(p)
				switch {
				case precision[t[2]] > 0 && toNode:
					f.b.SetPrecision(plain, f.Facts.Term(t[1]), precision[t[2]])
					if v.Is(plain, dl.ValueOf) {
						f.b.SetPrecision(v.DirectOf(p), f.Facts.Term(claims[t[1]][1]), precision[t[2]])
					}
					continue
				case toNode && !isQuantity[t[2]]: // a time that is known well
					continue
				}
				f.b.AddRole(p, f.Facts.Term(t[1]), f.Facts.Term(t[2]))
				within[t[2]] = within[t[2]] || toNode
			}
		}
	}
	for _, x := range f.Facts.Statements.Values {
		p := f.Facts.Term(x.Property)
		value, err := dl.ParseLiteral(f.Facts.Term(x.Lexical), f.Facts.Term(x.Datatype))
		switch {
		case err != nil, p == dl.TimePrecision, f.statesExistence(x.Property, 0): // the former is counted in Facts.Skipped
		case within[x.Individual] && f.hasValues(p):
			f.addValue(p, x.Individual, value)
		default:
			f.note(p, value)
		}
	}
}

// isInner reports whether the tuple leads from a statement or a quantity to a value, qualifier or unit that
// problems have.
func (f *filler) isInner(t facts.Tuple) bool {
	p := f.Facts.Term(t[0])
	return f.Vocabulary.Statements.IsInner(p) && !f.gone[crawl.Key{Property: p, Direction: crawl.Out}] &&
		!f.statesExistence(t[0], t[2])
}

// statesExistence reports whether of a value of the property in statements only the presence counts.
func (f *filler) statesExistence(property, value facts.ID) bool {
	return f.Symbols.OnlyPresence(f.Symbols.DirectOf(f.Facts.Term(property))) ||
		f.Symbols.NamesNothing(f.Facts.Term(value))
}

// compounds returns the compound values that are quantities, and the precision of times that are known
// less well than to a year.
func (f *filler) compounds() (isQuantity map[facts.ID]bool, precision map[facts.ID]int) {
	isQuantity, precision = map[facts.ID]bool{}, map[facts.ID]int{}
	for _, x := range f.Facts.Statements.Values {
		switch f.Facts.Term(x.Property) {
		case dl.QuantityAmount:
			isQuantity[x.Individual] = true
		case dl.TimePrecision:
			precision[x.Individual], _ = strconv.Atoi(f.Facts.Term(x.Lexical))
		}
	}
	return isQuantity, precision
}
