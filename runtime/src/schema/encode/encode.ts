import type { XmlOutput } from '../../xml/interfaces/writer.js';
import { alternativeEngine, attributeEngine, inheritanceOf } from '../context/attribute-engine.js';
import { contentEngine, treeEngine } from '../context/content-engine.js';
import { ElementEncoder } from '../context/element-encoder.js';
import { type EncodeOptions, type Encoder, laterEngine } from '../context/encoder.js';
import { fastLayer } from '../context/fast-layer.js';
import type { ElementDescriptor, Type } from '../descriptor/descriptor.js';
import { isObject, isRecord } from '../descriptor/resolve.js';
import { standInOf } from '../plan/derived-types.js';
import { type ComplexPlan, type ElementPlan, elementPlan, planOf, type TypePlan, targetOf } from '../plan/plan.js';
import { describe } from '../plan/simple-plan.js';
import { encodeDerived } from './encode-derived.js';
import { encodeField } from './encode-field.js';
import { encodeNil } from './encode-nil.js';
import { encodeText } from './encode-simple.js';
import { checkProperties } from './own-properties.js';

/** Writes a value as a global element. Throws `XmlEncodeError` with the path to what does not fit the schema. */
export function encodeElement<T>(
  element: ElementDescriptor<T>,
  value: T,
  output: XmlOutput,
  options: EncodeOptions = {},
): void {
  const plan = elementPlan(element);
  const encoder = new ElementEncoder(output, plan.name, options);
  try {
    encodeAs(encoder, plan, value, 'first', options.prefix);
  } catch (error) {
    encoder.refuse(error);
  }
}

/** Writes attributes and content of a value of a type into the element that is open. */
export function encodeContent<T>(type: Type<T>, value: T, output: XmlOutput, options: EncodeOptions = {}): void {
  const encoder = new ElementEncoder(output, type.name, options);
  const plan = planOf(type);
  try {
    if (plan.kind === 'simple') {
      encodeText(encoder, undefined, plan, value);
    } else {
      encodeComplex(encoder, undefined, plan, value);
    }
  } catch (error) {
    encoder.refuse(error);
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
  const isFast = mode === 'first' && prefix === undefined && encoder.fast !== undefined;
  if ((isFast && fastLayer?.writeElement(encoder, element, value, encodeAs) === true) || !encoder.enter()) {
    return;
  }
  const { output } = encoder;
  const target = element.target ?? typeToWrite(encoder, element, value);
  const around = encoder.checks ?? encoder.encoding;
  if (target.kind === 'complex' && target.mode === 'tree' && value !== null) {
    treeEngine(target).encodeTree(encoder, element, value);
    return;
  }
  if (around === undefined) {
    output.startElement(element.namespace, element.name, prefix);
  }
  // Few functions for each level, since values may be deep.
  if (around?.start(encoder, element, target, value) === false) {
    // The content is written elsewhere.
  } else if (value === null) {
    encodeNil(encoder, element, target, value);
  } else if (target.kind === 'simple') {
    encodeText(encoder, element, target, value);
  } else {
    encodeComplex(encoder, element, target, value);
  }
  around?.end();
  output.endElement();
}

function encodeComplex(
  encoder: Encoder,
  element: ElementPlan | undefined,
  declared: ComplexPlan,
  value: unknown,
): void {
  if (declared.mode === 'array' || declared.mode === 'tree') {
    treeEngine(declared).encodeWhole(encoder, declared, value, encodeAs);
    return;
  }
  if (declared.unwrap !== undefined) {
    encodeUnwrapped(encoder, declared, declared.unwrap, value);
    return;
  }
  if (!isObject(value)) {
    encoder.problem('wrong-type', `expected an object, got ${describe(value)}`);
    return;
  }
  const plan = encodeDerived(encoder, element, declared, value);
  if (plan === undefined) {
    return;
  }
  if (element !== undefined && (element.nillable || encoder.checks !== undefined) && value.$nil === true) {
    encodeNil(encoder, element, plan, value);
    return;
  }
  // Before all else: of a misspelt property, the right one is missing.
  checkProperties(encoder, plan, value);
  attributeEngine(plan)?.encode(encoder, plan, value);
  const { inherited } = encoder;
  encoder.inherited = inheritanceOf(plan)?.fromValue(plan, value, inherited) ?? inherited;
  encodeParts(encoder, element, plan, value);
  encoder.inherited = inherited;
}

/** Writes the content of an object. */
function encodeParts(
  encoder: Encoder,
  element: ElementPlan | undefined,
  plan: ComplexPlan,
  value: Record<string, unknown>,
): void {
  encoder.checks?.content(plan);
  if (plan.text !== undefined) {
    encoder.path.push('$value');
    encodeText(encoder, element, plan.text, value.$value);
    encoder.path.pop();
  } else if (plan.mode !== 'record') {
    contentEngine(plan)?.encode(encoder, plan, value, encodeAs);
  } else {
    for (const field of plan.fields) {
      encodeField(encoder, field, value, encodeAs);
    }
  }
  encoder.checks?.children(encoder, plan);
}

/** A list in the place of the object that would contain nothing else. */
function encodeUnwrapped(encoder: Encoder, plan: ComplexPlan, property: string, value: unknown): void {
  if (!Array.isArray(value) && !(isRecord(value) && laterEngine(encoder) !== undefined)) {
    encoder.problem('wrong-type', `expected an array, got ${describe(value)}`);
    return;
  }
  encoder.hidden.push(encoder.path.length);
  encodeParts(encoder, undefined, plan, { [property]: value });
  encoder.hidden.pop();
}

/** The type of a value that is being written: the one that it names, the one that its attributes select, or the declared one. */
function typeToWrite(encoder: Encoder, element: ElementPlan, value: unknown): TypePlan {
  return (
    (element.standIns && standInOf(element, value)) ??
    alternativeEngine(element)?.typeOf(encoder, element, value) ??
    targetOf(element)
  );
}
