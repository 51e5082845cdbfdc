import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import org.semanticweb.HermiT.ReasonerFactory;
import org.semanticweb.owlapi.apibinding.OWLManager;
import org.semanticweb.owlapi.model.*;
import org.semanticweb.owlapi.reasoner.OWLReasoner;
import org.semanticweb.owlapi.search.EntitySearcher;

/**
 * Prints for every ontology of a folder the instances of a class: file, tab, IRIs. With "closed" as
 * the third argument, it first adds that what the ontology does not state is false.
 */
public class Instances {
    public static void main(String[] args) throws Exception {
        List<Path> files;
        try (Stream<Path> all = Files.list(Paths.get(args[0]))) {
            files = all.filter(p -> p.toString().endsWith(".ttl")).sorted().collect(Collectors.toList());
        }
        for (Path file : files) {
            OWLOntologyManager m = OWLManager.createOWLOntologyManager();
            OWLOntology o = m.loadOntologyFromOntologyDocument(file.toFile());
            OWLClass c = m.getOWLDataFactory().getOWLClass(IRI.create(args[1]));
            if (args.length > 2) close(o, c);
            OWLReasoner reasoner = new ReasonerFactory().createReasoner(o);
            String instances = reasoner.getInstances(c, false).entities()
                .map(i -> i.getIRI().toString()).sorted().collect(Collectors.joining(" "));
            System.out.println(file.getFileName() + "\t" + instances);
            reasoner.dispose();
        }
    }

    /**
     * Adds that there are no other individuals, that these differ, and for each that it has no other
     * successors and values, and is in no class, but the defined one, that is not stated or entailed by
     * the classes below.
     */
    static void close(OWLOntology o, OWLClass defined) {
        OWLDataFactory f = o.getOWLOntologyManager().getOWLDataFactory();
        List<OWLNamedIndividual> all = o.individualsInSignature().collect(Collectors.toList());
        List<OWLAxiom> axioms = new ArrayList<>();
        axioms.add(f.getOWLSubClassOfAxiom(f.getOWLThing(), f.getOWLObjectOneOf(all)));
        if (all.size() > 1) axioms.add(f.getOWLDifferentIndividualsAxiom(all));
        for (OWLNamedIndividual a : all) {
            o.objectPropertiesInSignature().forEach(p -> axioms.add(f.getOWLClassAssertionAxiom(
                f.getOWLObjectAllValuesFrom(p, f.getOWLObjectOneOf(EntitySearcher.getObjectPropertyValues(a, p, o)
                    .map(b -> b.asOWLNamedIndividual()))), a)));
            o.dataPropertiesInSignature().forEach(p -> {
                List<OWLLiteral> values = EntitySearcher.getDataPropertyValues(a, p, o).collect(Collectors.toList());
                axioms.add(f.getOWLClassAssertionAxiom(values.isEmpty() ? f.getOWLDataMaxCardinality(0, p)
                    : f.getOWLDataAllValuesFrom(p, f.getOWLDataOneOf(values)), a));
            });
        }
        o.classesInSignature().filter(c -> !c.isBuiltIn() && !c.equals(defined)).forEach(c -> {
            Set<OWLClass> below = o.subClassAxiomsForSuperClass(c)
                .map(s -> s.getSubClass().asOWLClass()).collect(Collectors.toSet());
            below.add(c);
            Set<OWLNamedIndividual> out = new HashSet<>(all);
            o.axioms(AxiomType.CLASS_ASSERTION).filter(s -> below.contains(s.getClassExpression()))
                .forEach(s -> out.remove(s.getIndividual()));
            for (OWLNamedIndividual a : out) {
                axioms.add(f.getOWLClassAssertionAxiom(f.getOWLObjectComplementOf(c), a));
            }
        });
        o.add(axioms);
    }
}
