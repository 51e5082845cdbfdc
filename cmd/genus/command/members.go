package command

import (
	"context"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/session/members"
	"github.com/genus-kg/genus/session/source"
)

// memberFlags are the flags of a table of members.
type memberFlags struct {
	file      string
	columns   []string
	group     string
	long, bom bool
}

func (f *memberFlags) bind(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.file, "members", "",
		"also write all members, with the values that decide, to a `FILE`: .csv, .tsv or .json")
	cmd.Flags().StringSliceVar(&f.columns, "columns", nil,
		"further columns `PROPERTY,...` of the members; P/Q is a path, ^P the inverse, and #P the number of values")
	cmd.Flags().StringVar(&f.group, "group", "", "in place of the members, write the values of a `PROPERTY` with the number of members of each")
	cmd.Flags().BoolVar(&f.long, "long", false,
		"write the rows of the query, one for each combination of values, not one for each member")
	cmd.Flags().BoolVar(&f.bom, "bom", false, "begin the .csv or .tsv with a byte order mark, which Excel needs to read UTF-8")
	must(cmd.MarkFlagFilename("members", "csv", "tsv", "json"))
}

// check refuses a file whose form is not known.
func (f *memberFlags) check() error {
	if f.file == "" {
		if f.long || f.bom {
			return source.Usagef("--long and --bom are about the file of --members FILE.csv")
		}
		return nil
	}
	switch strings.ToLower(filepath.Ext(f.file)) {
	case ".csv", ".tsv", ".json":
		return writable(f.file)
	}
	return source.Usagef("--members %s: the name must end in .csv, .tsv or .json", f.file)
}

// write writes the members to the file, and returns the query whose rows they are.
func (f *memberFlags) write(ctx context.Context, s api.Session, in api.MembersInput) (string, error) {
	s.Use().Reporter.Progress("members", f.file)
	in.Columns, in.Long, in.Group = f.columns, f.long, f.group
	t, err := api.Members(ctx, s, in)
	if err != nil {
		return "", err
	}
	err = writeFile(f.file, func(w io.Writer) error {
		switch strings.ToLower(filepath.Ext(f.file)) {
		case ".json":
			return say.WriteJSON(w, t)
		case ".tsv":
			return t.Write(w, members.TableForm{Comma: '\t', BOM: f.bom})
		}
		return t.Write(w, members.TableForm{BOM: f.bom})
	})
	if err != nil {
		return "", err
	}
	rows := len(t.Members)
	if f.long {
		rows = len(t.Rows)
	}
	written := say.Plural(len(t.Members), "member") + " in " + say.Plural(rows, "row")
	if f.group != "" {
		written = say.Plural(len(t.Groups), "group")
	}
	s.Use().Reporter.Note("wrote %s: %s", f.file, written)
	if t.Missing != "" {
		s.Use().Reporter.Note("warning: %s lacks members or values: %s", f.file, t.Missing)
	}
	return t.Query, nil
}
