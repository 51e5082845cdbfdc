// Package mcp serves genus to assistants by the Model Context Protocol
// (modelcontextprotocol.io, with its official Go SDK): tools to learn from
// examples, to translate and verify concepts, and to look around.
//
// # Safety
//
// Whoever calls a tool may be told what to do by a text that somebody else
// wrote. So a call opens nothing but the source of the flags, the built-in
// example, and what the flags allow (app.Access); it gets no credentials
// but for the endpoint of the flags; it writes nothing; and it is bounded in
// time, memory and size. What is wrong with a call is an error of the tool, in
// one line that says what to do.
//
// # Files
//
// server.go puts the tools together and bounds the calls; source.go finds the
// source that a call names; progress.go tells the client how far a call is; the
// tools are in files of their names.
package mcp
