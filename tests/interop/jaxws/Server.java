import letters.*;
import javax.jws.WebService;
import javax.xml.ws.BindingType;
import javax.xml.ws.Endpoint;
import javax.xml.ws.soap.Addressing;
import javax.xml.ws.soap.MTOM;

/** JAX-WS as a server: four endpoints at the port of the first argument. */
public class Server {
    static class Base {
        public String echo(String text, Session session) {
            return text + " " + (session == null ? "-" : session.getId());
        }

        public byte[] copy(byte[] data) {
            return data;
        }
    }

    @MTOM
    @WebService(endpointInterface = "letters.Letters", targetNamespace = "urn:letters")
    public static class Plain11 extends Base implements Letters {
    }

    @WebService(endpointInterface = "letters.Letters", targetNamespace = "urn:letters")
    @BindingType("http://java.sun.com/xml/ns/jaxws/2003/05/soap/bindings/HTTP/")
    public static class Plain12 extends Base implements Letters {
    }

    @Addressing(required = true)
    @WebService(endpointInterface = "letters.Letters", targetNamespace = "urn:letters")
    public static class Addressed11 extends Base implements Letters {
    }

    @MTOM
    @Addressing(required = true)
    @WebService(endpointInterface = "letters.Letters", targetNamespace = "urn:letters")
    @BindingType("http://java.sun.com/xml/ns/jaxws/2003/05/soap/bindings/HTTP/")
    public static class Addressed12 extends Base implements Letters {
    }

    public static void main(String[] args) {
        String base = "http://127.0.0.1:" + args[0];
        Endpoint.publish(base + "/plain11", new Plain11());
        Endpoint.publish(base + "/plain12", new Plain12());
        Endpoint.publish(base + "/addressed11", new Addressed11());
        Endpoint.publish(base + "/addressed12", new Addressed12());
        System.out.println("{}");
    }
}
