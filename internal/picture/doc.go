// Package picture draws the charts of the benchmarks: bars side by side
// ([Bars]), and points over a number ([Points]).
//
// Invariants:
//
//   - What was not measured (NaN) is not drawn; nothing stands for it.
//   - Every series keeps its colour and, for points, its shape, so that a chart
//     can be read without colours too.
//   - Every chart has a title, names for its axes with units, and a legend.
//
// Letters: s a series; i its place; x, y coordinates in data.
package picture
