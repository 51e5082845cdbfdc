package connector

import (
	"context"
	"net/http"
	"net/url"
	"strings"
)

const (
	resultsJSON = "application/sparql-results+json"
	resultsXML  = "application/sparql-results+xml"
	formType    = "application/x-www-form-urlencoded"
)

// newRequest returns the request for a query (SPARQL 1.1 Protocol, section 2.1). It
// keeps the parameters of the endpoint's URL. It does not set Accept-Encoding, because
// net/http then asks for gzip and unpacks it.
func (c *Client) newRequest(ctx context.Context, by Method, query string) (*http.Request, error) {
	method := http.MethodPost
	contentType := ""
	body := ""
	params := url.Values{"default-graph-uri": c.o.DefaultGraph}
	inURL := params
	switch by {
	case Get:
		method = http.MethodGet
		params.Set("query", query)
	case PostDirect:
		contentType, body = "application/sparql-query", query
	default:
		params.Set("query", query)
		contentType, body = formType, params.Encode()
		inURL = nil
	}
	target := *c.endpoint
	if moved := c.moved.Load(); moved != nil && contentType == formType {
		target = *moved
	}
	if more := inURL.Encode(); more != "" {
		target.RawQuery = strings.TrimPrefix(target.RawQuery+"&"+more, "&")
	}
	req, err := http.NewRequestWithContext(ctx, method, target.String(), strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", resultsJSON+", "+resultsXML+";q=0.5")
	req.Header.Set("User-Agent", c.userAgent)
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	return req, nil
}
