package owltools

import (
	"embed"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

//go:embed *.java *.py
var programs embed.FS

// required is the value of GENUS_OWLTOOLS that turns skips into failures.
const required = "required"

// toolPath returns the path in the environment variable. If there is none, it skips the
// test, or fails it if the tools are required.
func toolPath(t testing.TB, tool, variable string) string {
	t.Helper()
	path := os.Getenv(variable)
	if path != "" {
		return path
	}
	msg := tool + " is not installed: run eval \"$(.ci/owltools)\", which sets " + variable
	if os.Getenv("GENUS_OWLTOOLS") == required {
		t.Fatal(msg)
	}
	t.Skip(msg)
	return ""
}

// Read makes the OWL API read the ontology name.ttl and the class expression
// name.omn (Manchester syntax) for every name in the folder, and write each as RDF/XML,
// with ".owl" added to the name of the file. It returns what is wrong by name: a parser
// failed, or the ontology is not in OWL 2 DL.
func Read(t testing.TB, dir, class string) map[string]string {
	t.Helper()
	return runJava(t, "Check.java", dir, class)
}

// Instances makes HermiT find the instances of the class in each of the ontologies *.ttl
// of the folder. It returns their IRIs, separated by blanks, by the name of the file.
func Instances(t testing.TB, dir, class string) map[string]string {
	t.Helper()
	return runJava(t, "Instances.java", dir, class)
}

// ClosedInstances is Instances where what an ontology does not state is false: no other individuals, no other
// successors and values, and no other classes. Each ontology states only facts, classes above others, and the
// definition of the class.
func ClosedInstances(t testing.TB, dir, class string) map[string]string {
	t.Helper()
	return runJava(t, "Instances.java", dir, class, "closed")
}

// Consistent makes the OWL API read the axioms name.ttl for every name in the
// folder, and HermiT check them together with the ontology in the source file. It
// returns by name what is wrong, or the number of axioms.
func Consistent(t testing.TB, dir, source string) map[string]string {
	t.Helper()
	return runJava(t, "Consistent.java", dir, source)
}

// Entailed makes HermiT and ELK classify the ontology name.ttl for every name in the folder, and compare
// what they entail with the claims in name.tsv (see Entailed.java). It returns by name and reasoner, such as
// "name ELK", the number of claims that are not entailed, of all claims, and of what is entailed, and the
// wrong claims.
func Entailed(t testing.TB, dir string) map[string]string {
	t.Helper()
	return runRobot(t, "Entailed.java", dir)
}

func runRobot(t testing.TB, program string, args ...string) map[string]string {
	t.Helper()
	return run(t, program, "java", []string{"-cp", filepath.Join(toolPath(t, "ROBOT", "GENUS_ROBOT"), "*")}, args)
}

// Template makes ROBOT read the template name.csv for every name in the folder, with the
// ontology in the source file as its input. It returns by name the number of axioms, or which are
// not those of name.ttl.
func Template(t testing.TB, dir, source string) map[string]string {
	t.Helper()
	return runRobot(t, "Template.java", dir, source)
}

// Assertions makes HermiT derive the classes and properties of the individuals of every
// ontology name.ttl in the folder. It returns by name the narrowest profile of the
// ontology, "RL" or "DL", and then the sorted statements s p o, each after " | ", or
// "wrong" if the ontology is inconsistent. It returns "-" for an ontology that is not in
// OWL 2 DL.
func Assertions(t testing.TB, dir string) map[string]string {
	t.Helper()
	return runJava(t, "Assertions.java", dir)
}

// Violations makes pySHACL validate name.data.ttl by name.shape.ttl for every name in the
// folder. It returns by name the sorted focus nodes of the results, separated by blanks.
func Violations(t testing.TB, dir string) map[string]string {
	t.Helper()
	return runPython(t, "validate.py", dir)
}

// Closures makes the Python library owlrl, which pySHACL uses, close name.ttl by OWL 2 RL
// for every name in the folder. It returns by name the sorted statements s p o between
// IRIs about the individuals http://e/i…, separated by " | ". The last one is "wrong" if
// the graph is inconsistent.
func Closures(t testing.TB, dir string) map[string]string {
	t.Helper()
	return runPython(t, "closure.py", dir)
}

// Parse makes ANTLR parse the text name.rq by the rule of the grammar for every name in the folder. It returns by name
// what is wrong with a text that does not parse to its end.
func Parse(t testing.TB, grammar, rule, dir string) map[string]string {
	t.Helper()
	lib := RequireANTLR(t)
	return run(t, "Grammar.java", "java", []string{"-cp", filepath.Join(lib, "*")}, []string{grammar, rule, dir})
}

// RequireANTLR is [RequireJava] for [Parse].
func RequireANTLR(t testing.TB) string {
	t.Helper()
	return toolPath(t, "ANTLR", "GENUS_ANTLR")
}

// RequireJava skips or fails the test as the functions that run Java do, before its work.
func RequireJava(t testing.TB) string {
	t.Helper()
	return toolPath(t, "the OWL API", "GENUS_OWLAPI")
}

func runJava(t testing.TB, program string, args ...string) map[string]string {
	t.Helper()
	lib := RequireJava(t)
	return run(t, program, "java", []string{"-cp", filepath.Join(lib, "*")}, args)
}

func runPython(t testing.TB, program string, args ...string) map[string]string {
	t.Helper()
	return run(t, program, toolPath(t, "pySHACL", "GENUS_PYSHACL"), nil, args)
}

// run runs one of the programs with the command. The program prints lines of a name, a
// tab and a text.
func run(t testing.TB, program, command string, options, args []string) map[string]string {
	t.Helper()
	source, err := programs.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), program)
	if err := os.WriteFile(file, source, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(command, slices.Concat(options, []string{file}, args)...)
	var errors strings.Builder
	cmd.Stderr = &errors
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", command, err, errors.String())
	}
	found := map[string]string{}
	for line := range strings.Lines(string(out)) {
		name, text, ok := strings.Cut(strings.TrimRight(line, "\r\n"), "\t")
		if !ok {
			t.Fatalf("unexpected output %q", line)
		}
		found[name] = text
	}
	return found
}
