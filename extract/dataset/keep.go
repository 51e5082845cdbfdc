package dataset

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/edsrzf/mmap-go"

	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/extract/store"
)

// What was read of large files is kept in a directory, so that they open again at once. A file there
// has the facts as columns. Its name is the hash of the paths and settings; its key has also the stamps
// of the files and of the program. Its last 8 bytes are the checksum of the others. Nothing is kept if the
// files import an ontology that none of them is: what a catalog names may change, or come later.

const (
	keptLeast  = 100_000             // triples
	keptBytes  = 4 << 30             // of all files
	keptFor    = 60 * 24 * time.Hour // since the last use
	keptSettle = 2 * time.Second     // a file that changed later may change again and have the same times
	keptEnding = ".facts"
	keptMark   = 0x67656e7573_000003 // the format, and the order of bytes
)

// A keptFile is where what was read of files is kept.
type keptFile struct {
	key, path string
	settled   bool // whether the files have not changed for a while
}

// A stamp identifies the content of a file, and who may read it. A change can set the time of the content
// to any other, but not the time of the last change.
type stamp struct {
	Path        string
	Size        int64
	Identity    string
	Time, Since time.Time // of the content, and of any change
}

// stampOf returns the stamp of a regular file. Systems have the identity and the time of the last change
// in fields with these names, or do not have them.
func stampOf(path string) (s stamp, ok bool) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return s, false
	}
	s = stamp{Path: path, Size: info.Size(), Time: info.ModTime(), Since: info.ModTime()}
	system := reflect.Indirect(reflect.ValueOf(info.Sys()))
	if system.Kind() != reflect.Struct {
		return s, true
	}
	for _, name := range []string{"Dev", "Ino", "Mode", "Uid", "Gid", "Ctim", "Ctimespec", "CreationTime"} {
		field := system.FieldByName(name)
		if !field.IsValid() {
			continue
		}
		s.Identity += fmt.Sprint(" ", field.Interface())
		if changed, is := field.Addr().Interface().(interface{ Unix() (sec, nsec int64) }); is {
			if at := time.Unix(changed.Unix()); at.After(s.Since) {
				s.Since = at
			}
		}
	}
	return s, true
}

// Stamp returns a text that changes when one of the files does, who may read it, or the catalog of imports
// beside it.
func Stamp(paths ...string) string {
	var b strings.Builder
	for _, path := range paths {
		for _, path := range []string{filepath.Join(filepath.Dir(path), catalogName), path} {
			s, ok := stampOf(path)
			fmt.Fprintf(&b, "%q %v %s %d %d;", path, ok, s.Identity, s.Size, s.Time.UnixNano())
		}
	}
	return b.String()
}

// newKeptFile returns where to keep what is read of the files; false if nothing is kept.
func newKeptFile(paths []string, o ImportOptions) (k keptFile, ok bool) {
	if o.Keep == "" {
		return k, false
	}
	program, err := os.Executable()
	if err != nil {
		return k, false
	}
	settings := []any{o.Vocabulary, o.Exclusions, o.Settings, o.Individuals, o.SkipBad, o.Graphs, o.Keys, o.Tables, paths}
	var stamps []stamp
	k.settled = true
	for _, path := range append(slices.Clone(paths), program) {
		abs, err := filepath.Abs(path)
		if err != nil {
			return k, false
		}
		s, ok := stampOf(abs)
		if !ok {
			return k, false
		}
		if stamps = append(stamps, s); path != program {
			settings = append(settings, abs)
			k.settled = k.settled && time.Since(s.Since) > keptSettle
		}
	}
	name, err := json.Marshal(settings)
	if err != nil {
		return k, false
	}
	all, err := json.Marshal(stamps)
	if err != nil {
		return k, false
	}
	k.key = string(name) + string(all)
	sum := sha256.Sum256(name)
	k.path = filepath.Join(o.Keep, hex.EncodeToString(sum[:16])+keptEnding)
	return k, true
}

// keptHead is what is small of an import.
type keptHead struct {
	Key        string
	Vocabulary graph.Vocabulary
	Exclusions graph.Exclusions
	Files      []store.File
	Warnings   []string
	Notes      []string
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// read returns what was kept; nil if there is nothing. The error says that it is damaged.
func (k keptFile) read() (*Import, error) {
	f, err := os.Open(k.path)
	if err != nil {
		return nil, nil
	}
	defer f.Close()
	if err := verify(f); err != nil {
		return nil, err
	}
	return k.mapped(f)
}

// verify compares the checksum of a file with the one that it has. Reading takes less memory than a map of it would.
func verify(f *os.File) error {
	info, err := f.Stat()
	if err != nil || info.Size() < 16 || info.Size()%8 != 0 {
		return facts.ErrColumns
	}
	sum := crc32.New(castagnoli)
	var stated [8]byte
	_, err = io.CopyBuffer(sum, io.LimitReader(f, info.Size()-8), make([]byte, 1<<20))
	if err == nil {
		_, err = io.ReadFull(f, stated[:])
	}
	if err != nil {
		return err
	}
	if binary.NativeEndian.Uint64(stated[:]) != uint64(sum.Sum32()) {
		return facts.ErrColumns
	}
	return nil
}

// mapped returns what a file has, unless it has something else. It is mapped to memory until the process ends, because
// the texts of terms lie in it: the system reads the parts that are needed, and drops them when memory is short. Nobody
// changes such a file. It is only replaced by another.
func (k keptFile) mapped(f *os.File) (*Import, error) {
	data, err := mmap.Map(f, mmap.RDONLY, 0)
	if err != nil {
		return nil, err
	}
	end := len(data) - 8
	if binary.NativeEndian.Uint64(data) != keptMark {
		return nil, errors.Join(facts.ErrColumns, data.Unmap())
	}
	r := &facts.ColumnReader{Rest: data[8:end]}
	var head keptHead
	r.ReadJSON(&head)
	if r.Err == nil && head.Key != k.key {
		return nil, data.Unmap()
	}
	i := &Import{
		Vocabulary: head.Vocabulary,
		Exclusions: head.Exclusions,
		Files:      head.Files,
		Warnings:   head.Warnings,
		Notes:      head.Notes,
	}
	t := triples{}
	t.read(r)
	if i.Facts = facts.ReadColumns(r); r.Err != nil {
		return nil, errors.Join(r.Err, data.Unmap())
	}
	t.facts = i.Facts
	i.Stated = &Statements{t}
	now := time.Now()
	_ = os.Chtimes(k.path, now, now) // the oldest are removed first
	return i, nil
}

// write keeps what was read, and removes what is old. Another process may do the same. It returns the import as it is
// kept, whose memory the system can have back.
func (k keptFile) write(i *Import) (*Import, error) {
	if err := k.writeFile(i); err != nil {
		return nil, err
	}
	f, err := os.Open(k.path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	kept, err := k.mapped(f)
	return kept, cmp.Or(err, removeOld(filepath.Dir(k.path)))
}

func (k keptFile) writeFile(i *Import) error {
	dir := filepath.Dir(k.path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, "*.tmp")
	if err != nil {
		return err
	}
	out, sum := bufio.NewWriterSize(f, 1<<20), crc32.New(castagnoli)
	w := &facts.ColumnWriter{To: io.MultiWriter(out, sum)}
	_, w.Err = w.To.Write(binary.NativeEndian.AppendUint64(nil, keptMark))
	w.WriteJSON(keptHead{k.key, i.Vocabulary, i.Exclusions, i.Files, i.Warnings, i.Notes})
	i.Stated.write(w)
	i.Facts.WriteColumns(w)
	_, err = out.Write(binary.NativeEndian.AppendUint64(nil, uint64(sum.Sum32())))
	if err = cmp.Or(w.Err, err, out.Flush()); err == nil {
		err = f.Close()
	} else {
		_ = f.Close()
	}
	if err == nil {
		err = os.Rename(f.Name(), k.path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// removeOld removes what was not used for long, and the oldest files if all are too large.
func removeOld(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var files []fs.FileInfo
	for _, e := range entries {
		info, err := e.Info()
		if err != nil { // another process has removed it
			continue
		}
		if isTemporary := strings.HasSuffix(e.Name(), ".tmp"); isTemporary && time.Since(info.ModTime()) > time.Hour {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		} else if strings.HasSuffix(e.Name(), keptEnding) {
			files = append(files, info)
		}
	}
	slices.SortFunc(files, func(a, b fs.FileInfo) int { return b.ModTime().Compare(a.ModTime()) })
	size := int64(0)
	for n, info := range files {
		if size += info.Size(); n > 0 && size > keptBytes || time.Since(info.ModTime()) > keptFor {
			_ = os.Remove(filepath.Join(dir, info.Name()))
		}
	}
	return nil
}
