import { type Encoder, laterEngine, type WriteElement } from '../context/encoder.js';
import { readProperty } from '../descriptor/resolve.js';
import type { ElementNode } from '../plan/plan.js';
import { describe } from '../plan/simple-plan.js';

type Value = Record<string, unknown>;

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
  path.push(property);
  const value = readProperty(object, property);
  if (value === undefined || (value === null && element.absentNull === true)) {
    if (node.min > 0 && element.absentNull !== true) {
      encoder.misfit('missing-element', `element "${element.name}" is missing`);
    }
  } else if (!node.list) {
    write(encoder, element, value);
  } else if (Array.isArray(value)) {
    const [from, to] = portion?.(value.length) ?? [0, value.length];
    encoder.checks?.count(encoder, to - from, node.min, node.max);
    for (let i = from; i < to; i++) {
      path.push(i);
      write(encoder, element, value[i]);
      path.pop();
    }
  } else if (
    portion !== undefined ||
    laterEngine(encoder)?.items(encoder, value, (item) => write(encoder, element, item)) !== true
  ) {
    encoder.misfit('wrong-type', `expected an array, got ${describe(value)}`);
  }
  path.pop();
}
