// Data contracts that show the rules of DataContractSerializer, one a member.
using System;
using System.Collections.Generic;
using System.Runtime.Serialization;

[DataContract(Namespace = "http://parcels.example/data")]
public enum Size { [EnumMember] Small, [EnumMember(Value = "extra-large")] ExtraLarge, [EnumMember] Odd }

[Flags]
[DataContract(Namespace = "http://parcels.example/data")]
public enum Care { [EnumMember] None = 0, [EnumMember] Fragile = 1, [EnumMember] Upright = 2, [EnumMember] Cold = 4 }

// Members: base class first, then Order, then names by ordinal.
[DataContract(Namespace = "http://parcels.example/data")]
[KnownType(typeof(Letter)), KnownType(typeof(Crate))]
public class Item {
  [DataMember(IsRequired = true)] public Guid Id;
  [DataMember] public string Name;
  [DataMember(Order = 1)] public string Zebra;
  [DataMember] public string apple;
}

[DataContract(Namespace = "http://parcels.example/data")]
public class Letter : Item {
  [DataMember] public bool Airmail;
  [DataMember(EmitDefaultValue = false)] public int Stamps;
}

[DataContract(Namespace = "http://parcels.example/data")]
public class Crate : Item {
  [DataMember(Order = 2)] public double Height;
  [DataMember(Order = 1)] public double Width;
  [DataMember] public List<Item> Content;
}

[DataContract(Namespace = "http://parcels.example/data")]
public class Scalars {
  [DataMember] public bool Boolean;
  [DataMember] public byte Byte;
  [DataMember] public byte[] Bytes;
  [DataMember] public char Char;
  [DataMember] public DateTime DateTime;
  [DataMember] public decimal Decimal;
  [DataMember] public double Double;
  [DataMember] public TimeSpan Duration;
  [DataMember] public float Float;
  [DataMember] public Guid Guid;
  [DataMember] public int Int;
  [DataMember] public long Long;
  [DataMember] public sbyte SByte;
  [DataMember] public short Short;
  [DataMember] public string String;
  [DataMember] public uint UInt;
  [DataMember] public ulong ULong;
  [DataMember] public ushort UShort;
  [DataMember] public Uri Uri;
}

[DataContract(Namespace = "http://parcels.example/data")]
[KnownType(typeof(Letter)), KnownType(typeof(Size))]
public class Optional {
  [DataMember] public Care? Care;
  [DataMember] public DateTime? DateTime;
  [DataMember(EmitDefaultValue = false)] public decimal? Decimal;
  [DataMember] public int? Int;
  [DataMember(EmitDefaultValue = false)] public string Note;
  [DataMember] public object Object;
  [DataMember(IsRequired = true)] public Size Size;
}

[DataContract(Namespace = "http://parcels.example/data")]
public class Collections {
  [DataMember] public Dictionary<string, Item> ByName;
  [DataMember] public Dictionary<int, long> Counts;
  [DataMember] public List<Care> Cares;
  [DataMember] public Item[] Items;
  [DataMember] public List<List<int>> Nested;
  [DataMember] public List<int> Numbers;
  [DataMember] public string[] Texts;
}

[DataContract(Namespace = "http://parcels.example/data", IsReference = true)]
public class Node {
  [DataMember] public string Label;
  [DataMember] public Node Next;
}

[DataContract(Namespace = "http://parcels.example/data")]
public class ParcelFault {
  [DataMember] public int Code;
  [DataMember] public Item Culprit;
}
