package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
)

// The data of a row of table answer is the answers of one term and kind, oldest
// first, and a checksum:
//
//	data    = answer* checksum
//	answer  = time covered incomplete rows
//	time    = varint
//	covered = uvarint 0 for all properties, 1 for those of the rows, else 2 + their
//	          number, and each as a term
//	rows    = uvarint number, and each
//	row     = flags (one byte) and the columns that the flags name
//	term    = uvarint namespace, text
//	text    = uvarint length, bytes
//
// The checksum is CRC-32C, little endian, over the source, the kind, the term and
// the data: it finds every error of up to 32 adjacent bits.
const (
	newProperty = 1 << iota // the property is not that of the row before; a term
	hasValue                // a term
	newDatatype             // not that of the row before; a term
	newLang                 // not that of the row before; a text
	hasN                    // a varint
	allFlags    = 1<<iota - 1
)

const checkSize = 4

// maxData bounds the data of one row, in bytes: a crafted row of that size decodes
// into 1.2 GB.
const maxData = 16 << 20

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// errDamaged: no encoder wrote these bytes.
var errDamaged = errors.New("unreadable answer")

// checksum returns the checksum of a row of table answer. The seed is the checksum of the
// source.
func checksum(seed uint32, kind Kind, term string, data []byte) uint32 {
	head := make([]byte, 0, 256)
	head = append(append(append(append(head, kind...), 0), term...), 0)
	return crc32.Update(crc32.Update(seed, castagnoli, head), castagnoli, data)
}

// encoder appends answers to data. space returns the number of a namespace; 0 if it has
// none.
type encoder struct {
	data  []byte
	space func(namespace string) (int, error)
	err   error
}

func (e *encoder) uint(n int)       { e.data = binary.AppendUvarint(e.data, uint64(n)) }
func (e *encoder) int(n int64)      { e.data = binary.AppendVarint(e.data, n) }
func (e *encoder) text(s string)    { e.uint(len(s)); e.data = append(e.data, s...) }
func (e *encoder) literal(s string) { e.uint(0); e.text(s) }
func (e *encoder) term(s string) {
	space, i := 0, namespaceLength(s)
	if i > 0 && e.err == nil {
		space, e.err = e.space(s[:i])
	}
	if space == 0 {
		i = 0
	}
	e.uint(space)
	e.text(s[i:])
}

func (e *encoder) answer(a *Answer) {
	e.int(a.Time)
	switch {
	case a.Properties == nil:
		e.uint(0)
	case sameSet(a.Properties, propertiesOf(a.Rows)):
		e.uint(1)
	default:
		e.uint(2 + len(a.Properties))
		for _, p := range a.Properties {
			e.term(p)
		}
	}
	e.text(a.Incomplete)
	e.uint(len(a.Rows))
	var before Row
	for i := range a.Rows {
		e.row(&a.Rows[i], &before)
		before = a.Rows[i]
	}
}

func (e *encoder) row(r, before *Row) {
	at := len(e.data)
	e.data = append(e.data, 0)
	var flags byte
	if r.Property != before.Property {
		flags |= newProperty
		e.term(r.Property)
	}
	if r.Value != "" {
		flags |= hasValue
		if r.Datatype != "" || r.Lang != "" {
			e.literal(r.Value)
		} else {
			e.term(r.Value)
		}
	}
	if r.Datatype != before.Datatype {
		flags |= newDatatype
		e.term(r.Datatype)
	}
	if r.Lang != before.Lang {
		flags |= newLang
		e.text(r.Lang)
	}
	if r.N != 0 {
		flags |= hasN
		e.int(r.N)
	}
	e.data[at] = flags
}

// decoder reads answers from data. It keeps the first error, and everything read after it
// is empty.
type decoder struct {
	data   []byte
	spaces []string          // namespaces by number
	seen   map[string]string // recurring terms by their bytes
	err    error
}

const maxSeen = 1 << 14

func (d *decoder) fail() {
	if d.err == nil {
		d.err = errDamaged
	}
	d.data = nil
}

func (d *decoder) uint() int {
	n, size := binary.Uvarint(d.data)
	if size <= 0 || n > 1<<62 {
		d.fail()
		return 0
	}
	d.data = d.data[size:]
	return int(n)
}

func (d *decoder) int() int64 {
	n, size := binary.Varint(d.data)
	if size <= 0 {
		d.fail()
		return 0
	}
	d.data = d.data[size:]
	return n
}

func (d *decoder) bytes() []byte {
	n := d.uint()
	if n > len(d.data) {
		d.fail()
		return nil
	}
	b := d.data[:n]
	d.data = d.data[n:]
	return b
}

func (d *decoder) text() string { return string(d.bytes()) }

func (d *decoder) term() string {
	space := d.uint()
	if space >= len(d.spaces) {
		d.fail()
		return ""
	}
	b := d.bytes()
	if space == 0 {
		return string(b)
	}
	return d.spaces[space] + string(b)
}

// recurring reads a term that is the same in many rows, and keeps one string for it.
func (d *decoder) recurring() string {
	from := d.data
	space := d.uint()
	d.bytes()
	if d.err != nil || space >= len(d.spaces) {
		d.fail()
		return ""
	}
	raw := from[:len(from)-len(d.data)]
	s, ok := d.seen[string(raw)]
	if !ok {
		inner := decoder{data: raw, spaces: d.spaces}
		s = inner.term()
		if len(d.seen) >= maxSeen {
			clear(d.seen)
		}
		d.seen[string(raw)] = s
	}
	return s
}

func (d *decoder) answer(a *Answer) {
	a.Time = d.int()
	covered := d.uint()
	for i := 2; i < covered && d.err == nil; i++ {
		a.Properties = append(a.Properties, d.recurring())
	}
	a.Incomplete = d.text()
	n := d.uint()
	if n > len(d.data) || n == 0 && covered == 1 { // a row has one byte or more
		d.fail()
		return
	}
	a.Rows = make([]Row, n)
	var before Row
	for i := range a.Rows {
		d.row(&a.Rows[i], &before)
		before = a.Rows[i]
	}
	if covered == 1 {
		a.Properties = propertiesOf(a.Rows)
	}
}

func (d *decoder) row(r, before *Row) {
	if len(d.data) == 0 || d.data[0] > allFlags {
		d.fail()
		return
	}
	flags := d.data[0]
	d.data = d.data[1:]
	r.Property = before.Property
	r.Datatype = before.Datatype
	r.Lang = before.Lang
	if flags&newProperty != 0 {
		r.Property = d.recurring()
	}
	if flags&hasValue != 0 {
		r.Value = d.term()
	}
	if flags&newDatatype != 0 {
		r.Datatype = d.recurring()
	}
	if flags&newLang != 0 {
		r.Lang = d.text()
	}
	if flags&hasN != 0 {
		r.N = d.int()
	}
}

func propertiesOf(rows []Row) []string {
	var all []string
	seen := map[string]bool{}
	for i := range rows {
		if p := rows[i].Property; i == 0 || p != rows[i-1].Property && !seen[p] {
			all = append(all, p)
			seen[p] = true
		}
	}
	return all
}

// sameSet reports whether a and b have the same members; b has no repetitions.
func sameSet(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	in := make(map[string]bool, len(a))
	for _, s := range a {
		in[s] = true
	}
	return len(in) == len(b) && !slices.ContainsFunc(b, func(s string) bool { return !in[s] })
}

// encode returns the data of the answers about one term and of one kind, and their
// checksum. It reuses the memory of to.
func encode(to []byte, seed uint32, answers []Answer, space func(string) (int, error)) ([]byte, uint32, error) {
	e := encoder{data: to[:0], space: space}
	for i := range answers {
		e.answer(&answers[i])
	}
	if e.err == nil && len(e.data) > maxData {
		e.err = fmt.Errorf("the answer about %.200q is too large: %d bytes; a term may have %d of one kind (%s)",
			answers[0].Term, len(e.data), maxData, answers[0].Kind)
	}
	if e.err != nil {
		return e.data, 0, e.err
	}
	check := checksum(seed, answers[0].Kind, answers[0].Term, e.data)
	return binary.LittleEndian.AppendUint32(e.data, check), check, nil
}

func (d *decoder) decode(seed uint32, kind Kind, term string, data []byte) ([]Answer, uint32, error) {
	if len(data) < checkSize || len(data) > maxData+checkSize {
		return nil, 0, errDamaged
	}
	body := data[:len(data)-checkSize]
	check := binary.LittleEndian.Uint32(data[len(body):])
	if checksum(seed, kind, term, body) != check {
		return nil, 0, errDamaged
	}
	d.data, d.err = body, nil
	answers := make([]Answer, 0, 1)
	for len(d.data) > 0 {
		a := Answer{Term: term, Kind: kind}
		d.answer(&a)
		answers = append(answers, a)
	}
	if d.err != nil || len(answers) == 0 {
		return nil, 0, errDamaged
	}
	return answers, check, nil
}
