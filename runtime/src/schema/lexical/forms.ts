import { isOctets } from './binary.js';

/** Places by which the decimal point may be moved out of the digits of a number that is written with an exponent. */
const maxShift = 20;

/**
 * An XML Schema pattern of the texts of a value: all of them, but for numbers whose point is moved far. `text` is the canonical one; `isFloating` is
 * true for `float` and `double`.
 */
export function formsOf(value: unknown, text: string, isFloating: boolean): string {
  if (typeof value === 'boolean') {
    return value ? 'true|1' : 'false|0';
  }
  if (typeof value === 'number' && isFloating && Number.isFinite(value)) {
    return floatingForms(value);
  }
  if (typeof value === 'bigint' || (typeof value === 'number' && !isFloating)) {
    return `${text === '0' ? '[+\\-]?' : signOf(text)}0*${text.replace('-', '')}`;
  }
  return isOctets(value) && /^[0-9A-F]*$/.test(text) ? text.replace(/[A-F]/g, eitherCase) : literal(text);
}

function eitherCase(letter: string): string {
  return `[${letter}${letter.toLowerCase()}]`;
}

function literal(text: string): string {
  return text.replace(/[\\|.?*+(){}[\]^$-]/g, '\\$&');
}

function signOf(text: string): string {
  return text.startsWith('-') ? '\\-' : '\\+?';
}

function floatingForms(value: number): string {
  const [, sign = '', first = '', rest = '', power = ''] =
    /^(-?)([0-9])(?:\.([0-9]+))?e([+-][0-9]+)$/.exec(value.toExponential()) ?? [];
  const digits = first + rest;
  if (value === 0) {
    return `${Object.is(value, -0) ? '\\-' : '\\+?'}(0+(\\.0*)?|\\.0+)([eE][+\\-]?[0-9]+)?`;
  }
  const exponent = Number(power) + 1;
  const forms: string[] = [];
  for (let point = -maxShift; point <= digits.length + maxShift; point++) {
    forms.push(`${mantissa(digits, point)}${exponentForms(exponent - point)}`);
  }
  return `${signOf(sign)}(${forms.join('|')})`;
}

/** Digits with the point at a place before, in, or after them. */
function mantissa(digits: string, point: number): string {
  if (point <= 0) {
    return `0*\\.${'0'.repeat(-point)}${digits}0*`;
  }
  return point < digits.length
    ? `0*${digits.slice(0, point)}\\.${digits.slice(point)}0*`
    : `0*${digits}${'0'.repeat(point - digits.length)}(\\.0*)?`;
}

function exponentForms(exponent: number): string {
  const form = `[eE]${exponent < 0 ? '\\-' : exponent === 0 ? '[+\\-]?' : '\\+?'}0*${Math.abs(exponent)}`;
  return exponent === 0 ? `(${form})?` : form;
}
