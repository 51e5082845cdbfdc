package dl

// Simplify returns a smaller concept (Size) that is equivalent to c in every
// structure, is not deeper (Depth), and has only constructors of l and of c. It
// returns c if it finds none. It removes double negations, moves ¬ inwards where that
// makes the concept smaller, so that ¬≤3 r.C becomes ≥4 r.C, and removes operands
// that ⊤ and ⊥ make superfluous.
//
// The largest number of the result is at most maxNumber or the largest number of c;
// 0 means no limit. The time is at most cubic in the size of c as a tree.
func Simplify(c Concept, l Language, maxNumber int) Concept {
	s := simplifier{l | LanguageOf(c), maxNumber}
	if maxNumber > 0 {
		s.maxNumber = max(maxNumber, LargestNumber(c))
	}
	for {
		d := s.simplify(c).pos
		if Size(d) == Size(c) {
			return c
		}
		c = d
	}
}

// LargestNumber returns the largest n of a restriction ≥n or ≤n in the concept.
func LargestNumber(c Concept) int {
	largest := 0
	Walk(c, func(c Concept) bool {
		switch c := c.(type) {
		case AtLeast:
			largest = max(largest, c.N)
		case AtMost:
			largest = max(largest, c.N)
		}
		return true
	})
	return largest
}

type simplifier struct {
	language  Language
	maxNumber int // 0: any
}

// forms holds the smallest concepts found for a concept and for its negation. neg is
// nil if the language cannot express the negation.
type forms struct{ pos, neg Concept }

// simplify returns the forms of c, made from those of its operands. Either form may
// be the other one with ¬ before it, so that nothing grows.
func (s simplifier) simplify(c Concept) forms {
	switch c := c.(type) {
	case Not:
		f := s.simplify(c.C)
		return forms{f.neg, f.pos}
	case And:
		x, y := s.simplify(c.L), s.simplify(c.R)
		both, notBoth := s.and(x.pos, y.pos), s.or(x.neg, y.neg)
		return forms{smallest(both, s.not(notBoth)), smallest(notBoth, s.not(both))}
	case Or:
		x, y := s.simplify(c.L), s.simplify(c.R)
		either, neither := s.or(x.pos, y.pos), s.and(x.neg, y.neg)
		return forms{smallest(either, s.not(neither)), smallest(neither, s.not(either))}
	case Exists:
		return s.exists(c.Role, s.simplify(c.C))
	case ForAll:
		x := s.simplify(c.C)
		all := s.forAll(c.Role, x.pos)
		return forms{all, smallest(s.atLeast(1, c.Role, x.neg), s.not(all))}
	case AtLeast:
		x := s.simplify(c.C)
		switch {
		case c.N == 0:
			always := smallest(s.constant(Top{}), c)
			return forms{always, s.not(always)}
		case c.N == 1 && s.language.Has(WithExists):
			return s.exists(c.Role, x)
		}
		enough := s.atLeast(c.N, c.Role, x.pos)
		return forms{enough, smallest(s.atMost(c.N-1, c.Role, x), s.not(enough))}
	case AtMost:
		x := s.simplify(c.C)
		few := s.atMost(c.N, c.Role, x)
		return forms{few, smallest(s.atLeast(c.N+1, c.Role, x.pos), s.not(few))}
	}
	return forms{c, s.not(c)}
}

func (s simplifier) exists(r Role, x forms) forms {
	some := s.atLeast(1, r, x.pos)
	return forms{some, smallest(s.atMost(0, r, x), s.not(some))}
}

// The methods below return a concept of the language. They return nil if the language
// cannot express it or an operand is nil.

func (s simplifier) constant(c Concept) Concept {
	if s.language.Has(constructorsOf(c)) {
		return c
	}
	return nil
}

func (s simplifier) not(c Concept) Concept {
	var simple Concept
	switch c := c.(type) {
	case nil:
		return nil
	case Top:
		simple = s.constant(Bottom{})
	case Bottom:
		simple = s.constant(Top{})
	case Not:
		simple = c.C
	}
	if simple == nil && s.language.Has(WithNot) {
		return Not{c}
	}
	return simple
}

func (s simplifier) and(c, d Concept) Concept {
	switch {
	case c == nil || d == nil:
		return nil
	case isTop(c) || isBottom(d) || c == d:
		return d
	case isTop(d) || isBottom(c):
		return c
	case (c == Not{d} || d == Not{c}) && s.language.Has(WithBottom):
		return Bottom{}
	case !s.language.Has(WithAnd):
		return nil
	}
	return And{c, d}
}

func (s simplifier) or(c, d Concept) Concept {
	switch {
	case c == nil || d == nil:
		return nil
	case isBottom(c) || isTop(d) || c == d:
		return d
	case isBottom(d) || isTop(c):
		return c
	case (c == Not{d} || d == Not{c}) && s.language.Has(WithTop):
		return Top{}
	case !s.language.Has(WithOr):
		return nil
	}
	return Or{c, d}
}

func (s simplifier) forAll(r Role, c Concept) Concept {
	switch {
	case c == nil || isTop(c):
		return c
	case !s.language.Has(WithForAll):
		return nil
	}
	return ForAll{r, c}
}

func (s simplifier) atLeast(n int, r Role, c Concept) Concept {
	switch {
	case c == nil || isBottom(c):
		return c
	case n == 1 && s.language.Has(WithExists):
		return Exists{r, c}
	case !s.language.Has(WithAtLeast) || s.maxNumber > 0 && n > s.maxNumber:
		return nil
	}
	return AtLeast{n, r, c}
}

func (s simplifier) atMost(n int, r Role, x forms) Concept {
	var few, none Concept
	if s.language.Has(WithAtMost) {
		few = AtMost{n, r, x.pos}
	}
	if n == 0 {
		none = s.forAll(r, x.neg)
	}
	if isBottom(x.pos) {
		none = s.not(x.pos)
	}
	return smallest(few, none)
}

// isTop and isBottom also recognize ¬⊥ and ¬⊤, because a language may have only one of
// ⊤ and ⊥.
func isTop(c Concept) bool    { return c == Top{} || c == Not{Bottom{}} }
func isBottom(c Concept) bool { return c == Bottom{} || c == Not{Top{}} }

// smallest returns the first of the smallest concepts that are not nil.
func smallest(cs ...Concept) Concept {
	var least Concept
	for _, c := range cs {
		if c != nil && (least == nil || Size(c) < Size(least)) {
			least = c
		}
	}
	return least
}
