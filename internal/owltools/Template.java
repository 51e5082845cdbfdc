import java.io.*;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import org.obolibrary.robot.CommandLineInterface;
import org.semanticweb.owlapi.apibinding.OWLManager;
import org.semanticweb.owlapi.model.*;

/**
 * Makes ROBOT read the templates name.csv of a folder with a source as its input, and compares
 * the axioms with those of name.ttl. Prints a line for every name: name, tab, the number of
 * axioms, or those that differ.
 */
public class Template {
    public static void main(String[] args) throws Exception {
        List<Path> files;
        try (Stream<Path> all = Files.list(Paths.get(args[0]))) {
            files = all.filter(p -> p.toString().endsWith(".csv")).sorted().collect(Collectors.toList());
        }
        PrintStream answers = System.out;
        System.setOut(System.err); // ROBOT prints warnings
        for (Path csv : files) {
            String name = csv.getFileName().toString().replaceAll("\\.csv$", "");
            File out = csv.resolveSibling(name + ".robot.owl").toFile();
            CommandLineInterface.main(new String[] {
                "template", "--input", args[1], "--template", csv.toString(), "--output", out.toString()});
            Set<OWLAxiom> want = axioms(csv.resolveSibling(name + ".ttl").toFile()), got = axioms(out);
            String text = want.equals(got) ? Integer.toString(got.size())
                : "not of the template: " + minus(want, got) + "; only there: " + minus(got, want);
            answers.println(name + "\t" + text.replaceAll("\\s+", " "));
        }
        System.exit(0); // ROBOT leaves threads
    }

    /** axioms returns the logical axioms without annotations, and a disjoint union as an equivalence and pairs. */
    static Set<OWLAxiom> axioms(File file) throws Exception {
        Set<OWLAxiom> all = new TreeSet<>();
        OWLOntology ontology = OWLManager.createOWLOntologyManager().loadOntologyFromOntologyDocument(file);
        for (OWLAxiom a : ontology.getLogicalAxioms()) {
            OWLAxiom plain = a.getAxiomWithoutAnnotations();
            if (plain instanceof OWLDisjointUnionAxiom) {
                OWLDisjointUnionAxiom union = (OWLDisjointUnionAxiom) plain;
                all.add(union.getOWLEquivalentClassesAxiom());
                all.addAll(union.getOWLDisjointClassesAxiom().asPairwiseAxioms());
            } else {
                all.add(plain);
            }
        }
        return all;
    }

    static Set<OWLAxiom> minus(Set<OWLAxiom> a, Set<OWLAxiom> b) {
        Set<OWLAxiom> rest = new TreeSet<>(a);
        rest.removeAll(b);
        return rest;
    }
}
