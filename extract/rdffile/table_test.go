package rdffile

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

const cars = `Name,Cylinders,Miles per Gallon,Year,Turbo,Origin,Maker,Note
ford pinto,4,25.5,1971-01-01,yes,USA,Ford,a note
mazda rx2,3,,1972-01-01,no,Japan,ford pinto,
"amc, hornet",6,18,1971-01-01,no,USA,Ford,other
vw_1131,4,26,1970-01-01,yes,Europe,,
`

// TestTable reads tables. The statements are in short: without labels, datatypes and
// namespaces, and each as subject property object.
func TestTable(t *testing.T) {
	tests := []struct {
		name, file, text string
		keys             []string
		want             []string // some of the statements
		not              string
	}{
		{"by their looks", "cars.csv", cars, []string{"id", "name"}, []string{
			"ford_pinto a Car", "ford_pinto Cylinders 4^^integer", "ford_pinto Miles_per_Gallon 25.5^^decimal",
			"ford_pinto Turbo true^^boolean",
			"ford_pinto Year 1971-01-01^^date", "ford_pinto Origin USA", "mazda_rx2 Maker ford_pinto",
			"amc%2C_hornet Maker Ford", "vw__1131 Origin Europe",
			"ford_pinto Note a note^^string", "Miles_per_Gallon label Miles per Gallon^^string", "Car label car^^string",
			"ford_pinto Name ford pinto^^string", "Ford label Ford^^string"}, "mazda_rx2 Miles"},
		{"rows with numbers", "my cars.csv", cars, nil,
			[]string{"my_car:2 a MyCar", "my_car:2 label mazda rx2^^string", "my_car:4 Cylinders 4^^integer"}, "ford_pinto a"},
		{"tabs, semicolons and numbers with commas", "x.csv", "sep=;\na;b\n1,5;x\n2;x\n", nil,
			[]string{"x:1 a 1.5^^decimal", "x:1 b x"}, ""},
		{"quotes are characters in TSV", "x.tsv.gz", "a\tb\n5\" wide\t007\nx\t1\n", nil,
			[]string{`x:1 a 5" wide^^string`, "x:1 b 007^^string"}, ""},
		{"references by the name of the key", "x.csv", "id,boss_id,age\n1,2,2\n2,,1\n", []string{"id"},
			[]string{"1 boss_id 2", "1 age 2^^integer"}, "id 1"},
		{"rows of one key", "x.csv", "id,of\na,x\na,y\nb,x\nc,x\n", []string{"id"},
			[]string{"a of x", "a of y", "# rows repeat the key"}, ""},
		{"one value is no number", "x.csv", "n\n1\n2\n3\n4\n5\n6\n7\n8\n9\nten\n", nil,
			[]string{"x:1 n 1^^string", `# column "n" is text because of line 11: 9 of its 10 values are of type integer`}, ""},
		{"what stands for no value", "x.csv",
			"n,d,sex,boss\n1.5,2020-01-01,m,NA\nNA,-,f,a\n2,2021-03-01,NA,a\n3,2022-01-01,f,a\n4,?,m,-\n", nil,
			[]string{"x:1 n 1.5^^decimal", "x:1 d 2020-01-01^^date", "x:3 a X", "x:1 sex m"}, "NA"},
		{"NA where numbers say nothing", "x.csv", "n,country\n1,NA\n2,NA\n-1,SA\n3,SA\n", nil,
			[]string{"x:1 country NA", "x:3 n -1^^integer"}, "no value"},
		{"a row whose key is NA", "x.csv", "code,n\nNA,NA\nSA,1\n", []string{"code"},
			[]string{"NA label NA^^string", "SA n 1^^integer"}, "NA n"},
		{"separators of thousands", "x.csv",
			"p,s,d\n\"1,234.50\",31/12/2020,\"1,200\"\n15.75,13/2/2021,7\n\"12,345,678\",1/2/2021,\"1,000,000\"\n", nil,
			[]string{"x:1 p 1234.50^^decimal", "x:3 p 12345678^^decimal", "x:1 s 2020-12-31^^date", "x:3 s 2021-02-01^^date",
				"x:1 d 1200^^integer", "x:2 d 7^^integer"}, ""},
		{"decimal commas", "x.csv", "p;s\n1.234,50;12/31/2020\n12.345.678;1/2/2021\n-,5;2/1/2021\n", nil,
			[]string{"x:1 p 1234.50^^decimal", "x:2 p 12345678^^decimal", "x:3 p -.5^^decimal", "x:1 s 2020-12-31^^date",
				"x:2 s 2021-01-02^^date"}, ""},
		{"what is ambiguous is text", "x.csv", "p;s\n2.000;1/2/2021\n3;2/1/2021\n", nil,
			[]string{"x:1 p 2.000^^string", "x:1 s 1/2/2021^^string",
				`# column "p" is text because its values can be read in two ways`,
				`# column "s" is text because its values can be read in two ways`}, ""},
		{"XML Schema's numbers are not", "x.csv", "p,s\n2.000,1.2.2021\n3.125,2.1.2021\n", nil,
			[]string{"x:1 p 2.000^^decimal", "x:1 s 2021-02-01^^date"}, ""},
		{"lists that look like numbers", "x.csv", "n\n\"101,102\"\n\"103,104,105\"\n", nil, []string{"x:1 n 101102^^integer",
			`# column "n" is read as numbers with "," between thousands, and "." before decimals`}, ""},
		{"decimal commas between commas", "x.csv", "n\n\"1,5\"\n\"2,25\"\n", nil,
			[]string{"x:1 n 1.5^^decimal", `# column "n" is read as numbers with "." between`}, ""},
		{"decimal commas between semicolons", "x.csv", "n;m\n1,5;x\n2,25;x\n", nil, []string{"x:1 n 1.5^^decimal"},
			"is read as"},
		{"dates as people write them", "x.csv",
			"a,b,c,d,e\n2012/01/31,Jan 1 2000,2 May 1999,2010/1/5 07:30,13/1/2020 7:05\n2012/2/1,May 12 2000,3 Jun " +
				"2001,2011/11/15 17:30,2/1/2020 17:05\n", nil,
			[]string{"x:1 a 2012-01-31^^date", "x:2 b 2000-05-12^^date", "x:1 c 1999-05-02^^date",
				"x:1 d 2010-01-05T07:30:00^^dateTime", "x:2 e 2020-01-02T17:05:00^^dateTime"}, ""},
		{"times that can be read in two ways", "x.csv", "a\n3/1/2020 7:05\n2/1/2020 17:05\n", nil,
			[]string{`# column "a" is text because its values can be read in two ways`}, "dateTime"},
		{"a name that is no plural", "s.csv", "n\n1\n", nil, []string{"s:1 a S"}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := shortTable(t, tt.file, tt.text, tt.keys)
			for _, want := range tt.want {
				check.That(t, slices.ContainsFunc(got,
					func(s string) bool { return s == want || want[0] == '#' && strings.HasPrefix(s, want) }),
					"no %q in\n%s", want, strings.Join(got, "\n"))
			}
			check.That(t, tt.not == "" || !strings.Contains(strings.Join(got, "\n"), tt.not), "%q in\n%s", tt.not,
				strings.Join(got, "\n"))
		})
	}
}

// shortTable returns the statements and the warnings of a table.
func shortTable(t *testing.T, file, text string, keys []string) (short []string) {
	path := filepath.Join(t.TempDir(), file)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	shorten := strings.NewReplacer(tableNS, "", "http://www.w3.org/2001/XMLSchema#", "",
		"http://www.w3.org/1999/02/22-rdf-syntax-ns#type", "a", rdfsLabel.String(), "label")
	stats, err := Options{Keys: keys}.ReadBatches(t.Context(), path, func(b Batch) func() error {
		return func() error {
			for i := range b.Triples {
				x := b.Triple(i)
				object := x.Obj.String()
				if lit, ok := x.Obj.(rdf.Literal); ok && lit.Lang() != "" {
					object += "@" + lit.Lang()
				} else if ok {
					object += "^^" + lit.DataType.String()
				}
				short = append(short, shorten.Replace(x.Subj.String()+" "+x.Pred.String()+" "+object))
			}
			return nil
		}
	})
	require.NoError(t, err)
	for w := range stats.Warnings {
		short = append(short, "# "+w)
	}
	return short
}

// TestBadTables checks that errors have the file and the line.
func TestBadTables(t *testing.T) {
	for _, tt := range []struct{ name, text, key, want string }{
		{"empty", "", "", "x.csv:1: the table is empty"},
		{"short line", "a,b\n1,2\n\n3\n", "", "x.csv:4: wrong number of fields"},
		{"quote", "a\n\"x\ny\n", "", "x.csv:3: extraneous or missing \""},
		{"no key", "a,b\n1,2\n", "c", `x.csv:1: no column "c": the columns are a, b`},
		{"empty key", "a,b\n1,2\n,2\n", "a", `x.csv:3: the key column "a" is empty`},
		{"twice", "a,a\n1,2\n", "", `x.csv:1: two columns have the name "a"`},
		{"alike", "unit price,unit_price\n1,2\n", "",
			`x.csv:1: the columns "unit price" and "unit_price" would be one property`},
		{"Latin-1", "a\nx\n\xe4\n", "", "x.csv:3: invalid UTF-8"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x.csv")
			require.NoError(t, os.WriteFile(path, []byte(tt.text), 0o600))
			var o Options
			if tt.key != "" {
				o.Keys = []string{tt.key}
			}
			_, err := o.ReadBatches(t.Context(), path, func(Batch) func() error { return func() error { return nil } })
			require.That(t, err != nil, "no error")
			check.Contains(t, err.Error(), tt.want, "the error")
		})
	}
}
