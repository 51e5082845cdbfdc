import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import org.antlr.v4.runtime.*;

/**
 * Reads an ANTLR grammar, and parses the text name.rq by its rule for every name in the folder, to the end of the
 * text. Prints a line for every text that does not parse: name, tab, line:column and ANTLR's message.
 */
public class Grammar {
    public static void main(String[] args) throws Exception {
        org.antlr.v4.tool.Grammar g = org.antlr.v4.tool.Grammar.load(args[0]);
        int rule = g.getRule(args[1]).index;
        List<Path> files;
        try (Stream<Path> all = Files.list(Paths.get(args[2]))) {
            files = all.filter(p -> p.toString().endsWith(".rq")).sorted().collect(Collectors.toList());
        }
        for (Path file : files) {
            List<String> wrong = new ArrayList<>();
            BaseErrorListener listener = new BaseErrorListener() {
                @Override
                public void syntaxError(Recognizer<?, ?> r, Object symbol, int line, int column, String message, RecognitionException e) {
                    wrong.add(line + ":" + column + " " + message);
                }
            };
            LexerInterpreter lexer = g.createLexerInterpreter(CharStreams.fromPath(file));
            lexer.removeErrorListeners();
            lexer.addErrorListener(listener);
            CommonTokenStream tokens = new CommonTokenStream(lexer);
            ParserInterpreter parser = g.createParserInterpreter(tokens);
            parser.removeErrorListeners();
            parser.addErrorListener(listener);
            parser.parse(rule);
            Token left = tokens.LT(1);
            if (wrong.isEmpty() && left.getType() != Token.EOF) wrong.add(left.getLine() + ":" + left.getCharPositionInLine() + " left: " + left.getText());
            if (!wrong.isEmpty()) System.out.println(file.getFileName().toString().replaceAll("\\.rq$", "") + "\t" + wrong.get(0).replaceAll("\\s+", " "));
        }
    }
}
