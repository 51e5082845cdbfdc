package queries

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/knakk/sparql"
)

//go:embed *.rq
var bankFiles embed.FS

// theBank is the bank of all *.rq files. An error is a defect of the files
// themselves; the tests keep it nil.
var theBank = sync.OnceValues(func() (sparql.Bank, error) { return loadBank(bankFiles) })

// Errors of the bank.
var (
	// ErrBank says that a file of the bank holds what the bank would silently
	// change or drop.
	ErrBank = errors.New("query bank")

	// ErrUnescaped says that a query was to be filled in with something that
	// no escaping function of this package has made.
	ErrUnescaped = errors.New("unescaped value for a query")
)

// tagLine is what [sparql.LoadBank] takes for the start of a query.
var tagLine = regexp.MustCompile(`^#\s*tag:\s+([\w-]+)\s*$`)

// loadBank loads all *.rq files into one bank, after checking what the loader
// of knakk/sparql does not check (see checkFile).
func loadBank(files fs.FS) (sparql.Bank, error) {
	names, err := fs.Glob(files, "*.rq") // sorted
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBank, err)
	}
	home := map[string]string{} // the file of each key
	bank := sparql.Bank{}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrBank, err)
		}
		keys, err := checkFile(string(text))
		if err != nil {
			return nil, fmt.Errorf("%w: %s: %w", ErrBank, name, err)
		}
		loaded := sparql.LoadBank(bytes.NewReader(text))
		for _, key := range keys {
			if other, twice := home[key]; twice {
				return nil, fmt.Errorf("%w: %s: the tag %q is taken already, in %s", ErrBank, name, key, other)
			}
			home[key] = name
			if strings.TrimSpace(loaded[key]) == "" {
				return nil, fmt.Errorf("%w: %s: the query %q is empty", ErrBank, name, key)
			}
			bank[key] = loaded[key]
		}
	}
	return bank, nil
}

// checkFile refuses what the loader of knakk/sparql would change or drop
// without a word, and returns the keys of the file. The loader joins the lines
// of a query, so a comment behind or between them would swallow all that
// follows unless it starts in column one; it collapses runs of blanks, also in
// strings; it ignores text before the first tag; it merges two neighbours of
// one name; and it stops reading at a line of 64 KiB.
func checkFile(text string) (keys []string, err error) {
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSuffix(line, "\r")
		switch {
		case strings.HasPrefix(line, "#"):
			m := tagLine.FindStringSubmatch(line)
			switch {
			case m != nil && slices.Contains(keys, m[1]):
				return nil, fmt.Errorf("line %d: the tag %q comes twice", i+1, m[1])
			case m != nil:
				keys = append(keys, m[1])
			case strings.HasPrefix(strings.TrimLeft(line[1:], " \t"), "tag"):
				return nil, fmt.Errorf("line %d: a tag is written \"# tag: name\", with letters, digits, _ and -", i+1)
			}
		case strings.TrimSpace(line) == "":
		case len(keys) == 0:
			return nil, fmt.Errorf("line %d: text before the first tag", i+1)
		case len(line) >= 32<<10:
			return nil, fmt.Errorf("line %d: longer than 32 KiB", i+1)
		default:
			if err := checkLine(line); err != nil {
				return nil, fmt.Errorf("line %d: %w", i+1, err)
			}
		}
	}
	if len(keys) == 0 {
		return nil, errors.New("no query")
	}
	return keys, nil
}

func checkLine(line string) error {
	for _, t := range scan(line) {
		switch {
		case t.kind == commentToken:
			return errors.New("a comment that does not start in column one swallows the rest of the query")
		case t.kind == brokenToken:
			return fmt.Errorf("%s does not end on its line", t.text)
		case t.kind == stringToken && strings.Contains(t.text, "  "):
			return errors.New("two blanks in a row in a string would become one")
		}
	}
	return nil
}

// prepare is the query of that key, filled in with data and laid out. Data is
// nil or a struct; every exported field of it, and nothing else can enter a
// template, must be one of the escaped types of this package, a number or a
// boolean, or a slice or struct of these, else the error is [ErrUnescaped].
func prepare(key string, data any) (string, error) {
	bank, err := theBank()
	if err != nil {
		return "", err
	}
	if _, ok := bank[key]; !ok {
		return "", fmt.Errorf("%w: no query %q", ErrBank, key)
	}
	if data == nil {
		data = struct{}{}
	}
	if err := checkData(reflect.ValueOf(data), "data"); err != nil {
		return "", fmt.Errorf("query %q: %w", key, err)
	}
	text, err := bank.Prepare(key, data)
	if err != nil {
		return "", fmt.Errorf("query %q: %w", key, err)
	}
	return layout(text), nil
}

var escapedType = reflect.TypeFor[escaped]()

// checkData walks over all that a template can reach in v.
func checkData(v reflect.Value, path string) error {
	t := v.Type()
	if t.Implements(escapedType) && t.Kind() == reflect.Struct {
		if v.Interface().(escaped).sparql() == "" && !mayBeEmpty(v.Interface()) {
			return fmt.Errorf("%w: %s is empty", ErrUnescaped, path)
		}
		return nil
	}
	switch t.Kind() {
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if t.NumMethod() == 0 {
			return nil
		}
	case reflect.Slice:
		for i := range v.Len() {
			if err := checkData(v.Index(i), fmt.Sprintf("%s[%d]", path, i)); err != nil {
				return err
			}
		}
		if t.NumMethod() == 0 {
			return nil
		}
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() {
				if err := checkData(v.Field(i), path+"."+f.Name); err != nil {
					return err
				}
			}
		}
		if t.NumMethod() == 0 { // a method could return anything
			return nil
		}
	}
	return fmt.Errorf("%w: %s is a %s", ErrUnescaped, path, t)
}
