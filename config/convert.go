package config

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// convert writes a raw value to a field. raw is a string (environment), a list of strings
// (flags), or a value of YAML. A number in quotes is a number in flags and the
// environment, but not in a file.
func convert(field, raw any, environment bool) (err error) {
	if raw == nil {
		return errors.New("has no value")
	}
	switch field := field.(type) {
	case *[]string:
		*field, err = convertList(raw, environment, convertText)
		return err
	case *[]int:
		*field, err = convertList(raw, environment, convertInteger)
		return err
	}
	parse := environment
	if list, ok := raw.([]string); ok && len(list) > 0 {
		raw, parse = list[len(list)-1], true
	}
	switch field := field.(type) {
	case *string:
		*field, err = convertText(raw, parse)
	case *bool:
		*field, err = convertScalar(raw, parse, strconv.ParseBool, "neither true nor false")
	case *Maybe:
		if raw == Auto {
			*field = Auto
			return nil
		}
		var v bool
		v, err = convertScalar(raw, parse, strconv.ParseBool, "none of true, false and "+Auto)
		*field = Maybe(strconv.FormatBool(v))
	case *Numbers:
		*field = Numbers(fmt.Sprint(raw))
	case *int:
		*field, err = convertInteger(raw, parse)
	case *float64:
		if n, whole := raw.(int); whole {
			raw = float64(n)
		}
		if *field, err = convertScalar(raw, parse, parseFloat, "not a number"); err == nil && math.IsInf(*field, 0) {
			err = fmt.Errorf("%q is not a number", fmt.Sprint(raw))
		}
	case *time.Duration:
		text, _ := raw.(string)
		if *field, err = time.ParseDuration(text); err != nil {
			err = fmt.Errorf("%q is not a time: write 30s or 5m", fmt.Sprint(raw))
		}
	default:
		err = fmt.Errorf("setting of type %T", field)
	}
	return err
}

// convertScalar returns raw if it has the type. If parse is set, it also accepts a text
// that parser accepts. otherwise completes the error message.
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

func convertText(raw any, _ bool) (string, error) {
	text, ok := raw.(string)
	if !ok {
		return "", fmt.Errorf("%v is not a text: put it in quotes", raw)
	}
	return text, nil
}

func parseFloat(text string) (float64, error) { return strconv.ParseFloat(text, 64) }

// convertList converts the entries of a list. A single value is a list of one entry.
func convertList[T any](raw any, environment bool, convert func(any, bool) (T, error)) (list []T, err error) {
	parse := environment
	items, isList := raw.([]any)
	texts, isTexts := raw.([]string)
	switch text, isText := raw.(string); {
	case isTexts:
		parse = true
	case isText && environment:
		texts = strings.Fields(text)
	case !isList:
		items = []any{raw}
	}
	for _, text := range texts {
		items = append(items, text)
	}
	for _, item := range items {
		v, err := convert(item, parse)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}
