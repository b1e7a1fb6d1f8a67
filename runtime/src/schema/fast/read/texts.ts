import { ordinaryDate, ordinaryTime, ordinaryZone } from '../../lexical/dates.js';
import type { SimplePlan } from '../../plan/simple-plan.js';

/**
 * How a text is read that an expression has found:
 * - `any`: by its type;
 * - `data`: it is the value, once its references are replaced;
 * - `value`: it is the value;
 * - `number`: as JavaScript reads numbers, unless it is an infinity or the like;
 * - `exact`: by its type, and there is no white space and no reference in it.
 */
export type TextForm = 'any' | 'data' | 'value' | 'number' | 'exact';

/** How the texts of a type are found and read. Other texts than those of the expression are read event by event. */
export interface ScannedText {
  /** An expression without groups; undefined for any text. */
  readonly source: string | undefined;
  readonly form: TextForm;
}

const decimal = '[+-]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)';
const floating: ScannedText = { source: `(?:${decimal}(?:[eE][+-]?[0-9]+)?|-?INF|NaN)`, form: 'number' };
/** 29 February, which the general way looks at more closely. */
const leapDay = '(?:[1-9][0-9](?:0[48]|[2468][048]|[13579][26])|(?:[2468][048]|[13579][26])00)-02-29';
const integer: ScannedText = { source: '[+-]?[0-9]+', form: 'exact' };

/** The texts of a built-in type whose values have a form that expressions can tell from others. */
function textsOf(builtIn: string): ScannedText | undefined {
  switch (builtIn) {
    case 'boolean':
      return { source: '(?:true|false|0|1)', form: 'exact' };
    case 'decimal':
      return { source: decimal, form: 'value' };
    case 'double':
    case 'float':
      return floating;
    case 'integer':
    case 'long':
    case 'int':
    case 'short':
    case 'byte':
    case 'nonPositiveInteger':
    case 'negativeInteger':
    case 'nonNegativeInteger':
    case 'positiveInteger':
    case 'unsignedLong':
    case 'unsignedInt':
    case 'unsignedShort':
    case 'unsignedByte':
      return integer;
    case 'date':
      return { source: `(?:${ordinaryDate}|${leapDay})${ordinaryZone}`, form: 'value' };
    case 'dateTime':
      return { source: `(?:${ordinaryDate}|${leapDay})T${ordinaryTime}${ordinaryZone}`, form: 'value' };
    case 'time':
      return { source: ordinaryTime + ordinaryZone, form: 'value' };
    default:
      return undefined;
  }
}

const anyText: ScannedText = { source: undefined, form: 'any' };
const data: ScannedText = { source: undefined, form: 'data' };

/** How the texts of a type are found and read. */
export function scannedText(type: SimplePlan): ScannedText {
  if (type.verbatim) {
    return type.constrained === true ? anyText : data;
  }
  const found = type.mapped === undefined && type.variety === 'atomic' ? textsOf(type.builtIn) : undefined;
  return found === undefined ? anyText : type.constrained === true ? { ...found, form: 'exact' } : found;
}
