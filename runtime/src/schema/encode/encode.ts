import { writeAtOnce } from '#schema-platform';
import type { XmlOutput } from '../../xml/writer.js';
import { attributeEngine, encodedType, inheritanceOf } from '../context/attribute-engine.js';
import { engineOf, treeEngine } from '../context/content-engine.js';
import { type EncodeOptions, Encoder } from '../context/encoder.js';
import { laterEngine } from '../context/later.js';
import type { ElementDescriptor, Type } from '../descriptor/descriptor.js';
import { instanceNamespace, isRecord } from '../descriptor/resolve.js';
import { formatQName } from '../lexical/names.js';
import { derivedAt, standInOf } from '../plan/derived-types.js';
import {
  type ComplexPlan,
  complexPlan,
  type ElementPlan,
  elementPlan,
  planOf,
  type TypePlan,
  targetOf,
} from '../plan/plan.js';
import { describe } from '../plan/simple-plan.js';
import { encodeGroup } from './encode-groups.js';
import { encodeNilled, encodeNull, xsiPrefix } from './encode-nil.js';
import { encodeText } from './encode-simple.js';
import { checkProperties } from './own-properties.js';

/** Writes a value as a global element. Throws `XmlEncodeError` with the path to what does not fit the schema. */
export function encodeElement<T>(
  element: ElementDescriptor<T>,
  value: T,
  output: XmlOutput,
  options: EncodeOptions = {},
): void {
  const encoder = new Encoder(output, element.name, options);
  encodeAs(encoder, elementPlan(element), value, 'first', options.prefix);
}

/** Writes attributes and content of a value of a type into the element that is open. */
export function encodeContent<T>(type: Type<T>, value: T, output: XmlOutput, options: EncodeOptions = {}): void {
  const encoder = new Encoder(output, type.name, options);
  const plan = planOf(type);
  if (plan.kind === 'simple') {
    encodeText(encoder, undefined, plan, value);
  } else {
    encodeComplex(encoder, undefined, plan, value);
  }
}

/**
 * Writes a value as an element, under that element's name. `mode` says whether the fast way was tried before: then only the general way is
 * left.
 */
export function encodeAs(
  encoder: Encoder,
  element: ElementPlan,
  value: unknown,
  mode: 'first' | 'general' = 'first',
  prefix?: string,
): void {
  if (mode === 'first' && prefix === undefined && writeAtOnce(encoder, element, value, encodeAs)) {
    return;
  }
  if (!encoder.enter()) {
    return;
  }
  const { output, checks, encoding } = encoder;
  const { name } = element;
  const namespace = encoding !== undefined && element.local === true ? '' : element.namespace;
  checks?.child(encoder, namespace, name);
  const target = element.target ?? typeOf(encoder, element, value);
  if (target.kind === 'complex' && target.mode === 'tree' && value !== null) {
    treeEngine(target).encodeTree(encoder, element, value);
    return;
  }
  output.startElement(namespace, name, prefix);
  checks?.start(encoder, element, namespace, name);
  const referred = encoding?.refer(encoder, target, value) === true;
  if (!referred) {
    encoding?.start(encoder, target, value);
  }
  if (referred) {
    // The content is written elsewhere.
  } else if (value === null) {
    encodeNull(encoder, element, target);
  } else if (target.kind === 'simple') {
    encodeText(encoder, element, target, value);
  } else {
    encodeComplex(encoder, element, target, value);
  }
  checks?.end();
  output.endElement();
}

function typeOf(encoder: Encoder, element: ElementPlan, value: unknown): TypePlan {
  const type = standInOf(element, value) ?? encodedType(element, value, encoder.inherited);
  if (type === undefined) {
    encoder.problem(
      'type-alternative',
      'the attributes select a type for the element that is not the type of the value',
    );
  }
  return type ?? targetOf(element);
}

function encodeComplex(
  encoder: Encoder,
  element: ElementPlan | undefined,
  declared: ComplexPlan,
  value: unknown,
): void {
  switch (declared.mode) {
    case 'array':
      engineOf(declared).encodeArray(encoder, declared, value, encodeAs);
      return;
    case 'tree':
      treeEngine(declared).encodeChildren(encoder, value);
      return;
    case 'text':
    case 'mixed':
    case 'record':
    case 'groups':
      break;
  }
  if (declared.unwrap !== undefined) {
    encodeUnwrapped(encoder, declared, declared.unwrap, value);
    return;
  }
  if (!isRecord(value)) {
    encoder.problem('wrong-type', `expected an object, got ${describe(value)}`);
    return;
  }
  const plan = actualPlan(encoder, element, declared, value);
  if (plan === undefined) {
    return;
  }
  if (element !== undefined && (element.nillable || encoder.checks !== undefined) && value.$nil === true) {
    encodeNilled(encoder, element, plan, value);
    return;
  }
  attributeEngine(plan)?.encode(encoder, plan, value);
  const { inherited } = encoder;
  encoder.inherited = inheritanceOf(plan)?.fromValue(plan, value, inherited) ?? inherited;
  encoder.checks?.content(plan);
  switch (plan.mode) {
    case 'text':
      encodeSimpleContent(encoder, element, plan, value);
      break;
    case 'mixed':
      engineOf(plan).encodeMixed(encoder, plan, value.$content);
      break;
    case 'record':
    case 'groups':
      encodeGroup(encoder, plan, value, encodeAs);
      break;
    case 'tree':
    case 'array':
      break;
  }
  encoder.inherited = inherited;
  encoder.checks?.children(encoder, plan);
  checkProperties(encoder, plan, value);
}

/** A list in the place of the object that would contain nothing else. */
function encodeUnwrapped(encoder: Encoder, plan: ComplexPlan, property: string, value: unknown): void {
  if (!Array.isArray(value) && !(isRecord(value) && laterEngine(encoder) !== undefined)) {
    encoder.problem('wrong-type', `expected an array, got ${describe(value)}`);
    return;
  }
  encoder.checks?.content(plan);
  const wrapped = { [property]: value };
  encoder.hidden.push(encoder.path.length);
  encodeGroup(encoder, plan, wrapped, encodeAs);
  encoder.checks?.children(encoder, plan);
  encoder.hidden.pop();
}

/** The type of the value: the declared one, or the one that `$type` names; then `xsi:type` is written. */
function actualPlan(
  encoder: Encoder,
  element: ElementPlan | undefined,
  declared: ComplexPlan,
  value: Record<string, unknown>,
): ComplexPlan | undefined {
  const typeName = value.$type;
  let plan = declared;
  if (typeName !== undefined) {
    const type = derivedAt(element, declared).byTypeName.get(typeName as string);
    if (type === undefined) {
      encoder.problem('unknown-type', `$type ${describe(typeName)} is not a type that is allowed here`);
      return undefined;
    }
    plan = complexPlan(type);
    const { output } = encoder;
    output.attribute(instanceNamespace, 'type', formatQName(type, output), xsiPrefix);
    encoder.checks?.derived(type);
  }
  if (plan.abstract) {
    encoder.problem('abstract-type', `the type "${plan.type.name}" is abstract; $type must name another`);
    return undefined;
  }
  return plan;
}

function encodeSimpleContent(
  encoder: Encoder,
  element: ElementPlan | undefined,
  plan: ComplexPlan,
  value: Record<string, unknown>,
): void {
  encoder.path.push('$value');
  if (plan.text !== undefined) {
    encodeText(encoder, element, plan.text, value.$value);
  }
  encoder.path.pop();
}
