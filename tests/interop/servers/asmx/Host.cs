// ASP.NET (System.Web) behind HttpListener. Debian's xsp4 4.2 does not load with its Mono 6.8, so requests come in here.
using System;
using System.Collections.Generic;
using System.IO;
using System.Net;
using System.Threading;
using System.Web;
using System.Web.Hosting;

public class Request : HttpWorkerRequest {
  readonly HttpListenerContext context;
  readonly string root;
  readonly byte[] body;
  readonly MemoryStream answer = new MemoryStream();

  public Request(HttpListenerContext context, string root) {
    this.context = context;
    this.root = root;
    var read = new MemoryStream();
    context.Request.InputStream.CopyTo(read);
    body = read.ToArray();
  }

  string Raw { get { return context.Request.RawUrl; } }
  int Split { get { return GetUriPath().IndexOf(".asmx/", StringComparison.Ordinal); } }

  public override string GetUriPath() { var i = Raw.IndexOf('?'); return HttpUtility.UrlDecode(i < 0 ? Raw : Raw.Substring(0, i)); }
  public override string GetFilePath() { return Split < 0 ? GetUriPath() : GetUriPath().Substring(0, Split + 5); }
  public override string GetPathInfo() { return Split < 0 ? "" : GetUriPath().Substring(Split + 5); }
  public override string GetQueryString() { var i = Raw.IndexOf('?'); return i < 0 ? "" : Raw.Substring(i + 1); }
  public override byte[] GetQueryStringRawBytes() { return null; }
  public override string GetRawUrl() { return Raw; }
  public override string GetHttpVerbName() { return context.Request.HttpMethod; }
  public override string GetHttpVersion() { return "HTTP/1.1"; }
  public override string GetRemoteAddress() { return "10.0.0.1"; }
  public override int GetRemotePort() { return 1; }
  public override string GetLocalAddress() { return "127.0.0.1"; }
  public override int GetLocalPort() { return context.Request.LocalEndPoint.Port; }
  public override string GetServerName() { return context.Request.Url.Host; }
  public override string GetAppPath() { return "/"; }
  public override string GetAppPathTranslated() { return root; }
  public override string GetFilePathTranslated() { return MapPath(GetFilePath()); }
  public override string MapPath(string path) { return path == "" || path == "/" ? root : Path.Combine(root, path.TrimStart('/')); }
  public override string GetKnownRequestHeader(int index) { return context.Request.Headers[GetKnownRequestHeaderName(index)]; }
  public override string GetUnknownRequestHeader(string name) { return context.Request.Headers[name]; }
  public override string[][] GetUnknownRequestHeaders() {
    var headers = new List<string[]>();
    foreach (string name in context.Request.Headers)
      if (GetKnownRequestHeaderIndex(name) < 0) headers.Add(new[] { name, context.Request.Headers[name] });
    return headers.ToArray();
  }
  public override byte[] GetPreloadedEntityBody() { return body; }
  public override bool IsEntireEntityBodyIsPreloaded() { return true; }
  public override int GetPreloadedEntityBodyLength() { return body.Length; }
  public override int GetTotalEntityBodyLength() { return body.Length; }

  public override void SendStatus(int status, string description) {
    context.Response.StatusCode = status;
    context.Response.StatusDescription = description;
  }
  public override void SendKnownResponseHeader(int index, string value) { SendUnknownResponseHeader(GetKnownResponseHeaderName(index), value); }
  public override void SendUnknownResponseHeader(string name, string value) {
    if (name == "Content-Length" || name == "Connection" || name == "Transfer-Encoding") return;
    if (name == "Content-Type") context.Response.ContentType = value;
    else context.Response.AppendHeader(name, value);
  }
  public override void SendResponseFromMemory(byte[] data, int length) { answer.Write(data, 0, length); }
  public override void SendResponseFromFile(string name, long offset, long length) { throw new NotSupportedException(); }
  public override void SendResponseFromFile(IntPtr handle, long offset, long length) { throw new NotSupportedException(); }
  public override void FlushResponse(bool final) { }
  public override void EndOfRequest() {
    try {
      context.Response.ContentLength64 = answer.Length;
      context.Response.OutputStream.Write(answer.GetBuffer(), 0, (int)answer.Length);
      context.Response.Close();
    } catch (Exception error) {
      Console.Error.WriteLine(error);
    }
  }
}

public class Host : MarshalByRefObject {
  public override object InitializeLifetimeService() { return null; }

  public void Run(string address, string root) {
    var listener = new HttpListener();
    listener.Prefixes.Add(address + "/");
    listener.Start();
    Console.WriteLine("{\"ready\":\"" + address + "\"}");
    Console.Out.Flush();
    while (true) {
      var context = listener.GetContext();
      ThreadPool.QueueUserWorkItem(_ => {
        try {
          HttpRuntime.ProcessRequest(new Request(context, root));
        } catch (Exception error) {
          Console.Error.WriteLine(error);
          context.Response.Abort();
        }
      });
    }
  }

  public static void Main(string[] args) {
    var root = Path.GetFullPath(args[1]);
    ((Host)ApplicationHost.CreateApplicationHost(typeof(Host), "/", root)).Run(args[0], root);
  }
}
