// Package threshold chooses the values that feature comparisons may use (the
// paper, Section 5.2). [Feature.Refine] starts with few thresholds and adds more at
// every stage until it has all values, so that every concept has its stage.
// [Feature.Choose] chooses a fixed number.
//
// Values that occur are enough: for v between two of them, (f ≥ v) has the same extension
// as (f ≥ w), where w is the next value. [Feature.Midpoints] returns values between them,
// which have the same extensions and generalise better.
//
// Letters: v value; k the stage; m the number of distinct values; n the number
// of thresholds.
package threshold
