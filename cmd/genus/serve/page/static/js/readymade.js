// Examples for a first try.

const wikidata = "http://www.wikidata.org/entity/";
const dbpedia = "http://dbpedia.org/resource/";
const yago = "http://yago-knowledge.org/resource/";
const zoo = "http://example.org/zoo#";

const one = (iri, label) => ({ iri, label });

const animals = (names) => names.split(" ").filter(Boolean).map((name) => one(`${zoo}${name}`, name));
const intention = (title, pos, neg = "") => ({ title, pos: animals(pos), neg: animals(neg) });

/** intentions has examples of the built-in data whose first answer is what the title says. The first is for a first try. */
export const intentions = [
  intention("Elephants of the Lakeview Zoo", "Jalani Razuri Shazuri Yajali", "Lasa Fuwen"),
  intention("Whoever Jonas keeps", "Shawen Vadhu Nandi Randi Bago"),
  intention("Male elephants", "Yamba Moela Bamba Omri Ulzuri Moko", "Kabu Kako Pari Yari Riverside Mobu"),
  intention("Elephants of three tonnes or more", "Kago Bago Impiko Vapiko Imndi", "Vashi Naela Hapiko Vako Bazuri"),
  intention("Animals with two or more children", "Chowen Ulthu Kapiko Omgo Damoya Jandi", "Chonika Jajali Gilani Fumoya Imjali Nazuri"),
  intention("Young of the Hillpark Zoo's animals", "Uljali Rathu Omela Kanika Tadhu", "Kamba Femi Bathu Dapiko Shathu"),
];

const entity = (id, label) => one(`${wikidata}${id}`, label);

/** questions has examples of the built-in piece of Wikidata whose first answer is what the title says. */
export const questions = [
  { title: "Film actors from France", pos: [entity("Q106275", "Juliette Binoche"), entity("Q106529", "Alain Delon"), entity("Q106418", "Catherine Deneuve")], neg: [] },
  { title: "Films by Ridley Scott", pos: [entity("Q103569", "Alien"), entity("Q184843", "Blade Runner"), entity("Q128518", "Gladiator")], neg: [] },
  { title: "Drummers", pos: [entity("Q2632", "Ringo Starr"), entity("Q144622", "Phil Collins"), entity("Q211696", "Keith Moon")], neg: [] },
  { title: "Cities of France", pos: [entity("Q456", "Lyon"), entity("Q23482", "Marseille"), entity("Q7880", "Toulouse")], neg: [] },
  { title: "Universities older than the United States", pos: [entity("Q21578", "Princeton University"), entity("Q49112", "Yale University"), entity("Q13371", "Harvard University")], neg: [] },
];

const foods = (names) => names.split(" ").map((name) => one(`http://www.co-ode.org/ontologies/pizza/pizza.owl#${name}`, name));

/** pizzas has classes of the built-in ontology whose first answer is what the title says. */
export const pizzas = [
  { title: "Pizzas with seafood on them", pos: foods("FruttiDiMare Napoletana Capricciosa"), neg: [] },
  { title: "Pizzas with olives", pos: foods("Siciliana LaReine Soho"), neg: [] },
  { title: "Toppings of meat", pos: foods("HamTopping HotSpicedBeefTopping"), neg: [] },
];

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
