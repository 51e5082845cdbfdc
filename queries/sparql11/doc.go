// Package sparql11 parses SPARQL 1.1 queries (W3C Recommendation, section 19.8) into a tree with
// positions. The tree has no semantics beyond what the notation itself fixes: IRIs are whole,
// abbreviations such as ; and [ ] are written out, and blank nodes have labels.
//
// The parser is written by hand, by recursive descent with one token of lookahead and a lexer of
// its own. A grammar for participle would have to be bent where SPARQL's tokens depend on their
// surroundings (< begins an IRI or a comparison, +1 is a number or an addition), and the code that
// antlr4 generates has 20 times the lines of this package. What the notes of the grammar ask
// for is checked while parsing: the labels of blank nodes, the variables of BIND and AS, the
// lengths of rows, the variables beside GROUP BY.
//
// The time is linear in the length of the text. Nesting is limited to maxDepth.
//
// Letters: q query; g group; t term or token; e expression; v variable.
package sparql11
