import { xmlNamespace } from '../../xml/namespaces.js';
import type { Decoder } from '../context/decoder.js';
import { LexicalError } from '../descriptor/errors.js';
import { type ElementPlan, elementOf } from '../plan/plan.js';
import { equalValues, noPrefixes, type SimplePlan } from '../plan/simple-plan.js';
import { parsePlan } from '../simple/simple.js';
import { isEncodingAttribute, isInstanceName } from './decode-attributes.js';
import { placeOf, recoverText } from './decode-missing.js';

/** The attributes of the element of simple type at the cursor that are not of `xsi`, which every element may have (Part 1, 2.6 and 3.3.4). */
export function otherAttributes(decoder: Decoder, { keepsSpace }: ElementPlan): [namespace: string, name: string][] {
  const { cursor } = decoder;
  const others: [string, string][] = [];
  for (let i = 0; i < cursor.attributeCount; i++) {
    const namespace = cursor.attributeNamespace(i);
    const name = cursor.attributeName(i);
    const isSpace = keepsSpace === true && namespace === xmlNamespace && name === 'space';
    if (!isSpace && !isInstanceName(namespace, name) && !isEncodingAttribute(decoder, namespace, name)) {
      others.push([namespace, name]);
    }
  }
  return others;
}

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
    const context = fallback === undefined ? decoder.context : noPrefixes;
    const value = parsePlan(plan, fallback ?? text, context, decoder.check);
    if (element.fixed !== undefined && text !== '') {
      checkFixed(plan, value, element.fixed);
    }
    return value;
  } catch (error) {
    if (error instanceof LexicalError && !decoder.strict) {
      return parseRecovered(decoder, beside ? contentOf(element, plan) : element, plan, text, error);
    }
    throw decoder.wrap(error);
  }
}

/** The simple content of an element, which is there if the element is. */
function contentOf({ namespace, name }: ElementPlan, { type }: SimplePlan): ElementPlan {
  return elementOf(namespace, name, type);
}

/** Reads another form of a value that peers write; undefined for an optional value that is absent. */
function parseRecovered(
  decoder: Decoder,
  element: ElementPlan,
  plan: SimplePlan,
  text: string,
  error: LexicalError,
): unknown {
  try {
    const other = formerMonth(plan, text) ?? decoder.recover?.(plan.type, text);
    if (other !== undefined) {
      return parsePlan(plan, other, decoder.context, decoder.check);
    }
  } catch (problem) {
    if (decoder.tolerance === undefined || !(problem instanceof LexicalError)) {
      throw decoder.wrap(problem);
    }
    return recoverText(decoder, { ...placeOf(decoder, element), type: plan }, text, problem);
  }
  return recoverText(decoder, { ...placeOf(decoder, element), type: plan }, text, error);
}

/** A `gMonth` in the form that the first edition of Part 2 had (3.2.14), `--04--`, in the present one. */
function formerMonth(plan: SimplePlan, text: string): string | undefined {
  const match = (plan.mapped ?? plan).builtIn === 'gMonth' ? /^\s*(--\d\d)--(\S*)\s*$/.exec(text) : null;
  return match === null ? undefined : `${match[1]}${match[2]}`;
}

/** A fixed value may be written in any of its lexical forms (Part 1, 3.3.4). */
function checkFixed(plan: SimplePlan, value: unknown, fixed: string): void {
  if (!equalValues(plan, value, parsePlan(plan, fixed, noPrefixes, 'enumeration'))) {
    throw new LexicalError(`the value must be ${JSON.stringify(fixed)}`);
  }
}
