// Package price says how likely concepts are meant, in bits: the description length ([Prior]), the size principle and
// the errors ([Evidence]), what words of the user pay ([Words]), and what the user's judgements of conditions cost
// ([Required]). It proposes nothing. Package intent has the model.
//
// Letters: c, d are concepts; r, s roles; k is the prior with the knowledge of the graph; x candidates.
package price
