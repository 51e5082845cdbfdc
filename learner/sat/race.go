//go:build race

package sat

const raceDetector = true
