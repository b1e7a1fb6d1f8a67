import type { SimpleType } from '../descriptor/descriptor.js';
import { resolve } from '../descriptor/resolve.js';
import type { SimplePlan } from '../plan/simple-plan.js';

/** How JSON has the values of an atomic type. */
export type JsonForm = 'boolean' | 'number' | 'floating' | 'digits' | 'octets' | 'name' | 'text';

const forms: ReadonlyMap<string, JsonForm> = new Map(
  (
    [
      ['boolean', 'boolean'],
      ['number', 'int short byte unsignedInt unsignedShort unsignedByte'],
      ['floating', 'float double'],
      ['digits', 'integer nonPositiveInteger negativeInteger long nonNegativeInteger unsignedLong positiveInteger'],
      ['octets', 'base64Binary hexBinary'],
      ['name', 'QName NOTATION'],
    ] as const
  ).flatMap(([form, names]) => names.split(' ').map((name) => [name, form] as const)),
);

/** The form of the values of an atomic type that is not a scalar mapping. */
export function jsonFormOf({ builtIn }: SimplePlan): JsonForm {
  return forms.get(builtIn) ?? 'text';
}

/** Values of `float` and `double` that are texts, because `JSON.stringify` does not write them as numbers: it makes 0 of the last one. */
export const floatingWords: readonly string[] = ['INF', '-INF', 'NaN', '-0'];

/** Texts of digits that stand for integers of any size. */
export const digitsPattern = '^-?[0-9]+$';

/** True for the characters of .NET, whose values are texts though they are numbers in XML. */
export function isCharacter({ type }: SimplePlan): boolean {
  return derivesFromChar(type);
}

function derivesFromChar(type: SimpleType): boolean {
  if (type.name === 'char' && type.mapped === true) {
    return true;
  }
  return type.base !== undefined && derivesFromChar(resolve(type.base));
}
