// Package negatives finds negative examples for a user who has only positive ones: other
// individuals that are similar to the positives.
//
// It determines the most specific classes that most positives share, and draws other
// members of these, or of nearby classes if there are too few. It keeps the individuals
// that have the most classes and properties of the positives. With Options.Likely it keeps
// those that probably do not belong to the concept of the positives. Under the closed world
// the result is a guess: an individual may belong to the concept of the user.
//
// [Find] queries an endpoint, [FindAmong] searches facts in memory.
package negatives
