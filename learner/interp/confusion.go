package interp

// Confusion counts how a concept classifies the examples, each with its weight.
type Confusion struct{ TP, FN, TN, FP int }

// Correct returns the weight of the correctly classified examples.
func (c Confusion) Correct() int { return c.TP + c.TN }

// Total returns the weight of the examples.
func (c Confusion) Total() int { return c.TP + c.FN + c.TN + c.FP }

// Accuracy returns the share of correctly classified examples, 0 without examples.
func (c Confusion) Accuracy() float64 { return ratio(c.Correct(), c.Total()) }

// F1 returns the harmonic mean of precision and recall, 0 without true positives.
func (c Confusion) F1() float64 {
	if c.TP == 0 {
		return 0
	}
	return 2 * float64(c.TP) / float64(2*c.TP+c.FP+c.FN)
}

// Precision returns tp/(tp+fp), or 0 if both are 0.
func (c Confusion) Precision() float64 { return ratio(c.TP, c.TP+c.FP) }

// Recall returns tp/(tp+fn), or 0 if both are 0.
func (c Confusion) Recall() float64 { return ratio(c.TP, c.TP+c.FN) }

func ratio(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// Balanced returns the mean of the accuracies on the positives and on the negatives; a
// side without examples counts 0. It divides exact integers once, so that equal scores
// are equal numbers.
func (c Confusion) Balanced() float64 {
	p, n := int64(max(c.TP+c.FN, 1)), int64(max(c.TN+c.FP, 1))
	return float64(int64(c.TP)*n+int64(c.TN)*p) / float64(2*p*n)
}

// Classify returns how a concept with the extension x classifies the examples.
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
