// Genus learns what a set of things has in common: a description-logic concept
// and the SPARQL query that says the same.
package main

import (
	"os"

	"github.com/genus-kg/genus/cmd/genus/command"
)

func main() {
	os.Exit(command.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
