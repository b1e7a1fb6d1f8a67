import { xmlNamespace } from '../../xml/namespaces.js';
import { type Decoder, readText } from '../context/decoder.js';
import { declarationNamed } from '../descriptor/declarations.js';
import { LexicalError } from '../descriptor/errors.js';
import { expandedName, instanceNamespace } from '../descriptor/resolve.js';
import { type ElementPlan, elementOf } from '../plan/plan.js';
import { equalValues, isDerivedFrom, noPrefixes, type SimplePlan, simplePlan } from '../plan/simple-plan.js';
import { parsePlan } from '../simple/simple.js';
import { isEncodingAttribute, typeAttribute, xsiNames } from './decode-attributes.js';
import { placeOf, recoverText } from './decode-missing.js';

/** The simple type that `xsi:type` names, when it is known and another one than declared. Lenient decoders ignore it, as .NET does. */
export function namedSimpleType(decoder: Decoder, element: ElementPlan, declared: SimplePlan): SimplePlan | undefined {
  const named = typeAttribute(decoder);
  const types = decoder.declarations?.types;
  if (
    named === undefined ||
    types === undefined ||
    named === expandedName(declared.type.namespace, declared.type.name)
  ) {
    return undefined;
  }
  const type = declarationNamed(types, named);
  if (type?.kind !== 'simple' || element.derived !== undefined || !isDerivedFrom(type, declared.type)) {
    decoder.unknownType(named);
    return undefined;
  }
  return simplePlan(type);
}

/** A text that must fit two types; its value is that of the declared one, so that it has the type that TypeScript expects. */
export function parseNarrower(decoder: Decoder, element: ElementPlan, plan: SimplePlan, narrower: SimplePlan): unknown {
  const text = readText(decoder);
  parseText(decoder, element, narrower, text);
  return parseText(decoder, element, plan, text);
}

/** An element of simple type may only have attributes of `xsi` (Part 1, 3.3.4). */
export function checkSimpleAttributes(decoder: Decoder, { keepsSpace }: ElementPlan, { type }: SimplePlan): void {
  const { cursor } = decoder;
  for (let i = 0; i < cursor.attributeCount; i++) {
    const namespace = cursor.attributeNamespace(i);
    const name = cursor.attributeName(i);
    if (keepsSpace === true && namespace === xmlNamespace && name === 'space') {
      continue;
    }
    if ((namespace === instanceNamespace && xsiNames.has(name)) || isEncodingAttribute(decoder, namespace, name)) {
      continue;
    }
    const named = decoder.strict ? typeAttribute(decoder) : undefined;
    if (named !== undefined && named !== expandedName(type.namespace, type.name)) {
      const reason = `a value of this simple type has no place for the attributes of "${named}"`;
      throw decoder.error('unknown-type', `${reason}, which xsi:type names`);
    }
    decoder.unknown('attribute', namespace, name);
  }
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
