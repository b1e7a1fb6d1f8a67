// Values as text that loses nothing, both ways, by reflection: the C# half of values.mjs.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Runtime.Serialization;
using System.Text;
using System.Web.Script.Serialization;
using System.Xml;

public class Values {
  static readonly Dictionary<string, Type> named = new Dictionary<string, Type> {
    { "boolean", typeof(bool) }, { "byte", typeof(byte) }, { "bytes", typeof(byte[]) }, { "char", typeof(char) }, { "dateTime", typeof(DateTime) },
    { "decimal", typeof(decimal) }, { "double", typeof(double) }, { "duration", typeof(TimeSpan) }, { "float", typeof(float) },
    { "guid", typeof(Guid) }, { "int", typeof(int) }, { "long", typeof(long) }, { "string", typeof(string) }, { "ulong", typeof(ulong) },
    { "Size", typeof(Size) }, { "Letter", typeof(Letter) }, { "Crate", typeof(Crate) }, { "Item", typeof(Item) },
  };

  readonly Dictionary<string, object> byId = new Dictionary<string, object>();
  readonly Dictionary<object, string> ids = new Dictionary<object, string>();

  public static object Parse(Type type, string json) {
    // The deserializer takes no null by itself.
    return json == "null" ? null : new Values().Read(type, new JavaScriptSerializer().DeserializeObject(json));
  }
  public static string Text(object value) { return new Values().Write(value); }

  static byte[] Bytes(string hex) { return Enumerable.Range(0, hex.Length / 2).Select(i => Convert.ToByte(hex.Substring(2 * i, 2), 16)).ToArray(); }
  static string Hex(byte[] bytes) { return string.Concat(bytes.Select(b => b.ToString("x2"))); }
  static string HexText(string text) { return Hex(Encoding.UTF8.GetBytes(text)); }

  // By ordinal within a class, the base class first. Contracts written by hand have fields, imported ones properties.
  static IEnumerable<MemberInfo> Members(Type type) {
    var all = type.GetMembers(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly);
    var own = all.Where(m => m.IsDefined(typeof(DataMemberAttribute), false)).OrderBy(m => m.Name, StringComparer.Ordinal);
    return type.BaseType == typeof(object) ? own : Members(type.BaseType).Concat(own);
  }

  static Type TypeOf(MemberInfo member) { return member is FieldInfo ? ((FieldInfo)member).FieldType : ((PropertyInfo)member).PropertyType; }
  static object Get(MemberInfo member, object of) { return member is FieldInfo ? ((FieldInfo)member).GetValue(of) : ((PropertyInfo)member).GetValue(of); }
  static void Set(MemberInfo member, object of, object value) {
    if (member is FieldInfo) ((FieldInfo)member).SetValue(of, value);
    else ((PropertyInfo)member).SetValue(of, value);
  }

  object Read(Type type, object json) {
    if (json == null) return null;
    type = Nullable.GetUnderlyingType(type) ?? type;
    var map = json as Dictionary<string, object>;
    if (map != null) return ReadObject(type, map);
    var items = json as object[];
    if (items != null) return ReadItems(type, items);
    var text = (string)json;
    if (type == typeof(string)) return Encoding.UTF8.GetString(Bytes(text));
    if (type == typeof(Uri)) return new Uri(Encoding.UTF8.GetString(Bytes(text)), UriKind.RelativeOrAbsolute);
    if (type == typeof(byte[])) return Bytes(text);
    if (type == typeof(double)) return BitConverter.Int64BitsToDouble(Convert.ToInt64(text, 16));
    if (type == typeof(float)) return BitConverter.ToSingle(BitConverter.GetBytes(Convert.ToInt32(text, 16)), 0);
    if (type == typeof(char)) return (char)int.Parse(text);
    if (type == typeof(bool)) return text == "true";
    if (type == typeof(DateTime)) return XmlConvert.ToDateTime(text, XmlDateTimeSerializationMode.RoundtripKind);
    if (type == typeof(TimeSpan)) return XmlConvert.ToTimeSpan(text);
    if (type == typeof(decimal)) return XmlConvert.ToDecimal(text);
    if (type == typeof(Guid)) return new Guid(text);
    if (type.IsEnum) return Enum.ToObject(type, text.Split(' ').Where(t => t != "").Sum(t => (int)Enum.Parse(type, MemberOf(type, t))));
    return Convert.ChangeType(text, type, System.Globalization.CultureInfo.InvariantCulture);
  }

  object ReadObject(Type type, Dictionary<string, object> map) {
    if (map.ContainsKey("Ref")) return byId[(string)map["Ref"]];
    if (map.ContainsKey("$") && named.ContainsKey((string)map["$"])) type = named[(string)map["$"]];
    if (map.ContainsKey("value") && !type.IsDefined(typeof(DataContractAttribute), false) || type.IsEnum) return Read(type, map["value"]);
    var value = Activator.CreateInstance(type);
    if (map.ContainsKey("Id") && type == typeof(Node)) byId[(string)map["Id"]] = value;
    foreach (var member in Members(type)) Set(member, value, Read(TypeOf(member), map[member.Name]));
    return value;
  }

  object ReadItems(Type type, object[] items) {
    if (type.IsArray) {
      var array = Array.CreateInstance(type.GetElementType(), items.Length);
      for (var i = 0; i < items.Length; i++) array.SetValue(Read(type.GetElementType(), items[i]), i);
      return array;
    }
    var of = type.GetGenericArguments();
    var collection = Activator.CreateInstance(type);
    foreach (var item in items) {
      if (of.Length == 1) ((IList)collection).Add(Read(of[0], item));
      else ((IDictionary)collection).Add(Read(of[0], ((object[])item)[0]), Read(of[1], ((object[])item)[1]));
    }
    return collection;
  }

  string Write(object value) {
    if (value == null) return "null";
    var type = value.GetType();
    if (type.IsDefined(typeof(DataContractAttribute), false) && !type.IsEnum) return WriteObject(type, value);
    var map = value as IDictionary;
    if (map != null) return "[" + string.Join(",", map.Keys.Cast<object>().Select(key => "[" + Write(key) + "," + Write(map[key]) + "]")) + "]";
    if (value is IEnumerable && !(value is string) && !(value is byte[])) return "[" + string.Join(",", ((IEnumerable)value).Cast<object>().Select(Write)) + "]";
    return "\"" + Scalar(type, value) + "\"";
  }

  string WriteObject(Type type, object value) {
    var text = new StringBuilder("{\"$\":\"" + type.Name + "\"");
    if (value is Node) {
      if (ids.ContainsKey(value)) return "{\"Ref\":\"" + ids[value] + "\"}";
      ids[value] = "i" + (ids.Count + 1);
      text.Append(",\"Id\":\"" + ids[value] + "\"");
    }
    foreach (var member in Members(type)) {
      var held = Get(member, value);
      text.Append(",\"" + member.Name + "\":" + (TypeOf(member) == typeof(object) ? Boxed(held) : Write(held)));
    }
    return text.Append("}").ToString();
  }

  /** A value where any may stand: with the name of its type. */
  public static string Boxed(object value) {
    var text = Text(value);
    return value == null || text.StartsWith("{\"$\"") ? text : "{\"$\":\"" + named.First(n => n.Value == value.GetType()).Key + "\",\"value\":" + text + "}";
  }

  static string Scalar(Type type, object value) {
    if (value is string) return HexText((string)value);
    if (value is Uri) return HexText(((Uri)value).OriginalString);
    if (value is byte[]) return Hex((byte[])value);
    // One form for all NaNs: no text carries their payload.
    if (value is double && double.IsNaN((double)value)) return "7ff8000000000000";
    if (value is float && float.IsNaN((float)value)) return "7fc00000";
    if (value is double) return BitConverter.DoubleToInt64Bits((double)value).ToString("x16");
    if (value is float) return BitConverter.ToInt32(BitConverter.GetBytes((float)value), 0).ToString("x8");
    if (value is char) return ((int)(char)value).ToString();
    if (value is bool) return (bool)value ? "true" : "false";
    if (value is DateTime) return XmlConvert.ToString((DateTime)value, XmlDateTimeSerializationMode.RoundtripKind);
    if (value is TimeSpan) return XmlConvert.ToString((TimeSpan)value);
    if (value is decimal) return XmlConvert.ToString((decimal)value);
    if (type.IsEnum) return string.Join(" ", value.ToString().Split(new[] { ", " }, StringSplitOptions.None).Select(name => WireName(type, name)));
    return Convert.ToString(value, System.Globalization.CultureInfo.InvariantCulture);
  }

  static string WireName(Type type, string member) {
    var field = type.GetField(member);
    return field == null ? member : field.GetCustomAttribute<EnumMemberAttribute>().Value ?? member;
  }

  static string MemberOf(Type type, string wireName) { return Enum.GetNames(type).First(name => WireName(type, name) == wireName); }
}
