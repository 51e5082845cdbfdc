//go:build race

package serve

// raced: the race detector makes everything many times slower.
const raced = true
