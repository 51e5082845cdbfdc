// Package owltools runs, for tests, tools for OWL and SHACL that others wrote,
// on files: the OWL API with the reasoner HermiT, and pySHACL.
//
// genus reads its own OWL back, and goRDFlib's validator knows SHACL, but what
// genus promises is that any tool reads its documents, and reads them the same.
// The OWL API is what Protégé is built on.
//
// A test that needs a tool which is not installed is skipped, with a line that
// says how to install it. With GENUS_OWLTOOLS=required in the environment it
// fails instead; continuous integration sets that after .ci/owltools has
// installed them. Tests that use this package have OWLTools in their names, so
// that `go test -run OWLTools ./...` runs them all.
package owltools
