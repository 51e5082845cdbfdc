//go:build race

package learner

// raceDetector reports whether the program is built with the race detector.
const raceDetector = true
