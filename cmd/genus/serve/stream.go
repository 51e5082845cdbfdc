package serve

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// The times of a stream.
const (
	alive     = 15 * time.Second // between two comments that keep the connection open
	writeTime = 30 * time.Second // limit for writing events
)

// events streams the events of the job after Last-Event-ID until the job is over.
func (s *jobs) events(ctx context.Context, in *eventsInput) (*huma.StreamResponse, error) {
	j, err := s.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	last := 0
	if text := in.Last; text != "" {
		if last, err = strconv.Atoi(text); err != nil || last < 0 {
			return nil, faultf(http.StatusBadRequest, "bad-request", "Last-Event-ID %q is not an event of this stream", text)
		}
	}
	r, w := requestOf(ctx)
	return &huma.StreamResponse{Body: func(huma.Context) { s.stream(w, r, j, last) }}, nil
}

type eventsInput struct {
	ID   string `path:"id" minLength:"1"`
	Last string `header:"Last-Event-ID" doc:"id of the last event that was received"`
}

// stream writes the events after the last one.
func (s *jobs) stream(w http.ResponseWriter, r *http.Request, j *job, last int) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no")
	w.WriteHeader(http.StatusOK)
	c := http.NewResponseController(w)
	defer func() { // the connection may serve other requests
		if err := c.SetWriteDeadline(time.Time{}); err != nil {
			s.log.Debug("no deadline", "error", err)
		}
	}()
	life := time.NewTicker(alive)
	defer life.Stop()
	for {
		j.mu.Lock()
		list, more := j.log.since(last)
		j.mu.Unlock()
		var b bytes.Buffer
		for _, e := range list {
			fmt.Fprintf(&b, "id: %d\nevent: %s\ndata: %s\n\n", e.id, e.name, e.data)
			last = e.id
		}
		if err := send(w, c, b.Bytes()); err != nil || more == nil {
			return
		}
		select {
		case <-more:
		case <-life.C:
			if err := send(w, c, []byte(": alive\n\n")); err != nil {
				return
			}
		case <-r.Context().Done():
			return
		}
	}
}

func send(w http.ResponseWriter, c *http.ResponseController, text []byte) error {
	if err := c.SetWriteDeadline(time.Now().Add(writeTime)); err != nil {
		return err
	}
	if _, err := w.Write(text); err != nil {
		return err
	}
	return c.Flush()
}
