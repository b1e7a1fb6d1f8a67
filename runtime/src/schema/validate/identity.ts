import type { XmlElement } from '../../xml/interfaces/tree.js';
import type { Encoder, ValidationIssue } from '../context/encoder.js';
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

/** Keeps IDs, references to them, and the elements that constraints may select, and then checks the rules that span them. */
export class IdentityCheck {
  readonly #roots: TypedNode[] = [];
  /** The elements around, from the first one that has constraints: others cannot be selected. */
  readonly #open: TypedNode[] = [];
  readonly #ids: TypedValue[] = [];
  readonly #issues: ValidationIssue[];

  constructor(issues: ValidationIssue[]) {
    this.#issues = issues;
  }

  /** True inside of an element with constraints, which may select any element. */
  get isConstrained(): boolean {
    return this.#open.length > 0;
  }

  startElement(element: ElementPlan, encoder: Encoder): void {
    const { constraints = [] } = element;
    if (this.isConstrained || constraints.length > 0) {
      this.#start(element, encoder.place(), constraints, isSimple(element));
    }
  }

  startOpen(tree: XmlElement, encoder: Encoder): void {
    if (!this.isConstrained) {
      return;
    }
    const path = encoder.place();
    const node = this.#start(tree, path, [], false);
    for (const { namespace, name, value } of tree.attributes) {
      node.attributes.push({ namespace, name, plan: undefined, value: `string:${value}` });
    }
  }

  #start(
    { namespace, name }: Pick<XmlElement, 'namespace' | 'name'>,
    path: ValuePath,
    constraints: TypedNode['constraints'],
    simple: boolean,
  ): TypedNode {
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
    (this.#open.at(-1)?.children ?? this.#roots).push(node);
    this.#open.push(node);
    return node;
  }

  endElement(): void {
    this.#open.pop();
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
    this.#open.at(-1)?.attributes.push({ namespace: instanceNamespace, name, plan: undefined, value: key });
  }

  attribute(namespace: string, name: string, plan: SimplePlan, value: unknown, encoder: Encoder): void {
    this.#keepIds(plan, value, encoder);
    this.#open.at(-1)?.attributes.push({ namespace, name, plan, value });
  }

  absentAttribute({ namespace, name, type, fixed, default: value }: AttributePlan, encoder: Encoder): void {
    const text = fixed ?? value;
    if (text !== undefined && (this.isConstrained || holdsIds(type))) {
      this.attribute(namespace, name, type, parsePlan(type, text, noPrefixes, 'enumeration'), encoder);
    }
  }

  text(plan: SimplePlan, value: unknown, encoder: Encoder): void {
    this.#keepIds(plan, value, encoder);
    const node = this.#open.at(-1);
    if (node !== undefined) {
      node.text = { plan, value };
    }
  }

  #keepIds(plan: SimplePlan, value: unknown, encoder: Encoder): void {
    if (holdsIds(plan)) {
      this.#ids.push({ plan, value, path: encoder.place() });
    }
  }

  /** Adds an issue for every breach. */
  finish(): void {
    this.#checkIds();
    for (const issue of this.#roots.flatMap(checkConstraints)) {
      this.#issues.push(issue);
    }
  }

  #checkIds(): void {
    const ids = new Set<string>();
    const references: { readonly id: string; readonly path: ValuePath }[] = [];
    for (const { plan, value, path } of this.#ids) {
      for (const { kind, id } of idsOf(plan, value)) {
        if (kind === 'IDREF') {
          references.push({ id, path });
        } else if (ids.has(id)) {
          this.#issues.push({ path, code: 'duplicate-id', message: `the ID ${JSON.stringify(id)} is used twice` });
        } else {
          ids.add(id);
        }
      }
    }
    for (const { id, path } of references) {
      if (!ids.has(id)) {
        this.#issues.push({ path, code: 'unknown-idref', message: `no element has the ID ${JSON.stringify(id)}` });
      }
    }
  }
}

/** IDs and references, and where they are. */
interface TypedValue {
  readonly plan: SimplePlan;
  readonly value: unknown;
  readonly path: ValuePath;
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
