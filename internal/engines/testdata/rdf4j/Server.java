import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import org.eclipse.rdf4j.query.BooleanQuery;
import org.eclipse.rdf4j.query.MalformedQueryException;
import org.eclipse.rdf4j.query.Query;
import org.eclipse.rdf4j.query.TupleQuery;
import org.eclipse.rdf4j.query.resultio.sparqljson.SPARQLBooleanJSONWriter;
import org.eclipse.rdf4j.query.resultio.sparqljson.SPARQLResultsJSONWriter;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.RDFParseException;
import org.eclipse.rdf4j.sail.memory.MemoryStore;

/**
 * A SPARQL endpoint on loopback over RDF4J's store in memory. RDF4J's own server is a web
 * application that needs a servlet container; the engine behind it is the same.
 *
 * POST /query with a form answers SELECT and ASK in JSON; PUT /data replaces the graph by
 * N-Triples. Run: java -cp 'LIB/*' Server.java PORT
 */
public class Server {
  private static final SailRepository repository = new SailRepository(new MemoryStore());

  public static void main(String[] args) throws IOException {
    repository.init();
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
    var server = HttpServer.create(address, 0);
    server.createContext("/query", exchange -> answer(exchange, Server::query));
    server.createContext("/data", exchange -> answer(exchange, Server::load));
    server.setExecutor(Executors.newFixedThreadPool(4));
    server.start();
  }

  private interface Handler {
    byte[] handle(HttpExchange exchange) throws IOException;
  }

  private static void answer(HttpExchange exchange, Handler handler) throws IOException {
    int status = 200;
    String type = "application/sparql-results+json";
    byte[] body;
    try {
      body = handler.handle(exchange);
    } catch (MalformedQueryException | RDFParseException e) {
      status = 400;
      type = "text/plain";
      body = String.valueOf(e).getBytes(StandardCharsets.UTF_8);
    } catch (RuntimeException | StackOverflowError e) {
      status = 500;
      type = "text/plain";
      body = String.valueOf(e).getBytes(StandardCharsets.UTF_8);
    }
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    try (var out = exchange.getResponseBody()) {
      out.write(body);
    }
  }

  private static byte[] query(HttpExchange exchange) throws IOException {
    String form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String text = "";
    for (String field : form.split("&")) {
      if (field.startsWith("query=")) {
        text = URLDecoder.decode(field.substring("query=".length()), StandardCharsets.UTF_8);
      }
    }
    var out = new ByteArrayOutputStream();
    try (RepositoryConnection connection = repository.getConnection()) {
      Query query = connection.prepareQuery(text);
      if (query instanceof BooleanQuery ask) {
        new SPARQLBooleanJSONWriter(out).handleBoolean(ask.evaluate());
      } else if (query instanceof TupleQuery select) {
        select.evaluate(new SPARQLResultsJSONWriter(out));
      } else {
        throw new MalformedQueryException("neither SELECT nor ASK");
      }
    }
    return out.toByteArray();
  }

  private static byte[] load(HttpExchange exchange) throws IOException {
    try (RepositoryConnection connection = repository.getConnection()) {
      connection.begin();
      connection.clear();
      connection.add(exchange.getRequestBody(), RDFFormat.NTRIPLES);
      connection.commit();
    }
    return new byte[0];
  }
}
