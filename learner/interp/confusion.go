package interp

// Confusion counts how a concept classifies the examples, each as often as its
// weight says.
type Confusion struct{ TP, FN, TN, FP int }

// Correct returns the weight of the examples on the right side.
func (c Confusion) Correct() int { return c.TP + c.TN }

// Total returns the weight of the examples.
func (c Confusion) Total() int { return c.TP + c.FN + c.TN + c.FP }

// Accuracy returns the share of examples on the right side, 0 if there are none.
func (c Confusion) Accuracy() float64 { return ratio(c.Correct(), c.Total()) }

// F1 returns the harmonic mean of precision and recall, 0 if nothing is found.
func (c Confusion) F1() float64 {
	if c.TP == 0 {
		return 0
	}
	return 2 * float64(c.TP) / float64(2*c.TP+c.FP+c.FN)
}

// Precision returns the share of positives among what is found, 0 if nothing is.
func (c Confusion) Precision() float64 { return ratio(c.TP, c.TP+c.FP) }

// Recall returns the share of the positives that is found, 0 if there are none.
func (c Confusion) Recall() float64 { return ratio(c.TP, c.TP+c.FN) }

func ratio(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// Balanced returns the mean of the shares of positives and negatives on the right
// side; a side without examples counts 0. It is one division of exact
// integers, so that equal scores are equal numbers.
func (c Confusion) Balanced() float64 {
	p, n := int64(max(c.TP+c.FN, 1)), int64(max(c.TN+c.FP, 1))
	return float64(int64(c.TP)*n+int64(c.TN)*p) / float64(2*p*n)
}

// Classify counts how the set x classifies the examples, by their weights.
func (p *Problem) Classify(x Set) Confusion {
	var c Confusion
	for i, a := range p.Pos {
		if x.Test(uint(a)) {
			c.TP += p.PosWeight(i)
		} else {
			c.FN += p.PosWeight(i)
		}
	}
	for i, a := range p.Neg {
		if x.Test(uint(a)) {
			c.FP += p.NegWeight(i)
		} else {
			c.TN += p.NegWeight(i)
		}
	}
	return c
}
