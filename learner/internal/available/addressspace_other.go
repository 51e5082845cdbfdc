//go:build !linux

package available

import "math"

// addressSpace returns math.MaxUint64, because other systems do not limit it.
func addressSpace() uint64 { return math.MaxUint64 }
