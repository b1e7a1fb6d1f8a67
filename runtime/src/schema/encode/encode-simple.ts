import { xmlNamespace } from '../../xml/names/namespaces.js';
import type { Encoder, OctetEngine } from '../context/encoder.js';
import type { ElementPlan } from '../plan/plan.js';
import { describe, type SimplePlan } from '../plan/simple-plan.js';
import { fixedProblem, formatPlan } from '../simple/simple.js';

/** Writes a simple value as the text of the element that is open. */
export function encodeText(encoder: Encoder, element: ElementPlan | undefined, plan: SimplePlan, value: unknown): void {
  const { output, checks } = encoder;
  if (checks?.isRead === true) {
    checks.text(encoder, plan, value, '');
    return;
  }
  if (element?.keepsSpace === true && typeof value === 'string' && isAllWhiteSpace(value)) {
    output.attribute(xmlNamespace, 'space', 'preserve');
  }
  try {
    if (plan.octets !== undefined && (plan.octets as OctetEngine)(encoder, element, plan, value)) {
      return;
    }
    const text = formatPlan(plan, value, output);
    if (checks !== undefined) {
      checks.text(encoder, plan, value, text);
    } else if (plan.texts?.has(text) === false) {
      encoder.problem('enumeration', `${describe(value)} is not one of the enumerated values`);
    }
    if (element !== undefined) {
      requireFixed(encoder, plan, value, element.fixed);
    }
    if (text !== '') {
      output.text(text);
    } else if (element !== undefined) {
      emptyText(encoder, element, plan);
    }
  } catch (error) {
    encoder.refuse(error);
  }
}

/** True for a text that readers may treat as absent. */
function isAllWhiteSpace(text: string): boolean {
  return /^[ \t\r\n]+$/.test(text);
}

/**
 * An empty element would be read as its default (Part 1, 3.3.1), but one with a space would not: where white space does not
 * count, that stands for the empty value, and elsewhere there is no way to write it.
 */
function emptyText(encoder: Encoder, element: ElementPlan, plan: SimplePlan): void {
  const fallback = element.fixed ?? element.default ?? '';
  if (fallback === '') {
    return;
  }
  if (plan.whiteSpace === 'collapse') {
    encoder.output.text(' ');
  } else {
    encoder.problem('empty-default', `an empty value would be read as the default ${JSON.stringify(fallback)}`);
  }
}

/** A fixed value may be written in any of its lexical forms (Part 1, 3.3.4). */
export function requireFixed(encoder: Encoder, plan: SimplePlan, value: unknown, fixed: string | undefined): void {
  const problem = fixedProblem(plan, value, fixed);
  if (problem !== undefined) {
    encoder.problem('fixed', problem);
  }
}
