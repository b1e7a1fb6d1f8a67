import { skipElement } from '../../xml/interfaces/reader.js';
import { type ContentRecovery, type Decoder, refuse } from '../context/decoder.js';
import type { DecodeProblem, RecoveredValue, Tolerance, Tolerate } from '../context/tolerance.js';
import { formatPath, LexicalError, type XmlDecodeError } from '../descriptor/errors.js';
import { nearForm, outOfRange } from '../lexical/near-forms.js';
import { readList } from '../lexical/whitespace.js';
import { type AttributePlan, type ElementPlan, elementOf, targetOf } from '../plan/plan.js';
import { acceptsValue, describe, noPrefixes, type SimplePlan, varietiesOf } from '../plan/simple-plan.js';
import { parsePlan } from '../simple/simple.js';
import { isNil } from './decode-nil.js';
import { nearMisses } from './near-misses.js';
import { zeroOfAttribute, zeroOfElement } from './zero-values.js';

/** Reads values that do not fit their types, as far as the decoder tolerates that. */

/** Where a value of simple type stands. */
interface ValuePlace {
  readonly namespace: string;
  readonly name: string;
  /** Undefined for an element of complex type. */
  readonly type: SimplePlan | undefined;
  /** True if the value may be absent. */
  readonly optional: boolean;
  readonly nillable: boolean;
  /** The value that stands for one that is missing. May throw. */
  readonly zero: () => unknown;
}

type TypedPlace = ValuePlace & { readonly type: SimplePlan };

/** The place of an element's value; `beside` is true for simple content beside attributes, which cannot be absent if the element is present. */
function placeOf(decoder: Decoder, element: ElementPlan, type: SimplePlan, beside: boolean): TypedPlace;
function placeOf(decoder: Decoder, element: ElementPlan): ValuePlace;
function placeOf(decoder: Decoder, element: ElementPlan, type?: SimplePlan, beside = false): ValuePlace {
  const { namespace, name } = element;
  const target = targetOf(element);
  const zeroed = beside && type !== undefined ? elementOf(namespace, name, type.type) : element;
  return {
    namespace,
    name,
    type: type ?? (target.kind === 'simple' ? target : undefined),
    optional: element.optional === true && !beside,
    nillable: element.nillable && !beside,
    zero: () => zeroOfElement(decoder, zeroed),
  };
}

function attributePlace(decoder: Decoder, attribute: AttributePlan): TypedPlace {
  const { namespace, name, required, tolerant, fixed, type } = attribute;
  return {
    namespace,
    name,
    type,
    optional: !required || tolerant,
    nillable: false,
    zero: () =>
      fixed === undefined ? zeroOfAttribute(decoder, attribute) : parsePlan(type, fixed, noPrefixes, 'enumeration'),
  };
}

function recoveredText(decoder: Decoder, place: TypedPlace, text: string, error: LexicalError): unknown {
  if (decoder.tolerance === undefined) {
    throw decoder.wrap(error);
  }
  const { namespace, name, type } = place;
  const kind = isEnumerationProblem(decoder, type, text) ? 'enumeration' : 'value';
  const failure = (): XmlDecodeError => decoder.error('invalid-value', error.message);
  const found = read(decoder, place, { kind, text }, failure);
  decoder.tell(kind, namespace, name, undefined, text);
  return found;
}

function recoveredMissing(decoder: Decoder, place: ValuePlace, failure: () => XmlDecodeError): unknown {
  if (decoder.tolerance === undefined) {
    refuse(decoder, failure());
    return undefined;
  }
  const found = read(decoder, place, { kind: 'missing', text: undefined }, failure);
  decoder.tell('missing', place.namespace, place.name);
  return found;
}

function recoveredNil(decoder: Decoder, element: ElementPlan): { readonly value: unknown } | undefined {
  const { tolerance } = decoder;
  if (tolerance === undefined || element.nillable || !isNil(decoder)) {
    return undefined;
  }
  const place = placeOf(decoder, element);
  const failure = (): XmlDecodeError => decoder.error('not-nillable', 'the element must not be nil');
  const answer = hookAnswer(decoder, tolerance, place, { kind: 'nil', text: undefined }, failure);
  if (answer === undefined && tolerance.nil !== 'default') {
    return undefined;
  }
  const found = answer ?? { value: place.optional ? undefined : place.zero() };
  decoder.tell('nil', place.namespace, place.name);
  skipElement(decoder.cursor);
  return found;
}

type Broken = Pick<DecodeProblem, 'kind' | 'text'>;

function read(decoder: Decoder, place: ValuePlace, broken: Broken, failure: () => XmlDecodeError): unknown {
  const { tolerance = {} } = decoder;
  const answer = hookAnswer(decoder, tolerance, place, broken, failure);
  if (answer !== undefined) {
    return answer.value;
  }
  const { lexical = 'error' } = tolerance;
  if (place.type !== undefined && broken.text !== undefined && lexical !== 'error') {
    const near = nearValue(decoder, place.type, broken.text);
    if (near !== undefined) {
      return near;
    }
  }
  return standIn(place, modeFor(tolerance, broken.kind), failure);
}

/** The value in the place of one that cannot be read. */
function standIn(place: ValuePlace, mode: Tolerance['lexical'], failure: () => XmlDecodeError): unknown {
  switch (mode) {
    case undefined:
    case 'error':
    case 'forms':
      throw failure();
    case 'absent':
      return nothing(place, () => {
        throw failure();
      });
    case 'default':
      return nothing(place, place.zero);
  }
}

/** No value: absent or null where the type allows that. */
function nothing({ optional, nillable }: ValuePlace, otherwise: () => unknown): unknown {
  if (optional) {
    return undefined;
  }
  return nillable ? null : otherwise();
}

function modeFor(tolerance: Tolerance, kind: DecodeProblem['kind']): Tolerance['lexical'] {
  switch (kind) {
    case 'missing':
      return tolerance.missing;
    case 'nil':
      return tolerance.nil;
    case 'enumeration':
      return tolerance.enumerations;
    case 'value':
      return tolerance.lexical;
  }
}

/** The value that the program's own function gives for a simple value. */
function hookAnswer(
  decoder: Decoder,
  { recover }: Tolerance,
  { namespace, name, type }: ValuePlace,
  broken: Broken,
  failure: () => XmlDecodeError,
): { readonly value: unknown } | undefined {
  if (recover === undefined || type === undefined) {
    return undefined;
  }
  let answer: RecoveredValue | undefined;
  try {
    answer = recover({
      ...broken,
      path: formatPath(decoder.root, decoder.path),
      namespace,
      name,
      type: type.type,
      message: failure().reason,
    });
  } catch (error) {
    throw decoder.error('invalid-value', error instanceof Error ? error.message : String(error));
  }
  return answer && { value: givenValue(decoder, type, answer) };
}

/** The value of an answer. Throws `XmlDecodeError` if it is not one of the type. */
function givenValue(decoder: Decoder, type: SimplePlan, answer: RecoveredValue): unknown {
  if ('text' in answer) {
    try {
      return parsePlan(type, answer.text, decoder, decoder.check);
    } catch (error) {
      throw decoder.wrap(error);
    }
  }
  const { value } = answer;
  if (!acceptsValue(type, value) || (type.texts !== undefined && !type.texts.has(String(value)))) {
    throw decoder.error('invalid-value', `recover returned ${describe(value)}, which is not a value of the type`);
  }
  return value;
}

/** True for a text that only the enumeration of its type refuses. */
function isEnumerationProblem(decoder: Decoder, type: SimplePlan, text: string): boolean {
  if (type.texts === undefined && type.facets?.enumeration === undefined) {
    return false;
  }
  try {
    parsePlan({ ...type, facets: undefined, texts: undefined, verbatim: false }, text, decoder, 'enumeration');
    return true;
  } catch (error) {
    if (error instanceof LexicalError) {
      return false;
    }
    throw error;
  }
}

/** The value of a text in a form that other stacks read; undefined if there is none. */
function nearValue(decoder: Decoder, type: SimplePlan, text: string): unknown {
  switch (type.variety) {
    case 'atomic':
      return nearAtom(decoder, type, text);
    case 'union':
      return firstOf(varietiesOf(type).choices(type), (member) => nearValue(decoder, member, text));
    case 'list': {
      const { item } = type;
      const parts =
        item === undefined
          ? []
          : readList(text, (part) => tried(decoder, item, part) ?? nearValue(decoder, item, part));
      return parts.includes(undefined) || parts.length === 0 ? undefined : parts;
    }
  }
}

function nearAtom(decoder: Decoder, type: SimplePlan, text: string): unknown {
  const { builtIn } = type.mapped ?? type;
  const form = nearForm(builtIn, text);
  const value = form === undefined ? undefined : tried(decoder, type, form);
  if (value !== undefined || type.mapped !== undefined || type.facets?.enumeration !== undefined) {
    return value;
  }
  const number = outOfRange(builtIn, text);
  if (number === undefined) {
    return undefined;
  }
  // Types that are numbers in TypeScript have a default that is one.
  if (
    typeof type.parse(builtIn === 'positiveInteger' ? '1' : builtIn === 'negativeInteger' ? '-1' : '0', noPrefixes) ===
    'bigint'
  ) {
    return number;
  }
  return Number.isSafeInteger(Number(number)) ? Number(number) : undefined;
}

function tried(decoder: Decoder, type: SimplePlan, text: string): unknown {
  try {
    return parsePlan(type, text, decoder, decoder.check);
  } catch (error) {
    if (error instanceof LexicalError) {
      return undefined;
    }
    throw error;
  }
}

function firstOf<T>(items: readonly T[], find: (item: T) => unknown): unknown {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

const presets: Readonly<Record<Exclude<Tolerate, Tolerance>, Tolerance | undefined>> = {
  nothing: undefined,
  common: { enumerations: 'absent', lexical: 'forms' },
  all: { missing: 'default', nil: 'default', enumerations: 'default', lexical: 'default' },
};

/** The choices of a preset; undefined if nothing is tolerated. Throws `TypeError` for a name that no preset has. */
function toleranceOf(tolerate: Tolerate | undefined): Tolerance | undefined {
  if (tolerate === undefined || typeof tolerate === 'object') {
    return tolerate;
  }
  if (!Object.hasOwn(presets, tolerate)) {
    throw new TypeError(`${JSON.stringify(tolerate)} is not a tolerance: use 'nothing', 'common', 'all' or an object.`);
  }
  return presets[tolerate];
}

/** Reads documents that do not fit their schema: `tolerate`, and `missing: 'default'`. */
export const recovery: ContentRecovery = {
  near: nearMisses,
  toleranceOf,
  text: (decoder, element, plan, text, error, beside) =>
    recoveredText(decoder, placeOf(decoder, element, plan, beside), text, error),
  attributeText: (decoder, attribute, text, error) =>
    recoveredText(decoder, attributePlace(decoder, attribute), text, error),
  missing: (decoder, element, failure) =>
    decoder.missingDefault
      ? zeroOfElement(decoder, element)
      : recoveredMissing(decoder, placeOf(decoder, element), failure),
  missingAttribute: (decoder, attribute, failure) =>
    recoveredMissing(decoder, attributePlace(decoder, attribute), failure),
  nil: recoveredNil,
};
