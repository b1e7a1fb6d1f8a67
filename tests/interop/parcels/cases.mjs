import { bits, hex, strings } from '../cases.mjs';
import { defaults, membersOf } from './contract.mjs';

/** A canonical value of a data contract: all members, in order; what is not given has its default. */
function make(type, given = {}) {
  const value = { $: type };
  if (type === 'Node') {
    value.Id = given.Id;
  }
  for (const [name, kind] of Object.entries(membersOf(type))) {
    value[name] = given[name] ?? defaults[kind] ?? null;
  }
  return value;
}

const float = (value) => {
  const buffer = Buffer.alloc(4);
  buffer.writeFloatBE(value);
  return buffer.toString('hex');
};
const ids = {
  zero: defaults.guid,
  one: '01234567-89ab-cdef-0123-456789abcdef',
  all: defaults.guid.replaceAll('0', 'f'),
};
const integers = {
  Byte: ['255'],
  SByte: ['-128', '127'],
  Short: ['-32768', '32767'],
  UShort: ['65535'],
  Int: ['-2147483648', '2147483647'],
  UInt: ['4294967295'],
  Long: ['-9223372036854775808', '9223372036854775807', '9007199254740993'],
  ULong: ['18446744073709551615', '9007199254740993'],
};
const doubles = [
  0.1,
  1 / 3,
  -0,
  1e21,
  1e-7,
  5e-324,
  1.7976931348623157e308,
  123456789012345680,
  Number.NaN,
  Infinity,
  -Infinity,
];
const floats = [
  0.1,
  1 / 3,
  -0,
  1e21,
  1.401298464324817e-45,
  3.4028234663852886e38,
  16777216,
  Number.NaN,
  Infinity,
  -Infinity,
];
const decimals = [
  '12.50',
  '-0.5',
  '0.00',
  '0.0000000000000000000000000001',
  '79228162514264337593543950335',
  '-79228162514264337593543950335',
];
const dates = [
  '9999-12-31T23:59:59.9999999',
  '2020-01-02T03:04:05.678Z',
  '2020-02-29T00:00:00',
  '2020-01-02T03:04:05.0000001Z',
  '2020-01-02T03:04:05+00:00',
];
const durations = ['P1DT2H3M4.5S', '-PT0.0000001S', 'P10675199DT2H48M5.4775807S', '-P10675199DT2H48M5.4775808S'];
const chars = [0x41, 0x42f, 0x20, 0x0a, 0x3c, 0x01, 0xd800, 0xffff];

/** Edge values of each member: a call takes one of each. */
const edges = {
  Boolean: ['true'],
  ...integers,
  Double: doubles.map(bits),
  Float: floats.map(float),
  Decimal: decimals,
  DateTime: dates,
  Duration: durations,
  Guid: [ids.one, ids.all],
  Char: chars.map(String),
  Bytes: ['', Buffer.from(Array.from({ length: 256 }, (_, i) => i)).toString('hex')],
};
const uris = ['https://parcels.example/a?b=c&d#e', 'a/b c', 'https://пример.example/ü'];

function scalarCases() {
  const rounds = Math.max(...Object.values(edges).map((values) => values.length));
  const round = (i) => Object.fromEntries(Object.entries(edges).map(([name, values]) => [name, values[i]]));
  return [
    ['defaults', {}],
    ...Array.from({ length: rounds }, (_, i) => [`edge values ${i + 1}`, round(i)]),
    ...Object.entries(strings).map(([name, text]) => [`string ${name}`, { String: hex(text) }]),
    ...uris.map((uri) => [`URI ${uri}`, { Uri: hex(uri) }]),
  ].map(([name, given]) => ['EchoScalars', name, make('Scalars', given)]);
}

const letter = make('Letter', {
  Id: ids.one,
  Name: hex('letter'),
  Airmail: 'true',
  Stamps: '3',
  apple: hex('a'),
  Zebra: hex('z'),
});
const item = make('Item', { Id: ids.all, Name: hex(''), Zebra: hex('z') });
const crate = make('Crate', {
  Id: ids.one,
  Content: [letter, null, item, make('Crate', { Content: [] })],
  Height: bits(0.1),
  Width: bits(-0),
});

const anything = {
  null: null,
  int: { $: 'int', value: '-5' },
  long: { $: 'long', value: '9007199254740993' },
  ulong: { $: 'ulong', value: '18446744073709551615' },
  string: { $: 'string', value: hex(' <x> ') },
  'empty string': { $: 'string', value: '' },
  double: { $: 'double', value: bits(-0) },
  decimal: { $: 'decimal', value: '12.50' },
  boolean: { $: 'boolean', value: 'true' },
  dateTime: { $: 'dateTime', value: dates[1] },
  duration: { $: 'duration', value: durations[0] },
  guid: { $: 'guid', value: ids.one },
  char: { $: 'char', value: '1071' },
  bytes: { $: 'bytes', value: '00ff' },
  Size: { $: 'Size', value: 'extra-large' },
  Letter: letter,
};

const collections = {
  nothing: {},
  empty: { ByName: [], Cares: [], Counts: [], Items: [], Nested: [], Numbers: [], Texts: [] },
  'one of each': {
    ByName: [[hex('k'), letter]],
    Cares: ['Cold'],
    Counts: [['1', '-1']],
    Items: [item],
    Nested: [['1']],
    Numbers: ['1'],
    Texts: [hex('t')],
  },
  many: {
    ByName: [
      [hex(''), item],
      [hex('<&>'), crate],
      [hex('none'), null],
    ],
    Cares: ['None', 'Fragile Upright', 'Fragile Upright Cold'],
    Counts: [
      ['-2147483648', '9223372036854775807'],
      ['0', '0'],
    ],
    Items: [letter, null, crate],
    Nested: [[], ['1', '2'], null, ['-3']],
    Numbers: ['3', '1', '2', '1'],
    Texts: [hex(''), null, hex('  '), hex('Привет')],
  },
};

const node = (id, label, next) => make('Node', { Id: id, Label: label === null ? null : hex(label), Next: next });
const nodes = {
  alone: node('i1', 'a', null),
  'without a label': node('i1', null, null),
  chain: node('i1', 'a', node('i2', 'b', node('i3', 'c', null))),
  'cycle of one': node('i1', 'a', { Ref: 'i1' }),
  'cycle of three': node('i1', 'a', node('i2', 'b', node('i3', 'c', { Ref: 'i1' }))),
};

function dataCall(operation, name, value) {
  const args = [{ name: 'value', type: 'data', value: JSON.stringify(value) }];
  return {
    service: 'Parcels',
    operation,
    name: name,
    args,
    expected: { type: 'data', value: JSON.stringify(value) },
  };
}

/** Detail of the fault that `Fail` answers. */
export const faultOf = (code) => make('ParcelFault', { Code: code, Culprit: letter });
/** The member of it that hosts cannot make of the request. */
export const culprit = JSON.stringify(letter);

function failure(name, code, reason) {
  const detail = faultOf(code);
  const args = [
    { name: 'code', type: 'int', value: code },
    { name: 'reason', type: 'string', value: hex(reason) },
  ];
  return {
    service: 'Parcels',
    operation: 'Fail',
    name: `declared fault ${name}`,
    args,
    expected: { type: 'data', value: `${hex(reason)} ${JSON.stringify(detail)}` },
  };
}

/** Every call of the service with data contracts. */
export function parcelCalls() {
  return [
    ...scalarCases().map((c) => dataCall(...c)),
    ...[
      null,
      make('Optional', {}),
      make('Optional', {
        Care: 'None',
        DateTime: dates[1],
        Decimal: '0.00',
        Int: '0',
        Note: hex(''),
        Size: 'extra-large',
      }),
    ].map((v, i) => dataCall('EchoOptional', ['null', 'nothing', 'everything'][i], v)),
    ...['Fragile', 'Fragile Cold', 'Fragile Upright Cold'].map((Care) =>
      dataCall('EchoOptional', `flags ${Care}`, make('Optional', { Care, Size: 'Odd' })),
    ),
    ...Object.entries(anything).map(([name, value]) =>
      dataCall('EchoOptional', `object ${name}`, make('Optional', { Object: value })),
    ),
    ...Object.entries(anything).map(([name, value]) => dataCall('EchoObject', `any type ${name}`, value)),
    ...Object.entries(collections).map(([name, given]) =>
      dataCall('EchoCollections', name, make('Collections', given)),
    ),
    ...Object.entries({
      null: null,
      Item: item,
      Letter: letter,
      'Letter of defaults': make('Letter'),
      Crate: crate,
    }).map(([name, value]) => dataCall('EchoItem', name, value)),
    ...Object.entries(nodes).map(([name, value]) => dataCall('EchoNode', name, value)),
    failure('plain', '0', 'no'),
    failure('with markup', '-2147483648', 'Отказ: <no> & "why"'),
    {
      service: 'Parcels',
      operation: 'Notify',
      name: 'one-way',
      args: [{ name: 'text', type: 'string', value: hex('told') }],
      expected: { type: 'null', value: '' },
    },
    {
      service: 'Parcels',
      operation: 'Clear',
      name: 'no parameters, no result',
      args: [],
      expected: { type: 'null', value: '' },
    },
  ];
}
