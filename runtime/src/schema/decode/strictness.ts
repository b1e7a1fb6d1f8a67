import { contentEngine } from '../context/content-engine.js';
import { type Decoder, refuse, type Strictness, type UnknownContent } from '../context/decoder.js';
import { declarationNamed, expandedName, instanceNamespace } from '../descriptor/resolve.js';
import { type ChildName, matchRecord } from '../match/child-names.js';
import type { ComplexPlan, ElementPlan } from '../plan/plan.js';
import { isDerivedFrom } from '../plan/simple-derivation.js';
import { type SimplePlan, simplePlan } from '../plan/simple-plan.js';
import { isNil } from './decode-nil.js';
import { parseText } from './decode-simple.js';
import { readWholeText } from './element-decoder.js';
import { attributesBeside, typeAttribute } from './other-attributes.js';
import { shownNamespace } from './record-strays.js';

/** Refuses what a lenient decoder ignores. */

function refuseUnknown(
  decoder: Decoder,
  { kind, namespace, name, offset }: Omit<UnknownContent, 'path'>,
  plan: ComplexPlan | undefined,
  message: string = messageOf(kind, namespace, name) + expectedIn(plan, name),
): void {
  const error = decoder.error(`unknown-${kind}`, message);
  if (kind === 'type') {
    // The content of an element of another type says nothing: its errors would follow from this one.
    throw error;
  }
  refuse(decoder, error, offset);
}

function messageOf(kind: UnknownContent['kind'], namespace: string, name: string): string {
  const shown = namespace === '' ? `"${name}"` : `"${name}" of namespace "${namespace}"`;
  switch (kind) {
    case 'text':
      return `element ${shown} must not contain text`;
    case 'order':
      return `element ${shown} is out of place`;
    case 'duplicate':
      return `element ${shown} may occur only once`;
    case 'type':
      return `"${expandedName(namespace, name)}" is not a type that is allowed here`;
    case 'element':
    case 'attribute':
    case 'namespace':
    case 'empty':
    case 'nil':
    case 'missing':
    case 'enumeration':
    case 'value':
      return `${kind} ${shown} is not allowed here`;
  }
}

/** The addition to an error about a child that is not allowed, if the type has one of its name in another namespace. */
function expectedIn(plan: ComplexPlan | undefined, name: string): string {
  const namespace = plan?.byName.get(name)?.[0]?.namespace;
  return namespace === undefined ? '' : `; it is expected in ${shownNamespace(namespace)}`;
}

function forbidNil(decoder: Decoder): void {
  if (decoder.cursor.attribute(instanceNamespace, 'nil') !== undefined) {
    throw decoder.error('not-nillable', 'the element must not be nil');
  }
}

function skipNil(decoder: Decoder, element: ElementPlan): void {
  if (element.fixed !== undefined) {
    throw decoder.error('fixed', 'an element with a fixed value must not be nil');
  }
  if (readWholeText(decoder) !== '') {
    throw decoder.error('nil-content', 'an element that is nil must be empty');
  }
}

/** The value of an element of simple type, which may only have attributes of `xsi` (Part 1, 3.3.4). */
function simpleValue(decoder: Decoder, element: ElementPlan, plan: SimplePlan): unknown {
  const named = typeAttribute(decoder);
  const isOther = named !== undefined && named !== expandedName(plan.type.namespace, plan.type.name);
  for (const [namespace, name] of attributesBeside(decoder, element)) {
    if (isOther) {
      const reason = `a value of this simple type has no place for the attributes of "${named}"`;
      throw decoder.error('unknown-type', `${reason}, which xsi:type names`);
    }
    decoder.unknown('attribute', namespace, name);
  }
  const narrower = isOther ? namedSimpleType(decoder, element, plan, named) : undefined;
  if (!element.nillable) {
    forbidNil(decoder);
  } else if (isNil(decoder)) {
    skipNil(decoder, element);
    return null;
  }
  const text = readWholeText(decoder);
  if (narrower !== undefined) {
    // It must fit both types; its value is that of the declared one, so that it has the type that TypeScript expects.
    parseText(decoder, element, narrower, text);
  }
  return parseText(decoder, element, plan, text);
}

/** The simple type that `xsi:type` names, when types are known. Lenient decoders ignore it, as .NET does. */
function namedSimpleType(
  decoder: Decoder,
  element: ElementPlan,
  { type: declared }: SimplePlan,
  named: string,
): SimplePlan | undefined {
  const types = decoder.declarations?.types;
  const type = types && declarationNamed(types, named);
  if (types === undefined) {
    return undefined;
  }
  if (type?.kind !== 'simple' || element.derived !== undefined || !isDerivedFrom(type, declared)) {
    decoder.unknownType(named);
    return undefined;
  }
  return simplePlan(type);
}

/** Children in the order of the fields, none missing, may have other numbers than the content model asks for. */
function count(
  decoder: Decoder,
  plan: ComplexPlan,
  result: Record<string, unknown>,
  children: readonly ChildName[],
  offsets?: readonly number[],
): void {
  const { model, content } = plan;
  plan.counted ??= plan.fields.filter(({ list, ownMin, ownMax }) => list && (ownMin > 0 || ownMax !== Infinity));
  if (
    model !== content ||
    !plan.counted.every(({ property, ownMin, ownMax }) => isWithin(result[property], ownMin, ownMax))
  ) {
    requireMatch(decoder, plan, children, offsets);
  }
}

function isWithin(list: unknown, min: number, max: number): boolean {
  return Array.isArray(list) && list.length >= min && list.length <= max;
}

/** What `strict` needs. */
export const strictness: Strictness = {
  unknown: refuseUnknown,
  forbidNil,
  skipNil,
  simpleValue,
  match: requireMatch,
  count,
};

/** Refuses children that do not fit the content model. `offsets` are their places in the document, if errors are collected. */
function requireMatch(
  decoder: Decoder,
  plan: ComplexPlan,
  children: readonly ChildName[],
  offsets: readonly number[] = [],
): void {
  const engine = contentEngine(plan);
  const mismatch = engine === undefined ? matchRecord(plan.fields, children) : engine.match(plan, children);
  if (mismatch === undefined || decoder.collector?.isMisfitted(decoder.path) === true) {
    return;
  }
  const child = children[mismatch.index];
  const expected = mismatch.expected.length === 0 ? 'nothing' : mismatch.expected.join(', ');
  const message = child === undefined ? 'the content ends too early' : `element "${child.name}" does not fit here`;
  refuse(decoder, decoder.error('content-model', `${message}; expected ${expected}`), offsets[mismatch.index]);
}
