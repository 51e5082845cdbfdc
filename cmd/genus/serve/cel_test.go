package serve

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/genus-kg/genus/cmd/genus/elephants"
	"github.com/genus-kg/genus/learner/syntax"
)

// celCall is Ontolearn's documented call, as Python's requests sends it:
//
//	requests.get("http://0.0.0.0:8000/cel", json={"pos": ..., "neg": ..., "model": "Drill", ...})
//
// that is a GET with a body, no header of ours, its User-Agent and Accept.
func celCall(x *tester, method, body string) (int, []byte) {
	x.header = http.Header{
		"User-Agent": {"python-requests/2.32.3"}, "Accept-Encoding": {"gzip, deflate"}, "Accept": {"*/*"}, "Connection": {"keep-alive"}, "Content-Type": {"application/json"},
	}
	return x.do(method, "/cel", body, nil)
}

func TestCEL(t *testing.T) {
	x := start(t, map[string][]string{"max-size": {"5"}}, "")
	question, err := json.Marshal(map[string]any{
		"pos": elephants.SisterPositives, "neg": elephants.SisterNegatives, "model": "Drill", "path_embeddings": "x", "path_to_pretrained_drill": nil,
		"num_episode": 2, "iter_bound": 10, "max_runtime": 20, "topk": 2, "use_inverse": true, "kwargs_classifier": map[string]any{"random_state": 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, method := range []string{"GET", "POST"} {
		status, answer := celCall(x, method, string(question))
		var got struct{ Results []celResult }
		if err := json.Unmarshal(answer, &got); err != nil || status != http.StatusOK || len(got.Results) == 0 {
			t.Fatalf("%s: status %d: %.500s", method, status, answer)
		}
		for i, r := range got.Results {
			if _, err := syntax.Parse(r.Prediction, syntax.Prefixes{elephants.Prefix: elephants.Namespace}); err != nil || r.Rank != i+1 || r.F1 <= 0 || r.F1 > 1 || r.Verbalizing == "" || !strings.Contains(r.SPARQLQuery, "SELECT") {
				t.Errorf("%s: %+v: %v", method, r, err)
			}
		}
		if got.Results[0].F1 < 0.8 {
			t.Errorf("%s: F1 %g", method, got.Results[0].F1)
		}
	}
	// Without inverse roles none are used.
	status, answer := celCall(x, "GET", strings.Replace(string(question), `"use_inverse":true`, `"use_inverse":false`, 1))
	var got struct{ Results []celResult }
	if err := json.Unmarshal(answer, &got); err != nil || status != http.StatusOK || strings.Contains(string(answer), "⁻") {
		t.Errorf("status %d: %.500s", status, answer)
	}
	for _, bad := range []string{"", "{}", `{"pos":["urn:nobody"],"neg":["urn:nothing"]}`, `{"pos":"x"}`, `{"pos":["no IRI"],"neg":["urn:a"]}`} {
		status, answer := celCall(x, "GET", bad)
		var said struct{ Results string }
		if err := json.Unmarshal(answer, &said); err != nil || status != http.StatusOK || said.Results == "" {
			t.Errorf("%s: status %d: %.500s", bad, status, answer)
		}
	}
}

// The same bytes that requests puts on the wire.
func TestCELRaw(t *testing.T) {
	x := start(t, nil, "")
	body, err := json.Marshal(map[string]any{"pos": elephants.Positives[:3], "neg": elephants.Negatives[:3], "max_runtime": 5, "topk": 1})
	if err != nil {
		t.Fatal(err)
	}
	c, err := (&net.Dialer{}).DialContext(context.Background(), "tcp", strings.TrimPrefix(x.http.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	host := strings.TrimPrefix(x.http.URL, "http://")
	text := "GET /cel HTTP/1.1\r\nHost: " + host + "\r\nUser-Agent: python-requests/2.32.3\r\nAccept-Encoding: identity\r\nAccept: */*\r\nConnection: close\r\n" +
		"Content-Length: " + strconv.Itoa(len(body)) + "\r\nContent-Type: application/json\r\n\r\n" + string(body)
	if _, err := c.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	buffer := make([]byte, 4096)
	for {
		n, err := c.Read(buffer)
		b.Write(buffer[:n])
		if err != nil {
			break
		}
	}
	if !strings.HasPrefix(b.String(), "HTTP/1.1 200") || !strings.Contains(b.String(), `"Rank":1`) {
		t.Errorf("%.600s", b.String())
	}
}
