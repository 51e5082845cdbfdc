package syntax

import (
	"strings"
	"unicode/utf8"
)

// tree is a text with brackets, for one line or several: a blank node or list of
// Turtle.
type tree struct {
	text        string // of a leaf; otherwise the text before the opening bracket
	open, close string // the brackets; empty for a leaf
	sep         string // after every child except the last
	children    []tree
}

func leaf(text string) tree { return tree{text: text} }

// row returns trees on one line, separated by spaces: a predicate and its object.
func row(children ...tree) tree { return tree{children: children} }

// treeWidth is the number of columns beyond which brackets are broken.
const treeWidth = 100

func (t tree) singleLine() string {
	var sb strings.Builder
	t.writeSingleLine(&sb)
	return sb.String()
}

func (t tree) writeSingleLine(sb *strings.Builder) {
	sb.WriteString(t.text)
	sb.WriteString(t.open)
	for i, c := range t.children {
		if i > 0 {
			sb.WriteString(t.sep + " ")
		}
		c.writeSingleLine(sb)
	}
	sb.WriteString(t.close)
}

// write writes the text from the given column on. If it does not fit on the line, every
// child gets a line, indented by two more than indent.
func (t tree) write(sb *strings.Builder, indent, column int) {
	if t.open == "" {
		sb.WriteString(t.text)
		column += utf8.RuneCountInString(t.text)
		for i, c := range t.children {
			if i > 0 {
				sb.WriteByte(' ')
				column++
			}
			c.write(sb, indent, column)
			column += utf8.RuneCountInString(c.singleLine())
		}
		return
	}
	if flat := t.singleLine(); column+utf8.RuneCountInString(flat) <= treeWidth || len(t.children) == 0 {
		sb.WriteString(flat)
		return
	}
	sb.WriteString(t.text + strings.TrimSpace(t.open))
	margin := "\n" + strings.Repeat(" ", indent+2)
	for i, c := range t.children {
		sb.WriteString(margin)
		c.write(sb, indent+2, indent+2)
		if i+1 < len(t.children) {
			sb.WriteString(strings.TrimRight(t.sep, " "))
		}
	}
	if t.close != "" {
		sb.WriteString("\n" + strings.Repeat(" ", indent) + strings.TrimSpace(t.close))
	}
}
