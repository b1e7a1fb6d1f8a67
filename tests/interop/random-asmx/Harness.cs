// What every method of a random service does: make values from a seed, or write what it received to stdout.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Web.Services;
using System.Web.Services.Protocols;

public static class Harness {
  static readonly StreamWriter output = new StreamWriter(Console.OpenStandardOutput()) { AutoFlush = true };

  static void Say(string kind, string name, string dump) {
    lock (output) output.WriteLine("{\"" + kind + "\":\"" + name + "\",\"dump\":\"" + dump + "\"}");
  }

  /** Values for the parameters of a method, and of its header where it has one. */
  static object[] Values(Type service, string method, int seed, out Type header) {
    var info = service.GetMethod(method);
    header = HeaderOf(info);
    var maker = new Maker(seed, IsEncoded(info), IsForm(info));
    var values = maker.Arguments(info.GetParameters()).ToList();
    if (header != null) values.Add(maker.Value(header, null, 0));
    return values.ToArray();
  }

  static Type HeaderOf(MethodInfo method) {
    var name = Members.All<SoapHeaderAttribute>(method).Select(h => h.MemberName).FirstOrDefault();
    return name == null ? null : method.DeclaringType.GetField(name).FieldType;
  }

  static SoapDocumentMethodAttribute Document(MethodInfo m) { return Members.All<SoapDocumentMethodAttribute>(m).FirstOrDefault(); }
  static SoapRpcMethodAttribute Rpc(MethodInfo m) { return Members.All<SoapRpcMethodAttribute>(m).FirstOrDefault(); }
  static bool IsEncoded(MethodInfo m) {
    var use = Rpc(m) == null ? Document(m).Use : Rpc(m).Use;
    return Rpc(m) == null ? use == System.Web.Services.Description.SoapBindingUse.Encoded : use != System.Web.Services.Description.SoapBindingUse.Literal;
  }
  static bool IsForm(MethodInfo m) { return Members.All<WebMethodAttribute>(m).Any(a => a.Description == "form"); }

  public static object[] Give(WebService service, string method, int seed) {
    Type header;
    var values = Values(service.GetType(), method, seed, out header);
    Say("give", method, Dump.Of(values));
    return values;
  }

  public static void Take(string method, params object[] values) { Say("take", method, Dump.Of(values)); }

  /** The dump of values after .NET wrote and read them itself, or why it cannot. */
  public static string Alone(Type service, string method, int seed) {
    try {
      Type header;
      var values = Values(service, method, seed, out header);
      var info = service.GetMethod(method);
      var document = Document(info);
      var bare = document != null && document.ParameterStyle == SoapParameterStyle.Bare;
      return Dump.Of(RoundTrip.Of(info, header, values, IsEncoded(info), bare, Rpc(info) != null));
    } catch (Exception error) {
      return "cannot: " + error.GetBaseException().Message;
    }
  }
}

[WebService(Namespace = "urn:control")]
public class Control : WebService {
  [WebMethod] public string Alone(string service, string method, int seed) {
    return Harness.Alone(AppDomain.CurrentDomain.GetAssemblies().Select(a => a.GetType(service)).First(t => t != null), method, seed);
  }
}
