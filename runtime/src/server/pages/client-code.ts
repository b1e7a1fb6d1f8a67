import type { ComplexType, ElementDescriptor } from '../../schema/descriptor/descriptor.js';
import { resolve } from '../../schema/descriptor/resolve.js';
import { sample } from '../../schema/sample/sample.js';
import { kindNames } from '../../service/binding-kinds.js';
import type { MessageDescriptor, PortDescriptor } from '../../service/descriptor.js';
import { securityCode, securityNeeds } from '../../soap/security-needs.js';
import type { NamedOperation } from './named-operations.js';
import { isSampleError, type SamplePlace } from './samples.js';

/** Lines of a parameter with all optional parts; a longer one is shown without them. */
const mostLines = 30;

/** A call with the client that the generator makes of the service. */
export function clientCode({ service, method, operation }: NamedOperation, base: string, place: SamplePlace): string {
  const client = clientName(service.name);
  const placeholders = service.placeholders.map((name) => `${key(name)}: ${quote(place.namespaces[name] ?? '')}`);
  const security = securityOf(service.ports);
  const options = [
    `baseUrl: ${quote(base)}`,
    ...(placeholders.length === 0 ? [] : [`namespaces: { ${placeholders.join(', ')} }`]),
    ...(security === undefined ? [] : [security.option]),
  ];
  const access = key(method) === method ? `.${method}` : `[${quote(method)}]`;
  const call = `await client${access}(${parameterText(operation.input)});`;
  return [
    ...(security === undefined ? [] : [security.statement]),
    `import { ${client} } from 'your-generated-package';`,
    '',
    `const client = new ${client}({ ${options.join(', ')} });`,
    operation.output === undefined ? call : `const result = ${call}`,
  ].join('\n');
}

/** What the client has to give for the WS-Policy of the port that it calls: that of the first binding. */
function securityOf(ports: readonly PortDescriptor[]): ReturnType<typeof securityCode> {
  const port = kindNames.flatMap((kind) => ports.find(({ binding }) => binding === kind) ?? [])[0];
  return securityCode((port?.security ?? []).map((demand) => securityNeeds(demand, 'client')));
}

/** The class of the client: names of services are mostly names of classes, too. */
function clientName(service: string): string {
  const name = service.replace(/[^\p{ID_Continue}$]+(\p{L}?)/gu, (_, letter: string) => letter.toUpperCase());
  return `${name.replace(/^(?=\p{Nd})/u, '_').replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())}Client`;
}

function parameterText({ element, content, unwrap, property }: MessageDescriptor): string {
  const target: ElementDescriptor | ComplexType | undefined = element ?? (content && resolve(content));
  if (target === undefined) {
    return '';
  }
  const all = valueText(target, true, unwrap);
  const text = all === undefined || all.split('\n').length > mostLines ? valueText(target, false, unwrap) : all;
  const value = text === undefined || text.split('\n').length > 4 * mostLines ? '{ /* … */ }' : text;
  return property === undefined ? (value === '{}' ? '' : value) : `{ ${key(property)}: ${value} }`;
}

/** A sample value as an expression; undefined if there is none. */
function valueText(target: ElementDescriptor | ComplexType, optional: boolean, unwrap?: string): string | undefined {
  try {
    const value = sample<unknown>(target, { optional, maxElements: 500, maxCharacters: 20_000 });
    return expression(unwrap === undefined ? value : (value as Record<string, unknown>)[unwrap], '');
  } catch (error) {
    if (isSampleError(error)) {
      return undefined;
    }
    throw error;
  }
}

function expression(value: unknown, indent: string): string {
  if (typeof value === 'string') {
    return quote(value);
  }
  if (typeof value === 'bigint') {
    return `${value}n`;
  }
  if (value instanceof Date) {
    return `new Date(${quote(value.toISOString())})`;
  }
  if (value instanceof Uint8Array) {
    return `new Uint8Array([${value.join(', ')}])`;
  }
  if (typeof value !== 'object' || value === null) {
    return String(value);
  }
  const inner = `${indent}  `;
  const [open, close, items] = Array.isArray(value)
    ? ['[', ']', value.map((item) => expression(item, inner))]
    : ['{', '}', Object.entries(value).map(([name, item]) => `${key(name)}: ${expression(item, inner)}`)];
  return items.length === 0
    ? open + close
    : `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}${close}`;
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name);
}

function quote(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
