import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import org.semanticweb.HermiT.ReasonerFactory;
import org.semanticweb.owlapi.apibinding.OWLManager;
import org.semanticweb.owlapi.model.*;
import org.semanticweb.owlapi.reasoner.OWLReasoner;

/** Prints for every ontology of a folder the instances of a class: file, tab, IRIs. */
public class Instances {
    public static void main(String[] args) throws Exception {
        List<Path> files;
        try (Stream<Path> all = Files.list(Paths.get(args[0]))) {
            files = all.filter(p -> p.toString().endsWith(".ttl")).sorted().collect(Collectors.toList());
        }
        for (Path file : files) {
            OWLOntologyManager m = OWLManager.createOWLOntologyManager();
            OWLOntology o = m.loadOntologyFromOntologyDocument(file.toFile());
            OWLReasoner reasoner = new ReasonerFactory().createReasoner(o);
            OWLClass c = m.getOWLDataFactory().getOWLClass(IRI.create(args[1]));
            String instances = reasoner.getInstances(c, false).entities()
                .map(i -> i.getIRI().toString()).sorted().collect(Collectors.joining(" "));
            System.out.println(file.getFileName() + "\t" + instances);
            reasoner.dispose();
        }
    }
}
