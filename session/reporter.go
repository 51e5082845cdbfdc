package session

import (
	"fmt"
	"log/slog"

	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/session/answer"
)

// A logReporter writes everything to the log.
type logReporter struct{ log *slog.Logger }

func (r logReporter) Progress(phase, detail string) { r.log.Debug(phase, "detail", detail) }

func (r logReporter) Note(format string, args ...any) { r.log.Info(fmt.Sprintf(format, args...)) }

func (r logReporter) Detail(format string, args ...any) {
	r.log.Debug(fmt.Sprintf(format, args...))
}

func (r logReporter) Logger() *slog.Logger { return r.log }

func (r logReporter) Stage(p learner.Progress, weighted bool) {
	r.log.Debug(answer.StageName(p), "best", answer.StageText(p, weighted))
}
