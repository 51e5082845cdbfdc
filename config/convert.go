package config

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// convert writes a raw value to a field. raw is a string (environment), a list
// of strings (flags), or what YAML gave. It is strict: "12" is a number as an
// argument, but not in a file.
func convert(field, raw any, environment bool) error {
	if raw == nil {
		return errors.New("has no value")
	}
	switch field := field.(type) {
	case *[]string:
		list, err := convertTexts(raw, environment)
		*field = list
		return err
	case *[]int:
		return convertIntegers(field, raw, environment)
	}
	typed := true // the value has the type that YAML gave it
	if list, ok := raw.([]string); ok && len(list) > 0 {
		raw, typed = list[len(list)-1], false
	}
	text, isText := raw.(string)
	parse := isText && (environment || !typed)
	switch field := field.(type) {
	case *string:
		if !isText {
			return fmt.Errorf("%v is not a text: put it in quotes", raw)
		}
		*field = text
		return nil
	case *bool:
		v, err := convertScalar(raw, parse, strconv.ParseBool, "neither true nor false")
		*field = v
		return err
	case *Maybe:
		if *field = Maybe(text); *field == Auto {
			return nil
		}
		v, err := convertScalar(raw, parse, strconv.ParseBool, "none of true, false and "+Auto)
		if *field = Off; v {
			*field = On
		}
		return err
	case *int:
		n, err := convertInteger(raw, parse)
		*field = n
		return err
	case *float64:
		if n, whole := raw.(int); whole {
			raw = float64(n)
		}
		v, err := convertScalar(raw, parse, parseFinite, "not a number")
		*field = v
		return err
	case *time.Duration:
		d, err := time.ParseDuration(text)
		if !isText || err != nil {
			return fmt.Errorf("%q is not a time: write 30s or 5m", fmt.Sprint(raw))
		}
		*field = d
		return nil
	}
	return fmt.Errorf("setting of type %T", field)
}

// convertScalar returns a value that has the type already or, if parse is set, a text
// that parser accepts. The error says what else it is.
func convertScalar[T any](raw any, parse bool, parser func(string) (T, error), otherwise string) (T, error) {
	v, ok := raw.(T)
	if text, isText := raw.(string); isText && parse {
		var err error
		v, err = parser(text)
		ok = err == nil
	}
	if !ok {
		return v, fmt.Errorf("%q is %s", fmt.Sprint(raw), otherwise)
	}
	return v, nil
}

func convertInteger(raw any, parse bool) (int, error) {
	return convertScalar(raw, parse, strconv.Atoi, "not a whole number")
}

func parseFinite(text string) (float64, error) {
	v, err := strconv.ParseFloat(text, 64)
	if err == nil && math.IsInf(v, 0) {
		err = strconv.ErrRange
	}
	return v, err
}

func convertTexts(raw any, environment bool) ([]string, error) {
	switch raw := raw.(type) {
	case []string:
		return raw, nil
	case string:
		if environment {
			return strings.Fields(raw), nil
		}
		return []string{raw}, nil
	case []any:
		var list []string
		for _, v := range raw {
			s, ok := v.(string)
			if !ok {
				return nil, fmt.Errorf("%v is not a text: put it in quotes", v)
			}
			list = append(list, s)
		}
		return list, nil
	}
	return nil, fmt.Errorf("%v is not a list of texts", raw)
}

func convertIntegers(field *[]int, raw any, environment bool) error {
	var list []int
	add := func(v any, parse bool) error {
		n, err := convertInteger(v, parse)
		list = append(list, n)
		return err
	}
	var err error
	switch raw := raw.(type) {
	case []string:
		for _, s := range raw {
			err = errors.Join(err, add(s, true))
		}
	case string:
		for _, s := range strings.Fields(raw) {
			err = errors.Join(err, add(s, environment))
		}
	case []any:
		for _, v := range raw {
			err = errors.Join(err, add(v, false))
		}
	default:
		err = add(raw, false)
	}
	*field = list
	return err
}

// clearValue sets a field to the value of an absent setting.
func clearValue(field any) {
	switch field := field.(type) {
	case *string:
		*field = ""
	case *[]string:
		*field = nil
	}
}
