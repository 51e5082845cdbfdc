package main

// The examples come in groups of near twins. The members of a group have the
// same keeper, zoo and chip, nearly the same height and birth date (now one
// is ahead, now the other), and children that agree in everything but what the
// group is about. So each part of the target is needed for some group, and no
// other attribute helps with any.

type species string

const (
	elephant species = "Elephant"
	giraffe  species = "Giraffe"
	rhino    species = "Rhino"
)

// member is an animal of a group. children has a letter for each child, F for
// a daughter and M for a son. lists says where the animal is an example:
// p, n in the main problem, P, N in the sister problem.
type member struct {
	species  species
	female   bool
	weights  []string
	children string
	lists    string
}

// group is a set of near twins. In a group that is unsorted the children are
// recorded as animals, without their species; else "has two daughters that are
// elephants" would say the same as "is an elephant with two daughters".
type group struct {
	unsorted bool
	members  []member
}

func kg(weights ...string) []string { return weights }

var groups = []group{
	// Weight decides.
	{members: []member{
		{elephant, false, kg("3000"), "", "pN"},
		{elephant, false, kg("2990"), "", "n"},
	}},
	{members: []member{
		{elephant, false, kg("2700", "3100"), "", "p"}, // weighed twice: one weighing of three tonnes counts
		{elephant, false, kg("2500", "2980"), "", "n"},
	}},
	// Sex decides.
	{members: []member{
		{elephant, false, kg("5210"), "", "p"},
		{elephant, true, kg("5225"), "", "n"},
	}},
	{members: []member{
		{elephant, true, kg("6140"), "MMM", "n"},
		{elephant, false, kg("6100"), "MMM", "pN"},
	}},
	{members: []member{
		{elephant, true, kg("4730"), "FF", "nN"},
		{elephant, false, kg("4700"), "FF", "pP"},
	}},
	// The species decides.
	{members: []member{
		{rhino, false, kg("4480"), "", "n"},
		{elephant, false, kg("4475.5"), "", "p"},
	}},
	{members: []member{
		{elephant, false, kg("3350"), "MM", "p"},
		{giraffe, false, kg("3360"), "MM", "n"},
	}},
	{members: []member{
		{rhino, false, kg("2245"), "FFMM", "nN"},
		{elephant, false, kg("2230"), "FFMM", "pP"},
	}},
	// Several things decide.
	{members: []member{
		{elephant, false, kg("3890"), "FM", "pN"},
		{elephant, false, kg("2890.5"), "FM", "n"},
		{rhino, false, kg("3905"), "FM", "n"},
	}},
	{members: []member{
		{elephant, false, kg("2870"), "FM", "nN"},
		{elephant, false, kg("2850"), "FF", "pP"},
		{elephant, true, kg("2840"), "FF", "nN"},
	}},
	{members: []member{
		{elephant, false, kg("2640"), "FFM", "pP"},
		{elephant, false, kg("2655"), "FMM", "nN"},
		{giraffe, false, kg("2635"), "FFM", "nN"},
	}},
	// The number of daughters decides.
	{unsorted: true, members: []member{
		{elephant, false, kg("2425"), "MMM", "nN"},
		{elephant, false, kg("2410"), "FFF", "pP"},
	}},
	{members: []member{
		{elephant, false, kg("2960"), "FFMM", "pP"},
		{elephant, false, kg("2975"), "FMMM", "nN"},
	}},
	{members: []member{
		{elephant, false, kg("3620"), "FFM", "pP"}, // both reasons
		{elephant, false, kg("3610"), "FMM", "N"},
	}},
	// Examples of the sister problem only.
	{members: []member{
		{elephant, false, kg("3165"), "FMMMM", "N"},
		{elephant, false, kg("3150"), "FFMMM", "P"},
	}},
	{unsorted: true, members: []member{
		{elephant, false, kg("2075"), "FF", "P"},
		{elephant, false, kg("2085.5"), "MM", "N"},
	}},
}
