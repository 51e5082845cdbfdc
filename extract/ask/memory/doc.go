// Package memory answers the questions of package ask from facts in memory: the evaluator finds the members, and
// their values and labels are those that the data states.
//
// Letters: e executor; q question; s structure; a individual; x statement; m member; v value; c column.
package memory
