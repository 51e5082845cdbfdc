package config

import (
	"strings"
)

// OutputConfig controls what is written.
type OutputConfig struct {
	Anchor string // Auto, None or a class
	Format string
	Out    string
	As     string // IRI of a class or shape that is written
	Labels bool
	// Confirm the queries of files and databases on an endpoint inside the process.
	Confirm bool
}

// ServerConfig configures genus serve and genus mcp.
type ServerConfig struct {
	Addr  string
	Allow []string // URLs of endpoints, paths, host:NAME and images:HOST
	State string   // path of a database
	Jobs  int      // the largest number at a time
}

// Formats returns the values of the setting format.
func Formats() []string {
	return []string{"text", "json", "dl", "manchester", "sparql", "turtle", "shacl"}
}

// outputSettings returns the settings of the groups Output and Server.
func (c *Config) outputSettings() []Setting {
	return []Setting{
		{
			Name: "anchor", Group: Output, Arg: "CLASS", Value: &c.Anchor,
			Help: "class that restricts the query, and that the shape of shacl targets; auto: the smallest class of " +
				"all positives if the query would have to look at everything; none: no class",
		},
		{
			Name: "confirm", Group: Output, Value: &c.Confirm,
			Help: "confirm the query on an endpoint inside the process (files and databases)",
		},
		{
			Name: "format", Group: Output, Arg: "F", Value: &c.Format, OneOf: Formats(),
			Help: "form of the result: " + strings.Join(Formats(), ", "),
		},
		{Name: "out", Group: Output, Arg: "FILE", Help: "write the result to a file", Value: &c.Out},
		{
			Name: "as", Group: Output, Arg: "IRI", Value: &c.As,
			Help: "class that turtle defines (default urn:genus:Concept), or shape that shacl does (default " +
				"urn:genus:Shape)",
		},
		{Name: "labels", Group: Output, Help: "print labels in place of names (text, dl, manchester)", Value: &c.Labels},

		{
			Name: "addr", Group: Server, Arg: "ADDR", Value: &c.Addr,
			Help: "address to listen on; an address that other machines can reach needs a token (GENUS_TOKEN, or " +
				"genus makes one)",
		},
		{
			Name: "allow", Group: Server, Arg: "WHAT", Value: &c.Allow,
			Help: "what may be opened or reached besides the source of the flags: an endpoint (URL), a file or " +
				"folder (path), host:NAME, a host name of the server, images:HOST, from which browsers load pictures, or " +
				"origin:URL, whose pages may reconcile names " +
				"(default any endpoint on a loopback address, and nothing else); may be repeated",
		},
		{
			Name: "state", Group: Server, Arg: "FILE", Value: &c.State,
			Help: "database of saved work (default serve.db in your data directory)",
		},
		{Name: "jobs", Group: Server, Arg: "N", Help: "number of jobs that learn at a time", Value: &c.Jobs, least: 1},
	}
}

// Allowed is what the setting allow names.
type Allowed struct{ Endpoints, Paths, Hosts, Images, Origins []string }

// Allowed returns what the setting allow names, by kind.
func (c Config) Allowed() (a Allowed) {
	for _, what := range c.Allow {
		if host, ok := strings.CutPrefix(what, "host:"); ok {
			a.Hosts = append(a.Hosts, host)
		} else if host, ok := strings.CutPrefix(what, "images:"); ok {
			a.Images = append(a.Images, host)
		} else if origin, ok := strings.CutPrefix(what, "origin:"); ok {
			a.Origins = append(a.Origins, strings.TrimSuffix(origin, "/"))
		} else if strings.Contains(what, "://") {
			a.Endpoints = append(a.Endpoints, what)
		} else {
			a.Paths = append(a.Paths, what)
		}
	}
	return a
}
