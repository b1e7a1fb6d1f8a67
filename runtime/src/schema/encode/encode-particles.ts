import { type Encoder, isTree, laterEngine, type WriteElement } from '../context/encoder.js';
import { isObject, isRecord, readProperty, wildcardAllows } from '../descriptor/resolve.js';
import { chooseBranch, isPresent, severalBranches } from '../match/chosen-branch.js';
import { isEmptiable } from '../plan/emptiable.js';
import type { AnyNode, ComplexPlan, ElementNode, ElementPlan, GroupNode, ParticleNode } from '../plan/plan.js';
import { describe } from '../plan/simple-plan.js';
import { memberOfKey } from '../plan/substitution.js';
import { encodeField } from './encode-field.js';
import { encodeNode } from './encode-tree.js';
import { checkItemProperties, checkMemberProperties } from './own-properties.js';

/** An object that is being written, and how much of its lists is, where several particles write parts of one list. */
export interface WritingScope {
  readonly value: Record<string, unknown>;
  readonly plan: ComplexPlan;
  readonly taken: Map<string, number> | undefined;
  readonly write: WriteElement;
}

/** An object of which nothing is written yet. */
export function scopeOf(plan: ComplexPlan, value: Record<string, unknown>, write: WriteElement): WritingScope {
  return { value, plan, taken: plan.shared.size > 0 ? new Map() : undefined, write };
}

/** Writes the content of an object by particles of all kinds: choices, repeated groups, wildcards, open content. */
export function encodeParticles(
  encoder: Encoder,
  plan: ComplexPlan,
  value: Record<string, unknown>,
  write: WriteElement,
): void {
  if (plan.content === undefined) {
    return;
  }
  const scope = scopeOf(plan, value, write);
  encodeParticle(encoder, plan.content, scope);
  if (plan.open !== undefined) {
    encodeAny(encoder, plan.open, scope);
  }
}

/** Writes the part of an object that a particle takes, or says why it cannot be written. */
export function encodeParticle(encoder: Encoder, node: ParticleNode, scope: WritingScope): void {
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

/** Writes the values of an element particle of an object. */
function encodeElementNode(encoder: Encoder, node: ElementNode, scope: WritingScope): void {
  const isShared = scope.taken !== undefined && scope.plan.shared.has(node.property);
  const write: WriteElement =
    node.substitutes === undefined
      ? node.element.abstract === true
        ? refuseAbstract
        : scope.write
      : (to, _element, value) => encodeSubstitute(to, node, value, scope.write);
  encodeField(encoder, node, scope.value, write, isShared ? (length) => portion(node, length, scope) : undefined);
}

function refuseAbstract(encoder: Encoder, { name }: ElementPlan): void {
  encoder.misfit('abstract-element', `element "${name}" is abstract`);
}

function encodeOnce(encoder: Encoder, node: GroupNode, scope: WritingScope): void {
  if (node.kind !== 'choice') {
    for (const particle of node.particles) {
      encodeParticle(encoder, particle, scope);
    }
    return;
  }
  const branch = chooseBranch(node, scope.value);
  if (branch === 'none') {
    if (!node.particles.some(isEmptiable) && (node.particles.length > 0 || encoder.checks !== undefined)) {
      encoder.misfit('missing-choice', `one of ${node.properties.join(', ')} must be present`);
    }
  } else if (branch === 'several') {
    encoder.misfit('several-choices', severalBranches(node));
  } else {
    encodeParticle(encoder, branch, scope);
  }
}

/** A group with a property of its own: one object for each occurrence. */
function encodeOccurrences(encoder: Encoder, node: GroupNode, property: string, scope: WritingScope): void {
  const { path } = encoder;
  path.push(property);
  const items = readProperty(scope.value, property);
  if (items === undefined || Array.isArray(items)) {
    const all: readonly unknown[] = items ?? [];
    encoder.checks?.count(encoder, all.length, isEmptiable(node) ? 0 : node.min, node.max);
    for (let i = 0; i < all.length; i++) {
      path.push(i);
      encodeOccurrence(encoder, node, all[i], scope);
      path.pop();
    }
  } else if (
    laterEngine(encoder)?.items(encoder, items, (item) => encodeOccurrence(encoder, node, item, scope)) !== true
  ) {
    encoder.misfit('wrong-type', `expected an array, got ${describe(items)}`);
  }
  path.pop();
}

/** Writes an occurrence of a group with a property of its own, or says why it cannot be written. */
export function encodeOccurrence(encoder: Encoder, node: GroupNode, item: unknown, scope: WritingScope): void {
  if (isObject(item)) {
    checkItemProperties(encoder, node, item);
    encodeOnce(encoder, node, scopeOf(scope.plan, item, scope.write));
  } else {
    encoder.misfit('wrong-type', `expected an object, got ${describe(item)}`);
  }
}

function encodeAny(encoder: Encoder, node: AnyNode, scope: WritingScope): void {
  const { path } = encoder;
  path.push(node.property);
  const value = readProperty(scope.value, node.property);
  if (value === undefined) {
    if (node.min > 0) {
      encoder.misfit('missing-element', 'an element that matches the wildcard is missing');
    }
  } else if (!node.list) {
    encodeOpen(encoder, node, value);
  } else if (Array.isArray(value)) {
    const [from, to] = portion(node, value.length, scope);
    encoder.checks?.count(encoder, to - from, node.min, node.max);
    for (let i = from; i < to; i++) {
      path.push(i);
      encodeOpen(encoder, node, value[i]);
      path.pop();
    }
  } else if (
    scope.plan.shared.has(node.property) ||
    laterEngine(encoder)?.items(encoder, value, (item) => encodeOpen(encoder, node, item)) !== true
  ) {
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
  encoder.checks?.child(encoder, value.namespace, value.name);
  if (encodeNode(encoder, value)) {
    encoder.checks?.open(encoder, value, undefined, node.wildcard.process);
  }
}

/** Which part of a list this particle writes: all of it, unless other particles of the object write parts of it too. */
function portion(
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

/** Writes an element of a substitution group: `{ $name, $value }`. */
function encodeSubstitute(encoder: Encoder, node: ElementNode, value: unknown, write: WriteElement): void {
  if (!isRecord(value)) {
    encoder.misfit('wrong-type', `expected { $name, $value }, got ${describe(value)}`);
    return;
  }
  const member = memberOfKey(node, value.$name);
  if (member === undefined) {
    encoder.misfit('unknown-element', `$name ${describe(value.$name)} is not an element that is allowed here`);
    return;
  }
  checkMemberProperties(encoder, value);
  encoder.path.push('$value');
  write(encoder, member.element, value.$value);
  encoder.path.pop();
}
