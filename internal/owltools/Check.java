import java.io.File;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import org.semanticweb.owlapi.apibinding.OWLManager;
import org.semanticweb.owlapi.expression.OWLEntityChecker;
import org.semanticweb.owlapi.formats.*;
import org.semanticweb.owlapi.manchestersyntax.parser.ManchesterOWLSyntaxParserImpl;
import org.semanticweb.owlapi.model.*;
import org.semanticweb.owlapi.profiles.*;

/**
 * Reads each definition of a class from Turtle and from Manchester syntax,
 * checks the profile OWL 2 DL, and writes each as
 * RDF/XML. Prints a line for what is wrong: name, tab, message.
 */
public class Check {
    public static void main(String[] args) throws Exception {
        Path dir = Paths.get(args[0]);
        IRI defined = IRI.create(args[1]);
        List<Path> files;
        try (Stream<Path> all = Files.list(dir)) {
            files = all.filter(p -> p.toString().endsWith(".ttl")).sorted().collect(Collectors.toList());
        }
        if (files.isEmpty()) throw new IllegalStateException("no files in " + dir);
        for (Path ttl : files) {
            String name = ttl.getFileName().toString().replaceAll("\\.ttl$", "");
            try {
                check(dir, name, defined);
            } catch (Exception e) {
                System.out.println(name + "\t" + String.valueOf(e.getMessage()).replaceAll("\\s+", " "));
            }
        }
    }

    static void check(Path dir, String name, IRI defined) throws Exception {
        OWLOntology turtle = load(dir.resolve(name + ".ttl"), "Turtle");
        // xsd:date and the like are not in the datatype map of OWL 2, as documented.
        if (turtle.datatypesInSignature().allMatch(OWLDatatype::isBuiltIn)) {
            for (OWLProfileViolation v : new OWL2DLProfile().checkOntology(turtle).getViolations()) {
                throw new IllegalStateException("not in OWL 2 DL: " + v);
            }
        }
        save(turtle, dir.resolve(name + ".ttl.owl"));

        String text = new String(Files.readAllBytes(dir.resolve(name + ".omn")), "UTF-8");
        OWLClassExpression c = manchester(turtle, text);
        OWLDataFactory f = turtle.getOWLOntologyManager().getOWLDataFactory();
        turtle.remove(turtle.axioms(AxiomType.EQUIVALENT_CLASSES));
        turtle.add(f.getOWLEquivalentClassesAxiom(f.getOWLClass(defined), c));
        save(turtle, dir.resolve(name + ".omn.owl"));
    }

    static void save(OWLOntology o, Path file) throws Exception {
        o.getOWLOntologyManager().saveOntology(o, new RDFXMLDocumentFormat(), IRI.create(file.toUri()));
    }

    static OWLOntology load(Path file, String format) throws Exception {
        OWLOntologyManager m = OWLManager.createOWLOntologyManager();
        OWLOntology o = m.loadOntologyFromOntologyDocument(file.toFile());
        String as = m.getNonnullOntologyFormat(o).getKey();
        if (!as.equals(format)) throw new IllegalStateException(file + " is read as " + as);
        return o;
    }

    static OWLClassExpression manchester(OWLOntology o, String text) {
        OWLDataFactory f = o.getOWLOntologyManager().getOWLDataFactory();
        ManchesterOWLSyntaxParserImpl parser = new ManchesterOWLSyntaxParserImpl(new OntologyConfigurator(), f);
        parser.setDefaultOntology(o);
        parser.setOWLEntityChecker(new Names(o, f));
        parser.setStringToParse(text);
        return parser.parseClassExpression();
    }

    /** Names in angle brackets are what the ontology declares them to be; xsd:x is a datatype. */
    static class Names implements OWLEntityChecker {
        final OWLOntology o;
        final OWLDataFactory f;

        Names(OWLOntology o, OWLDataFactory f) {
            this.o = o;
            this.f = f;
        }

        <T extends OWLEntity> T find(String name, EntityType<T> type) {
            IRI iri = iri(name);
            return iri != null && o.containsEntityInSignature(f.getOWLEntity(type, iri)) ? f.getOWLEntity(type, iri) : null;
        }

        static IRI iri(String name) {
            return name.startsWith("<") && name.endsWith(">") ? IRI.create(name.substring(1, name.length() - 1)) : null;
        }

        public OWLClass getOWLClass(String name) {
            if (name.equals("owl:Thing")) return f.getOWLThing();
            if (name.equals("owl:Nothing")) return f.getOWLNothing();
            return find(name, EntityType.CLASS);
        }

        public OWLObjectProperty getOWLObjectProperty(String name) { return find(name, EntityType.OBJECT_PROPERTY); }

        public OWLDataProperty getOWLDataProperty(String name) { return find(name, EntityType.DATA_PROPERTY); }

        public OWLNamedIndividual getOWLIndividual(String name) { return null; }

        public OWLAnnotationProperty getOWLAnnotationProperty(String name) { return null; }

        public OWLDatatype getOWLDatatype(String name) {
            return name.startsWith("xsd:") ? f.getOWLDatatype(IRI.create("http://www.w3.org/2001/XMLSchema#" + name.substring(4))) : null;
        }
    }
}
