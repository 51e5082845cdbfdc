package say

// Nearest returns the name with the smallest distance from s; empty if none is near.
func Nearest(s string, names []string) string {
	best, least := "", min(1+max(2, len(s)/3), len(s))
	for _, n := range names {
		if d := Distance([]rune(s), []rune(n), least-1); d < least {
			best, least = n, d
		}
	}
	return best
}

// Distance returns the least number of letters to insert, remove, change or swap with the next
// one that makes b of a, or most+1 if it is more than most.
func Distance(a, b []rune, most int) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	if max(len(a)-len(b), len(b)-len(a)) > most {
		return most + 1
	}
	n := len(b) + 1
	cells := make([]int, 3*n)
	before, row, next := cells[:n], cells[n:2*n], cells[2*n:] // for the beginnings of a
	for j := range row {
		row[j] = j
	}
	for i := range a {
		next[0] = i + 1
		for j := range b {
			next[j+1] = min(row[j+1], next[j]) + 1
			if a[i] == b[j] {
				next[j+1] = row[j]
			} else {
				next[j+1] = min(next[j+1], row[j]+1)
			}
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row, next = row, next, before
	}
	return min(row[len(b)], most+1)
}
