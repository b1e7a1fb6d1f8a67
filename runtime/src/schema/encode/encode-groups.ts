import { writeTree } from '../../xml/tree-io.js';
import { type Encoder, isTree } from '../context/encoder.js';
import { isRecord, readProperty } from '../descriptor/resolve.js';
import { wildcardAllows } from '../descriptor/wildcard.js';
import { chooseBranch, isPresent } from '../match/chosen-branch.js';
import { isEmptiable } from '../plan/emptiable.js';
import {
  type AnyNode,
  type ComplexPlan,
  type ElementNode,
  type ElementPlan,
  type GroupNode,
  membersOf,
  type ParticleNode,
} from '../plan/plan.js';
import { describe } from '../plan/simple-plan.js';
import { checkItemProperties } from './own-properties.js';

type Value = Record<string, unknown>;
/** Writes a value as an element; `'general'` where `writeAtOnce` did not. */
export type WriteElement = (encoder: Encoder, element: ElementPlan, value: unknown, mode?: 'first' | 'general') => void;

/** An object and how much of its lists has been written, where several particles write parts of one list. */
interface Scope {
  readonly value: Value;
  readonly plan: ComplexPlan;
  readonly taken: Map<string, number> | undefined;
  readonly write: WriteElement;
}

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
    encodeParticle(encoder, content, scope);
  }
  if (plan.open !== undefined) {
    encodeAny(encoder, plan.open, scope);
  }
}

/** Writes a field of an object, or says why it cannot be written. */
export function encodeField(
  encoder: Encoder,
  plan: ComplexPlan,
  field: ElementNode,
  value: Value,
  write: WriteElement,
): void {
  encodeElementNode(encoder, field, scopeOf(plan, value, write));
}

function scopeOf(plan: ComplexPlan, value: Value, write: WriteElement): Scope {
  return { value, plan, taken: plan.shared.size > 0 ? new Map() : undefined, write };
}

function encodeParticle(encoder: Encoder, node: ParticleNode, scope: Scope): void {
  switch (node.kind) {
    case 'element':
      encodeElementNode(encoder, node, scope);
      break;
    case 'any':
      encodeAny(encoder, node, scope);
      break;
    case 'sequence':
    case 'choice':
    case 'all':
      if (node.property !== undefined) {
        encodeOccurrences(encoder, node, node.property, scope);
      } else if (isPresent(node, scope.value)) {
        encodeOnce(encoder, node, scope);
      } else if (!isEmptiable(node)) {
        encodeOnce(encoder, node, scope);
      }
  }
}

function encodeOnce(encoder: Encoder, node: GroupNode, scope: Scope): void {
  if (node.kind !== 'choice') {
    for (const particle of node.particles) {
      encodeParticle(encoder, particle, scope);
    }
    return;
  }
  const branch = chooseBranch(node, scope.value);
  if (branch === 'none') {
    if (!node.particles.some(isEmptiable) && (node.particles.length > 0 || encoder.validating)) {
      encoder.misfit('missing-choice', `one of ${node.properties.join(', ')} must be present`);
    }
  } else if (branch === 'several') {
    encoder.misfit('several-choices', `only one branch of the choice of ${node.properties.join(', ')} may be present`);
  } else {
    encodeParticle(encoder, branch, scope);
  }
}

/** A group with a property of its own: one object for each occurrence. */
function encodeOccurrences(encoder: Encoder, node: GroupNode, property: string, scope: Scope): void {
  const items = readProperty(scope.value, property);
  const { path } = encoder;
  path.push(property);
  if (items === undefined || Array.isArray(items)) {
    const all: readonly unknown[] = items ?? [];
    checkCount(encoder, all.length, isEmptiable(node) ? 0 : node.min, node.max);
    all.forEach((item, i) => {
      path.push(i);
      encodeOccurrence(encoder, node, item, scope);
      path.pop();
    });
  } else if (!encoder.later(items, (item) => encodeOccurrence(encoder, node, item, scope))) {
    encoder.misfit('wrong-type', `expected an array, got ${describe(items)}`);
  }
  path.pop();
}

function encodeOccurrence(encoder: Encoder, node: GroupNode, item: unknown, scope: Scope): void {
  if (isRecord(item)) {
    encodeOnce(encoder, node, scopeOf(scope.plan, item, scope.write));
    checkItemProperties(encoder, node, item);
  } else {
    encoder.misfit('wrong-type', `expected an object, got ${describe(item)}`);
  }
}

/** How many items a list has is for `validate` to say: the TypeScript type does not, and a reader is lenient about it too. */
function checkCount(encoder: Encoder, count: number, min: number, max: number): void {
  if (!encoder.validating) {
    return;
  }
  if (count < min) {
    encoder.miscount('too-few', `expected at least ${min}, got ${count}`);
  } else if (count > max) {
    encoder.miscount('too-many', `expected at most ${max}, got ${count}`);
  }
}

function encodeElementNode(encoder: Encoder, node: ElementNode, scope: Scope): void {
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
    checkCount(encoder, to - from, node.min, node.max);
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
function portion(node: ElementNode | AnyNode, length: number, scope: Scope): readonly [from: number, to: number] {
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

function encodeMember(encoder: Encoder, node: ElementNode, value: unknown, scope: Scope): void {
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
  const member = membersOf(node).find(({ key }) => key === value.$name);
  if (member === undefined) {
    encoder.misfit('unknown-element', `$name ${describe(value.$name)} is not an element that is allowed here`);
    return;
  }
  encoder.path.push('$value');
  scope.write(encoder, member.element, value.$value);
  encoder.path.pop();
}

function encodeAny(encoder: Encoder, node: AnyNode, scope: Scope): void {
  const value = readProperty(scope.value, node.property);
  const { path } = encoder;
  path.push(node.property);
  if (value === undefined) {
    if (node.min > 0) {
      encoder.misfit('missing-element', 'an element that matches the wildcard is missing');
    }
  } else if (!node.list) {
    encodeOpen(encoder, node, value);
  } else if (Array.isArray(value)) {
    const [from, to] = portion(node, value.length, scope);
    checkCount(encoder, to - from, node.min, node.max);
    for (let i = from; i < to; i++) {
      path.push(i);
      encodeOpen(encoder, node, value[i]);
      path.pop();
    }
  } else if (scope.plan.shared.has(node.property) || !encoder.later(value, (item) => encodeOpen(encoder, node, item))) {
    encoder.misfit('wrong-type', `expected an array, got ${describe(value)}`);
  }
  path.pop();
}

function encodeOpen(encoder: Encoder, node: AnyNode, value: unknown): void {
  if (!isTree(value)) {
    encoder.misfit('wrong-type', `expected an XmlElement, got ${describe(value)}`);
    return;
  }
  if (!wildcardAllows(node.wildcard, encoder.output.programNamespace(value.namespace), value.name)) {
    encoder.misfit('wildcard', `namespace ${JSON.stringify(value.namespace)} is not allowed here`);
  }
  encoder.addChild(value.namespace, value.name);
  encoder.checkOpen?.(encoder, value, undefined, node.wildcard.process);
  writeTree(value, encoder.output);
}
