import type { Decoder } from '../context/decoder.js';
import { LexicalError } from '../descriptor/errors.js';
import { isWhiteSpace } from '../lexical/whitespace.js';
import type { ElementPlan } from '../plan/plan.js';
import { noPrefixes, type SimplePlan } from '../plan/simple-plan.js';
import { checkFixed, parsePlan } from '../simple/simple.js';

/** Value of a text; `beside` is true if there are attributes next to it, so that it cannot be absent or null. */
export function parseText(
  decoder: Decoder,
  element: ElementPlan,
  plan: SimplePlan,
  text: string,
  beside = false,
): unknown {
  const fallback = text === '' ? (element.fixed ?? element.default) : undefined;
  try {
    const context = fallback === undefined ? decoder : noPrefixes;
    const value = parsePlan(plan, fallback ?? text, context, decoder.check);
    if (text !== '') {
      checkFixed(plan, value, element.fixed);
    }
    return value;
  } catch (error) {
    if (error instanceof LexicalError && !decoder.strict) {
      return parseRecovered(decoder, element, plan, text, error, beside);
    }
    throw decoder.wrap(error);
  }
}

/** Reads another form of a value that peers write; undefined for an optional value that is absent. */
function parseRecovered(
  decoder: Decoder,
  element: ElementPlan,
  plan: SimplePlan,
  text: string,
  error: LexicalError,
  beside: boolean,
): unknown {
  let problem = error;
  try {
    const other = formerMonth(plan, text) ?? decoder.recover?.(plan.type, text);
    if (other !== undefined) {
      return parsePlan(plan, other, decoder, decoder.check);
    }
  } catch (further) {
    if (decoder.tolerance === undefined || !(further instanceof LexicalError)) {
      throw decoder.wrap(further);
    }
    problem = further;
  }
  if (!beside && isEmptyOptional(decoder, element, text)) {
    return undefined;
  }
  if (decoder.recovery === undefined) {
    throw decoder.wrap(problem);
  }
  return decoder.recovery.text(decoder, element, plan, text, problem, beside);
}

/** True for the text of an optional element or attribute that is empty where its type does not allow that: it counts as absent. The listener is called. */
export function isEmptyOptional(
  decoder: Decoder,
  { namespace, name, optional }: Pick<ElementPlan, 'namespace' | 'name' | 'optional'>,
  text: string,
): boolean {
  const isEmpty = decoder.near !== undefined && optional === true && isWhiteSpace(text);
  if (isEmpty) {
    decoder.tell('empty', namespace, name);
  }
  return isEmpty;
}

/** A `gMonth` in the form that the first edition of Part 2 had (3.2.14), `--04--`, in the present one. */
function formerMonth(plan: SimplePlan, text: string): string | undefined {
  const match = (plan.mapped ?? plan).builtIn === 'gMonth' ? /^\s*(--\d\d)--(\S*)\s*$/.exec(text) : null;
  return match === null ? undefined : `${match[1]}${match[2]}`;
}
