// Package api has every operation of the program once: its input, its output, and the
// function that does it. The tags of both types are the JSON of all doors. The flags of the
// command line, the routes of serve and the tools of mcp are bound to them.
//
// # Contract
//
// The same input gives the same output through each door: genus … --format json, the
// answer of a route, and the structured content of a tool. A test asks all three.
//
// # Tags
//
// json names a field. jsonschema describes it. The tags of huma bound it, such as maximum
// and maxItems. Schemas (schema.go) makes the JSON Schema of a type from them, for the
// OpenAPI document and for the tools. The command line takes the text of its flags from there; flag
// names the value in that text. A field with the name "-" is for the command line,
// which writes texts instead of JSON.
//
// Short names: s is the session, in the input, out the output, c the concept, p the problem.
package api
