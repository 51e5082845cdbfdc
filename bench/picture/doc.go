// Package picture draws the charts of the benchmarks: bars side by side ([Bars]), and
// points over a number ([Points]).
//
// Invariants:
//
//   - What was not measured (NaN) is not drawn.
//   - Every series has its own colour and, for points, its own shape, so that a chart is legible
//     without colours, too.
//   - Every chart has a title, axes with names and units, and a legend.
//
// Letters: s a series; i its index; x, y coordinates in data.
package picture
