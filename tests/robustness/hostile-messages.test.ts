import { formatXml, parseXml } from '@wsdl-codegen/runtime';
import {
  any,
  complexType,
  decodeEncoded,
  derivedTypes,
  element,
  field,
  list,
  parseSimple,
  restriction,
  sequence,
  union,
} from '@wsdl-codegen/runtime/schema';
import { XmlReader } from '@wsdl-codegen/runtime/xml';
import * as xs from '@wsdl-codegen/runtime/xs';
import { serverMessage } from '../../runtime/src/client/messages/answer.js';
import { compilePattern } from '../../runtime/src/schema/index.js';
import { withinSeconds } from '../support/processor-time.js';
import { env11, envelope, exchangeBody, headers11, send, walletServer } from '../support/runtime/server.js';
import { thorough } from '../support/thorough.js';

/**
 * Messages that try to keep the receiver busy, to fill its memory, or to slip something into what it makes of them. Bounds of
 * time are many times what the work takes: what they catch is quadratic or worse.
 */

/** A text of about the size that a server takes by default; in `npm test` a quarter of it, which the square of it would show as well. */
const long = thorough ? 1_000_000 : 250_000;

/** Reads one such text. */
const timed = <T>(work: () => T | Promise<T>): Promise<T> => withinSeconds(thorough ? 5 : 2.5, work);

/** Whether a text is taken by a type with all its facets: those of a union's members always count. */
function accepts(type: Parameters<typeof parseSimple>[0], text: string): boolean {
  try {
    parseSimple(union('urn:t', 'Any', [type]), text);
    return true;
  } catch (error) {
    expect((error as Error).name).toBe('LexicalError');
    expect((error as Error).message.length).toBeLessThan(2000);
    return false;
  }
}

describe('texts of simple types', () => {
  const zeros = '0'.repeat(long);
  const digits = '9'.repeat(long);
  const decimal = restriction('urn:t', 'Price', xs.decimal, { maxInclusive: '100', totalDigits: 9, fractionDigits: 2 });
  const moment = restriction('urn:t', 'Moment', xs.dateTime, { maxInclusive: '2020-01-01T00:00:00Z' });
  const span = restriction('urn:t', 'Span', xs.duration, { enumeration: ['P1Y'] });
  const numbers = Array.from({ length: 1000 }, (_, i) => String(i));
  const code = (base: typeof xs.decimal) => restriction<string>('urn:t', 'Code', base, { enumeration: numbers });

  it.each<[string, Parameters<typeof parseSimple>[0], string, boolean]>([
    ['zeros before the last digit of a fraction', decimal, `1.${zeros}1`, false],
    ['a long fraction that is zero', decimal, `1.${zeros}`, true],
    ['a long integer', xs.integer, digits, false],
    ['a long int', xs.int, `${zeros}x`, false],
    ['zeros before an int', xs.int, `${zeros}7`, true],
    ['a huge exponent', xs.double, `1e${digits}`, true],
    ['a huge negative exponent', xs.double, `1e-${digits}`, true],
    ['a year of many digits', xs.date, `${digits}-02-29`, false],
    ['zeros within a second', moment, `2000-01-01T00:00:00.${zeros}1Z`, true],
    ['a duration of many digits', span, `PT${digits}S`, false],
    ['a duration with a long fraction', span, `PT0.1${zeros}S`, false],
    ['base64 full of spaces', xs.base64Binary, 'AAAA '.repeat(long / 5), true],
    ['base64 that is wrong at the end', xs.base64Binary, `${'AAAA'.repeat(long / 4)}*`, false],
    ['a long list', list('urn:t', 'Ints', xs.int), '1 '.repeat(long / 2), true],
    ['a long list of one of many numbers', list('urn:t', 'Codes', code(xs.decimal)), '999 '.repeat(long / 4), true],
    [
      'a long list of one of several types',
      list('urn:t', 'Mixed', union('urn:t', 'Some', [xs.int, xs.date, xs.boolean, xs.NCName])),
      'x '.repeat(long / 4),
      true,
    ],
    ['a language without end', xs.language, 'a-'.repeat(long / 2), false],
    ['a name without end', xs.NCName, `${'a'.repeat(long)}:`, false],
  ])('%s', async (_, type, text, fits) => {
    expect(await timed(() => accepts(type, text))).toBe(fits);
  });
});

describe('patterns', () => {
  const a = 'a'.repeat(long);

  it.each([
    ['alternatives that overlap', '(a|a)'.repeat(40), `${'a'.repeat(40)}b`, false],
    ['many that may be left out', `${'a?'.repeat(40)}${'a'.repeat(40)}`, 'a'.repeat(40), true],
    ['repetitions side by side', 'a*a*a*a*a*b', 'a'.repeat(250), false],
    ['repetitions within repetitions', '((a*)*)*b', a, false],
    ['alternatives that repeat', '(a|ab|b)*c', 'ab'.repeat(long / 2), false],
    ['counts that multiply', '((a{0,100}){0,100}){0,100}b', a, false],
    ['counts beyond what can be compiled', '(((a{1000}){1000}){1000}){1000}', a, false],
    ['a plain class on a long text', '[a-z]+', a, true],
    ['alternatives of one character on a long text', '([a-m]|[n-z])+', a, true],
  ])('%s', async (_, pattern, text, matches) => {
    expect(await timed(() => compilePattern(pattern).test(text))).toBe(matches);
  });
});

describe('requests', () => {
  const { server } = walletServer();
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const soap = (body: string, header?: string) =>
    timed(() => send(server, 'POST', '/ExchangerApi.asmx', headers11(), envelope(env11, body, header)));
  const amount = (text: string): string => exchangeBody.replace(/(?<=<amountToPay>)[^<]*/, () => text);
  const post = (amountToPay: string) =>
    timed(() =>
      send(
        server,
        'POST',
        '/ExchangerApi.asmx/Exchange',
        form,
        `sessionId=s&CurrencyToBuy=z&CurrencyToPay=r&amountToPay=${amountToPay}`,
      ),
    );

  it.each([
    ['white space within a number', `1${' '.repeat(long)}1`],
    ['zeros before something else', `${'0'.repeat(long)}x`],
    ['markup as text', '&lt;'.repeat(long / 5)],
    ['references', `${'&#48;'.repeat(long / 6)}x`],
  ])('a parameter with %s is refused at once, in few words', async (_, text) => {
    const answer = await soap(amount(text));
    expect(answer.status).toBe(500);
    expect(answer.text.length).toBeLessThan(5000);
  });

  it.each([
    ['white space within a number', `1${'%20'.repeat(long / 4)}1`],
    ['zeros before something else', `${'0'.repeat(long)}x`],
    ['commas', `1${','.repeat(long)}x`],
  ])('a form with %s is refused at once, in few words', async (_, text) => {
    const answer = await post(text);
    expect(answer.status).toBe(500);
    expect(answer.text.length).toBeLessThan(5000);
  });

  it('an integer of a form is read in one pass', async () => {
    const body = `errorCode=${'0'.repeat(long)}x&sessionId=s&lang=en`;
    expect((await timed(() => send(server, 'POST', '/ErrorsApi.asmx/GetErrorDesc', form, body))).status).toBe(500);
  });

  it('blocks that must be understood are counted, not collected', async () => {
    const answer = await soap(exchangeBody, '<h s:mustUnderstand="1"/>'.repeat(long / 30));
    expect(answer.text).toContain('MustUnderstand');
    expect(answer.text.length).toBeLessThan(5000);
  });
});

describe('namespaces', () => {
  const open = element<{ readonly $any: readonly unknown[] }>(
    'urn:t',
    'root',
    complexType('urn:t', 'Root', {
      content: sequence([any({ min: 0, max: Number.POSITIVE_INFINITY, process: 'skip' })]),
    }),
  );
  const declare = (count: number, stem: string): string =>
    Array.from({ length: count }, (_, i) => ` xmlns:${stem}${i}="urn:${i}"`).join('');
  const failure = (text: string): string => {
    try {
      parseXml(open, text);
      return '';
    } catch (error) {
      return (error as Error).name;
    }
  };

  it('many elements of open content share what is declared around them', async () => {
    const text = `<root xmlns="urn:t"${declare(200, 'p')}>${'<x/>'.repeat(long / 4)}</root>`;
    const value = await timed(() => parseXml(open, text));
    expect(value.$any).toHaveLength(long / 4);
    expect(value.$any[0]).toMatchObject({ declarations: { p199: 'urn:199' } });
  });

  it('elements that each declare something under many others are refused', async () => {
    const text = `<root xmlns="urn:t"${declare(200, 'p')}>${'<x xmlns:q="v"/>'.repeat(long / 16)}</root>`;
    expect(await timed(() => failure(text))).toBe('XmlLimitError');
  });

  it('elements that each declare something are read where there is little else', async () => {
    const text = `<root xmlns="urn:t"${declare(8, 'p')}>${'<x xmlns:q="v"/>'.repeat(long / 16)}</root>`;
    expect(await timed(() => failure(text))).toBe('');
  });

  it('declarations do not pile up with the depth', async () => {
    const levels = Array.from({ length: 100 }, (_, i) => `<a${declare(100, `p${i}x`)}>`).join('');
    const text = `<root xmlns="urn:t">${levels}${'<x/>'.repeat(long / 4)}${'</a>'.repeat(100)}</root>`;
    expect(await timed(() => failure(text))).toBe('XmlLimitError');
  });
});

describe('references of encoded messages', () => {
  const root = element(
    'urn:t',
    'root',
    complexType('urn:t', 'Root', {
      content: sequence([field('', 'item', xs.string, { min: 0, max: Number.POSITIVE_INFINITY })]),
    }),
  );
  const decode = (items: string, targets: string): string => {
    const reader = new XmlReader(`<w><r:root xmlns:r="urn:t">${items}</r:root>${targets}</w>`);
    reader.next();
    reader.next();
    try {
      decodeEncoded(root, reader);
      return '';
    } catch (error) {
      return (error as { readonly code?: string }).code ?? String(error);
    }
  };
  const doubling = Array.from(
    { length: 100 },
    (_, i) => `<multiRef id="m${i}"><a href="#m${i + 1}"/><a href="#m${i + 1}"/></multiRef>`,
  ).join('');

  it.each([
    [
      'a chain that doubles',
      '<item href="#m0"/>',
      `${doubling}<multiRef id="m100">x</multiRef>`,
      'too-many-references',
    ],
    ['a circle', '<item href="#a"/>', '<multiRef id="a"><b href="#a"/></multiRef>', 'cyclic-reference'],
    [
      'a long text many times',
      '<item href="#a"/>'.repeat(20_000),
      `<multiRef id="a">${'x'.repeat(500_000)}</multiRef>`,
      'too-many-references',
    ],
    ['a short text many times', '<item href="#a"/>'.repeat(20_000), '<multiRef id="a">x</multiRef>', ''],
  ])('%s', async (_, items, targets, code) => {
    expect(await timed(() => decode(items, targets))).toBe(code);
  });

  it('many declarations around many references', async () => {
    const around = Array.from({ length: 100 }, (_, i) => ` xmlns:p${i}="urn:${i}"`).join('');
    const targets = `<multiRef${around} id="a">x</multiRef>`;
    expect(await timed(() => decode('<item href="#a"/>'.repeat(40_000), targets))).toBe('too-many-references');
  });
});

describe('names of the prototype', () => {
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];
  const inner = complexType('urn:t', 'Inner', { content: sequence([field('urn:t', 'polluted', xs.string)]) });
  const holder = element<Record<string, unknown>>(
    'urn:t',
    'root',
    complexType('urn:t', 'Root', { content: sequence(names.map((name) => field('urn:t', name, inner))) }),
  );

  afterEach(() => expect(({} as Record<string, unknown>).polluted).toBeUndefined());

  it('are names of elements like any other', () => {
    const text = names.map((name) => `<${name}><polluted>${name}</polluted></${name}>`).join('');
    const value = parseXml(holder, `<root xmlns="urn:t">${text}</root>`);
    expect(Object.keys(value)).toEqual(names);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(value.polluted).toBeUndefined();
    expect(parseXml(holder, formatXml(holder, value))).toEqual(value);
  });

  it('are names of attributes like any other', () => {
    const open = element<{ readonly $anyAttribute: Record<string, string> }>(
      'urn:t',
      'root',
      complexType('urn:t', 'Root', { anyAttribute: { namespaces: 'any', process: 'skip' } }),
    );
    const text = names.map((name) => ` ${name}="polluted" p:${name}="polluted"`).join('');
    const value = parseXml(open, `<root xmlns="urn:t" xmlns:p="urn:p"${text}/>`);
    expect(Object.keys(value.$anyAttribute)).toEqual(names.flatMap((name) => [name, `{urn:p}${name}`]));
    expect(Object.getPrototypeOf(value.$anyAttribute)).toBe(Object.prototype);
  });

  it.each(names)('as a type name of a message, %s is unknown', (name) => {
    const xsi = 'http://www.w3.org/2001/XMLSchema-instance';
    const base = element(
      'urn:t',
      'root',
      complexType('urn:t', 'Base', { typeName: 'Base', derived: derivedTypes(() => []) }),
    );
    expect(parseXml(base, `<root xmlns="urn:t" xmlns:x="${xsi}" x:type="${name}"/>`)).toEqual({});
  });

  it('as parameters of forms and of several parts are ignored', async () => {
    const { server, calls } = walletServer();
    const good = 'sessionId=s&CurrencyToBuy=z&CurrencyToPay=r&amountToPay=1';
    const extra = names.map((name) => `${name}=polluted&${name}%5Bpolluted%5D=1`).join('&');
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const answer = await send(server, 'POST', '/ExchangerApi.asmx/Exchange', type, `${extra}&${good}`);
    expect(answer.status).toBe(200);
    expect(Object.keys(calls[0]?.input as object).sort()).toEqual([
      'CurrencyToBuy',
      'CurrencyToPay',
      'amountToPay',
      'sessionId',
    ]);
  });

  it('as headers and operations are unknown', async () => {
    const { server } = walletServer();
    for (const name of names) {
      const path = `/ExchangerApi.asmx/${name}`;
      expect((await send(server, 'GET', path)).status).toBeGreaterThanOrEqual(400);
      expect((await send(server, 'POST', '/ExchangerApi.asmx', headers11(name), envelope(env11, '<a/>'))).status).toBe(
        500,
      );
      expect((await send(server, 'GET', `/${name}`)).status).toBe(404);
    }
  });
});

describe('what comes with a request', () => {
  const { server } = walletServer();
  const evil = '"><script>alert(1)</script>';

  it.each([
    'evil.example"/><x y="',
    'a b',
    "evil'",
    '<script>evil()</script>',
    'evil.example/path',
    'user@evil.example',
    'a\r\nX: y',
    '',
  ])('a Host of %p does not reach a document', async (host) => {
    for (const query of ['?WSDL', '', '?op=Exchange', '?disco']) {
      const { text } = await send(server, 'GET', `/ExchangerApi.asmx${query}`, { Host: host });
      if (host !== '') {
        expect(text).not.toContain(host);
      }
      expect(text).not.toContain('evil');
    }
  });

  it('no cache that others share keeps a page that shows the Host header', async () => {
    for (const query of ['?WSDL', '', '?op=Exchange']) {
      const { headers } = await send(server, 'GET', `/ExchangerApi.asmx${query}`, { Host: 'other.example' });
      expect(headers['cache-control']).toContain('private');
    }
  });

  it.each([
    ['the path', '/ExchangerApi.asmx/', evil],
    ['the query', '/ExchangerApi.asmx?op=', evil],
    ['the name of a document', '/ExchangerApi.asmx?xsd=', evil],
    ['a parameter', '/ExchangerApi.asmx/Exchange?amountToPay=', evil],
  ])('%s is not markup in an answer', async (_, path, text) => {
    for (const tail of [text, encodeURIComponent(text)]) {
      const answer = await send(server, 'GET', path + tail);
      expect(answer.text).not.toContain('<script>alert');
    }
  });

  it.each([
    ['parameters without end', `text/xml${'; a'.repeat(200_000)}`],
    ['semicolons', `text/xml${';'.repeat(8000)}`],
    ['a quote that does not end', `text/xml; charset="${'\\'.repeat(4000)}`],
    ['a type without end', 'a'.repeat(500_000)],
    ['a charset that nobody knows', 'text/xml; charset=__proto__'],
  ])('a Content-Type with %s', async (_, type) => {
    const headers = { ...headers11(), 'Content-Type': type };
    const answer = await timed(() =>
      send(server, 'POST', '/ExchangerApi.asmx', headers, envelope(env11, exchangeBody)),
    );
    expect([200, 400, 415, 500]).toContain(answer.status);
  });

  it.each([
    ['pairs', 'application/x-www-form-urlencoded', 'a=b&'.repeat(long / 4)],
    ['separators', 'application/x-www-form-urlencoded', '&'.repeat(long)],
    ['percent signs', 'application/x-www-form-urlencoded', `a=${'%'.repeat(long)}`],
    ['halves of pairs', 'application/x-www-form-urlencoded', `a=${'%ud800'.repeat(long / 6)}`],
    [
      'parts',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(long / 60),
    ],
    [
      'names that do not end',
      'multipart/form-data; boundary=x',
      `--x\r\n${';name="'.repeat(long / 7)}\r\n\r\n1\r\n--x--`,
    ],
  ])('a form of a million %s', async (_, type, body) => {
    const answer = await timed(() =>
      send(server, 'POST', '/ExchangerApi.asmx/Exchange', { 'Content-Type': type }, body),
    );
    expect(answer.status).toBe(500);
    expect(answer.text.length).toBeLessThan(5000);
  });
});

describe('answers to a client', () => {
  it.each([
    ['titles that do not end', 'html', '<title'.repeat(long / 6)],
    ['references', 'text', '&amp;'.repeat(long / 5)],
    ['ampersands', 'text', '&'.repeat(long)],
    ['white space', 'text', `a${' '.repeat(long)}b`],
  ] as const)('a page of %s is put in few words', async (_, kind, text) => {
    expect((await timed(() => serverMessage(kind, text, (shown) => shown)))?.length).toBeLessThan(1000);
  });
});
