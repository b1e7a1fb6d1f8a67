import { engineOf, type WritingScope } from '../context/content-engine.js';
import type { Encoder, WriteElement } from '../context/encoder.js';
import { readProperty } from '../descriptor/resolve.js';
import type { ComplexPlan, ElementNode, GroupNode } from '../plan/plan.js';
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
    const { length } = value;
    const [from, to] = scope.taken === undefined ? [0, length] : engineOf(scope.plan).portion(node, length, scope);
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

function encodeMember(encoder: Encoder, node: ElementNode, value: unknown, scope: WritingScope): void {
  if (node.substitutes !== undefined) {
    engineOf(scope.plan).encodeSubstitute(encoder, node, value, scope);
  } else if (node.element.abstract) {
    encoder.misfit('abstract-element', `element "${node.element.name}" is abstract`);
  } else {
    scope.write(encoder, node.element, value);
  }
}
