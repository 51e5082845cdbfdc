package layering

import (
	"os"
	"testing"

	gopackages "golang.org/x/tools/go/packages"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
)

// TestSystems checks the types of all packages and tests on the other systems that releases
// are for. `go vet` would compile what others wrote for each of them, which takes minutes.
func TestSystems(t *testing.T) {
	if !testsize.Full() {
		t.Skipf("%s: checks the types on other systems, which takes long: with GENUS_TESTS=full only", t.Name())
	}
	for _, system := range []string{"windows", "darwin"} {
		for _, module := range []string{"../..", "../../bench"} {
			pkgs, err := gopackages.Load(&gopackages.Config{Mode: gopackages.LoadAllSyntax, Dir: module,
				Env: append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0"), Tests: true}, "./...")
			require.NoError(t, err)
			check.That(t, len(pkgs) != 0, "%s: no packages in %s", system, module)
			gopackages.Visit(pkgs, nil, func(p *gopackages.Package) {
				for _, e := range p.Errors {
					t.Errorf("%s: %v", system, e)
				}
			})
		}
	}
}
