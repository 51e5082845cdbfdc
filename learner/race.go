//go:build race

package learner

// raceDetector: the program is built with it.
const raceDetector = true
