import { xmlNamespace } from '../../xml/namespaces.js';
import type { Encoder } from '../context/encoder.js';
import { laterEngine } from '../context/later.js';
import type { ElementPlan } from '../plan/plan.js';
import { describe, equalValues, noPrefixes, type SimplePlan } from '../plan/simple-plan.js';
import { formatPlan, parsePlan } from '../simple/simple.js';

/** Writes a simple value as the text of the element that is open. */
export function encodeText(encoder: Encoder, element: ElementPlan | undefined, plan: SimplePlan, value: unknown): void {
  const { output } = encoder;
  if (element?.keepsSpace === true && typeof value === 'string' && isAllWhiteSpace(value)) {
    output.attribute(xmlNamespace, 'space', 'preserve');
  }
  try {
    if (plan.verbatim && typeof value === 'string' && element?.fixed === undefined && encoder.checks === undefined) {
      if (value !== '') {
        output.text(value);
      } else if (element !== undefined) {
        emptyText(encoder, element, false);
      }
      return;
    }
    if (value instanceof Uint8Array && isPackable(plan, value, element) && output.binary?.(value)) {
      return;
    }
    const text = formatPlan(plan, value, output);
    if (encoder.checks !== undefined) {
      encoder.checks.text(encoder, plan, value, text);
    } else if (plan.texts !== undefined && !plan.texts.has(text)) {
      encoder.problem('enumeration', `${describe(value)} is not one of the enumerated values`);
    }
    if (element?.fixed !== undefined) {
      requireFixed(encoder, plan, value, element.fixed);
    }
    if (text === '' && element !== undefined) {
      emptyText(encoder, element, plan.whiteSpace === 'collapse');
    } else if (text !== '') {
      output.text(text);
    }
  } catch (error) {
    if (
      !isBinary(plan) ||
      element?.fixed !== undefined ||
      laterEngine(encoder)?.bytes(encoder, value, plan.builtIn, element?.default) !== true
    ) {
      encoder.lexical(error);
    }
  }
}

function isBinary({ builtIn, variety }: SimplePlan): boolean {
  return variety === 'atomic' && (builtIn === 'base64Binary' || builtIn === 'hexBinary');
}

/** True for a text that readers may treat as absent. */
function isAllWhiteSpace(text: string): boolean {
  return /^[ \t\r\n]+$/.test(text);
}

/** True for binary content that may be moved out of the document (XOP 1.0, 3.1: only canonical base64). */
function isPackable(plan: SimplePlan, value: Uint8Array, element: ElementPlan | undefined): boolean {
  return plan.builtIn === 'base64Binary' && value.length > 0 && element?.fixed === undefined;
}

/**
 * An empty element would be read as its default (Part 1, 3.3.1), but one with a space would not: where white space does not
 * count, that stands for the empty value, and elsewhere there is no way to write it.
 */
function emptyText(encoder: Encoder, element: ElementPlan, collapses: boolean): void {
  const fallback = element.fixed ?? element.default;
  if (fallback !== undefined && fallback !== '') {
    if (collapses) {
      encoder.output.text(' ');
    } else {
      encoder.problem('empty-default', `an empty value would be read as the default ${JSON.stringify(fallback)}`);
    }
  }
}

/** A fixed value may be written in any of its lexical forms (Part 1, 3.3.4). */
export function requireFixed(encoder: Encoder, plan: SimplePlan, value: unknown, fixed: string): void {
  if (!equalValues(plan, value, parsePlan(plan, fixed, noPrefixes, 'enumeration'))) {
    encoder.problem('fixed', `the value must be ${JSON.stringify(fixed)}`);
  }
}
