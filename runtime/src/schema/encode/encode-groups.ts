import { contentEngine } from '../context/content-engine.js';
import type { Encoder, WriteElement } from '../context/encoder.js';
import { laterEngine } from '../context/later.js';
import { readProperty } from '../descriptor/resolve.js';
import type { ComplexPlan, ElementNode, ElementPlan } from '../plan/plan.js';
import { describe } from '../plan/simple-plan.js';

type Value = Record<string, unknown>;

/** Writes the content of an object by its content model. */
export function encodeGroup(encoder: Encoder, plan: ComplexPlan, value: Value, write: WriteElement): void {
  if (plan.mode !== 'record') {
    contentEngine(plan)?.encode(encoder, plan, value, write);
    return;
  }
  for (const field of plan.fields) {
    encodeField(encoder, field, value, write);
  }
}

/** Writes the values of an element particle of an object. `portion` says which items are its own where particles share a list. */
export function encodeField(
  encoder: Encoder,
  node: ElementNode,
  object: Value,
  write: WriteElement,
  portion?: (length: number) => readonly [from: number, to: number],
): void {
  const { path } = encoder;
  const { property, element } = node;
  const value = readProperty(object, property);
  const isAbsent = value === undefined || (value === null && element.absentNull === true);
  if (isAbsent && (node.min === 0 || element.absentNull === true)) {
    return;
  }
  // Few functions for each level, since values may be deep.
  const put = element.abstract && node.substitutes === undefined ? refuseAbstract : write;
  path.push(property);
  if (isAbsent) {
    encoder.misfit('missing-element', `element "${element.name}" is missing`);
  } else if (!node.list) {
    put(encoder, element, value);
  } else if (Array.isArray(value)) {
    const [from, to] = portion?.(value.length) ?? [0, value.length];
    encoder.checks?.count(encoder, to - from, node.min, node.max);
    for (let i = from; i < to; i++) {
      path.push(i);
      put(encoder, element, value[i]);
      path.pop();
    }
  } else if (
    portion !== undefined ||
    laterEngine(encoder)?.items(encoder, value, (item) => put(encoder, element, item)) !== true
  ) {
    encoder.misfit('wrong-type', `expected an array, got ${describe(value)}`);
  }
  path.pop();
}

function refuseAbstract(encoder: Encoder, { name }: ElementPlan): void {
  encoder.misfit('abstract-element', `element "${name}" is abstract`);
}
