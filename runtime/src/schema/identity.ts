import { valueKey } from './canonical.js';
import type { IdentityConstraintDescriptor, PathDescriptor } from './descriptor.js';
import type { Trace, ValidationIssue } from './encoder.js';
import type { ValuePath } from './errors.js';
import { type ElementPlan, targetOf } from './plan.js';
import { expandedName } from './resolve.js';
import type { SimplePlan } from './simple-plan.js';

/** Checks that span elements: identity constraints (Part 1, 3.11.4), and ID and IDREF (Part 1, 3.3.4, cvc-id). */

interface TypedValue {
  readonly plan: SimplePlan;
  readonly value: unknown;
  readonly path: ValuePath;
}

interface TypedAttribute extends TypedValue {
  readonly namespace: string;
  readonly name: string;
}

interface TypedNode {
  readonly namespace: string;
  readonly name: string;
  readonly path: ValuePath;
  readonly constraints: readonly IdentityConstraintDescriptor[];
  readonly attributes: TypedAttribute[];
  readonly children: TypedNode[];
  /** False for an element whose content is not a simple value, which no field may select. */
  readonly simple: boolean;
  text: TypedValue | undefined;
}

/** Keeps the elements of a value with the types of their texts, and then checks what spans them. */
export class IdentityCheck implements Trace {
  #root: TypedNode | undefined;
  readonly #open: TypedNode[] = [];
  readonly #issues: ValidationIssue[];

  constructor(issues: ValidationIssue[]) {
    this.#issues = issues;
  }

  startElement(element: ElementPlan, namespace: string, name: string, path: ValuePath): void {
    const node: TypedNode = {
      namespace,
      name,
      path: [...path],
      constraints: element.constraints ?? [],
      attributes: [],
      children: [],
      simple: isSimple(element),
      text: undefined,
    };
    const parent = this.#open.at(-1);
    if (parent === undefined) this.#root ??= node;
    else parent.children.push(node);
    this.#open.push(node);
  }

  endElement(): void {
    this.#open.pop();
  }

  attribute(namespace: string, name: string, plan: SimplePlan, value: unknown, path: ValuePath): void {
    this.#open.at(-1)?.attributes.push({ namespace, name, plan, value, path: [...path] });
  }

  text(plan: SimplePlan, value: unknown, path: ValuePath): void {
    const node = this.#open.at(-1);
    if (node !== undefined) node.text = { plan, value, path: [...path] };
  }

  /** Adds an issue for every breach. */
  finish(): void {
    if (this.#root === undefined) return;
    this.#checkIds(this.#root);
    this.#tables(this.#root);
  }

  #checkIds(root: TypedNode): void {
    const ids = new Set<string>();
    const references: { readonly id: string; readonly path: ValuePath }[] = [];
    const visit = (node: TypedNode): void => {
      for (const typed of [...node.attributes, ...(node.text === undefined ? [] : [node.text])]) {
        for (const { kind, id } of idsOf(typed.plan, typed.value)) {
          if (kind === 'IDREF') references.push({ id, path: typed.path });
          else if (ids.has(id))
            this.#issues.push({
              path: typed.path,
              code: 'duplicate-id',
              message: `the ID ${JSON.stringify(id)} is used twice`,
            });
          else ids.add(id);
        }
      }
      node.children.forEach(visit);
    };
    visit(root);
    for (const { id, path } of references) {
      if (!ids.has(id))
        this.#issues.push({ path, code: 'unknown-idref', message: `no element has the ID ${JSON.stringify(id)}` });
    }
  }

  /** Key tables of an element: its own and those of the elements below it. */
  #tables(node: TypedNode): Map<string, Set<string>> {
    const tables = new Map<string, Set<string>>();
    for (const child of node.children) {
      for (const [name, keys] of this.#tables(child)) {
        const known = tables.get(name);
        if (known === undefined) tables.set(name, keys);
        else for (const key of keys) known.add(key);
      }
    }
    const references = node.constraints.filter(({ kind }) => kind === 'keyref');
    for (const constraint of node.constraints) {
      if (constraint.kind === 'keyref') continue;
      const seen = new Set<string>();
      for (const [key, path] of this.#keys(node, constraint)) {
        if (seen.has(key))
          this.#issues.push({
            path,
            code: constraint.kind,
            message: `"${constraint.name}" asks for a value that occurs once`,
          });
        seen.add(key);
      }
      const below = tables.get(constraint.name);
      tables.set(constraint.name, below === undefined ? seen : new Set([...below, ...seen]));
    }
    for (const constraint of references) {
      const keys = tables.get(constraint.refer ?? '');
      for (const [key, path] of this.#keys(node, constraint)) {
        if (keys?.has(key) !== true) {
          this.#issues.push({
            path,
            code: 'keyref',
            message: `"${constraint.name}" refers to a value that "${constraint.refer ?? ''}" does not have`,
          });
        }
      }
    }
    return tables;
  }

  #keys(node: TypedNode, constraint: IdentityConstraintDescriptor): (readonly [key: string, path: ValuePath])[] {
    const found: (readonly [string, ValuePath])[] = [];
    for (const target of new Set(constraint.selector.flatMap((path) => selectElements(node, path)))) {
      const parts: string[] = [];
      for (const field of constraint.fields) {
        if (
          field.some(
            (path) => path.attribute === undefined && selectElements(target, path).some(({ simple }) => !simple),
          )
        ) {
          this.#issues.push({
            path: target.path,
            code: constraint.kind,
            message: `a field of "${constraint.name}" selects an element without a simple value`,
          });
        }
        const values = new Set(field.flatMap((path) => selectValues(target, path)));
        const [value] = values;
        if (values.size > 1) {
          this.#issues.push({
            path: target.path,
            code: constraint.kind,
            message: `a field of "${constraint.name}" selects several values`,
          });
        } else if (value !== undefined) parts.push(valueKey(value.plan, value.value));
      }
      if (parts.length === constraint.fields.length) found.push([parts.join('\0'), target.path]);
      else if (constraint.kind === 'key') {
        this.#issues.push({ path: target.path, code: 'key', message: `a field of "${constraint.name}" is missing` });
      }
    }
    return found;
  }
}

function isSimple(element: ElementPlan): boolean {
  const target = targetOf(element);
  return target.kind === 'simple' || target.mode === 'text';
}

function idsOf(plan: SimplePlan, value: unknown): { readonly kind: 'ID' | 'IDREF'; readonly id: string }[] {
  const { item } = plan;
  if (item !== undefined && Array.isArray(value)) return value.flatMap((part: unknown) => idsOf(item, part));
  if ((plan.builtIn === 'ID' || plan.builtIn === 'IDREF') && typeof value === 'string')
    return [{ kind: plan.builtIn, id: value }];
  return [];
}

function nameMatches(test: string, namespace: string, name: string): boolean {
  if (test === '*') return true;
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
  return [node, ...node.children.flatMap(withDescendants)];
}

function selectValues(node: TypedNode, path: PathDescriptor): TypedValue[] {
  const { attribute } = path;
  const elements = selectElements(node, path);
  if (attribute === undefined) return elements.flatMap(({ text }) => (text === undefined ? [] : [text]));
  return elements.flatMap(({ attributes }) =>
    attributes.filter(({ namespace, name }) => nameMatches(attribute, namespace, name)),
  );
}
