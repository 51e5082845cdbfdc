package engines

// All are the engines that there are, in the order of the documentation.
func All() []Starter {
	return []Starter{
		{"virtuoso", StartVirtuoso},
		{"oxigraph", StartOxigraph},
		{"fuseki", StartFuseki},
		{"blazegraph", StartBlazegraph},
		{"rdf4j", StartRDF4J},
	}
}
