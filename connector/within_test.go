package connector_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/genus-kg/genus/connector"
)

// TestWithin: the limit of a context ends one request, and is no fault of the
// caller's context.
func TestWithin(t *testing.T) {
	hang := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-hang:
		case <-r.Context().Done():
		}
	}))
	defer server.Close()
	defer close(hang)
	c, err := connector.New(connector.Options{URL: server.URL, Timeout: time.Hour, Retries: -1})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_, err = c.Select(connector.Within(t.Context(), 20*time.Millisecond), "SELECT * {}")
	var timeout *connector.TimeoutError
	if !errors.Is(err, connector.ErrTimeout) || !errors.As(err, &timeout) || timeout.Limit != 20*time.Millisecond {
		t.Errorf("got %v", err)
	}
}
