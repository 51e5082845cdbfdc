//go:build race

package sat

// raceDetector reports whether the program is built with the race detector.
const raceDetector = true
