package command

import (
	"slices"
	"strings"
)

// variadic are the flags that take all arguments up to the next flag, so that
// a shell can fill in the files: --data *.owl.
var variadic = []string{"--data", "--pos-iri", "--neg-iri", "--merge"}

// repeatVariadicFlags repeats a variadic flag before each of its arguments, which is how the
// flag library knows it. "--" ends the arguments of a flag, too.
func repeatVariadicFlags(args []string) []string {
	out := make([]string, 0, len(args))
	flag := "" // the variadic flag whose arguments these are
	for i, arg := range args {
		switch {
		case arg == "--":
			if flag == "" {
				return append(out, args[i:]...)
			}
			flag = "" // and what follows may have flags again
		case strings.HasPrefix(arg, "-") && arg != "-":
			flag = ""
			if slices.Contains(variadic, arg) {
				flag = arg
				if i+1 == len(args) || strings.HasPrefix(args[i+1], "-") {
					out = append(out, arg) // an error for the flag library to report
				}
				continue
			}
			out = append(out, arg)
		case flag != "":
			out = append(out, flag+"="+arg)
		default:
			out = append(out, arg)
		}
	}
	return out
}
