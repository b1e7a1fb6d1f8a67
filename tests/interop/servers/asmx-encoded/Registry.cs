// The service in SOAP encoding as an .asmx: every method writes what it got to stdout, and returns it.
using System;
using System.Linq;
using System.Text;
using System.Web.Services;
using System.Web.Services.Protocols;
using System.Xml.Serialization;

[SoapType("Mark", "urn:registry")]
public class Mark { public string label; public double weight; }

[SoapType("Entry", "urn:registry")]
public class Entry { public long id; public string title; public bool open; public Mark mark; }

[WebService(Namespace = "urn:registry")]
public class Registry : WebService {
  static readonly System.IO.StreamWriter output = new System.IO.StreamWriter(Console.OpenStandardOutput()) { AutoFlush = true };

  static string Hex(string text) {
    return text == null ? "null" : string.Concat(Encoding.UTF8.GetBytes(text).Select(b => b.ToString("x2")).ToArray());
  }

  static string Bits(double value) { return BitConverter.DoubleToInt64Bits(value).ToString("x16"); }

  static void Record(string operation, string value) {
    var escaped = value.Replace("\"", "\\\"");
    lock (output) output.WriteLine("{\"operation\":\"" + operation + "\",\"args\":[\"" + escaped + "\"]}");
  }

  [WebMethod] [SoapRpcMethod("urn:registry#EchoText")]
  public string EchoText(string text) {
    Record("EchoText", Hex(text));
    return text;
  }

  [WebMethod] [SoapRpcMethod("urn:registry#EchoEntry")]
  public Entry EchoEntry(Entry entry) {
    var mark = "{\"label\":\"" + Hex(entry.mark.label) + "\",\"weight\":\"" + Bits(entry.mark.weight) + "\"}";
    Record("EchoEntry", "{\"id\":\"" + entry.id + "\",\"mark\":" + mark + ",\"open\":\"" + (entry.open ? "true" : "false") + "\",\"title\":\"" + Hex(entry.title) + "\"}");
    return entry;
  }

  [WebMethod] [SoapRpcMethod("urn:registry#EchoNumbers")]
  public int[] EchoNumbers(int[] numbers) {
    Record("EchoNumbers", "[" + string.Join(",", numbers.Select(n => "\"" + n + "\"").ToArray()) + "]");
    return numbers;
  }

  [WebMethod] [SoapRpcMethod("urn:registry#Measure")]
  public string Measure(string text, out int length) {
    Record("Measure", Hex(text));
    length = text.Length;
    return text;
  }
}
