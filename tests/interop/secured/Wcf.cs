// Message security of WCF with certificates on both sides (WSS 1.0), over SOAP 1.2 with WS-Addressing: `client FOLDER CASE URL …` calls servers, `server FOLDER PORT CASE …` is one with an
// endpoint for each case. A case is SUITE/ORDER.
using System;
using System.Net.Security;
using System.Security.Cryptography.X509Certificates;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.ServiceModel.Description;
using System.ServiceModel.Security;
using System.Text;

[ServiceContract(Namespace = "http://notes.example/", ProtectionLevel = ProtectionLevel.EncryptAndSign)]
public interface INotes {
  [OperationContract(Action = "http://notes.example/Notes/Echo", ReplyAction = "http://notes.example/Notes/EchoAnswer")]
  [return: MessageParameter(Name = "text")]
  string Echo(string text);
}

public class NotesService : INotes {
  public string Echo(string text) {
    Wcf.Report("text", text);
    return text;
  }
}

public static class Wcf {
  static SecurityAlgorithmSuite SuiteOf(string name) {
    switch (name) {
      case "Basic128": return SecurityAlgorithmSuite.Basic128;
      case "Basic192": return SecurityAlgorithmSuite.Basic192;
      case "TripleDes": return SecurityAlgorithmSuite.TripleDes;
      case "Basic256Rsa15": return SecurityAlgorithmSuite.Basic256Rsa15;
      case "Basic256Sha256": return SecurityAlgorithmSuite.Basic256Sha256;
      default: return SecurityAlgorithmSuite.Basic256;
    }
  }

  static Binding BindingOf(string kind) {
    var words = kind.Split('/');
    var security = (AsymmetricSecurityBindingElement)SecurityBindingElement.CreateMutualCertificateBindingElement(
      MessageSecurityVersion.WSSecurity10WSTrustFebruary2005WSSecureConversationFebruary2005WSSecurityPolicy11BasicSecurityProfile10);
    security.SetKeyDerivation(false);
    security.IncludeTimestamp = true;
    security.DefaultAlgorithmSuite = SuiteOf(words[0]);
    security.MessageProtectionOrder = (MessageProtectionOrder)Enum.Parse(typeof(MessageProtectionOrder), words[1]);
    return new CustomBinding(
      security, new TextMessageEncodingBindingElement(MessageVersion.Soap12WSAddressing10, Encoding.UTF8), new HttpTransportBindingElement());
  }

  public static void Report(string type, string value) {
    var hex = new StringBuilder();
    foreach (var b in Encoding.UTF8.GetBytes(value)) hex.Append(b.ToString("x2"));
    Console.WriteLine("{\"type\":\"" + type + "\",\"value\":\"" + hex + "\"}");
  }

  static X509Certificate2 Certificate(string folder, string side) {
    return new X509Certificate2(folder + "/" + side + "-rsa.p12", "secret");
  }

  static void Call(string folder, string kind, string url) {
    try {
      var address = new EndpointAddress(new Uri(url), new X509CertificateEndpointIdentity(Certificate(folder, "server")));
      var factory = new ChannelFactory<INotes>(BindingOf(kind), address);
      factory.Credentials.ClientCertificate.Certificate = Certificate(folder, "client");
      factory.Credentials.ServiceCertificate.DefaultCertificate = Certificate(folder, "server");
      factory.Credentials.ServiceCertificate.Authentication.CertificateValidationMode = X509CertificateValidationMode.None;
      Report("text", factory.CreateChannel().Echo("a <b> & \u201cc\u201d \u00fc"));
    } catch (Exception error) {
      Report("error", error.ToString());
    }
  }

  public static void Main(string[] args) {
    var folder = args[1];
    if (args[0] == "client") {
      for (var i = 2; i < args.Length; i += 2) Call(folder, args[i], args[i + 1]);
      return;
    }
    var host = new ServiceHost(typeof(NotesService));
    for (var i = 3; i < args.Length; i++) {
      host.AddServiceEndpoint(typeof(INotes), BindingOf(args[i]), new Uri("http://127.0.0.1:" + args[2] + "/" + args[i]));
    }
    var credentials = new ServiceCredentials();
    credentials.ServiceCertificate.Certificate = Certificate(folder, "server");
    credentials.ClientCertificate.Certificate = Certificate(folder, "client");
    credentials.ClientCertificate.Authentication.CertificateValidationMode = X509CertificateValidationMode.None;
    host.Description.Behaviors.Remove<ServiceCredentials>();
    host.Description.Behaviors.Add(credentials);
    host.Open();
    Report("ready", "");
    Console.In.ReadToEnd();
  }
}
