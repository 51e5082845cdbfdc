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
)

var screenshots = flag.String("screenshots", "", "folder to write pictures of every state of the page to, in light and dark colours")

// largest is the size in bytes of a screenshot that may be in the repository.
const largest = 230_000

// keep writes a screenshot of that name, which ends in the kind of screen, and one with
// dark colours, if a folder is given for them.
func (p *tab) keep(name string) {
	p.t.Helper()
	if *screenshots == "" {
		return
	}
	eval[bool](p, "(document.getElementById('toast').hidden = true)")
	if err := os.MkdirAll(*screenshots, 0o755); err != nil {
		p.t.Fatal(err)
	}
	at := strings.LastIndex(name, "-")
	for scheme, file := range map[string]string{"dark": name[:at] + "-dark" + name[at:], "light": name} {
		p.scheme(scheme)
		time.Sleep(400 * time.Millisecond) // for what moves
		b := compressed(p.t, p.shot(false))
		if len(b) > largest {
			p.t.Errorf("%s: %d bytes", file, len(b))
		}
		if err := os.WriteFile(filepath.Join(*screenshots, file+".png"), b, 0o644); err != nil {
			p.t.Fatal(err)
		}
	}
	p.scheme("light")
}

// compressed is the picture with all the patience that PNG allows.
func compressed(t *testing.T, picture []byte) []byte {
	t.Helper()
	i, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, i); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
