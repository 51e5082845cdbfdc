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
 * Reads the axioms name.ttl and name.ofn of a folder, compares them, annotations
 * included, adds them to a source and has HermiT check that everything together is
 * consistent. Prints a line for every name: name, tab, what is wrong, or the number
 * of axioms.
 */
public class Consistent {
    public static void main(String[] args) throws Exception {
        List<Path> files;
        try (Stream<Path> all = Files.list(Paths.get(args[0]))) {
            files = all.filter(p -> p.toString().endsWith(".ttl")).sorted().collect(Collectors.toList());
        }
        for (Path ttl : files) {
            String name = ttl.getFileName().toString().replaceAll("\\.ttl$", "");
            System.out.println(name + "\t" + check(ttl.toFile(), ttl.resolveSibling(name + ".ofn").toFile(), new File(args[1])).replaceAll("\\s+", " "));
        }
    }

    static String check(File ttl, File ofn, File source) throws Exception {
        OWLOntology a = OWLManager.createOWLOntologyManager().loadOntologyFromOntologyDocument(ttl);
        OWLOntology b = OWLManager.createOWLOntologyManager().loadOntologyFromOntologyDocument(ofn);
        Set<OWLAxiom> one = axioms(a), other = axioms(b);
        for (OWLAxiom x : one) if (!other.contains(x)) return "only in Turtle: " + x;
        for (OWLAxiom x : other) if (!one.contains(x)) return "only in functional-style syntax: " + x;
        OWLProfileReport report = new OWL2DLProfile().checkOntology(b);
        if (!report.isInProfile()) return "not in OWL 2 DL: " + report.getViolations().get(0);
        OWLOntologyManager m = OWLManager.createOWLOntologyManager();
        OWLOntology all = m.loadOntologyFromOntologyDocument(source);
        m.addAxioms(all, b.axioms());
        OWLReasoner reasoner = new ReasonerFactory().createReasoner(all);
        try {
            if (!reasoner.isConsistent()) return "inconsistent with the source";
            Node<OWLClass> bottom = reasoner.getUnsatisfiableClasses();
            if (bottom.getSize() > 1) return "no members are possible: " + bottom;
        } finally {
            reasoner.dispose();
        }
        return Long.toString(b.axioms().filter(OWLAxiom::isAnnotated).count());
    }

    /** Without annotations of owl:inverseOf, which genus does not write in Turtle. */
    static Set<OWLAxiom> axioms(OWLOntology o) {
        Set<OWLAxiom> all = new HashSet<>();
        o.axioms().forEach(x -> { if (x instanceof OWLInverseObjectPropertiesAxiom) all.add(x.getAxiomWithoutAnnotations()); else all.add(x); });
        return all;
    }
}
