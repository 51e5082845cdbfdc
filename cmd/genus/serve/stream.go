package serve

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// The times of a stream.
const (
	alive     = 15 * time.Second // between two comments that keep the connection open
	writeTime = 30 * time.Second // limit for writing events
)

// events streams the events of the job after Last-Event-ID until the job is over.
func (s *jobs) events(w http.ResponseWriter, r *http.Request) error {
	j, err := s.find(r.PathValue("id"))
	if err != nil {
		return err
	}
	last := 0
	if text := r.Header.Get("Last-Event-ID"); text != "" {
		if last, err = strconv.Atoi(text); err != nil || last < 0 {
			return faultf(http.StatusBadRequest, "bad-request", "Last-Event-ID %q is not an event of this stream", text)
		}
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no")
	w.WriteHeader(http.StatusOK)
	liftReadDeadline(w)
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
			return nil
		}
		select {
		case <-more:
		case <-life.C:
			if err := send(w, c, []byte(": alive\n\n")); err != nil {
				return nil
			}
		case <-r.Context().Done():
			return nil
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
