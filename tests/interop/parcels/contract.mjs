/**
 * The data contracts of `Contracts.cs`, member by member; base classes first and names by ordinal, as canonical values have them.
 * `omit` members have EmitDefaultValue=false. `?` marks what .NET holds as null.
 */
export const types = {
  Item: { members: { Id: 'guid', Name: 'string?', Zebra: 'string?', apple: 'string?' } },
  Letter: { base: 'Item', members: { Airmail: 'boolean', Stamps: 'int' }, omit: ['Stamps'] },
  Crate: { base: 'Item', members: { Content: { list: { of: 'Item' } }, Height: 'double', Width: 'double' } },
  Scalars: {
    members: {
      Boolean: 'boolean',
      Byte: 'byte',
      Bytes: 'bytes?',
      Char: 'char',
      DateTime: 'dateTime',
      Decimal: 'decimal',
      Double: 'double',
      Duration: 'duration',
      Float: 'float',
      Guid: 'guid',
      Int: 'int',
      Long: 'long',
      SByte: 'byte',
      Short: 'int',
      String: 'string?',
      UInt: 'int',
      ULong: 'long',
      UShort: 'int',
      Uri: 'string?',
    },
  },
  Optional: {
    members: {
      Care: 'flags?',
      DateTime: 'dateTime?',
      Decimal: 'decimal?',
      Int: 'int?',
      Note: 'string?',
      Object: 'object?',
      Size: 'size',
    },
    omit: ['Decimal', 'Note'],
  },
  Collections: {
    members: {
      ByName: { entry: 'KeyValueOfstringItemMVnVJhFT', key: 'string', value: { of: 'Item' } },
      Cares: { list: 'flags' },
      Counts: { entry: 'KeyValueOfintlong', key: 'int', value: 'long' },
      Items: { list: { of: 'Item' } },
      Nested: { list: { list: 'int' } },
      Numbers: { list: 'int' },
      Texts: { list: 'string?' },
    },
  },
  Node: { members: { Label: 'string?', Next: { of: 'Node' } } },
  ParcelFault: { members: { Code: 'int', Culprit: { of: 'Item' } } },
};

/** Kind of the parameter of each operation that answers what it got; `Fail`, `Notify` and `Clear` have their own. */
export const echoes = {
  EchoScalars: { of: 'Scalars' },
  EchoOptional: { of: 'Optional' },
  EchoCollections: { of: 'Collections' },
  EchoItem: { of: 'Item' },
  EchoNode: { of: 'Node' },
  EchoObject: 'object?',
};

/** Canonical defaults of what .NET never holds as null. */
export const defaults = {
  boolean: 'false',
  byte: '0',
  char: '0',
  dateTime: '0001-01-01T00:00:00',
  decimal: '0',
  double: '0000000000000000',
  duration: 'PT0S',
  float: '00000000',
  guid: '00000000-0000-0000-0000-000000000000',
  int: '0',
  long: '0',
  size: 'Small',
  flags: 'None',
};

/** All members of a type, those of its base first. */
export function membersOf(type) {
  const { base, members } = types[type];
  return base === undefined ? members : { ...membersOf(base), ...members };
}

/** True for a member that is left out when it has the default value. */
export function isOmitted(type, member) {
  const { base, omit } = types[type];
  return omit?.includes(member) || (base !== undefined && isOmitted(base, member));
}
