import { engineOf } from '../context/content-engine.js';
import type { Encoder, ValueChecks } from '../context/encoder.js';
import type { ValuePath } from '../descriptor/errors.js';
import { declarationNamed, wildcardAllows } from '../descriptor/resolve.js';
import { parseExpandedName } from '../lexical/names.js';
import type { ComplexPlan, ElementPlan, TypePlan } from '../plan/plan.js';
import type { SimplePlan } from '../plan/simple-plan.js';
import { remainingChecks } from '../plan/spanning-checks.js';
import { checkFacets, formatPlan } from '../simple/simple.js';
import { checkDeclaredAttribute } from './declared-attribute.js';
import { checkOpenContent } from './open-content.js';
import type { Validation } from './validation.js';

/** Checks of a value beyond those that writing it needs. */

/** The facets of a value and of its items. */
function checkSimple(validation: Validation, encoder: Encoder, plan: SimplePlan, value: unknown, text: string): void {
  for (const { code, message } of checkFacets(plan, value, validation.patterns ? text : undefined, encoder.output)) {
    encoder.problem(code, message);
  }
  const { item } = plan;
  if (item === undefined || !Array.isArray(value)) {
    return;
  }
  for (const [i, part] of value.entries()) {
    encoder.path.push(i);
    checkSimple(validation, encoder, item, part, formatPlan(item, part, encoder.output));
    encoder.path.pop();
  }
}

/** An attribute that a wildcard allows: its namespace, and its value if it is declared (Part 1, 3.10.1). */
function checkOpenAttribute(
  validation: Validation,
  encoder: Encoder,
  plan: ComplexPlan,
  key: string,
  namespace: string,
  text: string,
): void {
  const { anyAttribute } = plan;
  if (anyAttribute === undefined) {
    return;
  }
  if (!wildcardAllows(anyAttribute, namespace, parseExpandedName(key).name)) {
    validation.problem(encoder, 'wildcard', `namespace ${JSON.stringify(namespace)} is not allowed here`);
  } else if (anyAttribute.process !== 'skip' && validation.declarations?.attributes !== undefined) {
    const declared = declarationNamed(validation.declarations.attributes, key);
    if (declared !== undefined) {
      checkDeclaredAttribute(validation, encoder, declared, text);
    } else if (anyAttribute.process === 'strict') {
      validation.problem(encoder, 'undeclared-attribute', 'the attribute is not declared');
    }
  }
}

/** How many items a list has is for `validate` to say: the TypeScript type does not, and a reader is lenient about it too. */
function checkCount(validation: Validation, encoder: Encoder, count: number, min: number, max: number): void {
  if (count < min) {
    miscount(validation, encoder, 'too-few', `expected at least ${min}, got ${count}`);
  } else if (count > max) {
    miscount(validation, encoder, 'too-many', `expected at most ${max}, got ${count}`);
  }
}

/** Reports a number of items that its list does not allow; where the order is checked, the number may turn out to be valid. */
function miscount(validation: Validation, encoder: Encoder, code: string, message: string): void {
  if (validation.children === undefined) {
    encoder.misfit(code, message);
    return;
  }
  const before = validation.issues.length;
  encoder.problem(code, message);
  validation.miscounted.push(...validation.issues.slice(before));
}

/** Removes the problems about numbers of children of the element that is being written. */
function withdrawMiscounts(validation: Validation): void {
  const { issues } = validation;
  const [first] = validation.miscounted;
  if (first === undefined) {
    return;
  }
  const withdrawn = new Set(validation.miscounted);
  // Problems that were reported before the first of them stay where they are.
  const later = issues.splice(issues.lastIndexOf(first));
  for (const issue of later) {
    if (!withdrawn.has(issue)) {
      issues.push(issue);
    }
  }
  validation.miscounted = [];
}

/** The order and number of the children, unless a problem with them was reported: it would be reported again. */
function checkChildren(validation: Validation, plan: ComplexPlan, place: () => ValuePath): void {
  if (!validation.misfitted) {
    checkOrder(validation, plan, place);
  }
}

/** The order and number of the children, as the content model has them. */
function checkOrder(validation: Validation, plan: ComplexPlan, place: () => ValuePath): void {
  const { children } = validation;
  const mismatch = children && engineOf(plan).match(plan, children);
  if (mismatch === undefined) {
    withdrawMiscounts(validation);
  }
  // A wrong number of something says more than the first child that does not fit.
  if (mismatch === undefined || validation.miscounted.length > 0) {
    return;
  }
  const child = children?.[mismatch.index];
  const problem = child === undefined ? 'the content ends too early' : `element "${child.name}" does not fit here`;
  const message = `${problem}; expected ${expectedNames(mismatch.expected)}`;
  validation.add({ path: child?.path ?? place(), message, code: 'content-model' });
}

/** Names for a reader: their namespaces go without saying. */
function expectedNames(names: readonly string[]): string {
  if (names.length === 0) {
    return 'nothing more';
  }
  return names.map((name) => name.slice(name.lastIndexOf('}') + 1)).join(' or ');
}

/** A null needs a type that is not abstract, and the attributes that are required, too. */
function checkNull(encoder: Encoder, element: ElementPlan, target: TypePlan): void {
  if (!element.nillable || target.kind !== 'complex') {
    return;
  }
  if (target.abstract) {
    const message = `the type "${target.type.name}" is abstract; a nil element names another, too: { $nil: true, $type: … }`;
    encoder.problem('abstract-type', message);
    return;
  }
  for (const { required, property, name } of target.attributes) {
    if (required) {
      const message = `attribute "${name}" is missing; a nil element needs it too: { $nil: true, … }`;
      problemIn(encoder, property, 'missing-attribute', message);
    }
  }
}

/** An object with `$nil` may have attributes, but nothing else. */
function checkNilled(encoder: Encoder, plan: TypePlan, value: Record<string, unknown>): void {
  for (const property of Object.keys(value)) {
    if (value[property] !== undefined && plan.kind === 'complex' && !isNilProperty(plan, property)) {
      problemIn(encoder, property, 'nil-content', 'an element that is nil may have attributes, but no content');
    }
  }
}

function isNilProperty(plan: ComplexPlan, property: string): boolean {
  if (property === '$nil' || property === '$type') {
    return true;
  }
  if (property === '$anyAttribute') {
    return plan.anyAttribute !== undefined;
  }
  return plan.attributes.some((attribute) => attribute.property === property);
}

function problemIn(encoder: Encoder, property: string, code: string, message: string): void {
  encoder.path.push(property);
  encoder.problem(code, message);
  encoder.path.pop();
}

/** The checks of a value that was read strictly: of what spans elements, and of what the schema leaves open. Other elements are passed over. */
export function remainingValueChecks(validation: Validation): ValueChecks {
  const { trace } = validation;
  let isPassedOver = false;
  return {
    ...valueChecks(validation),
    isRead: true,
    report: nothing,
    child: nothing,
    start: (encoder, element) => {
      const { spanning, open } = remainingChecks(element);
      isPassedOver = !spanning && !(open && validation.read?.isOpen === true) && trace?.isConstrained !== true;
      if (!isPassedOver) {
        trace?.startElement(element, encoder);
      }
      return !isPassedOver;
    },
    end: () => {
      if (!isPassedOver) {
        trace?.endElement();
      }
      isPassedOver = false;
    },
    nilValue: nothing,
    text: (encoder, plan, value) => trace?.text(plan, value, encoder),
    attribute: (encoder, { namespace, name, type }, value) => trace?.attribute(namespace, name, type, value, encoder),
    content: nothing,
    children: nothing,
    count: nothing,
  };
}

function nothing(): void {
  // It was checked when the value was read.
}

/** All of them. */
export function valueChecks(validation: Validation): ValueChecks {
  const { trace } = validation;
  return {
    isRead: false,
    report: (path, code, message, isMisfit) => {
      validation.misfitted ||= isMisfit;
      validation.add({ path, message, code });
    },
    child: (encoder, namespace, name) => {
      validation.children?.push({ namespace, name, path: encoder.place() });
    },
    start: (encoder, element) => {
      const { namespace, name } = element;
      validation.children?.push({ namespace, name, path: encoder.place() });
      trace?.startElement(element, encoder);
      validation.start();
      return true;
    },
    end: () => {
      validation.end();
      trace?.endElement();
    },
    derived: (type) => trace?.derived(type),
    nil: (encoder, { nillable, fixed }) => {
      if (nillable && fixed !== undefined) {
        encoder.problem('fixed', 'an element with a fixed value must not be nil');
      }
      trace?.nil();
    },
    nilValue: (encoder, element, target, value) =>
      value === null ? checkNull(encoder, element, target) : checkNilled(encoder, target, value),
    text: (encoder, plan, value, text) => {
      checkSimple(validation, encoder, plan, value, text);
      trace?.text(plan, value, encoder);
    },
    attribute: (encoder, { namespace, name, type }, value, text) => {
      checkSimple(validation, encoder, type, value, text);
      trace?.attribute(namespace, name, type, value, encoder);
    },
    absentAttribute: (encoder, attribute) => trace?.absentAttribute(attribute, encoder),
    openAttribute: (...attribute) => checkOpenAttribute(validation, ...attribute),
    open: (...element) => checkOpenContent(validation, ...element),
    content: (plan) => validation.content(plan),
    children: (encoder, plan) => checkChildren(validation, plan, () => encoder.place()),
    count: (...list) => checkCount(validation, ...list),
  };
}
