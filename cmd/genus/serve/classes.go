package serve

import (
	"context"
	"slices"

	"golang.org/x/sync/semaphore"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/internal/recent"
	"github.com/genus-kg/genus/session/look"
	"github.com/genus-kg/genus/session/source"
)

// A catalogue keeps the classes and the state of a source for some minutes.
type catalogue struct {
	classes keptAnswer[api.ClassesOutput]
	state   keptAnswer[look.SourceState]
}

func newCatalogue() catalogue {
	return catalogue{
		classes: keptAnswer[api.ClassesOutput]{asking: semaphore.NewWeighted(1)},
		state:   keptAnswer[look.SourceState]{asking: semaphore.NewWeighted(1)},
	}
}

// A keptAnswer is what a source answers to all who ask. Who waits for it may give up.
type keptAnswer[T any] struct {
	asking *semaphore.Weighted // held by who asks the source
	answer recent.Values[struct{}, T]
}

// get returns what is kept. It keeps what fresh returns if there is no error and it may be kept.
func (k *keptAnswer[T]) get(ctx context.Context, fresh func() (value T, keep bool, err error)) (value T, err error) {
	if err := k.asking.Acquire(ctx, 1); err != nil {
		return value, context.Cause(ctx)
	}
	defer k.asking.Release(1)
	if value, ok := k.answer.Get(struct{}{}); ok {
		return value, nil
	}
	value, keep, err := fresh()
	if err == nil && keep {
		k.answer.Put(struct{}{}, value)
	}
	return value, err
}

// shownMembers is the number of members that are listed with each class.
const shownMembers = 4

// mostClasses is the largest number of classes that are listed.
const mostClasses = 50

func (src *servedSource) classes(ctx context.Context) (api.ClassesOutput, error) {
	on := src.operation(ctx)
	ctx, cancel := on.Look().WithSearchTimeout(ctx) // also of the wait for the answer to another
	defer cancel()
	return src.catalogue.classes.get(ctx, func() (out api.ClassesOutput, keep bool, err error) {
		out, err = api.Classes(ctx, on, api.ClassesInput{Limit: mostClasses, Members: shownMembers})
		return out, on.Use().Unrecognised() == "", err
	})
}

type classInput struct {
	ID    string `path:"id" minLength:"1"`
	IRI   string `query:"iri" required:"true" doc:"IRI of the class, whole or with a prefix"`
	Limit int    `query:"limit" minimum:"1" maximum:"500" default:"50" doc:"largest number of members, and of others"`
}

type classExamplesJSON struct {
	Members   []genus.Term `json:"members" jsonschema:"members of the class and its subclasses"`
	Others    []genus.Term `json:"others" jsonschema:"members of its superclasses and siblings that are not members of the class"`
	Related   []string     `json:"related" jsonschema:"IRIs of the class, its subclasses and its superclasses"`
	Truncated bool         `json:"truncated" jsonschema:"there are more members or others"`
}

// classExamples returns examples for learning a definition of a class, and the classes that the
// definition must not name.
func (s *Server) classExamples(ctx context.Context, in *classInput) (*found[classExamplesJSON], error) {
	do := func(ctx context.Context, s api.Session, in *classInput) (out classExamplesJSON, err error) {
		iris, err := source.Expand([]string{in.IRI}, s.Prefixes())
		if err != nil {
			return out, err
		}
		found, err := s.Look().ClassExamples(ctx, iris[0], in.Limit)
		members, others := s.Look().Terms(ctx, found.Members), s.Look().Terms(ctx, found.Others)
		return classExamplesJSON{members, others, found.Related, found.Truncated}, err
	}
	return onSource(ctx, s, in.ID, do, in)
}

// try sends a few small queries to the source. It keeps the state if all are answered.
func (src *servedSource) try(ctx context.Context) (look.SourceState, error) {
	return src.catalogue.state.get(ctx, func() (state look.SourceState, keep bool, err error) {
		use := src.session(ctx, source.Silent{}).Use()
		state, err = look.On(use).Try(ctx)
		return state, use.Unrecognised() == "" && state.Classes != nil && state.Statements != nil, err
	})
}

type labelsInput struct {
	IRIs []string `json:"iris" maxItems:"10000" jsonschema:"what to return labels for"`
}

type labelsJSON struct {
	Labels map[string]string `json:"labels" jsonschema:"label by IRI, for those that have one"`
}

// labels returns the labels of IRIs; a short IRI has its label under both forms.
func (s *Server) labels(ctx context.Context, in *lookingFor[labelsInput]) (*found[labelsJSON], error) {
	do := func(ctx context.Context, s api.Session, in labelsInput) (labelsJSON, error) {
		iris := slices.Clone(in.IRIs)
		for i := range iris {
			if long, err := source.Expand(iris[i:i+1], s.Prefixes()); err == nil { // anything but an IRI has no label
				iris[i] = long[0]
			}
		}
		labels := source.Labels(ctx, s.Use(), iris)
		for i, iri := range iris {
			if label := labels[iri]; label != "" {
				labels[in.IRIs[i]] = label
			}
		}
		return labelsJSON{labels}, nil
	}
	return onSource(ctx, s, in.ID, do, in.Body)
}

type subclassesInput struct {
	ID    string `path:"id" minLength:"1"`
	IRI   string `query:"iri" doc:"IRI of the class, whole or with a prefix; left out: the roots of the tree of classes"`
	Limit int    `query:"limit" minimum:"1" maximum:"500" default:"100" doc:"largest number of classes"`
}

type subclassesJSON struct {
	Classes []look.Subclass `json:"classes" jsonschema:"those with most members first"`
	More    bool            `json:"more" jsonschema:"there are more classes"`
}

// subclasses returns the classes directly below one, or the roots.
func (s *Server) subclasses(ctx context.Context, in *subclassesInput) (*found[subclassesJSON], error) {
	do := func(ctx context.Context, s api.Session, in *subclassesInput) (out subclassesJSON, err error) {
		class := in.IRI
		if class != "" {
			iris, err := source.Expand([]string{class}, s.Prefixes())
			if err != nil {
				return out, err
			}
			class = iris[0]
		}
		out.Classes, out.More, err = s.Look().Subclasses(ctx, class, in.Limit)
		return out, err
	}
	return onSource(ctx, s, in.ID, do, in)
}
