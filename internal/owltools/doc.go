// Package owltools runs, for tests, tools for OWL and SHACL that others wrote: the OWL
// API with the reasoner HermiT, ROBOT, pySHACL, and owlrl; and ANTLR, which parses by the grammar of another program.
//
// genus reads its own OWL back, and goRDFlib validates its SHACL. But genus promises that
// any tool reads its documents, and reads them the same. Protégé is built on the OWL API.
//
// A test that needs a tool which is not installed is skipped, with a line that says how
// to install it. With GENUS_OWLTOOLS=required in the environment it fails instead.
// .ci/full sets that after .ci/owltools has installed the tools. Tests that use this
// package have OWLTools in their names, so that `go test -run OWLTools ./...` runs them all.
package owltools
