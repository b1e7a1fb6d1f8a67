import { compactContract } from '../contract/json/compact.js';
import { ordered } from '../contract/json/print.js';
import type { Contract } from '../contract/model.js';
import { quoteJson } from './quote.js';

/** Name of the file within a generated package that contains its contract. */
export const contractFile = 'codegen.contract.json';

/** Columns that a value may take together with its indentation and its name before its parts get lines of their own. */
const lineWidth = 120;

/**
 * The contract as a package keeps it: its compact form, sorted, and a value on one line where it fits, so that a change of the
 * contract changes few lines. Throws a `RangeError` when it is longer than the longest string.
 */
export function printContract(contract: Contract): string {
  return `${printValue(ordered(compactContract(contract)), '', 0)}\n`;
}

/** `before` is the number of characters that the line has before the value. */
function printValue(value: unknown, indent: string, before: number): string {
  if (typeof value === 'string') {
    return quoteJson(value);
  }
  if (typeof value !== 'object' || value === null) {
    return JSON.stringify(value);
  }
  return Array.isArray(value) ? printArray(value, indent, before) : printObject(value, indent, before);
}

function printArray(items: readonly unknown[], indent: string, before: number): string {
  const inner = `${indent} `;
  const parts = items.map((item) => printValue(item, inner, inner.length));
  // Objects are things of their own: another one in the array changes only its own line.
  const isInline = !items.some((item) => typeof item === 'object' && item !== null && !Array.isArray(item));
  return enclosed('[', parts, ']', indent, isInline ? before : lineWidth);
}

function printObject(value: object, indent: string, before: number): string {
  const inner = `${indent} `;
  const parts = Object.entries(value).map(([name, item]) => {
    const key = `${quoteJson(name)}: `;
    return key + printValue(item, inner, inner.length + key.length);
  });
  return enclosed('{', parts, '}', indent, before);
}

function enclosed(open: string, parts: readonly string[], close: string, indent: string, before: number): string {
  // The separators, the brackets and a comma after them.
  const length = parts.reduce((sum, part) => sum + part.length + 2, before + 1);
  if (parts.length === 0) {
    return open + close;
  }
  if (length <= lineWidth && !parts.some((part) => part.includes('\n'))) {
    return open + parts.join(', ') + close;
  }
  return `${open}\n${parts.map((part) => `${indent} ${part}`).join(',\n')}\n${indent}${close}`;
}
