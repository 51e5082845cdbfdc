// Package mcp serves genus to assistants by the Model Context Protocol
// (modelcontextprotocol.io, with its official Go SDK): tools to find
// things by name, to learn from examples, to list matches, to translate and verify
// concepts, and to show neighbourhoods.
//
// # Safety
//
// A text that somebody else wrote may steer the assistant that calls a tool. So a
// call opens only the source of the flags, the built-in example, and what the flags
// allow (source.Access). It uses credentials only for the endpoint of the flags, it
// writes nothing, and its time, memory and size are limited. An error of a call is
// one line that says what to do.
//
// # Files
//
// operations.go binds the tools to the operations of package api; tool.go limits the calls;
// source.go opens the source that a call names; progress.go sends progress to the client;
// learn.go makes the brief answer of learn.
package mcp
