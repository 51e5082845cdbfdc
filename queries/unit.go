package queries

import (
	"fmt"

	"github.com/genus-kg/genus/learner/dl"
)

// unitFilter compares the numbers of values in the unit. SPARQL orders no values of other datatypes than those
// of XML Schema, and a double keeps all digits that quantities have (package dl).
func (t *translator) unitFilter(c dl.Compare, w string) string {
	is := fmt.Sprintf("DATATYPE(%s) = %s", w, t.iri(c.Value.Datatype()))
	number := fmt.Sprintf("STR(%s)", w)
	if unit := c.Value.Unit(); unit != "" {
		is += fmt.Sprintf(" && STRENDS(%s, %s)", number, t.quote(" "+unit))
		number = fmt.Sprintf(`STRBEFORE(%s, " ")`, number)
	}
	test := t.engine.compare(c.Op, fmt.Sprintf("%s(%s)", t.xsd(dl.Double), number), c.Value.Number())
	return t.engine.onlyIf(is, test)
}
