package engines

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// virtuosoGraph begins the names of the graphs with the data. The default graph of
// Virtuoso is the union of all graphs, its own among them. Every load gets a new graph:
// after some hundreds of loads into one graph, queries by subject and predicate find
// deleted statements.
const virtuosoGraph = "urn:genus:data:"

//go:embed testdata/virtuoso/virtuoso.ini
var virtuosoINI string

// StartVirtuoso starts Virtuoso with the N-Triples and the limits of DBpedia's endpoint,
// but a query may take 60 s.
func StartVirtuoso(t testing.TB, ntriples string) Engine {
	t.Helper()
	return StartVirtuosoWith(t, ntriples, Limits{})
}

// bulky is the size in bytes from which Virtuoso's bulk loader loads a document.
const bulky = 32 << 20

// StartVirtuosoWith is StartVirtuoso with other limits, where they are not zero.
func StartVirtuosoWith(t testing.TB, ntriples string, limits Limits) Engine {
	t.Helper()
	requireEngine(t, "virtuoso")
	limits = Limits{
		Rows:      cmp.Or(limits.Rows, DBpedia.Rows),
		Execution: cmp.Or(limits.Execution, time.Minute),
		Estimate:  cmp.Or(limits.Estimate, DBpedia.Estimate),
	}
	const how = "apt-get install --no-install-recommends virtuoso-opensource-7 virtuoso-opensource-7-bin"
	server, err := exec.LookPath("virtuoso-t")
	if err != nil {
		failMissing(t, "virtuoso", how)
	}
	isql, err := exec.LookPath("isql-vt")
	if err != nil {
		failMissing(t, "virtuoso", how)
	}
	dir := t.TempDir()
	sqlPort := freePort(t)
	httpPort := freePort(t)
	settings := map[string]any{
		"DIR":       dir,
		"SQL":       sqlPort,
		"HTTP":      httpPort,
		"ROWS":      limits.Rows,
		"EXECUTION": limits.Execution.Seconds(),
		"ESTIMATE":  limits.Estimate.Seconds(),
	}
	ini := os.Expand(virtuosoINI, func(name string) string { return fmt.Sprint(settings[name]) })
	for _, sub := range []string{"db", "vsp"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	iniFile := filepath.Join(dir, "virtuoso.ini")
	if err := os.WriteFile(iniFile, []byte(ini), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(server, "-f", "-c", iniFile)
	cmd.Dir = dir
	e := Engine{
		Name:     "virtuoso",
		Endpoint: fmt.Sprintf("http://127.0.0.1:%d/sparql", httpPort),
	}
	loads := 0
	graph := func() string { return fmt.Sprint(virtuosoGraph, loads) }
	e.nextGraph = func() string { loads++; return graph() }
	e.load = func(ctx context.Context, ntriples io.Reader) error {
		file := filepath.Join(dir, fmt.Sprintf("data%d.nt", loads))
		defer func() { _ = os.Remove(file) }() // if this fails, it is removed with the folder
		size, err := writeFile(file, ntriples)
		if err != nil {
			return err
		}
		exec := func(sql string) error {
			return virtuosoExec(ctx, isql, sqlPort,
				fmt.Sprintf("log_enable(3); SPARQL CLEAR GRAPH <%s%d>; ", virtuosoGraph, loads-1)+sql)
		}
		if size < bulky {
			return exec(fmt.Sprintf("DB.DBA.TTLP_MT(file_to_string_output('%s'),'','%s',0);", file, graph()))
		}
		// If a file is faulty, the loader goes on and writes the error to its list.
		return exec(
			fmt.Sprintf("delete from DB.DBA.load_list; ld_dir('%s', '%s', '%s'); rdf_loader_run(); checkpoint; "+
				"create procedure genus_loaded () { for (select ll_error as e from DB.DBA.load_list where ll_error is not null) "+
				"do signal ('LOAD1', e); }; genus_loaded();",
				dir, filepath.Base(file), graph()),
		)
	}
	e.loadQuads = func(ctx context.Context, nquads io.Reader) error {
		file := filepath.Join(dir, "data.nq")
		if _, err := writeFile(file, nquads); err != nil {
			return err
		}
		return virtuosoExec(ctx, isql, sqlPort, fmt.Sprintf("log_enable(3); SPARQL CLEAR GRAPH <%s>; "+
			"DB.DBA.TTLP_MT(file_to_string_output('%s'),'','urn:genus:none',512);", graph(), file))
	}
	return e.start(t, cmd, ntriples)
}

func writeFile(name string, r io.Reader) (size int64, err error) {
	f, err := os.Create(name)
	if err != nil {
		return 0, err
	}
	size, err = io.Copy(f, r)
	return size, errors.Join(err, f.Close())
}

// virtuosoExec runs SQL. The client always ends with status 0, so virtuosoExec looks for
// its error lines.
func virtuosoExec(ctx context.Context, isql string, port int, sql string) error {
	cmd := exec.CommandContext(ctx, isql, fmt.Sprintf("127.0.0.1:%d", port), "dba", "dba",
		"VERBOSE=OFF", "BANNER=OFF", "PROMPT=OFF", "exec="+sql)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	if i := bytes.Index(out, []byte("*** Error")); i >= 0 {
		return fmt.Errorf("%s", bytes.TrimSpace(out[i:]))
	}
	return nil
}
