//go:build !race

package learner

const raceDetector = false
