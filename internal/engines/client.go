package engines

import "github.com/genus-kg/genus/connector"

// Connect returns a client for the engine, which is closed when the test or the check
// ends.
func (e Engine) Connect(t TB, o connector.Options) *connector.Client {
	t.Helper()
	o.URL = e.Endpoint
	if e.Graph != "" {
		o.DefaultGraph = []string{e.Graph}
	}
	c, err := connector.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}
