import java.io.File;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import org.semanticweb.HermiT.ReasonerFactory;
import org.semanticweb.owlapi.apibinding.OWLManager;
import org.semanticweb.owlapi.model.*;
import org.semanticweb.owlapi.profiles.*;
import org.semanticweb.owlapi.reasoner.*;

/**
 * Prints for every ontology *.ttl of a folder what HermiT derives about its named
 * individuals, with named classes and properties: name, tab, and s p o with " | "
 * between. The first word is the profile, RL or DL; "wrong" alone comes after it if the
 * ontology is inconsistent. Of an ontology that is not in OWL 2 DL it says so: -.
 */
public class Assertions {
    static final String TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

    public static void main(String[] args) throws Exception {
        List<Path> files;
        try (Stream<Path> all = Files.list(Paths.get(args[0]))) {
            files = all.filter(p -> p.toString().endsWith(".ttl")).sorted().collect(Collectors.toList());
        }
        for (Path file : files) {
            System.out.println(file.getFileName().toString().replaceAll("\\.ttl$", "") + "\t" + derive(file.toFile()));
        }
    }

    static String derive(File file) throws Exception {
        OWLOntology o = OWLManager.createOWLOntologyManager().loadOntologyFromOntologyDocument(file);
        if (!new OWL2DLProfile().checkOntology(o).isInProfile()) return "-";
        String profile = new OWL2RLProfile().checkOntology(o).isInProfile() ? "RL" : "DL";
        OWLReasoner reasoner = new ReasonerFactory().createReasoner(o);
        try {
            if (!reasoner.isConsistent()) return profile + " | wrong";
            SortedSet<String> found = new TreeSet<>();
            o.individualsInSignature().forEach(i -> {
                String s = i.getIRI().toString();
                reasoner.getTypes(i, false).entities().filter(c -> !c.isOWLThing()).forEach(c -> found.add(s + " " + TYPE + " " + c.getIRI()));
                o.objectPropertiesInSignature().forEach(p -> reasoner.getObjectPropertyValues(i, p).entities().forEach(v -> found.add(s + " " + p.getIRI() + " " + v.getIRI())));
            });
            return profile + found.stream().map(x -> " | " + x).collect(Collectors.joining());
        } finally {
            reasoner.dispose();
        }
    }
}
