// Calls every method of the proxies that Mono's `wsdl` made, with random values, and compares what comes back bit for bit.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Text;
using System.Web.Services.Description;
using System.Web.Services.Protocols;
using System.Xml.Serialization;

public static class Proxy {
  public static void Main(string[] args) {
    var rounds = int.Parse(args[1]);
    foreach (var type in Assembly.GetExecutingAssembly().GetTypes().Where(t => typeof(SoapHttpClientProtocol).IsAssignableFrom(t)).OrderBy(t => t.FullName, StringComparer.Ordinal)) {
      var client = (SoapHttpClientProtocol)Activator.CreateInstance(type);
      client.Url = args[0] + "/" + type.Name + ".asmx";
      client.Timeout = 20000;
      var methods = type.GetMethods().Where(m => System.Text.RegularExpressions.Regex.IsMatch(m.Name, "^(Echo|Tell)[0-9]+$"));
      foreach (var method in methods.OrderBy(m => m.Name, StringComparer.Ordinal)) {
        for (var round = 0; round < rounds; round++) One(client, method, int.Parse(method.Name.Substring(4)) * 1000 + 500 + round);
      }
    }
    Console.WriteLine("{\"done\":true}");
  }

  static void One(SoapHttpClientProtocol client, MethodInfo method, int seed) {
    var name = client.GetType().FullName + "." + method.Name;
    try {
      Say(name, seed, Call(client, method, seed));
    } catch (Exception error) {
      var at = error.GetBaseException();
      var alone = Alone(method, HeaderOf(method), seed);
      Say(name, seed, new[] { alone.StartsWith("cannot") ? "limit" : "wrong", at.GetType().Name + ": " + at.Message + "; .NET alone " + alone });
    }
  }

  /** Sends values, and compares the results and the header with those of the same names that were sent. */
  static string[] Call(SoapHttpClientProtocol client, MethodInfo method, int seed) {
    var header = HeaderOf(method);
    var all = Values(method, header, seed);
    var sent = Text(method, all);
    if (header != null) header.SetValue(client, all.Last());
    var arguments = all.Take(method.GetParameters().Length).ToArray();
    var result = method.Invoke(client, arguments);
    if (method.ReturnType != typeof(void)) arguments[0] = result;
    var got = Text(method, header == null ? arguments : arguments.Concat(new[] { header.GetValue(client) }).ToArray());
    if (sent == got) return new[] { "right", "" };
    var alone = Alone(method, header, seed);
    // Also inside of values, .NET does not always read what it wrote as null or empty.
    var isSame = got == alone || alone != sent && got.Replace("[]", "~") == sent.Replace("[]", "~");
    return isSame ? new[] { "right", "" } : new[] { "wrong", "got " + got + " sent " + sent + " .NET alone " + alone };
  }

  /** Values as text. Whether a repeated parameter that is not there is null or an empty array is not on the wire, and .NET reads both. */
  static string Text(MethodInfo method, object[] values) {
    var places = method.GetParameters().Cast<ICustomAttributeProvider>().ToArray();
    if (method.ReturnType != typeof(void)) places[0] = method.ReturnTypeCustomAttributes;
    var texts = values.Select((value, i) => {
      var text = Dump.One(value);
      return text == "[]" && i < places.Length && Members.Has<XmlElementAttribute>(places[i]) ? "~" : text;
    });
    return string.Join(";", texts);
  }

  static PropertyInfo HeaderOf(MethodInfo method) {
    return Members.All<SoapHeaderAttribute>(method).Select(h => method.DeclaringType.GetProperty(h.MemberName)).FirstOrDefault();
  }

  static object[] Values(MethodInfo method, PropertyInfo header, int seed) {
    var maker = new Maker(seed, IsEncoded(method), false);
    var values = maker.Arguments(method.GetParameters());
    return header == null ? values : values.Concat(new[] { maker.Value(header.PropertyType, null, 0) }).ToArray();
  }

  static bool IsEncoded(MethodInfo m) {
    var rpc = Members.All<SoapRpcMethodAttribute>(m).FirstOrDefault();
    return rpc == null ? Members.All<SoapDocumentMethodAttribute>(m).First().Use == SoapBindingUse.Encoded : rpc.Use != SoapBindingUse.Literal;
  }

  static string Alone(MethodInfo method, PropertyInfo header, int seed) {
    try {
      var values = Values(method, header, seed);
      var document = Members.All<SoapDocumentMethodAttribute>(method).FirstOrDefault();
      var bare = document != null && document.ParameterStyle == SoapParameterStyle.Bare;
      return Text(method, RoundTrip.Of(method, header == null ? null : header.PropertyType, values, IsEncoded(method), bare, document == null));
    } catch (Exception error) {
      return "cannot: " + error.GetBaseException().Message;
    }
  }

  static void Say(string name, int seed, string[] said) {
    var text = said[1].Replace("\\", "\\\\").Replace("\"", "\\\"").Replace("\n", "\\n").Replace("\r", "").Replace("\t", " ");
    Console.WriteLine("{\"method\":\"" + name + "\",\"seed\":" + seed + ",\"status\":\"" + said[0] + "\",\"problem\":\"" + text + "\"}");
  }
}
