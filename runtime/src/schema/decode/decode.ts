import type { XmlCursor } from '../../xml/interfaces/reader.js';
import { attributeEngine, decodedType } from '../context/attribute-engine.js';
import { engineOf, treeEngine } from '../context/content-engine.js';
import {
  type DecodeOptions,
  type Decoder,
  type EncodingRules,
  type ErrorKeeping,
  enter,
  type RpcReading,
} from '../context/decoder.js';
import { fastLayer } from '../context/fast-layer.js';
import type { ElementDescriptor, Type } from '../descriptor/descriptor.js';
import { instanceNamespace } from '../descriptor/resolve.js';
import { derivedAt, standInNamed } from '../plan/derived-types.js';
import { type ComplexPlan, complexPlan, type ElementPlan, elementOf, elementPlan } from '../plan/plan.js';
import type { SimplePlan } from '../plan/simple-plan.js';
import { decodeAttributes } from './declared-attributes.js';
import { decodeNil, isNil, skipNil } from './decode-nil.js';
import { decodeRecord } from './decode-record.js';
import { parseText } from './decode-simple.js';
import { type DecodingEngine, ElementDecoder, readWholeText } from './element-decoder.js';
import { attributesBeside, otherAttributes, typeAttribute, unknownAttributes } from './other-attributes.js';
import { recovery } from './recover.js';
import { strictness } from './strictness.js';

/**
 * Decodes the element at whose start the cursor is, whatever its name, and leaves the cursor on its end. Throws
 * `XmlDecodeError` with the path to the value, `XmlSyntaxError` if the document is not well-formed.
 */
export function decodeElement<T>(element: ElementDescriptor<T>, cursor: XmlCursor, options: DecodeOptions = {}): T {
  return decodeAs(decoderOf(cursor, element.name, options), elementPlan(element)) as T;
}

/**
 * Decodes attributes and content of the element at whose start the cursor is by a type, and leaves the cursor on its end.
 * `xsi:nil` and `xsi:type` are handled as for an element of that type that is not nillable.
 */
export function decodeContent<T>(type: Type<T>, cursor: XmlCursor, options: DecodeOptions = {}): T {
  const element = elementOf(cursor.namespace, cursor.localName, type);
  return decodeAs(decoderOf(cursor, element.name, options), element) as T;
}

/** The state of a decoding with these options. */
export function decoderOf(
  cursor: XmlCursor,
  root: string,
  options: DecodeOptions,
  encoding?: EncodingRules,
  rpc?: RpcReading,
): ElementDecoder {
  return new ElementDecoder(cursor, root, options, engine, encoding, rpc);
}

/** True for the start of an element that counts for a message although it is in another namespace. The listener is called. */
export function isNear(cursor: XmlCursor, options: DecodeOptions): boolean {
  const isRead = options.strict !== true && options.nearMisses !== 'refuse';
  if (isRead) {
    const { namespace, localName: name, offset } = cursor;
    options.onUnknown?.({ kind: 'namespace', namespace, name, path: '/Body', offset });
  }
  return isRead;
}

/** What was read strictly. */
export interface StrictReading {
  readonly value: unknown;
  /** True if there is something in it that the schema leaves open. */
  readonly isOpen: boolean;
}

/** As `decodeElement`, strictly. With a collector, `XmlDecodeError`s are not thrown but collected, and null is in the place of their values. */
export function decodeStrictly(
  element: ElementDescriptor,
  cursor: XmlCursor,
  options: DecodeOptions,
  collector?: ErrorKeeping,
): StrictReading {
  const decoder = decoderOf(cursor, element.name, { ...options, strict: true });
  decoder.collector = collector;
  const value = decodeAs(decoder, elementPlan(element));
  return { value, isOpen: decoder.isOpen };
}

/** As `decodeElement`, for the struct of an rpc/literal message. */
export function decodeRpc<T>(
  element: ElementDescriptor<T>,
  cursor: XmlCursor,
  rpc: RpcReading,
  options: DecodeOptions = {},
): T {
  return decodeAs(decoderOf(cursor, element.name, options, undefined, rpc), elementPlan(element)) as T;
}

/** Value of the element at whose start the cursor is. */
export function decodeAs(decoder: Decoder, element: ElementPlan): unknown {
  return decoder.collector === undefined
    ? decodeTarget(decoder, element)
    : decoder.collector.read(decoder, element, decodeTarget);
}

function decodeTarget(decoder: Decoder, element: ElementPlan): unknown {
  const target = element.target ?? decodedType(decoder, element);
  if (target.kind === 'simple') {
    return decodeSimple(decoder, element, target);
  }
  return decodeComplex(decoder, element, target);
}

function decodeSimple(decoder: Decoder, element: ElementPlan, plan: SimplePlan): unknown {
  const { cursor } = decoder;
  if (cursor.attributeCount !== 0) {
    const standIn = element.standIns && namedStandIn(decoder, element);
    if (standIn !== undefined) {
      return decodeComplex(decoder, element, standIn);
    }
    if (decoder.strictness !== undefined) {
      return decoder.strictness.simpleValue(decoder, element, plan);
    }
    unknownAttributes(decoder, () => attributesBeside(decoder, element));
    if (element.nillable && isNil(decoder)) {
      return skipNil(decoder, element);
    }
    const nilled = decoder.recovery?.nil(decoder, element);
    if (nilled !== undefined) {
      return nilled.value;
    }
    // If the element is not nillable, .NET ignores the value of the attribute.
    if (decoder.listens && isNil(decoder)) {
      decoder.tell('attribute', instanceNamespace, 'nil');
    }
  }
  return textValue(decoder, element, plan, false);
}

/** Value of the text of the element; `beside` is true if there may be attributes next to it. */
function textValue(decoder: Decoder, element: ElementPlan, plan: SimplePlan, beside: boolean): unknown {
  const octets = element.fixed === undefined ? fastLayer?.readOctets(decoder.cursor, plan) : undefined;
  return octets ?? parseText(decoder, element, plan, readWholeText(decoder), beside);
}

/** The complex type that `xsi:type` names, when it may stand in for the simple one. */
function namedStandIn(decoder: Decoder, element: ElementPlan): ComplexPlan | undefined {
  const named = typeAttribute(decoder);
  return named === undefined ? undefined : standInNamed(element, named);
}

function decodeComplex(decoder: Decoder, element: ElementPlan, declared: ComplexPlan): unknown {
  const { cursor } = decoder;
  if (declared.mode === 'tree') {
    return treeEngine(declared).decodeWhole(decoder, declared, element, decodeAs);
  }
  let plan = declared;
  let typeName: string | undefined;
  if (cursor.attributeCount !== 0) {
    const nil = element.nillable && isNil(decoder);
    if (!element.nillable) {
      decoder.strictness?.forbidNil(decoder);
    }
    const named = typeAttribute(decoder);
    if (named !== undefined) {
      const found = derivedAt(element, declared).byName.get(named);
      if (found === undefined) {
        if (!(declared.mode === 'array' && engineOf(declared).isEncodedArray(declared, named))) {
          decoder.unknownType(named);
        }
      } else {
        plan = complexPlan(found);
        // A type that nothing is derived from has no `$type` in TypeScript.
        if (declared.replaceable || element.standIns !== undefined) {
          typeName = found.typeName;
        }
      }
    }
    const nilled = decoder.recovery?.nil(decoder, element);
    if (nilled !== undefined) {
      return nilled.value;
    }
    // An element of abstract type cannot be valid, nil or not; lenient decoders accept it, as .NET does.
    if (nil && !(decoder.strict && plan.abstract)) {
      return decodeNil(decoder, element, plan, typeName, declared);
    }
  }
  if (plan.abstract) {
    throw decoder.error('abstract-type', `the type "${plan.type.name}" is abstract; xsi:type must name another`);
  }
  if (plan.mode === 'array' || plan.mode === 'tree') {
    return treeEngine(plan).decodeWhole(decoder, plan, element, decodeAs);
  }
  const { inherited } = decoder;
  const result: Record<string, unknown> = {};
  if (typeName !== undefined) {
    result.$type = typeName;
  }
  if (attributeEngine(plan) === undefined) {
    unknownAttributes(decoder, otherAttributes);
  } else {
    decodeAttributes(decoder, plan, result);
  }
  enter(decoder, plan);
  readContent(decoder, element, plan, plan.mode, result);
  decoder.inherited = inherited;
  decoder.load -= plan.weight;
  return plan.unwrap === undefined ? result : result[plan.unwrap];
}

/** Reads the content of an object into it. */
function readContent(
  decoder: Decoder,
  element: ElementPlan,
  plan: ComplexPlan,
  mode: Exclude<ComplexPlan['mode'], 'array' | 'tree'>,
  result: Record<string, unknown>,
): void {
  switch (mode) {
    case 'text':
      if (plan.text !== undefined) {
        result.$value = textValue(decoder, element, plan.text, true);
      }
      break;
    case 'record':
      decodeRecord(decoder, plan, result, decodeAs);
      break;
    case 'mixed':
    case 'groups':
      engineOf(plan).decode(decoder, plan, element, result, decodeAs);
      break;
  }
}

const engine: DecodingEngine = { read: decodeAs, recovery, strictness };
