import { char, element, fromTree, toTree, typeOfTree } from '@wsdl-codegen/runtime/schema';
import * as xs from '@wsdl-codegen/runtime/xs';
import { bits, hex, unbits, unhex } from '../cases.mjs';
import { defaults, isOmitted, membersOf } from './contract.mjs';

/** Canonical values as those of our generated types, and back: the JavaScript half of Values.cs. */

const scalars = {
  boolean: [(text) => text === 'true', String],
  byte: [Number, String],
  int: [Number, String],
  long: [BigInt, String],
  ulong: [BigInt, String],
  double: [unbits, bits],
  float: [(text) => Buffer.from(text, 'hex').readFloatBE(0), (value) => floatBits(value)],
  char: [(text) => String.fromCharCode(Number(text)), (value) => String(value.charCodeAt(0))],
  string: [unhex, hex],
  bytes: [(text) => Uint8Array.from(Buffer.from(text, 'hex')), (value) => Buffer.from(value).toString('hex')],
  flags: [(text) => text.split(' '), (value) => value.join(' ')],
};
const asIs = [(text) => text, (text) => text];
const codec = (kind) => scalars[kind.replace('?', '')] ?? asIs;
function floatBits(value) {
  const buffer = Buffer.alloc(4);
  buffer.writeFloatBE(value);
  return Number.isNaN(value) ? '7fc00000' : buffer.toString('hex');
}

const xsd = '{http://www.w3.org/2001/XMLSchema}';
const serialization = '{http://schemas.microsoft.com/2003/10/Serialization/}';

/**
 * Values that `object` may have other than data contracts, by canonical name: the type on the wire, and the element to read
 * and write it with.
 */
function boxesOf({ dataSchema }) {
  const any = (type) => element('', 'any', type);
  return {
    boolean: { type: `${xsd}boolean`, element: any(xs.boolean) },
    bytes: { type: `${xsd}base64Binary`, element: any(xs.base64Binary) },
    char: { type: `${serialization}char`, element: any(char) },
    dateTime: { type: `${xsd}dateTime`, element: any(xs.dateTime) },
    decimal: { type: `${xsd}decimal`, element: any(xs.decimal) },
    double: { type: `${xsd}double`, element: any(xs.double) },
    duration: { type: `${serialization}duration`, element: any(xs.duration) },
    guid: { type: `${serialization}guid`, element: any(xs.string) },
    int: { type: `${xsd}int`, element: any(xs.int) },
    long: { type: `${xsd}long`, element: any(xs.long) },
    string: { type: `${xsd}string`, element: any(xs.string) },
    ulong: { type: `${xsd}unsignedLong`, element: any(xs.unsignedLong) },
    Size: { type: '{http://parcels.example/data}Size', element: dataSchema.Size$element },
  };
}

/** Values for a generated package. */
export function createValues(generated) {
  const item = generated.dataSchema.Item$element;
  const boxes = boxesOf(generated);
  return { toOwn, fromOwn: (kind, value) => fromOwn(kind, value, new Map()) };

  function toOwn(kind, value) {
    if (value === null) {
      return null;
    }
    if (kind === 'object?') {
      return toAny(value);
    }
    if (typeof kind === 'string') {
      return codec(kind)[0](value);
    }
    if (kind.list !== undefined) {
      return value.map((one) => toOwn(kind.list, one));
    }
    if (kind.entry !== undefined) {
      return value.map(([key, held]) => ({ Key: toOwn(kind.key, key), Value: toOwn(kind.value, held) }));
    }
    return value.Ref === undefined ? toObject(kind.of, value) : { $nil: true, Ref: value.Ref };
  }

  function toObject(declared, value) {
    const own = value.$ === declared ? {} : { $type: value.$ };
    if (declared === 'Node') {
      own.Id = value.Id;
    }
    for (const [name, kind] of Object.entries(membersOf(value.$))) {
      if (isOmitted(value.$, name) && value[name] === (defaults[kind] ?? null)) {
        continue;
      }
      own[name] = toOwn(kind, value[name]);
    }
    return own;
  }

  function toAny(value) {
    const box = boxes[value.$];
    if (box === undefined) {
      return toTree(item, toObject('Item', value));
    }
    return toTree(box.element, codec(value.$)[0](value.value), { type: box.type });
  }

  function fromOwn(kind, value, ids) {
    if (value === undefined || value === null) {
      return defaults[kind] ?? null;
    }
    if (kind === 'object?') {
      return fromAny(value);
    }
    if (typeof kind === 'string') {
      return codec(kind)[1](value);
    }
    if (kind.list !== undefined) {
      return value.map((one) => fromOwn(kind.list, one, ids));
    }
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
    for (const [name, kind] of Object.entries(membersOf(type))) {
      value[name] = fromOwn(kind, own[name], ids);
    }
    return value;
  }

  function fromAny(tree) {
    if (tree.attributes.some(({ name, value }) => name === 'nil' && value === 'true')) {
      return null;
    }
    const type = typeOfTree(tree);
    const [kind, box] = Object.entries(boxes).find(([, one]) => one.type === type) ?? [];
    if (box !== undefined) {
      return { $: kind, value: codec(kind)[1](fromTree(box.element, tree)) };
    }
    return fromObject('Item', fromTree(item, tree), new Map());
  }
}
