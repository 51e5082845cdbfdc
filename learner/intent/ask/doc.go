// Package ask has what a ranking asks of a graph, and what it is told by its user.
//
// A [Graph] tells what stands near individuals ([Near]), which members concepts have ([Extensions]), and what things
// are called ([Names]). An implementation answers every question: what it does not know is an answer, such as
// [Unknown], wide [Bounds], or false. [Memory] knows everything; an endpoint embeds [Remote], which knows nothing
// before it is asked.
// [Knowledge] remembers the answers.
//
// Letters: c, d are concepts; k is the knowledge of the graph.
package ask
