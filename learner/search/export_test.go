package search

// Work returns the work done so far, in words and rows.
func (s *Session) Work() int64 { return s.work }
