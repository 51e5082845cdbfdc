package browsertest

import (
	"bytes"
	"flag"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

var screenshots = flag.String("screenshots", "",
	"folder to write pictures of every state of the page to, in light and dark colours")

// largest is the largest size in bytes of a screenshot in the repository.
const largest = 230_000

// keepScreenshot writes a screenshot in light and in dark colours to -screenshots, if it is set. name
// ends in the kind of screen.
func (p *tab) keepScreenshot(name string) {
	p.t.Helper()
	if *screenshots == "" {
		return
	}
	eval[bool](p, "(document.getElementById('toast').hidden = true)")
	require.NoError(p.t, os.MkdirAll(*screenshots, 0o755))
	at := strings.LastIndex(name, "-")
	for scheme, file := range map[string]string{"dark": name[:at] + "-dark" + name[at:], "light": name} {
		p.setScheme(scheme)
		time.Sleep(50 * time.Millisecond) // until it is drawn
		b := compress(p.t, p.screenshot(false))
		check.That(p.t, len(b) <= largest, "%s: %d bytes", file, len(b))
		require.NoError(p.t, os.WriteFile(filepath.Join(*screenshots, file+".png"), b, 0o644))
	}
	p.setScheme("light")
}

// compress returns the picture with the best compression of PNG.
func compress(t *testing.T, picture []byte) []byte {
	t.Helper()
	i := require.Value(png.Decode(bytes.NewReader(picture)))(t)
	var b bytes.Buffer
	require.NoError(t, (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, i))
	return b.Bytes()
}
