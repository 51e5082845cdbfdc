package connector

import (
	"context"
	"net/http"
	"net/url"

	"github.com/hashicorp/go-retryablehttp"
)

const (
	resultsJSON   = "application/sparql-results+json"
	formEncoded   = "application/x-www-form-urlencoded"
	sparqlQuery   = "application/sparql-query"
	headerAccept  = "Accept"
	headerAgent   = "User-Agent"
	headerContent = "Content-Type"
)

// newRequest returns the request for a query (SPARQL 1.1 Protocol, section 2.1).
// Parameters that are already in the endpoint's URL stay there. Accept-Encoding is
// left to net/http, which asks for gzip and unpacks it.
func (c *Client) newRequest(ctx context.Context, query string) (*retryablehttp.Request, error) {
	params := url.Values{}
	for _, g := range c.o.DefaultGraph {
		params.Add("default-graph-uri", g)
	}
	for _, g := range c.o.NamedGraph {
		params.Add("named-graph-uri", g)
	}
	target := *c.endpoint
	addParams := func() {
		if len(params) == 0 {
			return
		}
		if target.RawQuery != "" {
			target.RawQuery += "&"
		}
		target.RawQuery += params.Encode()
	}

	method, contentType := http.MethodPost, ""
	var body []byte
	switch c.o.Method {
	case Get:
		method = http.MethodGet
		params.Set("query", query)
		addParams()
	case PostDirect:
		addParams()
		contentType, body = sparqlQuery, []byte(query)
	default:
		params.Set("query", query)
		contentType, body = formEncoded, []byte(params.Encode())
	}

	// A nil []byte in an interface would be a body of length zero.
	var raw any
	if body != nil {
		raw = body
	}
	req, err := retryablehttp.NewRequestWithContext(ctx, method, target.String(), raw)
	if err != nil {
		return nil, err
	}
	req.Header.Set(headerAccept, resultsJSON)
	req.Header.Set(headerAgent, c.userAgent)
	if contentType != "" {
		req.Header.Set(headerContent, contentType)
	}
	return req, nil
}
