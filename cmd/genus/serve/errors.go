package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/session/members"
	"github.com/genus-kg/genus/session/names"
	"github.com/genus-kg/genus/session/source"
)

// A fault is an error in the form of RFC 9457.
type fault struct {
	Type   string   `json:"type" jsonschema:"URI of the kind of fault: tag:genus-kg.github.io,2026:problem/ and a word"`
	Title  string   `json:"title" jsonschema:"the kind of fault in words"`
	Status int      `json:"status" jsonschema:"status code of the answer"`
	Detail string   `json:"detail" jsonschema:"what went wrong, and what to do"`
	IRIs   []string `json:"iris,omitempty" jsonschema:"examples that the source does not have"`
	// Names are those for which the client has to choose an individual.
	Names []names.Named `json:"names,omitempty" jsonschema:"names that do not say which individual is meant, with the individuals that they may mean"`
}

func (f *fault) Error() string { return f.Detail }

// faultType is the prefix of the type of all faults; the kind follows.
const faultType = "tag:genus-kg.github.io,2026:problem/"

// titles has the title of each kind of fault.
var titles = map[string]string{
	"bad-request":        "The request is malformed",
	"invalid":            "The request cannot be done as it is",
	"unknown-examples":   "Examples that the source does not know",
	"names":              "Names that do not say which individual is meant",
	"unknown-individual": "An individual that the source does not know",
	"start":              "A concept to start from that cannot be used",
	"no-repair":          "No repair",
	"unknown-source":     "No such source",
	"unknown-job":        "No such job",
	"unknown-workspace":  "No such workspace",
	"not-found":          "Not found",
	"method":             "The method is not allowed here",
	"token":              "A token is needed",
	"forbidden":          "Not allowed",
	"foreign":            "The request comes from another page",
	"too-large":          "The request is too large",
	"media-type":         "The body is not JSON",
	"busy":               "The server is busy",
	"endpoint":           "The endpoint failed",
	"timeout":            "It took too long",
	"internal":           "An error of genus",
	"cancelled":          "Cancelled",
	"conflict":           "There are too many workspaces",
}

func faultf(status int, kind, format string, args ...any) *fault {
	return &fault{Type: faultType + kind, Title: titles[kind], Status: status, Detail: fmt.Sprintf(format, args...)}
}

// invalid is a fault about the content of a request.
func invalid(format string, args ...any) *fault {
	return faultf(http.StatusUnprocessableEntity, "invalid", format, args...)
}

func faultOf(err error) *fault {
	var f *fault
	var tooLarge *http.MaxBytesError
	var unknown *extract.UnknownExamplesError
	var unresolved *names.NamesError
	text := say.OneLine(err.Error())
	switch {
	case errors.As(err, &f):
		return f
	case errors.As(err, &unresolved):
		f = faultf(http.StatusUnprocessableEntity, "names", "%s", text)
		f.Names = unresolved.Names
		return f
	case errors.As(err, &tooLarge):
		return faultf(http.StatusRequestEntityTooLarge, "too-large", "the body may have %d bytes at most", tooLarge.Limit)
	case errors.As(err, &unknown):
		f = faultf(http.StatusUnprocessableEntity, "unknown-examples", "%s", text)
		f.IRIs = unknown.IRIs
		return f
	case errors.Is(err, extract.ErrBudget):
		return faultf(http.StatusGatewayTimeout, "timeout", "%v", api.ExplainBudget(err))
	case errors.Is(err, learner.ErrMemory):
		return faultf(http.StatusRequestEntityTooLarge, "too-large", "%s", text)
	case errors.Is(err, learner.ErrStart):
		return faultf(http.StatusUnprocessableEntity, "start", "%s", text)
	case errors.Is(err, genus.ErrNoRepair):
		return faultf(http.StatusUnprocessableEntity, "no-repair", "%s", text)
	case errors.Is(err, source.ErrForbidden):
		return faultf(http.StatusForbidden, "forbidden", "%s", text)
	case errors.Is(err, genus.ErrUnknownIndividual):
		return faultf(http.StatusNotFound, "unknown-individual", "%s", text)
	case genus.IsUsage(err), errors.Is(err, genus.ErrNotCovered),
		errors.Is(err, queries.ErrNotAConcept), errors.Is(err, queries.ErrThroughLiteral):
		return invalid("%s", text)
	case errors.Is(err, context.Canceled):
		return faultf(http.StatusServiceUnavailable, "cancelled", "the work was cancelled")
	case errors.Is(err, connector.ErrTimeout),
		errors.Is(err, context.DeadlineExceeded),
		errors.Is(err, os.ErrDeadlineExceeded):
		return faultf(http.StatusGatewayTimeout, "timeout", "%s", text)
	case ofEndpoint(err), errors.Is(err, members.ErrIncomplete):
		return faultf(http.StatusBadGateway, "endpoint", "%s", text)
	}
	return faultf(http.StatusInternalServerError, "internal", "%s", text)
}

func ofEndpoint(err error) bool {
	for _, kind := range []error{
		connector.ErrTruncated, connector.ErrOutOfMemory, connector.ErrQueryTooLarge, connector.ErrTooLarge,
		connector.ErrNotSPARQL,
		connector.ErrMalformed,
		connector.ErrRateLimited, connector.ErrUnreachable,
	} {
		if errors.Is(err, kind) {
			return true
		}
	}
	var status *connector.StatusError
	return errors.As(err, &status)
}

// retryAfter is how many seconds a client should wait when all slots are taken: most work takes some.
const retryAfter = "5"

// fail answers with the fault for the error.
func fail(log *slog.Logger, w http.ResponseWriter, r *http.Request, err error) {
	f := faultOf(err)
	logFault(r.Context(), log, r.Method, r.URL.Path, f)
	for name, values := range f.GetHeaders() {
		w.Header()[name] = values
	}
	w.Header().Set("Content-Type", f.ContentType(""))
	w.WriteHeader(f.Status)
	_ = encode(w, f) // an error means that the client is gone
}

func logFault(ctx context.Context, log *slog.Logger, method, path string, f *fault) {
	if f.Status >= http.StatusInternalServerError && ctx.Err() == nil {
		log.Warn("request failed", "method", method, "path", path, "status", f.Status, "error", f.Detail)
	}
}

func init() { huma.NewError = newFault }

// newFault returns the fault for what huma finds in a request.
func newFault(status int, text string, errs ...error) huma.StatusError {
	kind := map[int]string{
		http.StatusBadRequest:            "bad-request",
		http.StatusRequestTimeout:        "timeout",
		http.StatusRequestEntityTooLarge: "too-large",
		http.StatusUnsupportedMediaType:  "media-type",
		http.StatusUnprocessableEntity:   "invalid",
	}[status]
	if kind == "" {
		kind = "internal"
	}
	var details []string
	for _, err := range errs {
		if d, ok := errors.AsType[*huma.ErrorDetail](err); ok {
			details = append(details, strings.TrimPrefix(strings.TrimPrefix(d.Location+": ", "body: "), "body.")+d.Message)
		}
	}
	if len(details) > 0 {
		text = strings.Join(details, "; ")
	}
	return faultf(status, kind, "%s", say.OneLine(text))
}

// GetStatus returns the status of the answer.
func (f *fault) GetStatus() int { return f.Status }

// ContentType returns the media type of faults.
func (f *fault) ContentType(string) string { return "application/problem+json" }

// GetHeaders returns the header that says when to try again.
func (f *fault) GetHeaders() http.Header {
	if f.Status == http.StatusTooManyRequests {
		return http.Header{"Retry-After": {retryAfter}}
	}
	return nil
}

// encode writes a value as one line of JSON, without escaping the signs of HTML.
func encode(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
