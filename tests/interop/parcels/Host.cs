// The service as a WCF host with published metadata: every method writes what it got to stdout, and answers it.
using System;
using System.ServiceModel;
using System.ServiceModel.Description;
using System.Text;

[ServiceBehavior(InstanceContextMode = InstanceContextMode.Single)]
public class Parcels : IParcels {
  static void Record(string operation, params string[] args) {
    var quoted = Array.ConvertAll(args, arg => "\"" + arg.Replace("\"", "\\\"") + "\"");
    Console.WriteLine("{\"operation\":\"" + operation + "\",\"args\":[" + string.Join(",", quoted) + "]}");
    Console.Out.Flush();
  }

  static T Echo<T>(string operation, T value) { Record(operation, Values.Text(value)); return value; }
  static string Hex(string text) { return Values.Text(text).Trim('"'); }

  public Scalars EchoScalars(Scalars value) { return Echo("EchoScalars", value); }
  public Optional EchoOptional(Optional value) { return Echo("EchoOptional", value); }
  public Collections EchoCollections(Collections value) { return Echo("EchoCollections", value); }
  public Item EchoItem(Item value) { return Echo("EchoItem", value); }
  public Node EchoNode(Node value) { return Echo("EchoNode", value); }
  public object EchoObject(object value) { Record("EchoObject", Values.Boxed(value)); return value; }
  public int Fail(int code, string reason) {
    Record("Fail", code.ToString(), Hex(reason));
    throw new FaultException<ParcelFault>(new ParcelFault { Code = code, Culprit = (Letter)Values.Parse(typeof(Letter), Environment.GetEnvironmentVariable("INTEROP_LETTER")) }, reason);
  }
  public void Notify(string text) { Record("Notify", Hex(text)); }
  public void Clear() { Record("Clear"); }

  public static void Main(string[] args) {
    var host = new ServiceHost(new Parcels(), new Uri(args[0]));
    var binding = new BasicHttpBinding { MaxReceivedMessageSize = 1 << 20 };
    binding.ReaderQuotas.MaxStringContentLength = 1 << 20;
    host.AddServiceEndpoint(typeof(IParcels), binding, "");
    host.Description.Behaviors.Add(new ServiceMetadataBehavior { HttpGetEnabled = true, HttpGetUrl = new Uri(args[0]) });
    host.Open();
    Console.WriteLine("{\"ready\":\"" + args[0] + "\"}");
    Console.Out.Flush();
    System.Threading.Thread.Sleep(System.Threading.Timeout.Infinite);
  }
}
