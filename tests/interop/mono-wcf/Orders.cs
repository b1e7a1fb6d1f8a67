// Message contracts of WCF over three bindings: `client URL` calls a server, `server PORT` is one.
using System;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Text;

[MessageContract(WrapperName = "Put", WrapperNamespace = "urn:orders")]
public class Put {
  [MessageHeader(Namespace = "urn:orders")] public string Session;
  [MessageBodyMember(Namespace = "urn:orders", Order = 0)] public string Item;
  [MessageBodyMember(Namespace = "urn:orders", Order = 1)] public int Count;
}

[MessageContract(WrapperName = "PutResponse", WrapperNamespace = "urn:orders")]
public class PutResponse {
  [MessageHeader(Namespace = "urn:orders")] public int Quota;
  [MessageBodyMember(Namespace = "urn:orders")] public string Text;
}

[ServiceContract(Namespace = "urn:orders")]
public interface IOrders {
  [OperationContract(Action = "urn:orders/Put", ReplyAction = "urn:orders/PutResponse")] PutResponse Put(Put request);
}

public class OrdersService : IOrders {
  public PutResponse Put(Put request) {
    return new PutResponse { Quota = request.Count, Text = request.Item + " " + (request.Session ?? "-") };
  }
}

public static class Orders {
  static Binding BindingOf(string name) {
    switch (name) {
      case "basic": return new BasicHttpBinding();
      case "ws": return new WSHttpBinding(SecurityMode.None);
      default:
        return new CustomBinding(
          new TextMessageEncodingBindingElement(MessageVersion.Soap11WSAddressingAugust2004, Encoding.UTF8),
          new HttpTransportBindingElement());
    }
  }

  static readonly string[] names = { "basic", "ws", "custom" };

  static string Hex(string text) {
    var hex = new StringBuilder();
    foreach (var b in Encoding.UTF8.GetBytes(text)) hex.Append(b.ToString("x2"));
    return hex.ToString();
  }

  static void Report(string binding, string name, string problem) {
    Console.WriteLine("{\"binding\":\"" + binding + "\",\"name\":\"" + name + "\",\"problem\":\"" + Hex(problem) + "\"}");
  }

  static void Try(string url, string binding, string name, string session) {
    const string item = "a <b> & \u201cc\u201d \u00fc";
    try {
      var orders = new ChannelFactory<IOrders>(BindingOf(binding), new EndpointAddress(url + "/" + binding)).CreateChannel();
      var answer = orders.Put(new Put { Session = session, Item = item, Count = 7 });
      var expected = item + " " + (session ?? "-");
      Report(binding, name, answer.Text == expected && answer.Quota == 7 ? "" : "answer " + answer.Text + ", quota " + answer.Quota);
    } catch (Exception error) {
      Report(binding, name, error.GetType().Name + ": " + error.Message);
    }
  }

  public static void Main(string[] args) {
    if (args[0] == "client") {
      foreach (var name in names) {
        Try(args[1], name, "header", "s1");
        Try(args[1], name, "no header", null);
      }
      return;
    }
    var host = new ServiceHost(typeof(OrdersService), new Uri("http://127.0.0.1:" + args[1] + "/"));
    foreach (var name in names) host.AddServiceEndpoint(typeof(IOrders), BindingOf(name), name);
    host.Open();
    Console.WriteLine("{}");
    Console.In.ReadToEnd();
  }
}
