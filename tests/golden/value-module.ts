import { quote } from '../../generator/emit/quote.js';

/** A module that holds a decoded value under the type that the package gives its element: if the types lied, it would not compile. */
export function valueModule(instance: string, element: string, value: unknown): string {
  return `import type { ElementDescriptor } from '@wsdl-codegen/runtime/schema';
import type { Elements } from './src/elements.js';

type ValueOf<E> = E extends ElementDescriptor<infer T> ? T : never;

/** What ${instance} decodes to. */
export const value: ValueOf<Elements[${quote(element)}]> = ${literal(value, '')};
`;
}

/** The literal that gives a value, each property on a line. */
function literal(value: unknown, indent: string): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'string') return quote(value);
  if (value instanceof Uint8Array) return `new Uint8Array([${[...value].join(', ')}])`;
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return `[\n${value.map((item) => `${inner}${literal(item, inner)},\n`).join('')}${indent}]`;
  }
  const lines = Object.entries(value).map(([key, item]) => `${inner}${keyOf(key)}: ${literal(item, inner)},\n`);
  return lines.length === 0 ? '{}' : `{\n${lines.join('')}${indent}}`;
}

function keyOf(key: string): string {
  if (key === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(key);
}
