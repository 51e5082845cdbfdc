package serve

import (
	"net/http"
	"time"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/config"
)

// repairTime limits the search for a repair, because a person waits.
const repairTime = 30 * time.Second

// repair answers with the nearest concept that has the missing individuals and not the wrong
// ones. It takes the slot of a job, because it may need as much memory.
func (s *jobs) repair(r *http.Request) (any, error) {
	var q struct {
		conceptText
		Source  string   `json:"source"`
		Missing []string `json:"missing"`
		Wrong   []string `json:"wrong"`
		Right   []string `json:"right"`
	}
	if err := decode(r, &q); err != nil {
		return nil, err
	}
	if len(q.Missing)+len(q.Wrong)+len(q.Right) > maxExamples {
		return nil, invalid("more than %d individuals", maxExamples)
	}
	src, release, err := s.sources.find(q.Source)
	if err != nil {
		return nil, err
	}
	defer release()
	session := src.session(genus.Silent{})
	c, query, err := parse(r.Context(), session, q.conceptText, src.open.Prefixes())
	if err != nil {
		return nil, err
	}
	if err := src.checkDepth(c); err != nil {
		return nil, err
	}
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
	session = session.Configured(func(c *config.Config) { c.Timeout = min(c.Timeout, repairTime) })
	found, err := session.Repair(r.Context(), genus.RepairTask{
		Concept: c, Query: query, Missing: q.Missing, Wrong: q.Wrong, Right: q.Right, Confirm: session.Confirms(),
	})
	if err != nil {
		return nil, src.nameSource(faultOf(budgetFault(err)))
	}
	own, err := session.OwnPrefixes()
	return found.Document(own), err
}
