// Random values of any type that XmlSerializer takes, by reflection, and their text bit for bit. Services and proxies share this.
using System;
using System.Collections;
using System.Collections.Generic;
using System.ComponentModel;
using System.Globalization;
using System.Linq;
using System.Reflection;
using System.Text;
using System.Web.Services.Protocols;
using System.Xml;
using System.Xml.Serialization;

/** Members of a type that are on the wire, fields and properties alike. */
public static class Members {
  public static bool Has<T>(ICustomAttributeProvider of) { return of != null && of.IsDefined(typeof(T), true); }
  public static T[] All<T>(ICustomAttributeProvider of) { return of == null ? new T[0] : of.GetCustomAttributes(typeof(T), true).Cast<T>().ToArray(); }

  /** The base class first; what SoapHeader and Exception bring is not ours. */
  public static List<MemberInfo> Of(Type type) {
    var own = type.GetMembers(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly).Where(IsValue);
    var at = type.BaseType;
    var inherited = at == null || at == typeof(object) || at == typeof(ValueType) || at == typeof(SoapHeader) ? new List<MemberInfo>() : Of(at);
    return inherited.Concat(own.OrderBy(m => m.Name, StringComparer.Ordinal)).ToList();
  }

  static bool IsValue(MemberInfo member) {
    var property = member as PropertyInfo;
    // Header proxies and services declare AnyAttr of their own; it holds the attributes of the envelope's version.
    return member is FieldInfo || property != null && property.CanRead && property.CanWrite && property.GetIndexParameters().Length == 0;
  }

  public static Type TypeOf(MemberInfo member) { return member is FieldInfo ? ((FieldInfo)member).FieldType : ((PropertyInfo)member).PropertyType; }
  public static object Get(MemberInfo member, object of) { return member is FieldInfo ? ((FieldInfo)member).GetValue(of) : ((PropertyInfo)member).GetValue(of); }
  public static void Set(MemberInfo member, object of, object value) {
    if (member is FieldInfo) ((FieldInfo)member).SetValue(of, value);
    else ((PropertyInfo)member).SetValue(of, value);
  }
}

/** Makes values: the same seed, the same values. */
public class Maker {
  readonly Random random;
  readonly bool encoded;
  readonly bool form;
  int left = 60;

  /** `encoded`: for SOAP encoding; `form`: for GET and POST, where null, empty lists, -0 and kinds of time do not exist. */
  public Maker(int seed, bool encoded, bool form) { random = new Random(seed); this.encoded = encoded; this.form = form; }

  bool Chance(int oneIn) { return random.Next(oneIn) == 0; }
  T Pick<T>(params T[] of) { return of[random.Next(of.Length)]; }
  long Bits() { return unchecked((long)random.Next() << 42 ^ (long)random.Next() << 21 ^ random.Next()); }

  public object[] Arguments(ParameterInfo[] parameters) { return parameters.Select(p => p.IsOut ? null : Value(Plain(p.ParameterType), p, 0)).ToArray(); }
  public static Type Plain(Type type) { return type.IsByRef ? type.GetElementType() : type; }

  public object Value(Type type, ICustomAttributeProvider at, int depth) {
    left--;
    if (type == typeof(string)) return Nothing(4) ? null : Text(at);
    var inner = Nullable.GetUnderlyingType(type);
    if (inner != null) return Nothing(3) ? null : Value(inner, at, depth);
    if (type.IsEnum) return EnumValue(type);
    if (type == typeof(object)) return Open(at, depth);
    if (type == typeof(byte[])) return Nothing(5) ? null : Bytes();
    if (type == typeof(XmlQualifiedName)) return Nothing(5) ? null : new XmlQualifiedName("q" + random.Next(9), Pick("urn:q1", "urn:q2"));
    if (typeof(XmlNode).IsAssignableFrom(type)) return Nothing(5) ? null : Element(depth);
    if (type.IsArray || typeof(IList).IsAssignableFrom(type)) return Items(type, at, depth);
    return type.IsPrimitive || type.Namespace == "System" ? Scalar(type, at) : Struct(type, depth);
  }

  bool Nothing(int oneIn) { return !form && Chance(oneIn); }
  byte[] Bytes() { var bytes = new byte[random.Next(5)]; random.NextBytes(bytes); return bytes; }

  object EnumValue(Type type) {
    var values = Enum.GetValues(type).Cast<object>().ToArray();
    if (!Members.Has<FlagsAttribute>(type)) return Pick(values);
    // A value without any member has no text but the empty one.
    var sum = values.Where(v => Chance(2)).Aggregate(0L, (all, v) => all | Convert.ToInt64(v));
    return sum == 0 ? values.Last() : Enum.ToObject(type, sum);
  }

  object Open(ICustomAttributeProvider at, int depth) {
    var choices = Members.All<XmlElementAttribute>(at).Where(e => e.Type != null).ToArray();
    if (choices.Length > 0) return NotNull(choices[random.Next(choices.Length)].Type, depth);
    if (Nothing(6)) return null;
    return Scalar(Pick(typeof(int), typeof(bool), typeof(double), typeof(long), typeof(decimal), typeof(DateTime), typeof(short), typeof(string)), null);
  }

  object NotNull(Type type, int depth) {
    for (var tries = 0; tries < 50; tries++) {
      var value = Value(type, null, depth + 1);
      if (value != null) return value;
    }
    return null;
  }

  public object Scalar(Type type) { return Scalar(type, null); }

  object Scalar(Type type, ICustomAttributeProvider at) {
    if (type == typeof(string)) return Text(at);
    if (type == typeof(bool)) return Chance(2);
    if (type == typeof(sbyte)) return Pick(sbyte.MinValue, sbyte.MaxValue, (sbyte)0, (sbyte)random.Next(-128, 128));
    if (type == typeof(byte)) return Pick(byte.MinValue, byte.MaxValue, (byte)random.Next(256));
    if (type == typeof(short)) return Pick(short.MinValue, short.MaxValue, (short)random.Next(-32768, 32768));
    if (type == typeof(ushort)) return Pick(ushort.MinValue, ushort.MaxValue, (ushort)random.Next(65536));
    if (type == typeof(int)) return Pick(int.MinValue, int.MaxValue, 0, random.Next(), -random.Next(1000));
    if (type == typeof(uint)) return Pick(uint.MinValue, uint.MaxValue, (uint)random.Next());
    if (type == typeof(long)) return Pick(long.MinValue, long.MaxValue, 9007199254740993L, Bits(), 0L);
    if (type == typeof(ulong)) return Pick(ulong.MinValue, ulong.MaxValue, unchecked((ulong)Bits()));
    if (type == typeof(float)) return Float();
    if (type == typeof(double)) return Double();
    if (type == typeof(decimal)) return new decimal(random.Next(), random.Next(), Chance(2) ? random.Next() : 0, Chance(2), (byte)random.Next(29));
    if (type == typeof(char)) return Pick('a', '0', 'я', '\u20ac', '<', '\'', (char)random.Next(33, 126));
    if (type == typeof(Guid)) return Unique();
    if (type == typeof(DateTime)) return Time(DataType(at));
    throw new NotSupportedException(type.FullName);
  }

  Guid Unique() { var bytes = new byte[16]; random.NextBytes(bytes); return new Guid(bytes); }

  float Float() {
    var value = BitConverter.ToSingle(BitConverter.GetBytes(random.Next() ^ (Chance(2) ? int.MinValue : 0)), 0);
    var tame = float.IsNaN(value) || Math.Abs(value) < 1e-30f || float.IsInfinity(value) ? 0.1f : value;
    return form ? tame : Pick(tame, 0f, -0f, float.MaxValue, float.NaN, float.PositiveInfinity, float.NegativeInfinity, tame);
  }

  // Of doubles far from 1, Mono reads some one bit off.
  double Double() {
    var value = BitConverter.Int64BitsToDouble(Bits());
    var tame = double.IsNaN(value) || Math.Abs(value) < 1e-60 || Math.Abs(value) > 1e60 ? 1.0 / 3 : value;
    return form ? tame : Pick(tame, 0.1, -0.0, double.MaxValue, 1e21, 1e-7, double.NaN, double.PositiveInfinity, double.NegativeInfinity, tame);
  }

  DateTime Time(string dataType) {
    var day = new DateTime(1900 + random.Next(200), 1 + random.Next(12), 1 + random.Next(28));
    if (dataType == "date") return day;
    var time = new TimeSpan(random.Next(24), random.Next(60), random.Next(60)) + TimeSpan.FromTicks(Chance(2) ? random.Next(10000000) : 0);
    // .NET reads a time as that of the first day that there is.
    if (dataType == "time") return DateTime.MinValue + time;
    return DateTime.SpecifyKind(day + time, form ? DateTimeKind.Unspecified : Pick(DateTimeKind.Unspecified, DateTimeKind.Utc, DateTimeKind.Local));
  }

  static string DataType(ICustomAttributeProvider at) {
    return Members.All<XmlElementAttribute>(at).Select(a => a.DataType)
      .Concat(Members.All<XmlAttributeAttribute>(at).Select(a => a.DataType))
      .Concat(Members.All<XmlTextAttribute>(at).Select(a => a.DataType))
      .Concat(Members.All<XmlArrayItemAttribute>(at).Select(a => a.DataType))
      .Concat(Members.All<SoapElementAttribute>(at).Select(a => a.DataType))
      .FirstOrDefault(t => !string.IsNullOrEmpty(t));
  }

  // No carriage return: Mono writes it raw, and XML readers take that for a line feed. In attributes it writes tabs and line feeds raw, too.
  string Text(ICustomAttributeProvider at) {
    var type = DataType(at);
    if (type == "integer" || type == "nonNegativeInteger" || type == "positiveInteger") return (1 + random.Next(1000)) + "12345678901234567890";
    if (type == "duration") return Pick("P1Y", "PT1.5S", "-P2DT3H");
    if (type == "gYear") return "2001";
    if (type == "language") return "en-GB";
    if (type != null) return Pick("token", "name1", "x-y");
    // XML Schema reads an empty element as its default (Part 1, 3.3.4), .NET as an empty text.
    if (Members.Has<XmlAttributeAttribute>(at) || Members.Has<DefaultValueAttribute>(at) || form) return Pick("a b", "<&>\"'", "имя", "😀", "x");
    return Pick("", " ", "plain", " a\n\tb ", "<&>\"']]>", "имя", "😀", "x y", "0", "true", new string('z', 300));
  }

  XmlElement Element(int depth) {
    var element = new XmlDocument().CreateElement(Pick("", "f"), "any" + random.Next(4), Pick("urn:any", "urn:any2"));
    if (Chance(2)) element.SetAttribute("k", "v" + random.Next(9));
    if (Chance(3)) element.SetAttribute("q", "urn:attribute", "w");
    if (Chance(2)) element.AppendChild(element.OwnerDocument.CreateTextNode(Pick("text", "<&>", "я")));
    if (depth < 3 && Chance(2)) element.AppendChild(element.OwnerDocument.ImportNode(Element(depth + 1), true));
    return element;
  }

  XmlAttribute Attribute(int index) {
    var attribute = new XmlDocument().CreateAttribute("x", "other" + index, "urn:others");
    attribute.Value = Pick("1", "a b", "<&>");
    return attribute;
  }

  object Items(Type type, ICustomAttributeProvider at, int depth) {
    var of = type.IsArray ? type.GetElementType() : type.GetGenericArguments()[0];
    // .NET says that an attribute with a list is required, and leaves it out when the list is null or empty.
    if (type.IsArray && depth > 0 && !Members.Has<XmlAttributeAttribute>(at) && Nothing(6)) return null;
    var count = form || Members.Has<XmlAttributeAttribute>(at) ? 1 + random.Next(3) : depth > 6 || left < 0 ? 0 : random.Next(4);
    var items = Enumerable.Range(0, count).Select(i => Item(of, at, i, depth)).ToArray();
    return Collection(type, of, items);
  }

  public static object Collection(Type type, Type of, object[] items) {
    if (type.IsArray) {
      var array = Array.CreateInstance(of, items.Length);
      for (var i = 0; i < items.Length; i++) array.SetValue(items[i], i);
      return array;
    }
    var list = (IList)Activator.CreateInstance(type);
    foreach (var item in items) list.Add(item);
    return list;
  }

  object Item(Type of, ICustomAttributeProvider at, int index, int depth) {
    if (of == typeof(XmlAttribute)) return Attribute(index);
    if (of == typeof(XmlNode)) return Chance(2) ? (object)new XmlDocument().CreateTextNode("t" + index) : Element(depth);
    if (typeof(XmlNode).IsAssignableFrom(of)) return Element(depth);
    if (of == typeof(object) && Members.Has<XmlTextAttribute>(at) && Chance(3)) return "text" + index;
    // Null is dropped where items stand by themselves.
    return Members.Has<XmlElementAttribute>(at) || Members.Has<XmlTextAttribute>(at) ? NotNullItem(of, at, depth) : Value(of, at, depth + 1);
  }

  object NotNullItem(Type of, ICustomAttributeProvider at, int depth) {
    for (var tries = 0; tries < 50; tries++) {
      var value = Value(of, at, depth + 1);
      if (value != null) return value;
    }
    return null;
  }

  object Struct(Type type, int depth) {
    // A struct is a class in a proxy, but the schema requires it.
    if (type.IsClass && !type.IsAbstract && !type.Name.StartsWith("Struct") && (left < 0 || depth > 5 || depth > 0 && Nothing(5))) return null;
    var of = Derived(type);
    var value = Activator.CreateInstance(of);
    var members = Members.Of(of);
    foreach (var member in members.Where(m => !Members.Has<XmlIgnoreAttribute>(m) || encoded)) Fill(value, member, members, depth);
    return value;
  }

  Type Derived(Type type) {
    var types = Members.All<XmlIncludeAttribute>(type).Select(i => i.Type).Concat(Members.All<SoapIncludeAttribute>(type).Select(i => i.Type));
    return Pick(types.Where(type.IsAssignableFrom).Concat(new[] { type }).Where(t => !t.IsAbstract).ToArray());
  }

  void Fill(object value, MemberInfo member, List<MemberInfo> members, int depth) {
    var type = Members.TypeOf(member);
    var choice = Members.All<XmlChoiceIdentifierAttribute>(member).FirstOrDefault();
    if (choice != null) {
      Choose(value, member, members.First(m => m.Name == choice.MemberName), depth);
      return;
    }
    var specified = members.FirstOrDefault(m => m.Name == member.Name + "Specified");
    if (specified != null) {
      var said = Chance(2);
      Members.Set(specified, value, said);
      if (!said) return;
    }
    if (specified == null && member.Name.EndsWith("Specified") && members.Any(m => m.Name + "Specified" == member.Name)) return;
    var held = Value(type, member, depth + 1);
    // An attribute that is null is absent; a text that is null reads as empty.
    Members.Set(member, value, held == null && type == typeof(string) && Members.Has<XmlTextAttribute>(member) ? "" : held);
  }

  /** A choice whose alternative another member names. */
  void Choose(object value, MemberInfo member, MemberInfo kind, int depth) {
    var elements = Members.All<XmlElementAttribute>(member);
    var list = Members.TypeOf(member).IsArray;
    var kinds = list ? Members.TypeOf(kind).GetElementType() : Members.TypeOf(kind);
    var count = list ? random.Next(4) : 1;
    var picked = Enumerable.Range(0, count).Select(i => elements[random.Next(elements.Length)]).ToArray();
    var items = picked.Select(e => NotNull(e.Type ?? ItemType(member), depth)).ToArray();
    var names = picked.Select(e => Named(kinds, e)).ToArray();
    Members.Set(member, value, list ? Collection(Members.TypeOf(member), Members.TypeOf(member).GetElementType(), items) : items[0]);
    Members.Set(kind, value, list ? Collection(Members.TypeOf(kind), kinds, names) : names[0]);
  }

  static Type ItemType(MemberInfo member) { var type = Members.TypeOf(member); return type.IsArray ? type.GetElementType() : type; }

  static object Named(Type kinds, XmlElementAttribute element) {
    var field = kinds.GetFields().FirstOrDefault(f => f.IsLiteral && WireName(f) == element.ElementName)
      ?? kinds.GetFields().First(f => f.IsLiteral && WireName(f).EndsWith(":" + element.ElementName));
    return Enum.Parse(kinds, field.Name);
  }

  static string WireName(FieldInfo field) { return Members.All<XmlEnumAttribute>(field).Select(a => a.Name).FirstOrDefault() ?? field.Name; }
}

/** Values as text that loses nothing: ASCII without quotes. */
public static class Dump {
  public static string Of(params object[] values) { return string.Join(";", values.Select(One)); }

  static string Hex(byte[] bytes) { return string.Concat(bytes.Select(b => b.ToString("x2"))); }
  static string Hex(string text) { return text.All(c => c > ' ' && c < 127 && c != '"' && c != '\\' && ",;[]{}()~=".IndexOf(c) < 0) ? text : "#" + Hex(Encoding.UTF8.GetBytes(text)); }

  public static string One(object value) {
    if (value == null || value is DBNull) return "~";
    var type = value.GetType();
    if (value is string) return "s:" + Hex((string)value);
    if (value is byte[]) return "b:" + Hex((byte[])value);
    if (value is XmlNode) return Node((XmlNode)value);
    if (value is XmlQualifiedName) return "q:" + ((XmlQualifiedName)value).Namespace + "|" + ((XmlQualifiedName)value).Name;
    if (value is IEnumerable) return "[" + string.Join(",", ((IEnumerable)value).Cast<object>().Select(One)) + "]";
    if (type.IsEnum) return type.Name + ":" + Convert.ToInt64(value);
    return type.IsPrimitive || type.Namespace == "System" ? Scalar(value) : Struct(type, value);
  }

  static string Struct(Type type, object value) {
    var parts = Members.Of(type).Select(m => m.Name + "=" + One(Members.Get(m, value)));
    return type.Name + "{" + string.Join(",", parts) + "}";
  }

  static string Scalar(object value) {
    // One form for all NaNs: no text carries their payload.
    if (value is double) return "d:" + (double.IsNaN((double)value) ? "NaN" : BitConverter.DoubleToInt64Bits((double)value).ToString("x16"));
    if (value is float) return "f:" + (float.IsNaN((float)value) ? "NaN" : BitConverter.ToInt32(BitConverter.GetBytes((float)value), 0).ToString("x8"));
    if (value is char) return "c:" + (int)(char)value;
    if (value is DateTime) return "t:" + ((DateTime)value).Ticks + ((DateTime)value).Kind;
    if (value is TimeSpan) return "p:" + ((TimeSpan)value).Ticks;
    if (value is decimal) return "m:" + string.Join(".", decimal.GetBits((decimal)value));
    return value.GetType().Name + ":" + Convert.ToString(value, CultureInfo.InvariantCulture);
  }

  static string Node(XmlNode node) {
    if (node is XmlCharacterData) return "x:" + Hex(node.Value);
    if (node is XmlAttribute) return "@" + node.NamespaceURI + "|" + node.LocalName + "=" + Hex(node.Value);
    var attributes = node.Attributes.Cast<XmlAttribute>().Where(a => a.NamespaceURI != "http://www.w3.org/2000/xmlns/").Select(Node);
    var all = attributes.OrderBy(a => a, StringComparer.Ordinal).Concat(node.ChildNodes.Cast<XmlNode>().Select(Node));
    return "e(" + node.NamespaceURI + "|" + node.LocalName + "(" + string.Join(",", all) + "))";
  }
}

/** How .NET itself reads what it writes, with the serializers that its services and proxies use. */
public static class RoundTrip {
  public static object[] Of(MethodInfo method, Type header, object[] values, bool encoded, bool bare, bool rpc) {
    var members = method.GetParameters().Where(p => !p.IsOut).Select(Member).ToList();
    if (header != null) members.Add(new XmlReflectionMember { MemberName = header.Name, MemberType = header });
    var serializer = XmlSerializer.FromMappings(new XmlMapping[] { Mapping(members.ToArray(), encoded, bare, rpc) })[0];
    var text = new StringBuilder();
    using (var writer = XmlWriter.Create(text)) {
      writer.WriteStartElement("Body");
      if (encoded) serializer.Serialize(writer, values, null, "http://schemas.xmlsoap.org/soap/encoding/");
      else serializer.Serialize(writer, values);
      writer.WriteEndElement();
    }
    using (var reader = new XmlTextReader(new System.IO.StringReader(text.ToString()))) {
      reader.ReadStartElement("Body");
      return (object[])(encoded ? serializer.Deserialize(reader, "http://schemas.xmlsoap.org/soap/encoding/") : serializer.Deserialize(reader));
    }
  }

  static XmlReflectionMember Member(ParameterInfo p) {
    return new XmlReflectionMember {
      MemberName = p.Name, MemberType = Maker.Plain(p.ParameterType), XmlAttributes = new XmlAttributes(p), SoapAttributes = new SoapAttributes(p),
    };
  }

  static XmlMembersMapping Mapping(XmlReflectionMember[] members, bool encoded, bool bare, bool rpc) {
    if (encoded) return new SoapReflectionImporter("urn:trip").ImportMembersMapping("Trip", "urn:trip", members, !bare, rpc);
    return new XmlReflectionImporter("urn:trip").ImportMembersMapping("Trip", "urn:trip", members, !bare, rpc);
  }
}
