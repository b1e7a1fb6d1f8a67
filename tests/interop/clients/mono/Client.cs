// Proxies that Mono's `wsdl` generates, as a client: a call a line on stdin, its result a line on stdout.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Reflection;
using System.Text;
using System.Web.Script.Serialization;
using System.Web.Services.Protocols;

public static class Client {
  static readonly string baseUrl = Environment.GetEnvironmentVariable("INTEROP_BASE_URL");
  static readonly string geoNamespace = Environment.GetEnvironmentVariable("INTEROP_GEO_NAMESPACE");
  static readonly Dictionary<string, object> proxies = new Dictionary<string, object>();

  static object Proxy(string service, string binding) {
    object proxy;
    var name = binding + "." + service;
    if (proxies.TryGetValue(name, out proxy)) return proxy;
    // A class has its port's name when the descriptors that were read together hold several ports.
    var port = service == "AddressLocator" ? "BasicEndPoint" : service + (binding == "soap12" ? "Soap12" : "Soap");
    proxy = Activator.CreateInstance(Type.GetType(name) ?? Type.GetType(binding + "." + port, true));
    var path = service == "AddressLocator" ? "/geosrvex/AddressLocator.svc" : "/" + service + ".asmx";
    ((WebClientProtocol)proxy).Url = baseUrl + path;
    ((WebClientProtocol)proxy).Timeout = 30000;
    return proxies[name] = proxy;
  }

  static byte[] Bytes(string hex) {
    var bytes = new byte[hex.Length / 2];
    for (var i = 0; i < bytes.Length; i++) bytes[i] = Convert.ToByte(hex.Substring(2 * i, 2), 16);
    return bytes;
  }

  static string Hex(string text) {
    var hex = new StringBuilder();
    foreach (var b in Encoding.UTF8.GetBytes(text)) hex.Append(b.ToString("x2"));
    return hex.ToString();
  }

  static object Value(string type, string text) {
    switch (type) {
      case "string": return Encoding.UTF8.GetString(Bytes(text));
      case "int": return int.Parse(text, CultureInfo.InvariantCulture);
      case "long": return long.Parse(text, CultureInfo.InvariantCulture);
      case "double": return BitConverter.Int64BitsToDouble(Convert.ToInt64(text, 16));
      case "char": return (char)int.Parse(text, CultureInfo.InvariantCulture);
      case "boolean": return text == "true";
      default: return text;
    }
  }

  /// What the generated method wants: over GET and POST every parameter is a string.
  static object Fitted(object value, Type wanted) {
    if (wanted.IsEnum) return Enum.Parse(wanted, (string)value);
    if (wanted == typeof(string) && value is bool) return (bool)value ? "true" : "false";
    if (wanted == typeof(string) && value is double) return ((double)value).ToString("R", CultureInfo.InvariantCulture);
    if (wanted == typeof(string)) return Convert.ToString(value, CultureInfo.InvariantCulture);
    return value is char ? Convert.ChangeType((int)(char)value, wanted) : value;
  }

  static object Locate(object proxy, string operation, string text) {
    var document = new System.Xml.XmlDocument();
    var address = document.CreateElement("address", geoNamespace);
    address.AppendChild(document.CreateTextNode(text));
    var arguments = new object[] { new[] { address }, null };
    proxy.GetType().GetMethod(operation).Invoke(proxy, arguments);
    var any = (System.Xml.XmlElement[])arguments[0];
    return any[0].InnerText;
  }

  static object Call(Dictionary<string, object> call) {
    var service = (string)call["service"];
    var operation = (string)call["operation"];
    var proxy = Proxy(service, (string)call["binding"]);
    var args = (System.Collections.ArrayList)call["args"];
    var values = new List<object>();
    foreach (Dictionary<string, object> arg in args) values.Add(Value((string)arg["type"], (string)arg["value"]));
    if (service == "AddressLocator") return Locate(proxy, operation, (string)values[0]);
    var method = proxy.GetType().GetMethod(operation);
    var parameters = method.GetParameters();
    for (var i = 0; i < parameters.Length; i++) values[i] = Fitted(values[i], parameters[i].ParameterType);
    return method.Invoke(proxy, values.ToArray());
  }

  public static void Main() {
    var json = new JavaScriptSerializer();
    var output = new System.IO.StreamWriter(Console.OpenStandardOutput()) { AutoFlush = true };
    string line;
    while ((line = Console.ReadLine()) != null) {
      var call = json.Deserialize<Dictionary<string, object>>(line);
      string type, value;
      try {
        var result = Call(call);
        type = result == null ? "null" : result is string ? "string" : "int";
        value = result == null ? "" : result is string ? Hex((string)result) : Convert.ToString(result, CultureInfo.InvariantCulture);
      } catch (Exception caught) {
        var error = caught is TargetInvocationException ? caught.InnerException : caught;
        type = error is SoapException ? "fault" : "error";
        value = Hex(error is SoapException ? error.Message : error.GetType().Name + ": " + error.Message);
      }
      output.WriteLine("{\"id\":\"" + call["id"] + "\",\"type\":\"" + type + "\",\"value\":\"" + value + "\"}");
    }
  }
}
