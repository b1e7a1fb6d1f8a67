import { formatTree, parseTree } from '@wsdl-codegen/runtime';
import { formatXml, parseXml } from '@wsdl-codegen/runtime/schema';
import { bits, hex, unbits, unhex } from '../cases.mjs';
import { defaults, isOmitted, membersOf } from './contract.mjs';

/** Canonical values as those of our generated types, and back: the JavaScript half of Values.cs. */

const data = 'http://parcels.example/data';
const xsd = 'http://www.w3.org/2001/XMLSchema';
const xsi = 'http://www.w3.org/2001/XMLSchema-instance';
const serialization = 'http://schemas.microsoft.com/2003/10/Serialization/';

/** What `xs:anyType` may hold, by canonical name: its type on the wire. */
const boxes = {
  boolean: [xsd, 'boolean'],
  bytes: [xsd, 'base64Binary'],
  char: [serialization, 'char'],
  dateTime: [xsd, 'dateTime'],
  decimal: [xsd, 'decimal'],
  double: [xsd, 'double'],
  duration: [serialization, 'duration'],
  guid: [serialization, 'guid'],
  int: [xsd, 'int'],
  long: [xsd, 'long'],
  string: [xsd, 'string'],
  ulong: [xsd, 'unsignedLong'],
  Size: [data, 'Size'],
};

const scalars = {
  boolean: [(text) => text === 'true', String],
  byte: [Number, String],
  int: [Number, String],
  long: [BigInt, String],
  double: [unbits, bits],
  float: [(text) => Buffer.from(text, 'hex').readFloatBE(0), (value) => floatBits(value)],
  char: [(text) => String.fromCharCode(Number(text)), (value) => String(value.charCodeAt(0))],
  string: [unhex, hex],
  bytes: [(text) => Uint8Array.from(Buffer.from(text, 'hex')), (value) => Buffer.from(value).toString('hex')],
  flags: [(text) => text.split(' '), (value) => value.join(' ')],
};
const asIs = [(text) => text, (text) => text];
const codec = (kind) => scalars[kind.replace('?', '')] ?? asIs;
/** Text of a value in an element of any type, and back; what is not here is written as it is. */
const boxed = {
  bytes: [
    (value) => Buffer.from(value, 'hex').toString('base64'),
    (text) => Buffer.from(text, 'base64').toString('hex'),
  ],
  double: [(value) => numberText(unbits(value)), (text) => bits(Number(text.replace('INF', 'Infinity')))],
  string: [unhex, hex],
};
const numberText = (value) => (Object.is(value, -0) ? '-0' : String(value));

function floatBits(value) {
  const buffer = Buffer.alloc(4);
  buffer.writeFloatBE(value);
  return Number.isNaN(value) ? '7fc00000' : buffer.toString('hex');
}

/** Values for a generated package: `item` is the element of its type `Item`, through which derived types are read and written. */
export function createValues({ item }) {
  return { toOwn, fromOwn: (kind, value) => fromOwn(kind, value, new Map()) };

  function toOwn(kind, value) {
    if (value === null) return null;
    if (kind === 'object?') return toTree(value);
    if (typeof kind === 'string') return codec(kind)[0](value);
    if (kind.list !== undefined) return value.map((one) => toOwn(kind.list, one));
    if (kind.entry !== undefined) {
      return value.map(([key, held]) => ({ Key: toOwn(kind.key, key), Value: toOwn(kind.value, held) }));
    }
    return value.Ref === undefined ? toObject(kind.of, value) : { $nil: true, Ref: value.Ref };
  }

  function toObject(declared, value) {
    const own = value.$ === declared ? {} : { $type: value.$ };
    if (declared === 'Node') own.Id = value.Id;
    for (const [name, kind] of Object.entries(membersOf(value.$))) {
      if (isOmitted(value.$, name) && value[name] === (defaults[kind] ?? null)) continue;
      own[name] = toOwn(kind, value[name]);
    }
    return own;
  }

  /** An element of any type; its name is that of the place where it comes to stand. */
  function toTree(value) {
    if (boxes[value.$] === undefined) return parseTree(formatXml(item, toObject('Item', value)));
    const [namespace, name] = boxes[value.$];
    const type = { namespace: xsi, name: 'type', value: `t:${name}` };
    const text = (boxed[value.$] ?? asIs)[0](value.value);
    return { namespace: '', name: 'any', attributes: [type], declarations: { t: namespace }, children: [text] };
  }

  function fromOwn(kind, value, ids) {
    if (value === undefined || value === null) return defaults[kind] ?? null;
    if (kind === 'object?') return fromTree(value);
    if (typeof kind === 'string') return codec(kind)[1](value);
    if (kind.list !== undefined) return value.map((one) => fromOwn(kind.list, one, ids));
    if (kind.entry !== undefined) {
      return value.map(({ Key, Value }) => [fromOwn(kind.key, Key, ids), fromOwn(kind.value, Value, ids)]);
    }
    return value.Ref === undefined ? fromObject(kind.of, value, ids) : { Ref: ids.get(value.Ref) ?? 'dangling' };
  }

  function fromObject(declared, own, ids) {
    const type = own.$type ?? declared;
    const value = { $: type };
    if (declared === 'Node') {
      value.Id = `i${ids.size + 1}`;
      ids.set(own.Id, value.Id);
    }
    for (const [name, kind] of Object.entries(membersOf(type))) value[name] = fromOwn(kind, own[name], ids);
    return value;
  }

  function fromTree(tree) {
    if (tree.attributes.some((a) => a.namespace === xsi && a.name === 'nil' && a.value === 'true')) return null;
    const type = tree.attributes.find((a) => a.namespace === xsi && a.name === 'type')?.value ?? '';
    const [prefix, local] = type.includes(':') ? type.split(':') : ['', type];
    const namespace = tree.declarations?.[prefix];
    const box = Object.entries(boxes).find(([, [uri, name]]) => uri === namespace && name === local)?.[0];
    if (box !== undefined) return { $: box, value: (boxed[box] ?? asIs)[1](tree.children.join('')) };
    const { namespace: ns, name } = item;
    return fromObject(
      'Item',
      parseXml(item, formatTree({ ...tree, namespace: ns, name, prefix: undefined })),
      new Map(),
    );
  }
}
