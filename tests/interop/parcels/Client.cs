// WCF's ChannelFactory as a client of the service: a call a line on stdin, its result a line on stdout.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.ServiceModel;
using System.Web.Script.Serialization;

public static class Client {
  static string Hex(string text) { return Values.Text(text).Trim('"'); }

  // Arguments come as canonical text; what is no data contract is text already.
  static object Argument(ParameterInfo parameter, Dictionary<string, object> arg) {
    var text = (string)arg["value"];
    return Values.Parse(parameter.ParameterType, (string)arg["type"] == "data" ? text : "\"" + text + "\"");
  }

  public static void Main() {
    var binding = new BasicHttpBinding { MaxReceivedMessageSize = 1 << 20 };
    binding.ReaderQuotas.MaxStringContentLength = 1 << 20;
    var address = new EndpointAddress(Environment.GetEnvironmentVariable("INTEROP_BASE_URL") + "/parcels/Parcels.svc");
    var parcels = new ChannelFactory<IParcels>(binding, address).CreateChannel();
    var json = new JavaScriptSerializer();
    var output = new System.IO.StreamWriter(Console.OpenStandardOutput()) { AutoFlush = true };
    string line;
    while ((line = Console.ReadLine()) != null) {
      var call = json.Deserialize<Dictionary<string, object>>(line);
      var method = typeof(IParcels).GetMethod((string)call["operation"]);
      string type = "data", value;
      try {
        var args = method.GetParameters().Zip(((ArrayList)call["args"]).Cast<Dictionary<string, object>>(), Argument).ToArray();
        var result = method.Invoke(parcels, args);
        if (method.ReturnType == typeof(void)) { type = "null"; value = ""; }
        else value = method.ReturnType == typeof(object) ? Values.Boxed(result) : Values.Text(result);
      } catch (Exception caught) {
        var error = caught is TargetInvocationException ? caught.InnerException : caught;
        var declared = error as FaultException<ParcelFault>;
        if (declared != null) value = Hex(declared.Message) + " " + Values.Text(declared.Detail);
        else { type = error is FaultException ? "fault" : "error"; value = Hex(error.GetType().Name + ": " + error.Message); }
      }
      output.WriteLine(json.Serialize(new { id = call["id"], type, value }));
    }
  }
}
