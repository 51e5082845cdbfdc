// Command gen writes the files of package elephants: the knowledge graph
// and the example lists. The output is the same on every run and machine.
//
//	go run ./gen -out .
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	out := flag.String("out", ".", "folder to write the files to")
	flag.Parse()
	for name, text := range generate() {
		if err := os.WriteFile(filepath.Join(*out, name), []byte(text), 0o644); err != nil {
			fmt.Fprintln(os.Stderr, "gen:", err)
			os.Exit(1)
		}
	}
}
