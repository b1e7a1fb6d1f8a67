import { printKey, printLiteral } from '../../emit/print-type.js';

/** Columns of an array or object on one line. */
const maxInline = 80;

/** A value of a message as code; undefined for one that code cannot show, such as an object of a class. Lines after the first are indented by `indent`. */
export function valueText(value: unknown, indent = ''): string | undefined {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'bigint':
    case 'boolean':
      return printLiteral(value);
    case 'undefined':
      return 'undefined';
    case 'object':
      return value === null ? 'null' : objectText(value, indent);
    default:
      return undefined;
  }
}

function objectText(value: object, indent: string): string | undefined {
  if (value instanceof Uint8Array) {
    return `Uint8Array.of(${value.join(', ')})`;
  }
  if (Array.isArray(value)) {
    return inBrackets(
      value.map((item) => valueText(item, `${indent}  `)),
      ['[', ']'],
      indent,
    );
  }
  const members = Object.entries(value).map(([name, item]) => {
    const text = valueText(item, `${indent}  `);
    return text === undefined ? undefined : `${printKey(name)}: ${text}`;
  });
  return Object.getPrototypeOf(value) === Object.prototype ? inBrackets(members, ['{ ', ' }'], indent) : undefined;
}

function inBrackets(
  items: readonly (string | undefined)[],
  [open, close]: readonly [string, string],
  indent: string,
): string | undefined {
  if (items.includes(undefined)) {
    return undefined;
  }
  const line = items.length === 0 ? open.trim() + close.trim() : open + items.join(', ') + close;
  const isShort = line.length <= maxInline && !line.includes('\n');
  return isShort ? line : `${open.trim()}\n${indent}  ${items.join(`,\n${indent}  `)},\n${indent}${close.trim()}`;
}
