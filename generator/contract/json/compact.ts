import type { Contract } from '../model.js';
import { nameProperties } from '../name-properties.js';
import { splitExpandedName, xsdNamespace } from '../names.js';
import { namespacePrefixes } from './prefixes.js';

type Data = Readonly<Record<string, unknown>>;

/** What a compact contract leaves out of the objects in one place. */
interface Rule {
  /** The kind of an object that names none. */
  readonly kind?: string;
  /** Values that are left out, for each kind; `''` for all of them. Each is a property that the model requires. */
  readonly usual: Readonly<Record<string, Data>>;
}

const occurs: Data = { minOccurs: 1, maxOccurs: 1 };
const particle: Rule['usual'] = {
  '': occurs,
  element: { nillable: false, ref: false, block: [], identityConstraints: [] },
};
const soapMessage: Rule = { usual: { '': { use: 'literal', namespace: '', headers: [], attachments: [] } } };
const soapBinding: Data = { style: 'document', soapActionRequired: true };

/** The rules by the property in which an object is; messages and HTTP answers, which have a kind, are written in full. */
const rules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  [
    'types',
    {
      kind: 'complexType',
      usual: {
        '': { final: [] },
        complexType: { abstract: false, block: [], derivation: 'restriction', attributes: [] },
        simpleType: { variety: 'atomic', facets: {} },
      },
    },
  ],
  ['content', { kind: 'elementOnly', usual: {} }],
  ['particle', { kind: 'sequence', usual: particle }],
  ['particles', { kind: 'element', usual: particle }],
  ['elements', { usual: { '': { nillable: false, abstract: false, block: [], final: [], identityConstraints: [] } } }],
  ['uses', { usual: { '': { namespace: '', use: 'optional' } } }],
  ['operations', { usual: { '': { pattern: 'requestResponse', faults: [] } } }],
  ['bindings', { usual: { soap11: soapBinding, soap12: soapBinding } }],
  ['soapMessage', soapMessage],
  ['headers', { usual: { '': { use: 'literal', namespace: '', headerFaults: [] } } }],
]);

const renamed: ReadonlySet<string> = new Set(nameProperties);

/**
 * A contract as packages keep it: without the values that nearly all objects of a kind have, and with prefixes instead of
 * namespaces. `expandContract` gives it back.
 */
export function compactContract(contract: Contract): Data {
  const namespaces = namespacePrefixes(namespacesOf(contract));
  const prefixes = new Map([...namespaces].map(([prefix, uri]) => [uri, prefix]));
  const compact = compactRecord(contract, '', { namespace: '', rename: (name) => shortName(name, prefixes) });
  return { ...compact, namespaces: Object.fromEntries(namespaces) };
}

/** The contract of its compact form. */
export function expandContract({ namespaces, ...compact }: Data): Contract {
  const prefixes = new Map(Object.entries(namespaces as Readonly<Record<string, string>>));
  const contract = expandRecord(compact, '', { namespace: '', rename: (name) => longName(name, prefixes) });
  return contract as unknown as Contract;
}

/** What the parts of an object need to know. */
interface Surroundings {
  /** Namespace of the type around. */
  readonly namespace: string;
  readonly rename: (name: string) => string;
}

function compactRecord(value: object, place: string, outer: Surroundings): Data {
  const inner = { ...outer, namespace: namespaceOf(value as Data) ?? outer.namespace };
  const usual = usualValues(value as Data, place, inner.namespace);
  const absent = Object.keys(usual).filter((name) => (value as Data)[name] === undefined);
  const kept = Object.entries(value).filter(([name, item]) => item !== undefined && !same(item, usual[name]));
  return Object.fromEntries([
    ...absent.map((name) => [name, null]),
    ...kept.map(([name, item]) => [name, walk(item, name, place, inner, compactRecord)]),
  ]) as Data;
}

function expandRecord(value: object, place: string, outer: Surroundings): Data {
  const { key } = value as Data;
  const namespace = namespaceOf({ key: typeof key === 'string' ? outer.rename(key) : key }) ?? outer.namespace;
  const inner = { ...outer, namespace };
  const own = Object.entries(value).map(([name, item]) => [name, walk(item, name, place, inner, expandRecord)]);
  const { kind } = rules.get(place) ?? {};
  const named = { ...(kind !== undefined && { kind }), ...(Object.fromEntries(own) as Data) };
  const usual = usualValues(named, place, namespace);
  const whole = Object.entries({ ...usual, ...named });
  return Object.fromEntries(whole.filter(([name, item]) => item !== null || !(name in usual) || name === 'maxOccurs'));
}

function walk(
  value: unknown,
  property: string,
  place: string,
  inner: Surroundings,
  record: typeof compactRecord,
): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => walk(item, property, place, inner, record));
  }
  if (typeof value === 'object' && value !== null) {
    return record(value, placeOf(value, property, place), inner);
  }
  return typeof value === 'string' && renamed.has(property) ? inner.rename(value) : value;
}

/** The place of an object, by which rules know it: attributes of types and messages of bindings have names of their own. */
function placeOf(value: object, property: string, outer: string): string {
  if (property === 'attributes') {
    return outer === 'types' ? 'uses' : property;
  }
  const isMessage = outer === 'bindings' && (property === 'input' || property === 'output');
  return isMessage && !('kind' in value) ? 'soapMessage' : property;
}

/** The values that an object of this kind, in this place, most often has. */
function usualValues(value: Data, place: string, namespace: string): Data {
  const { kind, usual = {} } = rules.get(place) ?? {};
  const own = String(value.kind ?? kind ?? '');
  return {
    ...(kind !== undefined && { kind }),
    ...usual[''],
    ...(own !== '' && usual[own]),
    ...(place === 'types' && { name: value.key }),
    ...(own === 'simpleType' && { builtIn: value.base }),
    ...(own === 'element' && usual === particle && { namespace }),
  };
}

function namespaceOf({ key }: Data): string | undefined {
  return typeof key === 'string' && key.startsWith('{') ? splitExpandedName(key).namespace : undefined;
}

function same(a: unknown, b: unknown): boolean {
  return a === b || (typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));
}

/** A name with its prefix. Other texts with a colon begin with one. */
function shortName(name: string, prefixes: ReadonlyMap<string, string>): string {
  const { namespace, local } = name.startsWith('{') ? splitExpandedName(name) : { namespace: '', local: name };
  const prefix = prefixes.get(namespace);
  return prefix === undefined ? (name.includes(':') ? `:${name}` : name) : `${prefix}:${local}`;
}

function longName(name: string, prefixes: ReadonlyMap<string, string>): string {
  const colon = name.indexOf(':');
  return colon <= 0 ? name.slice(colon + 1) : `{${prefixes.get(name.slice(0, colon)) ?? ''}}${name.slice(colon + 1)}`;
}

/** The namespaces of everything that a contract declares. */
function namespacesOf({ types, elements, attributes }: Contract): readonly string[] {
  const names = [...types.map(({ key }) => key), ...[...elements, ...attributes].map(({ name }) => name)];
  return [xsdNamespace, ...names.flatMap((key) => namespaceOf({ key }) ?? [])].filter((uri) => uri !== '');
}
