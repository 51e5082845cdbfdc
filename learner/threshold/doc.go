// Package threshold chooses the values that feature comparisons may use (the
// paper, Section 5.2): few at first, more from stage to stage, nested, and in
// the limit all that occur, so that no concept is missed for ever; or a fixed
// number by a method of the user's choice.
//
// Values that occur are enough: (f ≥ v) for a v between two of them has the
// extension of (f ≥ w), w being the next. [Feature.Midpoints] chooses values in
// between that do better on individuals that were not seen, with the same
// extensions.
//
// Letters: v value; k the stage; m the number of distinct values; n the number
// of thresholds.
package threshold
