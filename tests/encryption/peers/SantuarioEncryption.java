import java.io.File;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyFactory;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import javax.crypto.KeyGenerator;
import javax.crypto.spec.SecretKeySpec;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.xml.security.encryption.EncryptedData;
import org.apache.xml.security.encryption.EncryptedKey;
import org.apache.xml.security.encryption.XMLCipher;
import org.apache.xml.security.keys.KeyInfo;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Encrypts and decrypts documents with Santuario; each line of a file of jobs is MODE|IN|OUT|KEY|CERTIFICATE|ALGORITHM|KEY TRANSPORT|DIGEST|MASK|LABEL|SECRET. */
public class SantuarioEncryption {
  public static void main(String[] args) throws Exception {
    org.apache.xml.security.Init.init();
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
    boolean encrypts = job[0].equals("encrypt");
    Key key = !job[10].isEmpty() ? new SecretKeySpec(Base64.getDecoder().decode(job[10]), "AES") : encrypts ? publicKey(job[4]) : privateKey(job[3]);
    if (encrypts) {
      encrypt(document, key, job);
    } else {
      XMLCipher cipher = XMLCipher.getInstance();
      cipher.init(XMLCipher.DECRYPT_MODE, null);
      cipher.setKEK(key);
      Element data = (Element) document.getElementsByTagNameNS("http://www.w3.org/2001/04/xmlenc#", "EncryptedData").item(0);
      cipher.doFinal(document, data);
    }
    StringWriter text = new StringWriter();
    Transformer transformer = TransformerFactory.newInstance().newTransformer();
    transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
    transformer.transform(new DOMSource(document), new StreamResult(text));
    Files.writeString(Path.of(job[2]), text.toString());
  }

  private static void encrypt(Document document, Key key, String[] job) throws Exception {
    KeyGenerator generator = KeyGenerator.getInstance(job[5].contains("tripledes") ? "DESede" : "AES");
    if (!job[5].contains("tripledes")) {
      generator.init(Integer.parseInt(job[5].replaceAll(".*#aes(\\d+).*", "$1")));
    }
    Key content = generator.generateKey();
    XMLCipher keyCipher = job[7].isEmpty() ? XMLCipher.getInstance(job[6]) : XMLCipher.getInstance(job[6], null, job[7]);
    keyCipher.init(XMLCipher.WRAP_MODE, key);
    EncryptedKey encryptedKey = keyCipher.encryptKey(document, content, job[8].isEmpty() ? null : job[8], job[9].isEmpty() ? null : Base64.getDecoder().decode(job[9]));
    XMLCipher cipher = XMLCipher.getInstance(job[5]);
    cipher.init(XMLCipher.ENCRYPT_MODE, content);
    EncryptedData data = cipher.getEncryptedData();
    KeyInfo keyInfo = new KeyInfo(document);
    keyInfo.add(encryptedKey);
    data.setKeyInfo(keyInfo);
    cipher.doFinal(document, (Element) document.getElementsByTagNameNS("urn:d", "item").item(0), false);
  }

  private static Key publicKey(String certificate) throws Exception {
    try (java.io.InputStream input = Files.newInputStream(Path.of(certificate))) {
      return CertificateFactory.getInstance("X.509").generateCertificate(input).getPublicKey();
    }
  }

  private static Key privateKey(String key) throws Exception {
    String pem = Files.readString(Path.of(key)).replaceAll("-----[^-]+-----|\\s", "");
    return KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(pem)));
  }
}
