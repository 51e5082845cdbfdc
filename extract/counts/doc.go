// Package counts answers what package intent asks about a whole graph, over an
// endpoint: numbers of members, some members, and where concepts hold.
//
// Several concepts travel in one request (queries.Counts). A request that fails
// for its time or its size is halved; a single concept that still fails has bounds
// and no number. The facts near individuals are read in both directions, each
// role only where an individual has at most [MostSuccessors] by it.
//
// An endpoint needs a client and a vocabulary, and no database.
package counts
