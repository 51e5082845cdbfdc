// Package negatives finds negative examples where the user has positive ones only:
// individuals that are like the positives and none of them.
//
// It takes the most specific classes that most positives share, draws other members
// of these, or of classes nearby if there are too few, and keeps those that have
// most of the positives' classes and properties; or, if somebody can tell what the
// positives probably stand for, those that hardly belong to it (Options.Likely).
// Nobody has said that they differ from the positives in what counts: they are a
// guess under the closed world.
//
// [Find] asks an endpoint, [FindAmong] looks at facts in memory.
package negatives
