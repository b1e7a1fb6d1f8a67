// The address locator as a WCF service, self-hosted: every method writes what it got to stdout.
using System;
using System.ServiceModel;
using System.Text;

[ServiceContract(Name = "IAddressLocator", Namespace = "http://geo.example/")]
public interface IAddressLocator {
  [OperationContract] string Parse(string address);
  [OperationContract] string ParseWithHouse(string address);
  [OperationContract] string GeoCode(string address);
  [OperationContract] string CheckPostIndex(string address);
}

[ServiceBehavior(InstanceContextMode = InstanceContextMode.Single)]
public class AddressLocator : IAddressLocator {
  static string Recorded(string operation, string address) {
    var hex = new StringBuilder();
    if (address == null) hex.Append("null");
    else foreach (var b in Encoding.UTF8.GetBytes(address)) hex.Append(b.ToString("x2"));
    Console.WriteLine("{\"operation\":\"" + operation + "\",\"args\":[\"" + hex + "\"]}");
    Console.Out.Flush();
    return address;
  }

  public string Parse(string address) { return Recorded("Parse", address); }
  public string ParseWithHouse(string address) { return Recorded("ParseWithHouse", address); }
  public string GeoCode(string address) { return Recorded("GeoCode", address); }
  public string CheckPostIndex(string address) { return Recorded("CheckPostIndex", address); }

  public static void Main(string[] args) {
    var host = new ServiceHost(new AddressLocator());
    var binding = new BasicHttpBinding { MaxReceivedMessageSize = 1 << 20 };
    binding.ReaderQuotas.MaxStringContentLength = 1 << 20;
    host.AddServiceEndpoint(typeof(IAddressLocator), binding, args[0]);
    host.Open();
    Console.WriteLine("{\"ready\":\"" + args[0] + "\"}");
    Console.Out.Flush();
    System.Threading.Thread.Sleep(System.Threading.Timeout.Infinite);
  }
}
