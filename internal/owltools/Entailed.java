import java.io.File;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import org.semanticweb.HermiT.ReasonerFactory;
import org.semanticweb.owlapi.apibinding.OWLManager;
import org.semanticweb.owlapi.model.*;
import org.semanticweb.owlapi.reasoner.*;

/**
 * Reads the ontology name.ttl and the claims name.tsv, lines of a class, a property or "-" and a class,
 * which say that the first class is below the other one, or below the values of the property in it. It
 * has HermiT classify the ontology. Prints a line for every name: name, tab, the number of claims that
 * are not entailed, of claims, and of what is entailed about the same properties and classes, and the
 * first claim that is not entailed.
 */
public class Entailed {
    public static void main(String[] args) throws Exception {
        List<Path> files;
        try (Stream<Path> all = Files.list(Paths.get(args[0]))) {
            files = all.filter(p -> p.toString().endsWith(".ttl")).sorted().collect(Collectors.toList());
        }
        for (Path ttl : files) {
            String name = ttl.getFileName().toString().replaceAll("\\.ttl$", "");
            System.out.println(name + "\t" + check(ttl.toFile(), ttl.resolveSibling(name + ".tsv")));
        }
    }

    static String check(File ttl, Path claims) throws Exception {
        OWLOntologyManager m = OWLManager.createOWLOntologyManager();
        OWLOntology o = m.loadOntologyFromOntologyDocument(ttl);
        OWLDataFactory f = m.getOWLDataFactory();
        Set<OWLClass> named = o.classesInSignature().collect(Collectors.toSet());
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
            claimed.add(line);
        }
        OWLReasoner r = new ReasonerFactory().createReasoner(o);
        r.precomputeInferences(InferenceType.CLASS_HIERARCHY);
        Set<OWLClass> empty = r.getUnsatisfiableClasses().entities().collect(Collectors.toSet());
        Set<String> entailed = new TreeSet<>();
        for (Map.Entry<String, OWLClass> e : supers.entrySet()) {
            Stream.concat(r.getSubClasses(e.getValue(), false).entities(), r.getEquivalentClasses(e.getValue()).entities())
                .filter(c -> named.contains(c) && !empty.contains(c) && !c.equals(e.getValue()))
                .forEach(c -> entailed.add(c.getIRI() + "\t" + e.getKey()));
        }
        List<String> wrong = claimed.stream().filter(c -> !entailed.contains(c))
            .filter(c -> !empty.contains(f.getOWLClass(IRI.create(c.split("\t")[0])))).collect(Collectors.toList());
        return wrong.size() + " " + claimed.size() + " " + entailed.size() + (wrong.isEmpty() ? "" : " " + wrong.get(0).replace('\t', ' '));
    }
}
