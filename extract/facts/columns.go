package facts

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"unsafe"
)

// Columns are lists of records of a fixed size without pointers, one after the other in a file. They
// lie there as in memory, so that reading them takes no time. Machines with another order of bytes
// cannot read them.

// ErrColumns: the columns are not those that were written.
var ErrColumns = errors.New("the columns are damaged")

// A ColumnWriter writes columns. It keeps its first error.
type ColumnWriter struct {
	To  io.Writer
	Err error
}

// WriteColumn writes a list of records.
func WriteColumn[T any](w *ColumnWriter, list []T) {
	size := len(list) * int(unsafe.Sizeof(*new(T)))
	w.write(binary.NativeEndian.AppendUint64(nil, uint64(len(list))))
	w.write(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(list))), size))
	w.write(make([]byte, padding(size)))
}

func (w *ColumnWriter) write(b []byte) {
	if w.Err == nil {
		_, w.Err = w.To.Write(b)
	}
}

// WriteJSON writes a value as a column.
func (w *ColumnWriter) WriteJSON(v any) {
	text, err := json.Marshal(v)
	if w.Err == nil {
		w.Err = err
	}
	WriteColumn(w, text)
}

// writeTexts writes two columns: where each text ends, and the texts.
func (w *ColumnWriter) writeTexts(texts []string) {
	size := 0
	ends := make([]uint64, len(texts))
	for i, text := range texts {
		size += len(text)
		ends[i] = uint64(size)
	}
	WriteColumn(w, ends)
	w.write(binary.NativeEndian.AppendUint64(nil, uint64(size)))
	for _, text := range texts {
		w.write(unsafe.Slice(unsafe.StringData(text), len(text)))
	}
	w.write(make([]byte, padding(size)))
}

// padding returns how many bytes follow a column of that size: each begins at a multiple of 8.
func padding(size int) int { return -size & 7 }

// A ColumnReader reads columns from memory, which they share. It keeps its first error.
type ColumnReader struct {
	Rest []byte // begins at a multiple of 8
	Err  error
}

// ReadColumn returns the next column. The caller must not change it.
func ReadColumn[T any](r *ColumnReader) []T {
	size := int(unsafe.Sizeof(*new(T)))
	n := 0
	if len(r.Rest) >= 8 {
		if all := binary.NativeEndian.Uint64(r.Rest); all <= uint64(len(r.Rest)-8)/uint64(size) {
			n = int(all)
		} else {
			r.Err = ErrColumns
		}
		r.Rest = r.Rest[8:]
	} else {
		r.Err = ErrColumns
	}
	if r.Err != nil || n == 0 {
		return nil
	}
	list := unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(r.Rest))), n)
	r.Rest = r.Rest[min(n*size+padding(n*size), len(r.Rest)):]
	return list
}

// ReadJSON reads a value that WriteJSON has written.
func (r *ColumnReader) ReadJSON(v any) {
	if text := ReadColumn[byte](r); r.Err == nil {
		r.Err = json.Unmarshal(text, v)
	}
}

// rest has what is small of the facts.
type rest struct {
	Declared  []Declared
	Axioms    [][3]string
	Disjoint  [][]string
	Redirects map[ID]ID
	Skipped   []Skipped
	Prefixes  map[string]string
}

// WriteColumns writes the facts, whose terms must be sorted, without participations.
func (f *Facts) WriteColumns(w *ColumnWriter) {
	w.WriteJSON(rest{f.Declared, f.Axioms, f.Disjoint, f.Redirects, f.Skipped, f.Prefixes})
	texts, extra := f.terms, map[string]uint32{} // also of labels that are no terms
	number := func(text string) uint32 {
		if id := f.Find(text); id != 0 || text == "" {
			return uint32(id)
		}
		id, known := extra[text]
		if !known {
			id = uint32(len(texts))
			texts, extra[text] = append(texts[:id:id], text), id
		}
		return id
	}
	labels := make([][4]uint32, len(f.Labels))
	for i, l := range f.Labels {
		labels[i] = [4]uint32{number(l.IRI), number(l.Lang), number(l.Text), uint32(l.Rank)}
	}
	WriteColumn(w, []uint64{uint64(len(f.terms))})
	w.writeTexts(texts)
	WriteColumn(w, labels)
	WriteColumn(w, f.Individuals)
	for _, list := range [][]Tuple{f.Classes, f.Superclasses, f.Roles, f.Statements.Roles} {
		WriteColumn(w, list)
	}
	WriteColumn(w, f.Values)
	WriteColumn(w, f.Statements.Values)
	WriteColumn(w, f.Others)
}

// ReadColumns returns facts that WriteColumns has written. They share the memory of the reader and may
// not be changed.
func ReadColumns(r *ColumnReader) *Facts {
	f := New()
	var small rest
	r.ReadJSON(&small)
	f.Declared, f.Axioms, f.Disjoint, f.Redirects, f.Skipped, f.Prefixes = small.Declared, small.Axioms, small.Disjoint,
		small.Redirects, small.Skipped, small.Prefixes
	counts, ends, all := ReadColumn[uint64](r), ReadColumn[uint64](r), ReadColumn[byte](r)
	if len(counts) != 1 || counts[0] > uint64(len(ends)) {
		r.Err = ErrColumns
		return nil
	}
	texts, begin := make([]string, len(ends)), uint64(0)
	for i, end := range ends {
		if end < begin || end > uint64(len(all)) {
			r.Err = ErrColumns
			return nil
		}
		texts[i] = unsafe.String(unsafe.SliceData(all[begin:]), int(end-begin))
		begin = end
	}
	f.terms, f.sorted = texts[:counts[0]:counts[0]], int(counts[0])
	labels := ReadColumn[[4]uint32](r)
	f.Labels = make([]Label, len(labels))
	for i, l := range labels {
		if max(l[0], l[1], l[2]) >= uint32(len(texts)) {
			r.Err = ErrColumns
			return nil
		}
		f.Labels[i] = Label{texts[l[0]], texts[l[1]], texts[l[2]], uint8(l[3])}
	}
	f.Individuals = ReadColumn[ID](r)
	for _, list := range []*[]Tuple{&f.Classes, &f.Superclasses, &f.Roles, &f.Statements.Roles} {
		*list = ReadColumn[Tuple](r)
	}
	f.Values, f.Statements.Values, f.Others = ReadColumn[Value](r), ReadColumn[Value](r), ReadColumn[Other](r)
	return f
}
