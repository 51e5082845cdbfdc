import java.io.File;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import org.semanticweb.HermiT.ReasonerFactory;
import org.semanticweb.elk.owlapi.ElkReasonerFactory;
import org.semanticweb.owlapi.apibinding.OWLManager;
import org.semanticweb.owlapi.model.*;
import org.semanticweb.owlapi.reasoner.*;

/**
 * Reads the ontology name.ttl and the claims name.tsv, lines of a class, a property or "-" and a class,
 * which say that the first class is below the other one, or below the values of the property in it; a line
 * without a first class only asks. It has HermiT (for claims below 100 kB) and ELK classify the ontology. Prints
 * a line for every name and reasoner: name, a blank, the reasoner, tab, the number of claims that are not entailed,
 * of claims, and of what is entailed about the same properties and classes, and then, each after " | ", the
 * claims that are not entailed, and each after " + ", what is entailed and not claimed.
 */
public class Entailed {
    public static void main(String[] args) throws Exception {
        List<Path> files;
        try (Stream<Path> all = Files.list(Paths.get(args[0]))) {
            files = all.filter(p -> p.toString().endsWith(".ttl")).sorted().collect(Collectors.toList());
        }
        for (Path ttl : files) {
            String name = ttl.getFileName().toString().replaceAll("\\.ttl$", "");
            Path claims = ttl.resolveSibling(name + ".tsv");
            if (Files.size(claims) < 100000) System.out.println(name + " HermiT\t" + check(ttl.toFile(), claims, new ReasonerFactory()));
            System.out.println(name + " ELK\t" + check(ttl.toFile(), claims, new ElkReasonerFactory()));
        }
    }

    static String check(File ttl, Path claims, OWLReasonerFactory reasoner) throws Exception {
        OWLOntologyManager m = OWLManager.createOWLOntologyManager();
        OWLOntology o = m.loadOntologyFromOntologyDocument(ttl);
        OWLDataFactory f = m.getOWLDataFactory();
        Set<OWLClass> named = o.getClassesInSignature();
        Map<String, OWLClass> supers = new TreeMap<>();
        Set<String> claimed = new TreeSet<>();
        for (String line : Files.readAllLines(claims)) {
            String[] t = line.split("\t");
            OWLClass filler = f.getOWLClass(IRI.create(t[2]));
            String key = t[1] + "\t" + t[2];
            if (t[1].equals("-")) supers.put(key, filler);
            else if (!supers.containsKey(key)) {
                OWLClass x = f.getOWLClass(IRI.create("urn:x:" + supers.size()));
                m.addAxiom(o, f.getOWLEquivalentClassesAxiom(x,
                    f.getOWLObjectSomeValuesFrom(f.getOWLObjectProperty(IRI.create(t[1])), filler)));
                supers.put(key, x);
            }
            if (!t[0].isEmpty()) claimed.add(line);
        }
        OWLReasoner r = reasoner.createReasoner(o);
        r.precomputeInferences(InferenceType.CLASS_HIERARCHY);
        Set<OWLClass> empty = r.getUnsatisfiableClasses().getEntities();
        Set<String> entailed = new TreeSet<>();
        for (Map.Entry<String, OWLClass> e : supers.entrySet()) {
            Stream.concat(r.getSubClasses(e.getValue(), false).getFlattened().stream(), r.getEquivalentClasses(e.getValue()).getEntities().stream())
                .filter(c -> named.contains(c) && !empty.contains(c) && !c.equals(e.getValue()))
                .forEach(c -> entailed.add(c.getIRI() + "\t" + e.getKey()));
        }
        r.dispose();
        List<String> wrong = claimed.stream().filter(c -> !entailed.contains(c))
            .filter(c -> !empty.contains(f.getOWLClass(IRI.create(c.split("\t")[0])))).collect(Collectors.toList());
        return wrong.size() + " " + claimed.size() + " " + entailed.size()
            + wrong.stream().map(c -> " | " + c.replace('\t', ' ')).collect(Collectors.joining())
            + entailed.stream().filter(c -> !claimed.contains(c)).map(c -> " + " + c.replace('\t', ' ')).collect(Collectors.joining());
    }
}
