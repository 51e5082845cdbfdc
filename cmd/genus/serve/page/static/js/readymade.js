// Examples for a first try: three things that belong.

const wikidata = "http://www.wikidata.org/entity/";
const dbpedia = "http://dbpedia.org/resource/";
const yago = "http://yago-knowledge.org/resource/";
const zoo = "http://example.org/zoo#";

const one = (iri, label) => ({ iri, label });

/** elephants has examples of the built-in data. */
export const elephants = [one(`${zoo}Damba`, "Damba"), one(`${zoo}Fumba`, "Fumba"), one(`${zoo}Omgo`, "Omgo")];

/** endpoints has public endpoints with a preset, each with examples; about names these. */
export const endpoints = [
  {
    preset: "wikidata",
    title: "Wikidata",
    text: "Over a hundred million things that people edit together.",
    about: "Juliette Binoche, Marion Cotillard and Catherine Deneuve",
    pos: [one(`${wikidata}Q106275`, "Juliette Binoche"), one(`${wikidata}Q8927`, "Marion Cotillard"), one(`${wikidata}Q106418`, "Catherine Deneuve")],
  },
  {
    preset: "dbpedia",
    title: "DBpedia",
    text: "What the boxes of Wikipedia say.",
    about: "the Seine, the Loire and the Rhône",
    pos: [one(`${dbpedia}Seine`, "Seine"), one(`${dbpedia}Loire`, "Loire"), one(`${dbpedia}Rhône`, "Rhône")],
  },
  {
    preset: "yago",
    title: "YAGO",
    text: "Wikidata's facts with the classes of schema.org.",
    about: "Marie Curie, Emmy Noether and Ada Lovelace",
    pos: [one(`${yago}Marie_Curie`, "Marie Curie"), one(`${yago}Emmy_Noether`, "Emmy Noether"), one(`${yago}Ada_Lovelace`, "Ada Lovelace")],
  },
];
