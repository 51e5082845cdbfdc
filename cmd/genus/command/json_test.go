package command

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
)

const (
	familyData = "../testdata/data/family.ttl"
	familyPos  = "../testdata/data/pos.txt"
	familyNeg  = "../testdata/data/neg.txt"
)

// shape adds the fields of a JSON value with their types to out. A list has the fields of
// its first entry.
func shape(path string, v any, out *[]string) {
	kind := func(s string) { *out = append(*out, path+" "+s) }
	switch v := v.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			shape(path+"."+k, v[k], out)
		}
	case []any:
		if len(v) == 0 {
			kind("list")
			return
		}
		shape(path+"[]", v[0], out)
	case string:
		kind("string")
	case float64:
		kind("number")
	case bool:
		kind("bool")
	case nil:
		kind("null")
	}
}

// TestJSONShape compares the fields of the JSON form with golden files. They are a
// contract with scripts: fields may only be added.
func TestJSONShape(t *testing.T) {
	tests := []struct {
		name string
		args []string
		code int
	}{
		{"question", nil, exitOK}, // positives only
		{"confirmed", []string{"--neg", familyNeg, "--confirm"}, exitOK},
		{"file", []string{"--neg", familyNeg}, exitOK},
		{"ceiling", []string{"--neg", familyNeg, "--depth", "0", "--language", "alc"}, exitOK},
		{"none", []string{"--neg", familyNeg, "--depth", "0", "--language", "alc", "--mode", "exact"}, exitFailed},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			args := append([]string{"learn", "--data", familyData, "--pos", familyPos, "--format", "json", "-q"}, tt.args...)
			var v any
			if err := json.Unmarshal(run(t, tt.code, args...), &v); err != nil {
				t.Fatalf("not JSON: %v", err)
			}
			var lines []string
			shape("", v, &lines)
			testfiles.Golden(t, filepath.Join("testdata", "json_"+tt.name+".txt"), strings.Join(lines, "\n")+"\n")
		})
	}
}

// TestJSONValues checks the numbers in the JSON form.
func TestJSONValues(t *testing.T) {
	text := run(t, exitOK, "learn", "--data", familyData, "--pos", familyPos, "--neg", familyNeg, "--format", "json",
		"-q", "--confirm")
	var r genus.Document
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	require.NoError(t, decoder.Decode(&r))
	got := fmt.Sprintf(
		"version %d size %d depth %d tp %d fp %d tn %d fn %d accuracy %g f1 %g optimal %t language %s stages %d confirmed %t mismatches %d matches %d",
		r.Version, r.Concept.Size, r.Concept.Depth, r.Score.TP, r.Score.FP, r.Score.TN, r.Score.FN, r.Score.Accuracy,
		r.Score.F1, r.Optimal, r.Language, len(r.Stages), r.Endpoint.Confirmed, len(r.Endpoint.Mismatches),
		len(r.Matches))
	want := "version 1 size 4 depth 1 tp 3 fp 0 tn 6 fn 0 accuracy 1 f1 1 optimal true language alcqif stages 4 confirmed true mismatches 0 matches 3"
	check.Equal(t, got, want)
}
