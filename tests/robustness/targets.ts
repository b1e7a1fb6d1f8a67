import { deepStrictEqual } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import {
  createServer,
  formatTree,
  formatXml,
  parseTree,
  parseXml,
  XmlDecodeError,
  XmlSyntaxError,
} from '@wsdl-codegen/runtime';
import type { DecodeOptions, ElementDescriptor } from '@wsdl-codegen/runtime/schema';
import { sample, validate } from '@wsdl-codegen/runtime/schema';
import { decodeXmlBytes } from '@wsdl-codegen/runtime/xml';
import { contractOf } from '../support/descriptors.js';
import { elements } from './elements.js';
import { generateHostile } from './generator-target.js';
import { mutate, mutateBytes, randomDocument } from './mutate.js';
import type { Random } from './random.js';
import { apiNamespace, implementations, services } from './services.js';

/** A part under test. `run` does one case, and throws when the part does what it must not. */
export interface FuzzTarget {
  readonly name: string;
  readonly run: (random: Random) => void | Promise<void>;
}

/** True for errors about a document. */
function isExpected(error: unknown): boolean {
  return error instanceof XmlSyntaxError || error instanceof XmlDecodeError;
}

/** The document that is read can be written, and reads the same again; everything else is an `XmlSyntaxError`. */
const reader: FuzzTarget = {
  name: 'reader',
  run: (random) => {
    const document = randomDocument(random);
    const text = random.oneIn(10)
      ? document
      : random.oneIn(2)
        ? mutate(document, random)
        : decodeXmlBytes(
            mutateBytes(mutate(document, random), random),
            random.pick([undefined, 'utf-8', 'utf-16', 'latin1', 'x']),
          );
    let tree: ReturnType<typeof parseTree>;
    try {
      tree = parseTree(text);
    } catch (error) {
      if (isExpected(error)) {
        return;
      }
      throw error;
    }
    deepStrictEqual(withoutScope(parseTree(formatTree(tree))), withoutScope(tree));
  },
};

/** Prefixes and declarations may be written in other places than before. */
function withoutScope(tree: unknown): unknown {
  return JSON.parse(
    JSON.stringify(tree, (key, value) => (key === 'declarations' || key === 'prefix' ? undefined : value)),
  );
}

const modes: readonly DecodeOptions[] = [
  {},
  { strict: true },
  { missing: 'default' },
  { missing: 'default', plainText: true, ordered: true },
  { onUnknown: () => {} },
];
const samples = new Map<ElementDescriptor, string>();

/** A value that a strict decoder accepts is valid, and stays the same when written; everything else is an `XmlDecodeError`. */
const decoder: FuzzTarget = {
  name: 'decoder',
  run: (random) => {
    const element = random.pick(elements);
    let text = samples.get(element);
    if (text === undefined) {
      text = formatXml(element, sample(element));
      samples.set(element, text);
    }
    const options = random.pick(modes);
    let value: unknown;
    try {
      value = parseXml(element, mutate(text, random), options);
    } catch (error) {
      if (isExpected(error)) {
        return;
      }
      throw error;
    }
    if (options.strict) {
      deepStrictEqual(validate(element, value), []);
      deepStrictEqual(parseXml(element, formatXml(element, value), options), value);
    }
  },
};

const statuses = new Set([200, 202, 400, 404, 405, 413, 415, 500]);
const accidents: unknown[] = [];
const server = createServer({
  services: services(implementations),
  namespaces: { api_namespace: apiNamespace, geo_namespace: 'http://geo.example/' },
  onError: (error) => accidents.push(error),
});
const envelopes = ['http://schemas.xmlsoap.org/soap/envelope/', 'http://www.w3.org/2003/05/soap-envelope'];
const calls: readonly (readonly [service: string, operation: string, xml: string, form: string])[] = [
  [
    'ExchangerApi',
    'Exchange',
    '<sessionId>s</sessionId><CurrencyToBuy>122</CurrencyToBuy><CurrencyToPay>114</CurrencyToPay><amountToPay>1.5</amountToPay>',
    'sessionId=s&CurrencyToBuy=z&CurrencyToPay=r&amountToPay=1.5',
  ],
  [
    'AccountApi',
    'TopupAtmCard',
    '<sessionId>s</sessionId><id>1</id><amount>-1E+21</amount><purseFrom/>',
    'sessionId=s&id=1&amount=1,000&purseFrom=',
  ],
  [
    'AccountApi',
    'ContactSetFavorite',
    '<sessionId>s</sessionId><wmid>w</wmid><value>true</value>',
    'sessionId=s&wmid=w&value=TRUE',
  ],
  ['ErrorsApi', 'GetErrorDesc', '<errorCode>5</errorCode><cultureCode>1</cultureCode>', 'errorCode=5&cultureCode=1'],
];

/** Whatever comes is answered with a status that it may have, XML answers are XML, and nothing fails by accident. */
const serverTarget: FuzzTarget = {
  name: 'server',
  run: async (random) => {
    const [service, operation, xml, form] = random.pick(calls);
    const version = random.below(2);
    const soap = `<s:Envelope xmlns:s="${envelopes[version]}"><s:Header><h s:mustUnderstand="0"/></s:Header><s:Body><${operation} xmlns="${apiNamespace}">${xml}</${operation}></s:Body></s:Envelope>`;
    const asForm = random.oneIn(3);
    const text = asForm ? form : soap;
    const body = random.oneIn(12) ? text : mutate(text, random);
    const types = [
      'text/xml; charset=utf-8',
      'application/soap+xml; charset=utf-8',
      'application/x-www-form-urlencoded',
      'text/xml',
      'text/xml; charset=utf-16',
      'multipart/form-data; boundary=b',
    ];
    const type = random.oneIn(4) ? random.pick(types) : types[asForm ? 2 : version];
    const action = `"${apiNamespace}/${operation}"`;
    const url =
      asForm && random.oneIn(2)
        ? `/${service}.asmx/${operation}?${body}`
        : `/${service}.asmx${asForm ? `/${operation}` : ''}`;
    const answer = await server.handle({
      method: random.oneIn(10)
        ? random.pick(['GET', 'HEAD', 'PUT', 'OPTIONS', ''])
        : url.includes('?')
          ? 'GET'
          : 'POST',
      url: random.oneIn(10) ? mutate(url, random) : url,
      headers: {
        host: random.oneIn(20) ? mutate('a:1', random) : 'a:1',
        'content-type': type !== undefined && random.oneIn(8) ? mutate(type, random) : type,
        soapaction: random.oneIn(6) ? undefined : random.oneIn(6) ? mutate(action, random) : action,
      },
      body: mutateBytes(body, random),
    });
    const [accident] = accidents.splice(0);
    if (accident !== undefined) {
      throw accident;
    }
    if (!statuses.has(answer.status)) {
      throw new Error(`status ${answer.status}`);
    }
    if (/xml/.test(answer.headers['Content-Type'] ?? '') && typeof answer.body === 'string') {
      parseTree(answer.body);
    }
  },
};

const folder = new URL('../../wsdl/', `file://${process.cwd()}/tests/robustness/`);
const descriptors = readdirSync(folder)
  .filter((name) => name.endsWith('.wsdl'))
  .map((name) => readFileSync(new URL(name, folder), 'utf8'));

/** Descriptors of whatever kind end in a contract and findings. */
const loader: FuzzTarget = {
  name: 'loader',
  run: async (random) => {
    const text = mutate(random.pick(descriptors), random);
    await contractOf({ 'a.wsdl': text });
  },
};

/** Texts of descriptors never become code. */
const generator: FuzzTarget = {
  name: 'generator',
  run: (random) => generateHostile(random.pick(descriptors), random),
};

/** The parts under test. */
export const targets: readonly FuzzTarget[] = [reader, decoder, serverTarget, loader, generator];
