import type { SecretNames } from './names.js';

/** Fields whose value is the name of another, and those that have its value: `<Key>password</Key><Value>…`. */
export const nameFields: RegExp = /(?:^|[._:-])(?:name|key|param|parameter|field|property)$/i;
export const valueFields: RegExp = /(?:^|[._:-])(?:value|val|text|content|data)$/i;

/** Properties of objects that name something: elements in open content, and pairs of name and value. */
const nameProperties: readonly string[] = ['name', 'Name', 'key', 'Key', 'parameter', 'field', 'property'];
/** Properties of such objects that contain the value. */
const valueProperties: ReadonlySet<string> = new Set([
  ...['value', 'Value', 'val', 'text', 'content', 'data', 'children', '$value'],
]);
/** Properties of a tree of elements that contain no part of its value. */
const treeNames: ReadonlySet<string> = new Set(['name', 'namespace', 'prefix', 'attributes', 'declarations']);

/** The properties of an object that contain credentials, judged by its names. */
export class SecretMembers {
  readonly #names: SecretNames;
  readonly #isNamed: boolean;
  readonly #isTree: boolean;

  constructor(value: object, names: SecretNames) {
    this.#names = names;
    this.#isNamed = namesOf(value).some((name) => isIdentifier(name) && names.isSecret(name));
    this.#isTree = Array.isArray(ownValue(value, 'children'));
  }

  /** True for a property with a secret name, and for the value of an object that names one: `{ name: 'Password', value: 'x' }`. */
  isSecret(property: string): boolean {
    return this.#names.isSecret(property) || (this.#isNamed && valueProperties.has(property));
  }

  /** True for a property of a value with a secret name, unless it only contains the name of an element. */
  isValue(property: string): boolean {
    return !(this.#isTree && treeNames.has(property));
  }
}

/** True for a text that can be the name of a parameter or an element. Titles and names of people have spaces. */
export function isIdentifier(text: string): boolean {
  return /^[^\s<>&"']{1,64}$/.test(text);
}

function namesOf(value: object): string[] {
  const element = ownValue(value, 'element');
  const names = nameProperties.map((property) => ownValue(value, property));
  names.push(typeof element === 'object' && element !== null && ownValue(element, 'name'));
  return names.filter((name) => typeof name === 'string');
}

/**
 * The value of an own property that is not an accessor. Most objects do not have the properties in question, and `hasOwn`
 * finds that out quickly.
 */
function ownValue(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
}
