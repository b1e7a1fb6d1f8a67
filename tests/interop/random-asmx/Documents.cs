// Documents of random data contracts: their schemas, values as documents, and what .NET reads back from documents.
using System;
using System.Collections;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using System.Xml.Schema;

public static class Documents {
  static readonly Type[] contracts = Assembly.GetExecutingAssembly().GetTypes().Where(t => t.IsDefined(typeof(DataContractAttribute), false)).OrderBy(t => t.Name, StringComparer.Ordinal).ToArray();

  /** `schemas FOLDER` writes the schemas; otherwise lines come in: `make N` gives N documents a contract, `read TYPE NUMBER TEXT` compares. */
  public static void Main(string[] args) {
    if (args[0] == "schemas") { Schemas(args[1]); return; }
    for (var line = Console.In.ReadLine(); line != null; line = Console.In.ReadLine()) {
      var words = line.Trim('"').Split(' ');
      if (words[0] == "make") Make(int.Parse(words[1]));
      else Read(words[1], int.Parse(words[2]), Encoding.UTF8.GetString(Convert.FromBase64String(words[3])));
    }
  }

  static void Schemas(string folder) {
    var exporter = new XsdDataContractExporter();
    exporter.Export(contracts);
    var number = 0;
    foreach (XmlSchema schema in exporter.Schemas.Schemas()) {
      if (schema.TargetNamespace == XmlSchema.Namespace) continue;
      foreach (XmlSchemaImport import in schema.Includes.OfType<XmlSchemaImport>()) import.SchemaLocation = null;
      using (var writer = XmlWriter.Create(folder + "/schema" + number++ + ".xsd")) schema.Write(writer);
    }
  }

  static object Value(string name, int number) {
    var type = contracts.First(t => t.Name == name);
    var maker = new DataMaker(name.Aggregate(number * 7919, (sum, c) => unchecked(sum * 31 + c)));
    return type.IsEnum ? maker.Value(type, 0) : maker.Struct(type, 0);
  }

  static string Write(object value) {
    var text = new StringBuilder();
    using (var writer = XmlWriter.Create(text, new XmlWriterSettings { OmitXmlDeclaration = true })) new DataContractSerializer(value.GetType()).WriteObject(writer, value);
    return text.ToString();
  }

  static object Parse(Type type, string text) {
    using (var reader = XmlReader.Create(new StringReader(text))) return new DataContractSerializer(type).ReadObject(reader);
  }

  static void Make(int count) {
    foreach (var type in contracts) {
      for (var number = 0; number < count; number++) {
        try {
          Say("document", type.Name, number, Write(Value(type.Name, number)));
        } catch (Exception error) {
          Say("refused", type.Name, number, error.Message);
        }
      }
    }
    Console.WriteLine("{\"done\":true}");
  }

  static void Read(string name, int number, string text) {
    var value = Value(name, number);
    var sent = DataDump.One(value);
    string got;
    try {
      got = DataDump.One(Parse(value.GetType(), text));
      if (got == sent || got == DataDump.One(Parse(value.GetType(), Write(value)))) { Say("right", name, number, ""); return; }
    } catch (Exception error) {
      got = error.GetBaseException().Message;
    }
    Say("wrong", name, number, "got " + got + " sent " + sent);
  }

  static void Say(string kind, string type, int number, string text) {
    Console.WriteLine("{\"" + kind + "\":\"" + type + "\",\"number\":" + number + ",\"text\":\"" + Convert.ToBase64String(Encoding.UTF8.GetBytes(text)) + "\"}");
  }
}

/** Values of data contracts: what Maker makes, and the types that only this serializer has. */
public class DataMaker {
  readonly Random random;
  readonly Maker maker;
  int left = 80;

  public DataMaker(int seed) { random = new Random(seed); maker = new Maker(seed, false, false); }

  public object Value(Type type, int depth) {
    left--;
    var inner = Nullable.GetUnderlyingType(type);
    if (inner != null) return random.Next(3) == 0 ? null : Value(inner, depth);
    if (type == typeof(object)) return random.Next(4) == 0 ? null : maker.Scalar(new[] { typeof(int), typeof(string), typeof(double), typeof(DateTime), typeof(bool), typeof(Guid), typeof(char), typeof(decimal) }[random.Next(8)]);
    if (type == typeof(TimeSpan)) return new TimeSpan(random.Next(400), random.Next(24), random.Next(60), random.Next(60), random.Next(1000));
    if (type == typeof(Uri)) return random.Next(4) == 0 ? null : new Uri(random.Next(2) == 0 ? "http://example.com/a?b=c" : "relative/path", UriKind.RelativeOrAbsolute);
    if (type == typeof(byte[]) || type == typeof(string) || type.IsEnum || type == typeof(XmlQualifiedName)) return maker.Value(type, null, depth);
    if (typeof(IDictionary).IsAssignableFrom(type)) return Map(type, depth);
    if (type.IsArray || typeof(IList).IsAssignableFrom(type)) return Items(type, depth);
    if (type.IsDefined(typeof(DataContractAttribute), false)) return type.IsClass && (depth > 5 || left < 0 || random.Next(5) == 0) ? null : Struct(type, depth);
    return maker.Scalar(type);
  }

  object Map(Type type, int depth) {
    if (random.Next(5) == 0) return null;
    var map = (IDictionary)Activator.CreateInstance(type);
    var of = type.GetGenericArguments();
    for (var i = random.Next(3); i > 0; i--) {
      var key = Value(of[0], depth + 1);
      if (key != null) map[key] = Value(of[1], depth + 1);
    }
    return map;
  }

  object Items(Type type, int depth) {
    if (random.Next(5) == 0) return null;
    var of = type.IsArray ? type.GetElementType() : type.GetGenericArguments()[0];
    var items = Enumerable.Range(0, left < 0 ? 0 : random.Next(4)).Select(i => Value(of, depth + 1)).ToArray();
    return Maker.Collection(type, of, items);
  }

  public object Struct(Type type, int depth) {
    var known = type.GetCustomAttributes(typeof(KnownTypeAttribute), false).Cast<KnownTypeAttribute>().Select(k => k.Type).Concat(new[] { type }).ToArray();
    var of = depth == 0 ? type : known[random.Next(known.Length)];
    var value = Activator.CreateInstance(of);
    foreach (var member in Members.Of(of)) {
      var held = Value(Members.TypeOf(member), depth + 1);
      // .NET refuses to write a null that it says is always there.
      Members.Set(member, value, held);
    }
    return value;
  }
}

/** As Dump, with dictionaries by their keys. */
public static class DataDump {
  public static string One(object value) {
    var map = value as IDictionary;
    if (map != null) return "<" + string.Join(",", map.Keys.Cast<object>().Select(k => One(k) + ">" + One(map[k]))) + ">";
    if (value is Uri) return "u:" + ((Uri)value).OriginalString;
    if (value is IEnumerable && !(value is string) && !(value is byte[])) return "[" + string.Join(",", ((IEnumerable)value).Cast<object>().Select(One)) + "]";
    if (value != null && value.GetType().IsDefined(typeof(DataContractAttribute), false) && !value.GetType().IsEnum) {
      return value.GetType().Name + "{" + string.Join(",", Members.Of(value.GetType()).Select(m => m.Name + "=" + One(Members.Get(m, value)))) + "}";
    }
    return Dump.One(value);
  }
}
