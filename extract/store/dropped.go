package store

// Direction is the direction in which a property is dropped.
type Direction string

// The directions.
const (
	Out    Direction = "out"   // the role
	In     Direction = "in"    // its inverse
	Values Direction = "value" // the feature
)

// Dropped is a property that a run dropped because it is not complete in one direction, and the reason.
type Dropped struct {
	Property   string    `json:"property"`
	Direction  Direction `json:"direction"`
	Individual string    `json:"individual"` // the individual that the reason is about
	N          int       `json:"n"`          // number of statements
	Reason     string    `json:"reason"`     // one line
}

// Key names a property in a direction.
type Key struct {
	Property  string
	Direction Direction
}

// Key returns the property and direction that are dropped.
func (d Dropped) Key() Key { return Key{d.Property, d.Direction} }
