import { escapeAttribute, escapeText } from '../../../xml/text/escape.js';
import type { LexicalContext } from '../../descriptor/descriptor.js';
import { isDate } from '../../lexical/dates.js';
import { formatFloating, isDecimal } from '../../lexical/numbers.js';
import { type ElementPlan, targetOf } from '../../plan/plan.js';
import type { SimplePlan } from '../../plan/simple-plan.js';
import { sameValues } from '../../simple/orders.js';
import { formatPlan, parsePlan } from '../../simple/simple.js';
import type { FastText } from '../plan.js';

/** From `.01` to `.99`, by hundredths. */
const fractions: readonly string[] = Array.from({ length: 100 }, (_, hundredths) => `${hundredths / 100}`.slice(1));

/** The same as `formatFloating`, and faster for integers and for numbers with at most two digits after the point. */
export function fastFloating(value: number): string {
  if ((value | 0) === value && value !== 0) {
    return `${value | 0}`;
  }
  const magnitude = Math.abs(value);
  if (magnitude >= 1e-4 && magnitude < 1e7) {
    const text = hundredthsText(magnitude);
    // A template would keep the text of each number in memory that is seldom cleaned up.
    return text === undefined ? JSON.stringify(value) : value < 0 ? `-${text}` : text;
  }
  return formatFloating(value);
}

/** Undefined for a number that is not a whole number of hundredths. */
function hundredthsText(magnitude: number): string | undefined {
  const hundredths = Math.round(magnitude * 100);
  if (hundredths / 100 !== magnitude) {
    return undefined;
  }
  const whole = magnitude | 0;
  return `${whole}${fractions[hundredths - whole * 100]}`;
}

/**
 * Texts of the values that nearly all are: right for their type, and without prefixes. For everything else, mistakes among them, these
 * functions give nothing, and the general way says what there is to say.
 */

type Escape = (text: string) => string;

/** Types whose texts have no characters to escape. */
const plainTypes: ReadonlySet<string> = new Set(
  `boolean decimal integer nonPositiveInteger negativeInteger long int short byte nonNegativeInteger unsignedLong unsignedInt
  unsignedShort unsignedByte positiveInteger float double dateTime dateTimeStamp date time gYearMonth gYear gMonthDay gDay
  gMonth duration yearMonthDuration dayTimeDuration hexBinary base64Binary`.split(/\s+/),
);
/** Their texts depend on the prefixes in scope. */
const nameTypes: ReadonlySet<string> = new Set(['QName', 'NOTATION']);

/** How simple values of an element become text in the fast way; null if there is only the general way. */
export function fastTextOf(element: ElementPlan): FastText | null {
  element.fast = element.fast === undefined ? makeElementText(element) : element.fast;
  return element.fast as FastText | null;
}

function makeElementText(element: ElementPlan): FastText | null {
  if (element.alternatives !== undefined || element.standIns !== undefined || element.abstract) {
    return null;
  }
  const target = targetOf(element);
  return target.kind === 'simple' ? contentText(element, target) : null;
}

function contentText(element: ElementPlan, plan: SimplePlan): FastText {
  const { fixed, keepsSpace } = element;
  const text = fixed === undefined ? textOf(plan, escapeText) : fixedText(plan, textOf(plan, escapeText), fixed);
  const spaced = keepsSpace === true ? unlessSpace(text) : text;
  return (fixed ?? element.default ?? '') === '' ? spaced : unlessEmpty(spaced);
}

/** The text of simple content, for elements without a value of their own for an empty text. */
export function simpleContentText(plan: SimplePlan): FastText {
  return textOf(plan, escapeText);
}

/** The value of an attribute as it is written between quotes. */
export function attributeText(plan: SimplePlan, fixed: string | undefined): FastText {
  const text = textOf(plan, escapeAttribute);
  return fixed === undefined ? text : fixedText(plan, text, fixed);
}

function textOf(plan: SimplePlan, escapeWith: Escape): FastText {
  if (plan.variety !== 'atomic' || !plan.standard) {
    return generalText(plan, escapeWith);
  }
  if (plan.texts !== undefined) {
    return enumeratedText(plan, plan.texts, escapeWith);
  }
  if (plan.verbatim) {
    return escapeWith === escapeText ? verbatimText : verbatimAttribute;
  }
  if (plan.facets?.patterns !== undefined || nameTypes.has(plan.builtIn)) {
    return generalText(plan, escapeWith);
  }
  return plainTypes.has(plan.builtIn) ? plainText(plan) : checkedText(plan, escapeWith);
}

/** Strings that the type leaves as they are. Not made for each type: calls of a known function take less time. */
function verbatimText(value: unknown): string | undefined {
  try {
    return typeof value === 'string' ? escapeText(value) : undefined;
  } catch {
    return undefined;
  }
}

/** The same for attributes. */
function verbatimAttribute(value: unknown): string | undefined {
  try {
    return typeof value === 'string' ? escapeAttribute(value) : undefined;
  } catch {
    return undefined;
  }
}

/** The text of a value. Calls of known functions take less time than those of any function. */
export function textWith(text: FastText, value: unknown): string | undefined {
  switch (text) {
    case verbatimText:
      return verbatimText(value);
    case verbatimAttribute:
      return verbatimAttribute(value);
    case intText:
      return intText(value);
    case doubleText:
      return doubleText(value);
    case longText:
      return longText(value);
    case booleanText:
      return booleanText(value);
    case decimalText:
      return decimalText(value);
    case dateTimeText:
      return dateTimeText(value);
    default:
      return text(value);
  }
}

function intText(value: unknown): string | undefined {
  // Zero has no sign here.
  return typeof value === 'number' && (value | 0) === value ? `${value | 0}` : undefined;
}

function doubleText(value: unknown): string | undefined {
  return typeof value === 'number' ? fastFloating(value) : undefined;
}

function booleanText(value: unknown): string | undefined {
  return typeof value === 'boolean' ? `${value}` : undefined;
}

function longText(value: unknown): string | undefined {
  if (typeof value !== 'bigint') {
    return undefined;
  }
  const near = Number(value);
  if ((near | 0) === near) {
    return `${near | 0}`;
  }
  return BigInt.asIntN(64, value) === value ? `${value}` : undefined;
}

function decimalText(value: unknown): string | undefined {
  return isDecimal(value) ? value : undefined;
}

function dateTimeText(value: unknown): string | undefined {
  return isDate(value, 'dateTime') ? value : undefined;
}

/** Any type that says nothing about prefixes. */
function generalText(plan: SimplePlan, escapeWith: Escape): FastText {
  return (value) => {
    try {
      const text = formatPlan(plan, value, noContext);
      return plan.texts === undefined || plan.texts.has(text) ? escapeWith(text) : undefined;
    } catch {
      return undefined;
    }
  };
}

/** The prefixes in scope are not known here. */
const noContext: LexicalContext = { resolvePrefix: refuse, prefixFor: refuse };

function refuse(): never {
  throw new Error('Prefixes are for the general way');
}

function fixedText(plan: SimplePlan, text: FastText, fixed: string): FastText {
  return (value) => {
    const written = text(value);
    try {
      const isRight = sameValues(plan, value, parsePlan(plan, fixed, noContext, 'enumeration'));
      return isRight ? written : undefined;
    } catch {
      return undefined;
    }
  };
}

/** Undefined for a text that XML has no way to write. */
function escaped(text: string, escapeWith: Escape): string | undefined {
  try {
    return escapeWith(text);
  } catch {
    return undefined;
  }
}

function enumeratedText(plan: SimplePlan, values: ReadonlySet<string>, escapeWith: Escape): FastText {
  const texts = new Map<unknown, string>();
  for (const value of values) {
    const text = plan.accepts(value) ? escaped(value, escapeWith) : undefined;
    if (text !== undefined) {
      texts.set(value, text);
    }
  }
  return (value) => texts.get(value);
}

function plainText({ builtIn, accepts, format }: SimplePlan): FastText {
  switch (builtIn) {
    case 'int':
      return intText;
    case 'boolean':
      return booleanText;
    case 'double':
      return doubleText;
    case 'long':
      return longText;
    case 'decimal':
      return decimalText;
    case 'dateTime':
      return dateTimeText;
  }
  return (value) => {
    if (!accepts(value)) {
      return undefined;
    }
    // Where values are texts, they are the text.
    return typeof value === 'string' ? value : format(value, noContext);
  };
}

function checkedText({ accepts }: SimplePlan, escapeWith: Escape): FastText {
  return (value) => (accepts(value) ? escaped(value as string, escapeWith) : undefined);
}

/** A text that readers may take for absent is marked. */
function unlessSpace(text: FastText): FastText {
  return (value) => (typeof value === 'string' && value.charCodeAt(0) <= 0x20 ? undefined : text(value));
}

/** An empty element would be read as its default. */
function unlessEmpty(text: FastText): FastText {
  return (value) => text(value) || undefined;
}
