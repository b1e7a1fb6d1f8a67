// WCF's ChannelFactory as a client: a call a line on stdin, its result a line on stdout.
using System;
using System.Collections.Generic;
using System.ServiceModel;
using System.Text;
using System.Web.Script.Serialization;

[ServiceContract(Name = "IAddressLocator", Namespace = "http://geo.example/")]
public interface IAddressLocator {
  [OperationContract] string Parse(string address);
  [OperationContract] string ParseWithHouse(string address);
  [OperationContract] string GeoCode(string address);
  [OperationContract] string CheckPostIndex(string address);
}

public static class Client {
  static string Text(string hex) {
    var bytes = new byte[hex.Length / 2];
    for (var i = 0; i < bytes.Length; i++) bytes[i] = Convert.ToByte(hex.Substring(2 * i, 2), 16);
    return Encoding.UTF8.GetString(bytes);
  }

  static string Hex(string text) {
    var hex = new StringBuilder();
    foreach (var b in Encoding.UTF8.GetBytes(text)) hex.Append(b.ToString("x2"));
    return hex.ToString();
  }

  public static void Main() {
    var binding = new BasicHttpBinding { MaxReceivedMessageSize = 1 << 20 };
    binding.ReaderQuotas.MaxStringContentLength = 1 << 20;
    var address = new EndpointAddress(Environment.GetEnvironmentVariable("INTEROP_BASE_URL") + "/geosrvex/AddressLocator.svc");
    var locator = new ChannelFactory<IAddressLocator>(binding, address).CreateChannel();
    var json = new JavaScriptSerializer();
    var output = new System.IO.StreamWriter(Console.OpenStandardOutput()) { AutoFlush = true };
    string line;
    while ((line = Console.ReadLine()) != null) {
      var call = json.Deserialize<Dictionary<string, object>>(line);
      var arg = (Dictionary<string, object>)((System.Collections.ArrayList)call["args"])[0];
      string type, value;
      try {
        var method = typeof(IAddressLocator).GetMethod((string)call["operation"]);
        var result = (string)method.Invoke(locator, new object[] { Text((string)arg["value"]) });
        type = result == null ? "null" : "string";
        value = result == null ? "" : Hex(result);
      } catch (Exception caught) {
        var error = caught.InnerException ?? caught;
        type = error is FaultException ? "fault" : "error";
        value = Hex(error.GetType().Name + ": " + error.Message);
      }
      output.WriteLine("{\"id\":\"" + call["id"] + "\",\"type\":\"" + type + "\",\"value\":\"" + value + "\"}");
    }
  }
}
