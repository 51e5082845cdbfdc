package command

import (
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/session/source"
)

// exampleFlags are the flags of a table with examples.
type exampleFlags struct{ file, iri, label string }

func (f *exampleFlags) bind(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.file, "examples", "",
		"examples in a `FILE` with columns (CSV, TSV or XLSX); if it is that of --data, the label is not learned from")
	cmd.Flags().StringVar(&f.iri, "iri", "iri",
		"`COLUMN` of --examples with the IRIs or names; if it is the table of --data, its --key")
	cmd.Flags().StringVar(&f.label, "label", "label", "`COLUMN` of --examples that is 1 or 0, true or false, yes or no")
	must(cmd.MarkFlagFilename("examples", "csv", "tsv", "xlsx"))
}

// takeExamples makes the names, which are arguments, and the table the examples of the
// settings.
func (a *program) takeExamples(cmd *cobra.Command, names []string, table exampleFlags) error {
	names, err := withFiles(names)
	if err != nil {
		return err
	}
	for _, name := range names {
		if info, err := os.Stat(name); err == nil && !info.IsDir() {
			return source.Usagef("%q is a file: write @%[1]s for the names in it, or --data %[1]s", name)
		}
	}
	x := &a.cfg.ExamplesConfig
	given := x.Pos != "" || x.Neg != "" || x.Problem != ""
	switch isGiven := cmd.Flags().Changed; {
	case table.file == "" && (isGiven("iri") || isGiven("label")):
		return source.Usagef("--iri and --label are columns of --examples FILE.csv")
	case len(names) > 0 && given:
		return source.Usagef("%q and examples in files: name all examples, or put all in files", names[0])
	case table.file != "" && (given || len(names)+len(x.PosIRI)+len(x.NegIRI) > 0):
		return source.Usagef("--examples has all examples: leave the others out")
	case table.file != "":
		if !isGiven("iri") && len(a.cfg.Key) > 0 && slices.Contains(a.cfg.Data, table.file) {
			table.iri = a.cfg.Key[0]
		}
		return source.Usage(a.takeTable(table))
	}
	if x.PosIRI, err = withFiles(slices.Concat(names, x.PosIRI)); err == nil {
		x.NegIRI, err = withFiles(x.NegIRI)
	}
	return err
}

// takeTable makes the rows of the table the examples. If it is data, too, its labels are not: what they say must be
// said by others.
func (a *program) takeTable(table exampleFlags) error {
	sheet, err := extract.ReadSheet(table.file, a.cfg.Tables...)
	if err != nil {
		return err
	}
	if slices.Contains(a.cfg.Data, table.file) {
		a.cfg.Exclude = append(slices.Clip(a.cfg.Exclude), rdffile.ColumnIRI(table.label))
	}
	a.cfg.PosIRI, a.cfg.NegIRI, err = sheet.Examples(table.iri, table.label)
	return err
}

// withFiles replaces each @FILE by the names in the file, one a line.
func withFiles(names []string) (all []string, err error) {
	for _, name := range names {
		path, isFile := strings.CutPrefix(name, "@")
		if !isFile {
			all = append(all, name)
			continue
		}
		text, err := extract.ReadFile(path, extract.LargestInput)
		if err != nil {
			return nil, source.Usagef("@%s: %w", path, err)
		}
		before := len(all)
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
				all = append(all, line)
			}
		}
		if len(all) == before {
			return nil, source.Usagef("@%s holds no name", path)
		}
	}
	return all, nil
}

// hasExamples reports whether the settings have examples.
func hasExamples(x config.ExamplesConfig) bool {
	return x.Pos != "" || x.Problem != "" || len(x.PosIRI)+len(x.NegIRI) > 0
}
