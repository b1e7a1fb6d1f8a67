import letters.*;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import javax.xml.ws.BindingProvider;
import javax.xml.ws.soap.MTOMFeature;

/** JAX-WS as a client: each call a line of JSON, with what is wrong with its answer. */
public class Client {
    private static final String TEXT = "a <b> & \u201cc\u201d \u00fc";

    interface Call {
        String problem() throws Exception;
    }

    public static void main(String[] args) throws Exception {
        LettersService plain = new LettersService();
        AddressedService addressed = new AddressedService();
        run("soap11", "plain", plain.getPlain11(), plain.getPlain11(new MTOMFeature()));
        run("soap12", "plain", plain.getPlain12(), plain.getPlain12(new MTOMFeature()));
        run("soap11", "WS-Addressing required", addressed.getAddressed11(), addressed.getAddressed11(new MTOMFeature()));
        run("soap12", "WS-Addressing required", addressed.getAddressed12(), addressed.getAddressed12(new MTOMFeature()));
        System.exit(0);
    }

    private static void run(String binding, String name, Letters port, Letters withParts) {
        Session session = new Session();
        session.setId("s1");
        byte[] data = new byte[40000];
        for (int i = 0; i < data.length; i++) {
            data[i] = (byte) (i * 7);
        }
        say(binding, name + ", header", () -> same(TEXT + " s1", port.echo(TEXT, session)));
        say(binding, name + ", no header", () -> same(TEXT + " -", port.echo(TEXT, null)));
        say(binding, name + ", bytes", () -> Arrays.equals(data, port.copy(data)) ? "" : "other bytes");
        say(binding, name + ", MTOM", () -> Arrays.equals(data, withParts.copy(data)) ? "" : "other bytes");
    }

    private static String same(String expected, String found) {
        return expected.equals(found) ? "" : "answer " + found;
    }

    private static void say(String binding, String name, Call call) {
        String problem;
        try {
            problem = call.problem();
        } catch (Throwable error) {
            problem = String.valueOf(error);
        }
        String hex = "";
        for (byte each : problem.getBytes(StandardCharsets.UTF_8)) {
            hex += String.format("%02x", each);
        }
        System.out.println("{\"binding\":\"" + binding + "\",\"name\":\"" + name + "\",\"problem\":\"" + hex + "\"}");
    }
}
