import type { SimpleType } from '../../schema/descriptor/descriptor.js';
import { resolve } from '../../schema/descriptor/resolve.js';

const xs = 'http://www.w3.org/2001/XMLSchema';

/** A .NET integer type. */
export interface IntegerRange {
  /** Without `System.`. */
  readonly typeName: string;
  readonly min: bigint;
  readonly max: bigint;
}

const power = (bits: bigint): bigint => 2n ** bits;
const signed = (typeName: string, bits: bigint): IntegerRange => ({
  typeName,
  min: -power(bits - 1n),
  max: power(bits - 1n) - 1n,
});
const unsigned = (typeName: string, bits: bigint): IntegerRange => ({ typeName, min: 0n, max: power(bits) - 1n });

/** .NET's integer types by local name of the built-in type. */
export const integerRanges: ReadonlyMap<string, IntegerRange> = new Map([
  ['byte', signed('SByte', 8n)],
  ['unsignedByte', unsigned('Byte', 8n)],
  ['short', signed('Int16', 16n)],
  ['unsignedShort', unsigned('UInt16', 16n)],
  ['int', signed('Int32', 32n)],
  ['unsignedInt', unsigned('UInt32', 32n)],
  ['long', signed('Int64', 64n)],
  ['unsignedLong', unsigned('UInt64', 64n)],
]);

/** .NET's floating point types by local name of the built-in type. */
export const floatRanges: ReadonlyMap<string, 'Single' | 'Double'> = new Map([
  ['float', 'Single'],
  ['double', 'Double'],
]);

/** Built-in types that .NET reads as `DateTime`. */
export const dateTypes: ReadonlySet<string> = new Set([
  'dateTime',
  'date',
  'time',
  'gYear',
  'gYearMonth',
  'gMonth',
  'gMonthDay',
  'gDay',
]);

/** The .NET view of a simple type. */
export interface TypeFacts {
  /** Local name of the built-in type that it comes from; `''` for lists and unions. */
  readonly builtIn: string;
  /** True for an enumeration of names. */
  readonly enumeration: boolean;
}

/** Follows a type to the built-in type that it restricts. */
export function typeFacts(type: SimpleType): TypeFacts {
  let enumerated = false;
  for (let current: SimpleType | undefined = type; current !== undefined; current = baseOf(current)) {
    enumerated ||= current.facets?.enumeration !== undefined;
    if (current.namespace === xs) {
      return { builtIn: current.name, enumeration: enumerated && current.name === 'string' };
    }
  }
  return { builtIn: '', enumeration: false };
}

function baseOf(type: SimpleType): SimpleType | undefined {
  return type.base && resolve(type.base);
}

/**
 * The text without tabs, line ends, form feeds and spaces at its ends: the characters that .NET's number formats ignore. A
 * loop, because an expression that looks for space at the end takes quadratic time for space in the middle.
 */
export function trimSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) {
    start++;
  }
  while (end > start && isSpace(text.charCodeAt(end - 1))) {
    end--;
  }
  return text.slice(start, end);
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 9 && code <= 13);
}
