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
  const pieces: string[] = [];
  print(ordered(compactContract(contract)), '', 0, pieces);
  return `${pieces.join('')}\n`;
}

/** `before` is the number of characters that the line has before the value. */
function print(value: unknown, indent: string, before: number, pieces: string[]): void {
  // A comma may follow.
  const line = onOneLine(value, lineWidth - before - 1);
  if (line !== undefined || typeof value !== 'object' || value === null) {
    pieces.push(line ?? '');
    return;
  }
  const inner = `${indent} `;
  const [open, close] = bracketsOf(value);
  let separator = `${open}\n`;
  for (const [name, item] of Object.entries(value)) {
    const key = keyOf(value, name);
    pieces.push(separator, inner, key);
    print(item, inner, inner.length + key.length, pieces);
    separator = ',\n';
  }
  pieces.push(`\n${indent}${close}`);
}

/**
 * A value without line breaks; undefined for one that takes more room, so that no more of it is looked at than the room takes. What has no parts is always on one line.
 * Objects in an array are things of their own: another one changes only its own line.
 */
function onOneLine(value: unknown, room: number): string | undefined {
  if (typeof value === 'string') {
    return quoteJson(value);
  }
  if (typeof value !== 'object' || value === null) {
    return JSON.stringify(value);
  }
  const [open, close] = bracketsOf(value);
  let text = open;
  for (const [name, item] of Object.entries(value)) {
    const isThing = Array.isArray(value) && typeof item === 'object' && item !== null && !Array.isArray(item);
    text += (text === open ? '' : ', ') + keyOf(value, name);
    const part = isThing || text.length > room ? undefined : onOneLine(item, room - text.length);
    if (part === undefined || text.length + part.length >= room) {
      return undefined;
    }
    text += part;
  }
  return text + close;
}

const bracketsOf = (value: object): readonly [open: string, close: string] =>
  Array.isArray(value) ? ['[', ']'] : ['{', '}'];

const keyOf = (value: object, name: string): string => (Array.isArray(value) ? '' : `${quoteJson(name)}: `);
