// The wallet's five services as a real .asmx: every method writes what it got to stdout.
using System;
using System.Globalization;
using System.Text;
using System.Web.Services;
using System.Web.Services.Protocols;

public enum CurrencyCode { Unknown, wme, wmz, wmr, wmc, wmd, wmx, wmg, wmu, wmy, wmb, wmv, wmk, wml, mdl, TRY, wmh, trs, tnd, wmp, wmf, wmt, wms }

public static class Record {
  static readonly System.IO.StreamWriter output = new System.IO.StreamWriter(Console.OpenStandardOutput()) { AutoFlush = true };

  public static string Unhex(string hex) {
    var bytes = new byte[hex.Length / 2];
    for (var i = 0; i < bytes.Length; i++) bytes[i] = Convert.ToByte(hex.Substring(2 * i, 2), 16);
    return Encoding.UTF8.GetString(bytes);
  }

  static string Token(object value) {
    if (value == null) return "null";
    if (value is double && double.IsNaN((double)value)) return "7ff8000000000000";
    if (value is double) return BitConverter.DoubleToInt64Bits((double)value).ToString("x16");
    if (value is char) return ((int)(char)value).ToString(CultureInfo.InvariantCulture);
    if (value is bool) return (bool)value ? "true" : "false";
    if (!(value is string)) return Convert.ToString(value, CultureInfo.InvariantCulture);
    var hex = new StringBuilder();
    foreach (var b in Encoding.UTF8.GetBytes((string)value)) hex.Append(b.ToString("x2"));
    return hex.ToString();
  }

  public static int Call(string operation, params object[] values) {
    var args = Array.ConvertAll(values, Token);
    var hash = 7;
    foreach (var c in operation + "," + string.Join(",", args)) hash = unchecked(hash * 31 + c);
    lock (output) output.WriteLine("{\"operation\":\"" + operation + "\",\"args\":[\"" + string.Join("\",\"", args) + "\"]}");
    return hash;
  }
}

[WebService(Namespace = "http://wallet.example/api")]
public class AccountApi : WebService {
  [WebMethod] public int MarkAllOperationsAsReadForCurrency(string sessionId, CurrencyCode currency) { return Record.Call("MarkAllOperationsAsReadForCurrency", sessionId, currency); }
  [WebMethod] public int MarkAllMessagesAsReadForContact(string sessionId, string wmid) { return Record.Call("MarkAllMessagesAsReadForContact", sessionId, wmid); }
  [WebMethod] public int ContactSetFavorite(string sessionId, string wmid, bool value) { return Record.Call("ContactSetFavorite", sessionId, wmid, value); }
  [WebMethod] public int TopupAtmCard(string sessionId, long id, double amount, string purseFrom) { return Record.Call("TopupAtmCard", sessionId, id, amount, purseFrom); }
  [WebMethod] public int MarkOperationAsRead(string sessionId, long id) { return Record.Call("MarkOperationAsRead", sessionId, id); }
}

[WebService(Namespace = "http://wallet.example/api")]
public class TelepayApi : WebService {
  [WebMethod] public int TelepaySchedulerConfirmCreate(string sessionId, int profileId, int taskId, string code) { return Record.Call("TelepaySchedulerConfirmCreate", sessionId, profileId, taskId, code); }
}

[WebService(Namespace = "http://wallet.example/api")]
public class ExchangerApi : WebService {
  [WebMethod] public int Exchange(string sessionId, char CurrencyToBuy, char CurrencyToPay, double amountToPay) { return Record.Call("Exchange", sessionId, CurrencyToBuy, CurrencyToPay, amountToPay); }
}

[WebService(Namespace = "http://wallet.example/api")]
public class PushApi : WebService {
  [WebMethod] public int UnsubscribeWithAuthTicket(string ticket, string wmid, string pushServiceUserId) { return Record.Call("UnsubscribeWithAuthTicket", ticket, wmid, pushServiceUserId); }
  [WebMethod] public int UnsubscribeApp(string appId, string userId, string pushServiceUserId, string authHash) { return Record.Call("UnsubscribeApp", appId, userId, pushServiceUserId, authHash); }
}

[WebService(Namespace = "http://wallet.example/api")]
public class ErrorsApi : WebService {
  static readonly string[] texts = Array.ConvertAll(Environment.GetEnvironmentVariable("INTEROP_TEXTS").Split(','), Record.Unhex);

  [WebMethod] public string GetErrorDesc(int errorCode, int cultureCode) {
    Record.Call("GetErrorDesc", errorCode, cultureCode);
    if (errorCode < 0) throw new SoapException(Record.Unhex(Environment.GetEnvironmentVariable("INTEROP_FAULT")), SoapException.ServerFaultCode);
    return errorCode < texts.Length ? texts[errorCode] : null;
  }
}
