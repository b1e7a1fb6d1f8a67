import java.io.File;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Properties;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.ws.security.WSConstants;
import org.apache.ws.security.WSEncryptionPart;
import org.apache.ws.security.WSSConfig;
import org.apache.ws.security.WSSecurityEngine;
import org.apache.ws.security.WSSecurityEngineResult;
import org.apache.ws.security.components.crypto.Merlin;
import org.apache.ws.security.message.WSSecHeader;
import org.apache.ws.security.message.WSSecSignature;
import org.apache.ws.security.message.WSSecTimestamp;
import org.w3c.dom.Document;

/** Signs and verifies envelopes with WSS4J: one process does all; each line of a file of jobs is MODE|IN|OUT|KEY|CERTIFICATE|KEY INFO|SIGNATURE|DIGEST. */
public class Wss4jPeer {
  public static void main(String[] args) throws Exception {
    WSSConfig.init();
    for (String line : Files.readAllLines(Path.of(args[0]))) {
      String[] job = line.split("\\|");
      try {
        run(job);
        System.out.println("done");
      } catch (Exception error) {
        System.out.println("failed: " + error);
      }
    }
  }

  private static void run(String[] job) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    Document document = factory.newDocumentBuilder().parse(new File(job[1]));
    Merlin crypto = crypto(job[3], job[4]);
    if (job[0].equals("verify")) {
      verify(document, crypto, !job[5].equals("keyValue"));
      return;
    }
    WSSecHeader header = new WSSecHeader();
    header.insertSecurityHeader(document);
    WSSecTimestamp timestamp = new WSSecTimestamp();
    timestamp.build(document, header);
    WSSecSignature signature = new WSSecSignature();
    signature.setUserInfo("peer", "password");
    signature.setKeyIdentifierType(keyInfo(job[5]));
    signature.setSignatureAlgorithm(job[6]);
    signature.setDigestAlgo(job[7]);
    List<WSEncryptionPart> parts = new ArrayList<>();
    String soap = document.getDocumentElement().getNamespaceURI();
    parts.add(new WSEncryptionPart("Body", soap, "Content"));
    parts.add(new WSEncryptionPart("Timestamp", WSConstants.WSU_NS, ""));
    if (job[0].equals("signToken")) {
      parts.add(new WSEncryptionPart("STRTransform", "", "Content"));
    }
    signature.setParts(parts);
    signature.build(document, crypto, header);
    StringWriter text = new StringWriter();
    TransformerFactory.newInstance().newTransformer().transform(new DOMSource(document), new StreamResult(text));
    Files.writeString(Path.of(job[2]), text.toString());
  }

  /** The Basic Security Profile has no keys in the signature itself. */
  private static void verify(Document document, Merlin crypto, boolean profile) throws Exception {
    WSSecurityEngine engine = new WSSecurityEngine();
    WSSConfig config = WSSConfig.getNewInstance();
    config.setWsiBSPCompliant(profile);
    engine.setWssConfig(config);
    List<WSSecurityEngineResult> results = engine.processSecurityHeader(document, null, null, crypto);
    boolean signed = false;
    for (WSSecurityEngineResult result : results) {
      signed |= ((Integer) result.get(WSSecurityEngineResult.TAG_ACTION)) == WSConstants.SIGN;
    }
    if (!signed) {
      throw new IllegalStateException("The message is not signed.");
    }
  }

  private static int keyInfo(String name) {
    switch (name) {
      case "binarySecurityToken":
        return WSConstants.BST_DIRECT_REFERENCE;
      case "issuerSerial":
        return WSConstants.ISSUER_SERIAL;
      case "subjectKeyIdentifier":
        return WSConstants.SKI_KEY_IDENTIFIER;
      case "thumbprint":
        return WSConstants.THUMBPRINT_IDENTIFIER;
      case "certificate":
        return WSConstants.X509_KEY_IDENTIFIER;
      default:
        return WSConstants.KEY_VALUE;
    }
  }

  private static Merlin crypto(String key, String certificate) throws Exception {
    Certificate read;
    try (java.io.InputStream input = Files.newInputStream(Path.of(certificate))) {
      read = CertificateFactory.getInstance("X.509").generateCertificate(input);
    }
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    String pem = Files.readString(Path.of(key)).replaceAll("-----[^-]+-----|\\s", "");
    PKCS8EncodedKeySpec spec = new PKCS8EncodedKeySpec(Base64.getDecoder().decode(pem));
    String algorithm = read.getPublicKey().getAlgorithm();
    store.setKeyEntry("peer", KeyFactory.getInstance(algorithm).generatePrivate(spec), "password".toCharArray(), new Certificate[] {read});
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("peer", read);
    Merlin crypto = new Merlin(new Properties());
    crypto.setKeyStore(store);
    crypto.setTrustStore(trusted);
    return crypto;
  }
}
