import { engineOf } from '../context/content-engine.js';
import type { Encoder, ValueChecks } from '../context/encoder.js';
import { declarationNamed } from '../descriptor/declarations.js';
import type { AttributeDescriptor, LexicalContext } from '../descriptor/descriptor.js';
import { resolve } from '../descriptor/resolve.js';
import { wildcardAllows } from '../descriptor/wildcard.js';
import { requireFixed } from '../encode/encode-simple.js';
import { parseExpandedName } from '../lexical/names.js';
import type { ComplexPlan } from '../plan/plan.js';
import { isNameType, type SimplePlan, simplePlan } from '../plan/simple-plan.js';
import { checkFacets, formatPlan, parsePlan } from '../simple/simple.js';

/** What is checked of a value besides what writing it needs. */

/** The facets of a value and of its items. */
function checkSimple(encoder: Encoder, plan: SimplePlan, value: unknown, text: string): void {
  for (const { code, message } of checkFacets(plan, value, encoder.patterns ? text : undefined, encoder.output)) {
    encoder.problem(code, message);
  }
  const { item } = plan;
  if (item === undefined || !Array.isArray(value)) {
    return;
  }
  value.forEach((part: unknown, i) => {
    encoder.path.push(i);
    checkSimple(encoder, item, part, formatPlan(item, part, encoder.output));
    encoder.path.pop();
  });
}

/** An attribute that a wildcard allows: its namespace, and its value if it is declared (Part 1, 3.10.1). */
function checkOpenAttribute(encoder: Encoder, plan: ComplexPlan, key: string, namespace: string, text: string): void {
  const { anyAttribute } = plan;
  if (anyAttribute === undefined) {
    return;
  }
  encoder.path.push('$anyAttribute', key);
  if (!wildcardAllows(anyAttribute, namespace, parseExpandedName(key).name)) {
    encoder.problem('wildcard', `namespace ${JSON.stringify(namespace)} is not allowed here`);
  } else if (anyAttribute.process !== 'skip' && encoder.declarations?.attributes !== undefined) {
    const declared = declarationNamed(encoder.declarations.attributes, key);
    if (declared !== undefined) {
      checkDeclared(encoder, declared, text);
    } else if (anyAttribute.process === 'strict') {
      encoder.problem('undeclared-attribute', 'the attribute is not declared');
    }
  }
  encoder.path.length -= 2;
}

/** The text of an open attribute is kept without the declarations of its prefixes, so a name is checked as far as possible. */
const anyPrefix: LexicalContext = { resolvePrefix: () => '', prefixFor: () => '' };

function checkDeclared(encoder: Encoder, declared: AttributeDescriptor, text: string): void {
  const type = simplePlan(resolve(declared.type));
  try {
    if (isNameType(type)) {
      parsePlan({ ...type, facets: undefined }, text, anyPrefix, 'all');
      return;
    }
    const value = parsePlan(type, text, encoder.output, 'all');
    if (declared.fixed !== undefined) {
      requireFixed(encoder, type, value, declared.fixed);
    }
    encoder.trace?.attribute(declared.namespace, declared.name, type, value, encoder.place());
  } catch (error) {
    encoder.lexical(error);
  }
}

/** How many items a list has is for `validate` to say: the TypeScript type does not, and a reader is lenient about it too. */
function checkCount(encoder: Encoder, count: number, min: number, max: number): void {
  if (count < min) {
    miscount(encoder, 'too-few', `expected at least ${min}, got ${count}`);
  } else if (count > max) {
    miscount(encoder, 'too-many', `expected at most ${max}, got ${count}`);
  }
}

/** Reports a number of items that its list does not allow; where the order is checked, the number may turn out to be valid. */
function miscount(encoder: Encoder, code: string, message: string): void {
  if (encoder.children === undefined) {
    encoder.misfit(code, message);
    return;
  }
  encoder.problem(code, message);
  const issue = encoder.issues?.at(-1);
  if (issue !== undefined) {
    encoder.miscounted.push(issue);
  }
}

/** Removes the problems about numbers of children of the element that is being written. */
function withdrawMiscounts(encoder: Encoder): void {
  const { issues } = encoder;
  const [first] = encoder.miscounted;
  if (issues === undefined || first === undefined) {
    return;
  }
  const withdrawn = new Set(encoder.miscounted);
  // Problems that were reported before the first of them stay where they are.
  const later = issues.splice(issues.lastIndexOf(first));
  for (const issue of later) {
    if (!withdrawn.has(issue)) {
      issues.push(issue);
    }
  }
  encoder.miscounted = [];
}

/** While validating: the order and number of the children, unless a problem with them was reported: it would be reported again. */
function checkChildren(encoder: Encoder, plan: ComplexPlan): void {
  if (!encoder.misfitted) {
    checkOrder(encoder, plan);
  }
}

/** The order and number of the children, as the content model has them. */
function checkOrder(encoder: Encoder, plan: ComplexPlan): void {
  const { children } = encoder;
  const mismatch = children && engineOf(plan).match(plan, children);
  if (mismatch === undefined) {
    withdrawMiscounts(encoder);
  }
  // A wrong number of something says more than the first child that does not fit.
  if (mismatch === undefined || encoder.miscounted.length > 0) {
    return;
  }
  const child = children?.[mismatch.index];
  const expected = expectedNames(mismatch.expected);
  if (child === undefined) {
    encoder.problem('content-model', `the content ends too early; expected ${expected}`);
  } else {
    encoder.problemAt(child.path, 'content-model', `element "${child.name}" does not fit here; expected ${expected}`);
  }
}

/** Names for a reader: their namespaces go without saying. */
function expectedNames(names: readonly string[]): string {
  if (names.length === 0) {
    return 'nothing more';
  }
  return names.map((name) => name.slice(name.lastIndexOf('}') + 1)).join(' or ');
}

/** All of them. */
export const valueChecks: ValueChecks = {
  simple: checkSimple,
  openAttribute: checkOpenAttribute,
  children: checkChildren,
  count: checkCount,
};
