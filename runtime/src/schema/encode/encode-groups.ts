import { engineOf, type WritingScope } from '../context/content-engine.js';
import type { Encoder, WriteElement } from '../context/encoder.js';
import { isRecord, readProperty } from '../descriptor/resolve.js';
import { type AnyNode, type ComplexPlan, type ElementNode, type GroupNode, memberNamed } from '../plan/plan.js';
import { describe } from '../plan/simple-plan.js';

type Value = Record<string, unknown>;

/** Writes the content of an object by its content model. */
export function encodeGroup(
  encoder: Encoder,
  plan: ComplexPlan,
  content: GroupNode,
  value: Value,
  write: WriteElement,
): void {
  const scope = scopeOf(plan, value, write);
  if (plan.mode === 'record') {
    for (const field of plan.fields) {
      encodeElementNode(encoder, field, scope);
    }
  } else {
    engineOf(plan).encode(encoder, content, scope);
  }
}

/** An object of which nothing is written yet. */
export function scopeOf(plan: ComplexPlan, value: Value, write: WriteElement): WritingScope {
  return { value, plan, taken: plan.shared.size > 0 ? new Map() : undefined, write };
}

/** Writes the values of an element particle of an object. */
export function encodeElementNode(encoder: Encoder, node: ElementNode, scope: WritingScope): void {
  const { path } = encoder;
  const { property } = node;
  const value = readProperty(scope.value, property);
  if (value === undefined || (value === null && node.element.absentNull === true)) {
    if (node.min === 0 || node.element.absentNull === true) {
      return;
    }
    path.push(property);
    encoder.misfit('missing-element', `element "${node.element.name}" is missing`);
    path.pop();
    return;
  }
  path.push(property);
  if (!node.list) {
    // Few functions for each level, since values may be deep.
    if (node.substitutes === undefined && !node.element.abstract) {
      scope.write(encoder, node.element, value);
    } else {
      encodeMember(encoder, node, value, scope);
    }
  } else if (Array.isArray(value)) {
    const [from, to] = portion(node, value.length, scope);
    encoder.checks?.count(encoder, to - from, node.min, node.max);
    for (let i = from; i < to; i++) {
      path.push(i);
      encodeMember(encoder, node, value[i], scope);
      path.pop();
    }
  } else if (
    scope.plan.shared.has(property) ||
    !encoder.later(value, (item) => encodeMember(encoder, node, item, scope))
  ) {
    encoder.misfit('wrong-type', `expected an array, got ${describe(value)}`);
  }
  path.pop();
}

/** Which part of a list this particle writes: all of it, unless other particles of the object write parts of it too. */
export function portion(
  node: ElementNode | AnyNode,
  length: number,
  scope: WritingScope,
): readonly [from: number, to: number] {
  const { taken, plan } = scope;
  if (taken === undefined || !plan.shared.has(node.property)) {
    return [0, length];
  }
  const from = taken.get(node.property) ?? 0;
  const reserved = laterMinimum(plan, node);
  const to = Math.min(
    length,
    from + Math.max(Math.min(node.max, length - from - reserved), Math.min(node.min, length - from)),
  );
  taken.set(node.property, to);
  return [from, to];
}

/** How many items the particles after this one need of the same list. */
function laterMinimum(plan: ComplexPlan, node: ElementNode | AnyNode): number {
  if (node.kind === 'any') {
    return 0;
  }
  let sum = 0;
  for (const field of plan.fields) {
    if (field.index > node.index && field.property === node.property) {
      sum += field.min;
    }
  }
  return sum;
}

function encodeMember(encoder: Encoder, node: ElementNode, value: unknown, scope: WritingScope): void {
  if (node.substitutes === undefined) {
    if (node.element.abstract) {
      encoder.misfit('abstract-element', `element "${node.element.name}" is abstract`);
    } else {
      scope.write(encoder, node.element, value);
    }
    return;
  }
  if (!isRecord(value)) {
    encoder.misfit('wrong-type', `expected { $name, $value }, got ${describe(value)}`);
    return;
  }
  const member = memberNamed(node, value.$name);
  if (member === undefined) {
    encoder.misfit('unknown-element', `$name ${describe(value.$name)} is not an element that is allowed here`);
    return;
  }
  encoder.path.push('$value');
  scope.write(encoder, member.element, value.$value);
  encoder.path.pop();
}
