import type { ValidationIssue } from '../context/encoder.js';
import type { IdentityConstraintDescriptor, PathDescriptor } from '../descriptor/descriptor.js';
import { LexicalError, type ValuePath } from '../descriptor/errors.js';
import { expandedName } from '../descriptor/resolve.js';
import { noPrefixes, type SimplePlan } from '../plan/simple-plan.js';
import { valueKey } from '../simple/canonical.js';
import { memberFor } from '../simple/union-writing.js';

/** Identity constraints over the elements of one value (Part 1, 3.11.4 and 3.11.5). */

/** A simple value with its type. Without type, the value is the key that stands for it (`valueKey`). */
interface TypedValue {
  readonly plan: SimplePlan | undefined;
  readonly value: unknown;
}

interface TypedAttribute extends TypedValue {
  readonly namespace: string;
  readonly name: string;
}

/** An element with the types of its text and attributes. */
export interface TypedNode {
  readonly namespace: string;
  readonly name: string;
  readonly path: ValuePath;
  readonly constraints: readonly IdentityConstraintDescriptor[];
  readonly attributes: TypedAttribute[];
  readonly children: TypedNode[];
  /** False for an element that is declared without simple content, which no field may select. */
  readonly simple: boolean;
  nil: boolean;
  text: TypedValue | undefined;
}

/** Every breach of the identity constraints of an element and of those below it. */
export function checkConstraints(root: TypedNode): ValidationIssue[] {
  const check = new ConstraintCheck();
  check.tables(root);
  return check.issues;
}

/** Node table of a key (3.11.5): the element that each sequence of values stands for. */
type NodeTable = Map<string, TypedNode>;

/** The values of a constraint's fields for one element. */
interface Selected {
  readonly key: string;
  readonly node: TypedNode;
}

class ConstraintCheck {
  readonly issues: ValidationIssue[] = [];

  /** Node tables of an element by the name of the key: its own, and what those of its children agree on. */
  tables(node: TypedNode): Map<string, NodeTable> {
    const tables = mergeTables(node.children.map((child) => this.tables(child)));
    for (const constraint of node.constraints) {
      if (constraint.kind !== 'keyref') {
        this.#addKeys(node, constraint, tables);
      }
    }
    for (const constraint of node.constraints) {
      if (constraint.kind === 'keyref') {
        this.#checkReferences(node, constraint, tables);
      }
    }
    return tables;
  }

  #addKeys(node: TypedNode, constraint: IdentityConstraintDescriptor, tables: Map<string, NodeTable>): void {
    const own: NodeTable = new Map();
    for (const selected of this.#select(node, constraint)) {
      if (own.has(selected.key)) {
        this.#issue(selected.node, constraint, `the values that "${constraint.name}" selects must be unique`);
      } else {
        own.set(selected.key, selected.node);
      }
    }
    // The element's own entries take precedence over those from below (3.11.5).
    tables.set(constraint.name, new Map([...(tables.get(constraint.name) ?? []), ...own]));
  }

  #checkReferences(
    node: TypedNode,
    constraint: IdentityConstraintDescriptor,
    tables: ReadonlyMap<string, NodeTable>,
  ): void {
    const keys = tables.get(constraint.refer ?? '');
    for (const selected of this.#select(node, constraint)) {
      if (keys?.has(selected.key) === true) {
        continue;
      }
      const referred = constraint.refer ?? '';
      this.#issue(selected.node, constraint, `"${constraint.name}" refers to values that "${referred}" does not have`);
    }
  }

  /** The qualified node set (3.11.4, 3): the selected elements for which every field has a value. */
  #select(node: TypedNode, constraint: IdentityConstraintDescriptor): Selected[] {
    const found: Selected[] = [];
    for (const target of new Set(constraint.selector.flatMap((path) => selectElements(node, path)))) {
      const parts = constraint.fields.map((field) => this.#fieldKey(target, constraint, field));
      if (parts.every((part) => part !== undefined)) {
        found.push({ key: parts.join('\0'), node: target });
      }
    }
    return found;
  }

  /** Key of the value of one field; undefined if there is none, which a `key` does not allow (3.11.4, 4.2.1). */
  #fieldKey(
    target: TypedNode,
    constraint: IdentityConstraintDescriptor,
    field: readonly PathDescriptor[],
  ): string | undefined {
    const [selected, ...others] = new Set(field.flatMap((path) => selectNodes(target, path)));
    if (others.length > 0) {
      this.#issue(target, constraint, `a field of "${constraint.name}" selects several values`);
      return undefined;
    }
    if (selected !== undefined && !('children' in selected)) {
      return keyOf(selected);
    }
    if (selected !== undefined && !selected.simple && selected.text === undefined) {
      this.#issue(target, constraint, `a field of "${constraint.name}" selects an element without a simple value`);
      return undefined;
    }
    if (selected?.text !== undefined) {
      return keyOf(selected.text);
    }
    // A simple element that is neither nil nor has a value has a wrong one, which was reported.
    if (constraint.kind === 'key' && selected?.nil !== false) {
      const what = selected?.nil === true ? 'is nil' : 'is missing';
      this.#issue(selected ?? target, constraint, `a field of the key "${constraint.name}" ${what}`);
    }
    return undefined;
  }

  #issue({ path }: TypedNode, { kind }: IdentityConstraintDescriptor, message: string): void {
    this.issues.push({ path, code: kind, message });
  }
}

function keyOf({ plan, value }: TypedValue): string {
  return plan === undefined ? String(value) : valueKey(plan, value, memberOf);
}

/** The member of a union that takes the value, facets included; none for a value that is wrong. */
function memberOf(union: SimplePlan, value: unknown): SimplePlan | undefined {
  try {
    return memberFor(union, value, noPrefixes);
  } catch (error) {
    if (error instanceof LexicalError) {
      return undefined;
    }
    throw error;
  }
}

/** The tables of children together; what stands for several elements stands for none (3.11.5). */
function mergeTables(tables: readonly Map<string, NodeTable>[]): Map<string, NodeTable> {
  const [first, ...others] = tables.filter((each) => each.size > 0);
  if (first === undefined) {
    return new Map();
  }
  if (others.length === 0) {
    return first;
  }
  const merged = new Map<string, NodeTable>();
  const ambiguous = new Map<string, Set<string>>();
  for (const table of [first, ...others]) {
    for (const [name, keys] of table) {
      const known = merged.get(name) ?? new Map<string, TypedNode>();
      merged.set(name, known);
      for (const [key, node] of keys) {
        if (known.has(key)) {
          ambiguous.set(name, (ambiguous.get(name) ?? new Set()).add(key));
        } else {
          known.set(key, node);
        }
      }
    }
  }
  for (const [name, keys] of ambiguous) {
    for (const key of keys) {
      merged.get(name)?.delete(key);
    }
  }
  return merged;
}

function nameMatches(test: string, namespace: string, name: string): boolean {
  if (test === '*') {
    return true;
  }
  return test.endsWith('}*')
    ? test === `{${namespace}}*`
    : test === expandedName(namespace, name) || test === `{${namespace}}${name}`;
}

function selectElements(node: TypedNode, path: PathDescriptor): TypedNode[] {
  let front: TypedNode[] = path.anyDepth === true ? withDescendants(node) : [node];
  for (const step of path.steps) {
    front = front.flatMap((each) => each.children.filter((child) => nameMatches(step, child.namespace, child.name)));
  }
  return front;
}

function withDescendants(node: TypedNode): TypedNode[] {
  const all = [node];
  // Grows while it is read.
  for (const each of all) {
    for (const child of each.children) {
      all.push(child);
    }
  }
  return all;
}

function selectNodes(node: TypedNode, path: PathDescriptor): (TypedNode | TypedAttribute)[] {
  const { attribute } = path;
  const elements = selectElements(node, path);
  if (attribute === undefined) {
    return elements;
  }
  return elements.flatMap(({ attributes }) =>
    attributes.filter(({ namespace, name }) => nameMatches(attribute, namespace, name)),
  );
}
