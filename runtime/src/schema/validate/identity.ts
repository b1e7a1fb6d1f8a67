import type { XmlElement } from '../../xml/interfaces/tree.js';
import type { ValidationIssue } from '../context/encoder.js';
import type { ComplexType } from '../descriptor/descriptor.js';
import type { ValuePath } from '../descriptor/errors.js';
import { instanceNamespace } from '../descriptor/resolve.js';
import { type AttributePlan, type ElementPlan, targetOf } from '../plan/plan.js';
import { noPrefixes, type SimplePlan } from '../plan/simple-plan.js';
import { holdsIds } from '../plan/spanning-checks.js';
import { parsePlan } from '../simple/simple.js';
import { memberFor } from '../simple/union-writing.js';
import { checkConstraints, type TypedNode } from './identity-constraints.js';

/** Checks that span elements: identity constraints (Part 1, 3.11.4), and ID and IDREF (Part 1, 3.3.4, cvc-id). */

/** Keeps the elements of a value with the types of their texts, and then checks the rules that span them. */
export class IdentityCheck {
  #root: TypedNode | undefined;
  readonly #open: TypedNode[] = [];
  /** How many of the open ones have constraints. */
  #constrained = 0;
  readonly #issues: ValidationIssue[];

  constructor(issues: ValidationIssue[]) {
    this.#issues = issues;
  }

  /** True inside of an element with constraints, which may select any element. */
  get isConstrained(): boolean {
    return this.#constrained > 0;
  }

  startElement(element: ElementPlan, namespace: string, name: string, path: ValuePath): void {
    this.#start({ namespace, name }, path, element.constraints ?? [], isSimple(element));
  }

  startOpen(tree: XmlElement, path: ValuePath): void {
    this.#start(tree, path, [], false);
    for (const { namespace, name, value } of tree.attributes) {
      this.#open.at(-1)?.attributes.push({ namespace, name, plan: undefined, value: `string:${value}`, path });
    }
  }

  #start(
    { namespace, name }: Pick<XmlElement, 'namespace' | 'name'>,
    path: ValuePath,
    constraints: TypedNode['constraints'],
    simple: boolean,
  ): void {
    const node: TypedNode = {
      namespace,
      name,
      path,
      constraints,
      attributes: [],
      children: [],
      simple,
      nil: false,
      text: undefined,
    };
    const parent = this.#open.at(-1);
    if (parent === undefined) {
      this.#root ??= node;
    } else {
      parent.children.push(node);
    }
    this.#open.push(node);
    this.#constrained += constraints.length > 0 ? 1 : 0;
  }

  endElement(): void {
    const node = this.#open.pop();
    this.#constrained -= node !== undefined && node.constraints.length > 0 ? 1 : 0;
  }

  nil(): void {
    const node = this.#open.at(-1);
    if (node === undefined) {
      return;
    }
    node.nil = true;
    this.#xsi('nil', 'boolean:true');
  }

  // Paths select the attributes of `xsi` like any other.
  derived({ namespace, name }: ComplexType): void {
    this.#xsi('type', `QName:{${namespace}}${name}`);
  }

  #xsi(name: string, key: string): void {
    const node = this.#open.at(-1);
    node?.attributes.push({ namespace: instanceNamespace, name, plan: undefined, value: key, path: node.path });
  }

  attribute(namespace: string, name: string, plan: SimplePlan, value: unknown, path: ValuePath): void {
    this.#open.at(-1)?.attributes.push({ namespace, name, plan, value, path });
  }

  absentAttribute({ namespace, name, type, fixed, default: value }: AttributePlan, path: ValuePath): void {
    const text = fixed ?? value;
    if (text === undefined) {
      return;
    }
    this.attribute(namespace, name, type, parsePlan(type, text, noPrefixes, 'enumeration'), path);
  }

  text(plan: SimplePlan, value: unknown, path: ValuePath): void {
    const node = this.#open.at(-1);
    if (node !== undefined) {
      node.text = { plan, value, path };
    }
  }

  /** Adds an issue for every breach. */
  finish(): void {
    if (this.#root === undefined) {
      return;
    }
    this.#checkIds(this.#root);
    for (const issue of checkConstraints(this.#root)) {
      this.#issues.push(issue);
    }
  }

  #checkIds(root: TypedNode): void {
    const ids = new Set<string>();
    const references: { readonly id: string; readonly path: ValuePath }[] = [];
    const visit = (node: TypedNode): void => {
      for (const typed of [...node.attributes, ...(node.text === undefined ? [] : [node.text])]) {
        for (const { kind, id } of typed.plan === undefined ? [] : idsOf(typed.plan, typed.value)) {
          if (kind === 'IDREF') {
            references.push({ id, path: typed.path });
          } else if (ids.has(id)) {
            this.#issues.push({
              path: typed.path,
              code: 'duplicate-id',
              message: `the ID ${JSON.stringify(id)} is used twice`,
            });
          } else {
            ids.add(id);
          }
        }
      }
      node.children.forEach(visit);
    };
    visit(root);
    for (const { id, path } of references) {
      if (!ids.has(id)) {
        this.#issues.push({ path, code: 'unknown-idref', message: `no element has the ID ${JSON.stringify(id)}` });
      }
    }
  }
}

function isSimple(element: ElementPlan): boolean {
  const target = targetOf(element);
  return target.kind === 'simple' || target.mode === 'text';
}

function idsOf(plan: SimplePlan, value: unknown): { readonly kind: 'ID' | 'IDREF'; readonly id: string }[] {
  const { item } = plan;
  if (item !== undefined && Array.isArray(value)) {
    return value.flatMap((part: unknown) => idsOf(item, part));
  }
  if ((plan.builtIn === 'ID' || plan.builtIn === 'IDREF') && typeof value === 'string') {
    return [{ kind: plan.builtIn, id: value }];
  }
  if (plan.variety === 'union' && holdsIds(plan)) {
    return idsOf(memberFor(plan, value, noPrefixes), value);
  }
  return [];
}
