package command

import (
	"context"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/internal/sheet"
	"github.com/genus-kg/genus/session/source"
)

// memberFlags are the flags of a table of members.
type memberFlags struct {
	file      string
	columns   []string
	group     string
	order     string
	first     int // of the members; 0: all
	long, bom bool
}

func (f *memberFlags) bind(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.file, "members", "",
		"also write all members, with the values that decide, to a `FILE`: .csv, .tsv, .xlsx, .md or .json")
	cmd.Flags().StringSliceVar(&f.columns, "columns", nil,
		"further columns `PROPERTY,...` of the members; P/Q is a path, ^P the inverse, and count(P), sum(P), avg(P), "+
			"min(P) and max(P) are one value")
	cmd.Flags().StringVar(&f.group, "group", "",
		"in place of the members, write the values of a `PROPERTY` with the number of members of each; "+
			"--columns sum(P) adds the sum of what they have")
	cmd.Flags().StringVar(&f.order, "order", "",
		"put the members in the order of a `PROPERTY` like a column, or of their label; -PROPERTY: the highest first; "+
			"groups in that of a column, or of members")
	cmd.Flags().BoolVar(&f.long, "long", false,
		"write the rows of the query, one for each combination of values, not one for each member")
	cmd.Flags().BoolVar(&f.bom, "bom", false,
		"begin the .csv or .tsv with a byte order mark, which Excel needs to read UTF-8")
	must(cmd.MarkFlagFilename("members", sheet.Outputs...))
}

// check refuses a file whose form is not known.
func (f *memberFlags) check() error {
	switch {
	case f.file == "" && (f.long || f.bom):
		return source.Usagef("--long and --bom are about the file of --members FILE.csv")
	case f.file == "":
		return nil
	}
	return writableTable("members", f.file)
}

// writableTable refuses the file of a flag if no table can be written to it.
func writableTable(flag, file string) error {
	if _, ok := sheet.OutputOf(file); !ok {
		return source.Usagef("--%s %s: the name must end in .%s", flag, file, strings.Join(sheet.Outputs, ", ."))
	}
	return writable(file)
}

// write writes the members to the file, and returns the query whose rows they are.
func (f *memberFlags) write(ctx context.Context, s api.Session, in api.MembersInput) (string, error) {
	s.Use().Reporter.Progress("members", f.file)
	in.Columns, in.Long, in.Group, in.Order, in.First = f.columns, f.long, f.group, f.order, f.first
	t, err := api.Members(ctx, s, in)
	if err != nil {
		return "", err
	}
	err = writeFile(f.file, func(w io.Writer) error {
		form, _ := sheet.OutputOf(f.file)
		if form == "json" {
			return say.WriteJSON(w, t)
		}
		return t.Write(w, sheet.Output{Form: form, BOM: f.bom})
	})
	if err != nil {
		return "", err
	}
	rows := len(t.Members)
	if f.long {
		rows = len(t.Rows)
	}
	written := say.Plural(len(t.Members), "member") + " in " + say.Plural(rows, "row")
	if t.Groups != nil {
		written = say.Plural(len(t.Groups), "group")
	}
	s.Use().Reporter.Note("wrote %s: %s", f.file, written)
	if t.Missing != "" {
		s.Use().Reporter.Note("warning: %s lacks members or values: %s", f.file, t.Missing)
	}
	return t.Query, nil
}
