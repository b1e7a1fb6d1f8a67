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
import javax.security.auth.callback.Callback;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.ws.security.WSConstants;
import org.apache.ws.security.WSEncryptionPart;
import org.apache.ws.security.WSPasswordCallback;
import org.apache.ws.security.WSSConfig;
import org.apache.ws.security.WSSecurityEngine;
import org.apache.ws.security.components.crypto.Merlin;
import org.apache.ws.security.message.WSSecEncrypt;
import org.apache.ws.security.message.WSSecHeader;
import org.apache.ws.security.message.WSSecSignature;
import org.w3c.dom.Document;

/** Encrypts and decrypts envelopes with WSS4J; each line of a file of jobs is MODE|IN|OUT|KEY|CERTIFICATE|KEY INFO|ALGORITHM|KEY TRANSPORT|DIGEST|HEADER BLOCK. */
public class Wss4jEncryption {
  public static void main(String[] args) throws Exception {
    WSSConfig.init();
    for (String line : Files.readAllLines(Path.of(args[0]))) {
      String[] job = line.split("\\|", -1);
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
    if (job[0].equals("decrypt")) {
      decrypt(document, crypto);
    } else {
      WSSecHeader header = new WSSecHeader();
      header.insertSecurityHeader(document);
      if (job[0].equals("signEncrypt")) {
        sign(document, crypto, header);
      }
      encrypt(document, crypto, header, job);
      if (job[0].equals("encryptSign")) {
        sign(document, crypto, header);
      }
    }
    StringWriter text = new StringWriter();
    Transformer transformer = TransformerFactory.newInstance().newTransformer();
    transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
    transformer.transform(new DOMSource(document), new StreamResult(text));
    Files.writeString(Path.of(job[2]), text.toString());
  }

  private static void sign(Document document, Merlin crypto, WSSecHeader header) throws Exception {
    WSSecSignature signature = new WSSecSignature();
    signature.setUserInfo("peer", "password");
    signature.setKeyIdentifierType(WSConstants.BST_DIRECT_REFERENCE);
    signature.setSignatureAlgorithm("http://www.w3.org/2001/04/xmldsig-more#rsa-sha256");
    signature.setDigestAlgo("http://www.w3.org/2001/04/xmlenc#sha256");
    signature.build(document, crypto, header);
  }

  private static void encrypt(Document document, Merlin crypto, WSSecHeader header, String[] job) throws Exception {
    WSSecEncrypt encryption = new WSSecEncrypt();
    encryption.setUserInfo("peer");
    encryption.setKeyIdentifierType(keyInfo(job[5]));
    encryption.setSymmetricEncAlgorithm(job[6]);
    encryption.setKeyEnc(job[7]);
    if (!job[8].isEmpty()) {
      encryption.setDigestAlgorithm(job[8]);
    }
    List<WSEncryptionPart> parts = new ArrayList<>();
    parts.add(new WSEncryptionPart("Body", document.getDocumentElement().getNamespaceURI(), "Content"));
    if (!job[9].isEmpty()) {
      parts.add(new WSEncryptionPart(job[9], "urn:h", "Header"));
    }
    if (job[0].equals("signEncrypt")) {
      parts.add(new WSEncryptionPart("Signature", WSConstants.SIG_NS, "Element"));
    }
    encryption.setParts(parts);
    encryption.build(document, crypto, header);
  }

  private static void decrypt(Document document, Merlin crypto) throws Exception {
    WSSecurityEngine engine = new WSSecurityEngine();
    WSSConfig config = WSSConfig.getNewInstance();
    // GCM and the digests of OAEP are newer than the Basic Security Profile.
    config.setWsiBSPCompliant(false);
    engine.setWssConfig(config);
    engine.processSecurityHeader(
        document,
        null,
        callbacks -> {
          for (Callback callback : callbacks) {
            ((WSPasswordCallback) callback).setPassword("password");
          }
        },
        crypto);
  }

  private static int keyInfo(String name) {
    switch (name) {
      case "binarySecurityToken":
        return WSConstants.BST_DIRECT_REFERENCE;
      case "subjectKeyIdentifier":
        return WSConstants.SKI_KEY_IDENTIFIER;
      case "thumbprint":
        return WSConstants.THUMBPRINT_IDENTIFIER;
      case "certificate":
        return WSConstants.X509_KEY_IDENTIFIER;
      default:
        return WSConstants.ISSUER_SERIAL;
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
    store.setKeyEntry("peer", KeyFactory.getInstance("RSA").generatePrivate(spec), "password".toCharArray(), new Certificate[] {read});
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("peer", read);
    Merlin crypto = new Merlin(new Properties());
    crypto.setKeyStore(store);
    crypto.setTrustStore(trusted);
    return crypto;
  }
}
