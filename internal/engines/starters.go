package engines

// All returns all engines, in the order of the documentation.
func All() []Starter {
	return []Starter{
		{"virtuoso", StartVirtuoso},
		{"oxigraph", StartOxigraph},
		{"fuseki", StartFuseki},
		{"blazegraph", StartBlazegraph},
		{"rdf4j", StartRDF4J},
	}
}
