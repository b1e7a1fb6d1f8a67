import { deepStrictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { ServiceError, type Transport, XmlSyntaxError } from '@wsdl-codegen/runtime';
import { AccountApiClient, ErrorsApiClient, ExchangerApiClient } from 'wallet-api';
import { beginningOf } from '../../generator/config/places.js';
import { validateConfig } from '../../generator/config/validate.js';
import { readDescription } from '../../generator/description/read.js';
import { formatMultipart } from '../../runtime/src/client/multipart.js';
import { FormLimitError, formatForm, parseForm } from '../../runtime/src/http/form.js';
import { formatMediaType, parseMediaType } from '../../runtime/src/http/media-type.js';
import { parseMultipartForm } from '../../runtime/src/http/multipart-form.js';
import { matchAutomaton } from '../../runtime/src/schema/regex/automaton.js';
import { compilePattern, parseRegex, RegexSyntaxError } from '../../runtime/src/schema/regex/regex.js';
import { formatRelated, readRelated } from '../../runtime/src/soap/mime.js';
import { openMessage } from '../../runtime/src/soap/xop.js';
import { mutate, mutateBytes } from './mutate.js';
import type { Random } from './random.js';
import { apiNamespace } from './services.js';
import type { FuzzTarget } from './targets.js';

const characters = [...'ab-=;,&%+"\'\\<> \t\r\n:/{}é😀\0', '--b', '\r\n\r\n', '\ud800'];
const randomText = (random: Random, length: number): string =>
  Array.from({ length: random.below(length) }, () => random.pick(characters)).join('');
const wellFormed = (text: string): string => text.replace(/\p{Cs}/gu, '');

/** Runs `work`; errors other than the expected ones are failures. */
function expecting(work: () => void, ...expected: readonly (new (...args: never[]) => Error)[]): void {
  try {
    work();
  } catch (error) {
    if (!expected.some((type) => error instanceof type)) {
      throw error;
    }
  }
}

/** Packages are taken apart into what they were made of; broken ones are undefined or no XML. */
const multipart: FuzzTarget = {
  name: 'multipart',
  run: (random) => {
    const part = (contentId: string) => ({
      contentId,
      contentType: random.pick(['text/xml; charset=utf-8', 'application/xop+xml; type="text/xml"', 'image/png']),
      content: new TextEncoder().encode(
        random.oneIn(2)
          ? `<a><i:Include xmlns:i="http://www.w3.org/2004/08/xop/include" href="cid:${random.pick(['1', '2', 'x'])}"/></a>`
          : wellFormed(randomText(random, 60)),
      ),
    });
    const [root, ...parts] = [part('r'), ...Array.from({ length: random.below(4) }, (_, i) => part(String(i + 1)))];
    const { contentType, body } = formatRelated(root!, parts, { type: 'text/xml' });
    deepStrictEqual(withPlainBytes(readRelated(body, contentType)), withPlainBytes({ root, parts }));
    const bytes = mutateBytes(mutate(new TextDecoder('latin1').decode(body), random), random);
    expecting(() => openMessage(bytes, random.oneIn(4) ? mutate(contentType, random) : contentType), XmlSyntaxError);
    const fields = Array.from({ length: random.below(5) }, (): [string, string] => [
      wellFormed(randomText(random, 6)).replace(/["%\\\r\n]/g, ''),
      wellFormed(randomText(random, 30)),
    ]);
    const form = formatMultipart(fields);
    const boundary = parseMediaType(form.contentType)?.parameters.get('boundary') ?? '';
    deepStrictEqual(parseMultipartForm(new TextEncoder().encode(form.body), boundary), fields);
    expecting(() => parseMultipartForm(mutateBytes(mutate(form.body, random), random), boundary), FormLimitError);
  },
};

function withPlainBytes(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, item) => (item instanceof Uint8Array ? [...item] : item)) ?? 'null');
}

/** Forms and content types are read as they were written; anything at all can be read. */
const fields: FuzzTarget = {
  name: 'fields',
  run: (random) => {
    const pairs = Array.from({ length: random.below(6) }, (): [string, string] => [
      `n${wellFormed(randomText(random, 8))}`,
      wellFormed(randomText(random, 30)),
    ]);
    const form = formatForm(pairs);
    deepStrictEqual(parseForm(form), pairs);
    const charset = random.pick([undefined, 'utf-8', 'windows-1251', 'utf-16', 'none']);
    expecting(() => parseForm(mutate(form, random), { maxFields: 20, ...(charset && { charset }) }), FormLimitError);
    const parameters = Object.fromEntries(
      pairs.map(([, value], index) => [`p${index}`, value.replace(/[\r\n\0]/g, '')] as const),
    );
    const type = formatMediaType('text/x', parameters);
    // Spaces at the ends of an unquoted value are not part of it.
    deepStrictEqual(Object.fromEntries(parseMediaType(type)?.parameters ?? []), parameters);
    parseMediaType(mutate(type, random));
  },
};

const secret = 'Zq81-secret';
const env = 'http://schemas.xmlsoap.org/soap/envelope/';
const envelope = (body: string): string => `<s:Envelope xmlns:s="${env}"><s:Body>${body}</s:Body></s:Envelope>`;
const answers: readonly (readonly [type: string, body: string])[] = [
  [
    'text/xml; charset=utf-8',
    envelope(`<ExchangeResponse xmlns="${apiNamespace}"><ExchangeResult>7</ExchangeResult></ExchangeResponse>`),
  ],
  [
    'text/xml',
    envelope(
      `<GetErrorDescResponse xmlns="${apiNamespace}"><GetErrorDescResult>&lt;a&gt;</GetErrorDescResult></GetErrorDescResponse>`,
    ),
  ],
  [
    'text/xml',
    envelope(
      `<s:Fault><faultcode>s:Client</faultcode><faultstring>${secret}</faultstring><detail><a b="${secret}"/></detail></s:Fault>`,
    ),
  ],
  ['text/xml', `<int xmlns="${apiNamespace}">1</int>`],
  ['text/html', `<html><title>${secret}</title><p>sessionId=${secret}</p></html>`],
  [
    'multipart/related; boundary=b; type="text/xml"',
    `--b\r\nContent-Type: text/xml\r\n\r\n${envelope('<a/>')}\r\n--b--`,
  ],
  ['application/json', JSON.stringify({ sessionId: secret })],
];

/** Whatever comes back is a value or a `ServiceError`, which can be printed and does not show what was sent in secret. */
const client: FuzzTarget = {
  name: 'client',
  run: async (random) => {
    const [type, body] = random.pick(answers);
    const transport: Transport = async () => ({
      status: random.pick([200, 200, 200, 202, 204, 301, 401, 404, 500, 503, 0]),
      statusText: random.oneIn(5) ? mutate('OK', random).replace(/[^ -~]/g, '') : 'OK',
      headers: new Headers({
        'content-type': (random.oneIn(6) ? mutate(type, random) : type).replace(/[^ -~]/g, ''),
        location: `/x?ticket=${secret}`,
        'retry-after': mutate('120', random).replace(/[^ -~]/g, ''),
      }),
      body: random.oneIn(10) ? new TextEncoder().encode(body) : mutateBytes(mutate(body, random), random),
    });
    const options = {
      baseUrl: 'http://h',
      namespaces: { api_namespace: apiNamespace },
      transport,
      binding: random.pick(['soap11', 'soap12', 'httpGet', 'httpPost'] as const),
      timeoutMs: 0,
    };
    const call = random.pick<() => Promise<unknown>>([
      () =>
        new ExchangerApiClient(options).exchange({
          sessionId: secret,
          CurrencyToBuy: 'z',
          CurrencyToPay: 'r',
          amountToPay: 1,
        }),
      () => new ErrorsApiClient(options).getErrorDesc({ errorCode: 1, cultureCode: 1 }),
      () => new AccountApiClient(options).topupAtmCard({ sessionId: secret, id: 1n, amount: 1 }),
    ]);
    const sends = !String(call).includes('ErrorsApi');
    const error = await call().then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (error === undefined) {
      return;
    }
    if (!(error instanceof ServiceError)) {
      throw error;
    }
    const shown = `${inspect(error, { depth: Number.POSITIVE_INFINITY })}${JSON.stringify(error)}`;
    if (sends && shown.includes(secret)) {
      throw new Error(`shows the credential: ${shown}`);
    }
  },
};

const atoms = ['a', 'b', '[ab]', '[^a]', '\\d', 'é', '\\.', '[a-c]', '😀'];
const counts = ['', '', '', '?', '*', '+', '{2}', '{0,3}', '{1,}'];

/** A pattern that the engine's own expressions understand in the same way, and in no more time. */
function randomPattern(random: Random, depth: number): string {
  const piece = (): string => {
    if (depth > 1 || random.oneIn(2)) {
      return random.pick(atoms) + random.pick(counts);
    }
    const inner = randomPattern(random, depth + 1);
    // Repetitions within repetitions keep the engine busy for ever; ours run on an automaton.
    return `(${inner})${random.pick(/[?*+{]|\(\||\|\||\|\)|^\||\|$|^$/.test(inner) ? ['', '?', '{2}'] : counts)}`;
  };
  const branch = (): string => Array.from({ length: random.below(4) }, piece).join('');
  return Array.from({ length: 1 + random.below(3) }, branch).join('|');
}

/** The automaton, the compiled pattern and the engine's own expression agree; everything else is a `RegexSyntaxError`. */
const patterns: FuzzTarget = {
  name: 'patterns',
  run: (random) => {
    const pattern = randomPattern(random, 0);
    const node = parseRegex(pattern);
    const own = new RegExp(`^(?:${pattern.replaceAll('\\d', '[0-9]')})$`, 'u');
    for (let count = 0; count < 4; count++) {
      const text = Array.from({ length: random.below(7) }, () =>
        random.pick(['a', 'b', 'c', '1', 'é', '.', '😀']),
      ).join('');
      const expected = own.test(text);
      deepStrictEqual(
        [matchAutomaton(node, text), compilePattern(pattern).test(text), pattern, text],
        [expected, expected, pattern, text],
      );
    }
    const changed = mutate(
      random.pick([pattern, '[\\i-[:]][\\c-[:]]*', '\\p{Lu}[\\P{IsBasicLatin}-[x]]{2,9}']),
      random,
    );
    expecting(() => compilePattern(changed.slice(0, 300)).test('aabb:1'), RegexSyntaxError);
  },
};

const yaml = ['wallet', 'address-locator'].map((name) => readFileSync(`${process.cwd()}/wsdl/${name}.yaml`, 'utf8'));
const lines = yaml.map((text) => text.split('\n'));

/** Descriptions end in a contract and findings, however they are spelled. */
const description: FuzzTarget = {
  name: 'description',
  run: async (random) => {
    // A piece of a description costs less than the whole, and breaks in the same places.
    const all = random.pick(lines);
    const start = random.oneIn(3) ? 0 : random.below(all.length);
    await readDescription(mutate([...all.slice(0, 8), ...all.slice(start, start + 40)].join('\n'), random), 'a.yaml');
  },
};

const settings = [
  'packages',
  'name',
  'inputs',
  'out',
  'placeholders',
  'scalars',
  'skeletons',
  'dir',
  'limits',
  'package',
];
const values: readonly unknown[] = [
  '',
  'x',
  '../x',
  0,
  -1,
  Number.POSITIVE_INFINITY,
  true,
  null,
  undefined,
  [],
  {},
  ['a', 1],
  Symbol('s'),
  () => 1,
];

/** Configs of any shape end in a config or findings. */
const config: FuzzTarget = {
  name: 'config',
  run: (random) => {
    const make = (depth: number): unknown => {
      if (depth > 4 || random.oneIn(3)) {
        return random.pick(values);
      }
      if (random.oneIn(4)) {
        return Array.from({ length: random.below(3) }, () => make(depth + 1));
      }
      const result: object = {};
      for (let count = random.below(6); count > 0; count--) {
        const key = random.oneIn(12)
          ? random.pick(['__proto__', 'constructor', mutate('name', random)])
          : random.pick(settings);
        Object.defineProperty(result, key, {
          value: make(depth + 1),
          enumerable: true,
          configurable: true,
          writable: true,
        });
      }
      return result;
    };
    validateConfig(make(0), beginningOf('codegen.config.ts'));
  },
};

/** The parts that read data from the wire other than XML, and texts that users write. */
export const wireTargets: readonly FuzzTarget[] = [multipart, fields, client, patterns, description, config];
