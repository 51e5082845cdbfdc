// Package encyclopedia draws small graphs in the shapes of YAGO 4.5 and DBpedia, with concepts that a user may mean
// in them. What is said there is what the public graphs say: dates of one property in several datatypes, numbers
// whose datatype is a unit, properties twice under two names, and much about the page of a thing.
package encyclopedia
