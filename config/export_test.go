package config

var (
	All     = (*Config).all
	KeysOf  = (*Config).names
	Convert = convert
)
