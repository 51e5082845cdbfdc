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
		v, err := convertBool(raw, parse)
		*field = v
		return err
	case *int:
		n, err := convertInteger(raw, parse)
		*field = n
		return err
	case *float64:
		v, err := convertNumber(raw, parse)
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

func convertBool(raw any, parse bool) (bool, error) {
	v, ok := raw.(bool)
	if text, isText := raw.(string); isText && parse {
		var err error
		v, err = strconv.ParseBool(text)
		ok = err == nil
	}
	if !ok {
		return false, fmt.Errorf("%q is neither true nor false", fmt.Sprint(raw))
	}
	return v, nil
}

func convertNumber(raw any, parse bool) (float64, error) {
	switch v := raw.(type) {
	case float64:
		return v, nil
	case int:
		return float64(v), nil
	case string:
		if n, err := strconv.ParseFloat(v, 64); parse && err == nil && !math.IsInf(n, 0) {
			return n, nil
		}
	}
	return 0, fmt.Errorf("%q is not a number", fmt.Sprint(raw))
}

func convertInteger(raw any, parse bool) (int, error) {
	n, ok := raw.(int)
	if text, isText := raw.(string); isText && parse {
		var err error
		n, err = strconv.Atoi(text)
		ok = err == nil
	}
	if !ok {
		return 0, fmt.Errorf("%q is not a whole number", fmt.Sprint(raw))
	}
	return n, nil
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
