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
 * Reads the axioms name.ttl of a folder, adds them to a source and has HermiT check that
 * everything together is consistent. Prints a line for every name: name, tab, what is
 * wrong, or the number of axioms.
 */
public class Consistent {
    public static void main(String[] args) throws Exception {
        List<Path> files;
        try (Stream<Path> all = Files.list(Paths.get(args[0]))) {
            files = all.filter(p -> p.toString().endsWith(".ttl")).sorted().collect(Collectors.toList());
        }
        for (Path ttl : files) {
            String name = ttl.getFileName().toString().replaceAll("\\.ttl$", "");
            System.out.println(name + "\t" + check(ttl.toFile(), new File(args[1])).replaceAll("\\s+", " "));
        }
    }

    static String check(File ttl, File source) throws Exception {
        OWLOntology a = OWLManager.createOWLOntologyManager().loadOntologyFromOntologyDocument(ttl);
        OWLProfileReport report = new OWL2DLProfile().checkOntology(a);
        if (!report.isInProfile()) return "not in OWL 2 DL: " + report.getViolations().get(0);
        OWLOntologyManager m = OWLManager.createOWLOntologyManager();
        OWLOntology all = m.loadOntologyFromOntologyDocument(source);
        m.addAxioms(all, a.axioms());
        OWLReasoner reasoner = new ReasonerFactory().createReasoner(all);
        try {
            if (!reasoner.isConsistent()) return "inconsistent with the source";
            Node<OWLClass> bottom = reasoner.getUnsatisfiableClasses();
            if (bottom.getSize() > 1) return "no members are possible: " + bottom;
        } finally {
            reasoner.dispose();
        }
        return Long.toString(a.logicalAxioms().count());
    }
}
