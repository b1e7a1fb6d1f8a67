import { attributeEngine, inheritanceOf } from '../context/attribute-engine.js';
import { contentEngine, treeEngine } from '../context/content-engine.js';
import { derivationEngine, typeToWrite } from '../context/derivation-engine.js';
import { Encoder, maxPath, type Writing } from '../context/encoder.js';
import { instanceNamespace, isObject, readProperty } from '../descriptor/resolve.js';
import {
  type ComplexPlan,
  type ElementNode,
  type ElementPlan,
  elementOf,
  type TypePlan,
  targetOf,
} from '../plan/plan.js';
import { describe } from '../plan/simple-plan.js';
import { encodeText } from './encode-simple.js';
import { checkProperties } from './own-properties.js';

/**
 * Writes elements in little code: bundles for browsers and workers have it. It writes what `full-writing.ts` writes, and throws for what does
 * not fit the schema.
 */

type Value = Record<string, unknown>;

/** Writes a value as an element, under that element's name. */
function encodePlainly(encoder: Encoder, element: ElementPlan, value: unknown, _mode?: string, prefix?: string): void {
  const { output, path } = encoder;
  if (path.length > maxPath) {
    encoder.problem('too-deep', 'the value is nested too deeply');
  }
  const target = typeToWrite(encoder, element, value);
  if (target.kind === 'complex' && target.mode === 'tree' && value !== null) {
    treeEngine(target).encodeTree(encoder, element, value);
    return;
  }
  output.startElement(element.namespace, element.name, prefix);
  encodeValue(encoder, element, target, value);
  output.endElement();
}

function encodeValue(encoder: Encoder, element: ElementPlan, target: TypePlan, value: unknown): void {
  if (value === null) {
    encodeNil(encoder, element);
  } else if (target.kind === 'simple') {
    encodeText(encoder, element, target, value);
  } else if (target.mode === 'array' || target.mode === 'tree') {
    treeEngine(target).encodeWhole(encoder, target, value, encodePlainly);
  } else if (target.unwrap !== undefined) {
    encodeUnwrapped(encoder, element, target, target.unwrap, value);
  } else if (isObject(value)) {
    encodeObject(encoder, element, target, value);
  } else {
    encoder.problem('wrong-type', `expected an object, got ${describe(value)}`);
  }
}

/** An element that is nil (Part 1, 3.3.4, 3). */
function encodeNil(encoder: Encoder, element: ElementPlan): void {
  if (!element.nillable) {
    encoder.problem('not-nillable', 'must not be null');
  }
  encoder.output.attribute(instanceNamespace, 'nil', 'true', 'xsi');
}

/** A list in the place of the object that would contain nothing else. */
function encodeUnwrapped(
  encoder: Encoder,
  element: ElementPlan,
  plan: ComplexPlan,
  property: string,
  value: unknown,
): void {
  if (!Array.isArray(value)) {
    encoder.problem('wrong-type', `expected an array, got ${describe(value)}`);
  }
  encoder.hidden.push(encoder.path.length);
  encodeParts(encoder, element, plan, { [property]: value });
  encoder.hidden.pop();
}

function encodeObject(encoder: Encoder, element: ElementPlan, declared: ComplexPlan, value: Value): void {
  const plan = derivationEngine(element, declared)?.encoded(encoder, element, declared, value) ?? declared;
  if (plan === declared) {
    requireDeclared(encoder, declared, value.$type);
  }
  const isNil = element.nillable && value.$nil === true;
  if (isNil) {
    encodeNil(encoder, element);
  } else {
    checkProperties(encoder, plan, value);
  }
  attributeEngine(plan)?.encode(encoder, plan, value);
  if (!isNil) {
    const { inherited } = encoder;
    encoder.inherited = inheritanceOf(plan)?.fromValue(plan, value, inherited) ?? inherited;
    encodeParts(encoder, element, plan, value);
    encoder.inherited = inherited;
  }
}

/** Refuses a type that is named in the place of one for which no other may stand in. */
function requireDeclared(encoder: Encoder, { type }: ComplexPlan, name: unknown): void {
  if (name !== undefined && name !== type.typeName) {
    encoder.problem('unknown-type', `$type ${describe(name)} is not a type that is allowed here`);
  }
}

/** Writes the content of an object. */
function encodeParts(encoder: Encoder, element: ElementPlan, plan: ComplexPlan, value: Value): void {
  const { path } = encoder;
  if (plan.text !== undefined) {
    path.push('$value');
    encodeText(encoder, element, plan.text, value.$value);
    path.pop();
  } else if (plan.mode !== 'record') {
    contentEngine(plan)?.encode(encoder, plan, value, encodePlainly);
  } else {
    for (const field of plan.fields) {
      path.push(field.property);
      encodeField(encoder, field, readProperty(value, field.property));
      path.pop();
    }
  }
}

function encodeField(encoder: Encoder, { list, min, element }: ElementNode, value: unknown): void {
  const { path } = encoder;
  if (value === undefined || (value === null && element.absentNull === true)) {
    if (min > 0 && element.absentNull !== true) {
      encoder.problem('missing-element', `element "${element.name}" is missing`);
    }
  } else if (!list) {
    encodePlainly(encoder, element, value);
  } else if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      path.push(i);
      encodePlainly(encoder, element, value[i]);
      path.pop();
    }
  } else {
    encoder.problem('wrong-type', `expected an array, got ${describe(value)}`);
  }
}

/** Writing without checks, encoding and gaps. */
export const plainWriting: Writing = {
  element: (element, value, output, options) => {
    const encoder = new Encoder(output, element.name, options);
    try {
      encodePlainly(encoder, element, value, undefined, options.prefix);
    } catch (error) {
      encoder.refuse(error);
    }
  },
  content: (type, value, output, options) => {
    const element = elementOf(type.namespace, type.name, type);
    const encoder = new Encoder(output, type.name, options);
    try {
      encodeValue(encoder, element, targetOf(element), value);
    } catch (error) {
      encoder.refuse(error);
    }
  },
};
