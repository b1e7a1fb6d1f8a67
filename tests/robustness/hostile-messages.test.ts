import { list, parseSimple, restriction, union } from '@wsdl-codegen/runtime/schema';
import * as xs from '@wsdl-codegen/runtime/xs';
import { compilePattern } from '../../runtime/src/schema/index.js';
import { env11, envelope, exchangeBody, headers11, send, walletServer } from '../../runtime/src/testing/server.js';

/**
 * Messages that try to keep the receiver busy, to fill its memory, or to slip something into what it makes of them. Bounds of
 * time are many times what the work takes: what they catch is quadratic or worse.
 */

/** A text of about the size that a server takes by default. */
const LONG = 1_000_000;
/** Milliseconds that reading one such text may take on a busy machine. */
const SOON = 5_000;

async function timed<T>(work: () => T | Promise<T>): Promise<T> {
  const start = performance.now();
  try {
    return await work();
  } finally {
    expect(performance.now() - start).toBeLessThan(SOON);
  }
}

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
  const zeros = '0'.repeat(LONG);
  const digits = '9'.repeat(LONG);
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
    ['a huge exponent', xs.double, `1e${digits}`, false],
    ['a huge negative exponent', xs.double, `1e-${digits}`, true],
    ['a year of many digits', xs.date, `${digits}-02-29`, false],
    ['zeros within a second', moment, `2000-01-01T00:00:00.${zeros}1Z`, true],
    ['a duration of many digits', span, `PT${digits}S`, false],
    ['a duration with a long fraction', span, `PT0.1${zeros}S`, false],
    ['base64 full of spaces', xs.base64Binary, 'AAAA '.repeat(LONG / 5), true],
    ['base64 that is wrong at the end', xs.base64Binary, `${'AAAA'.repeat(LONG / 4)}*`, false],
    ['a long list', list('urn:t', 'Ints', xs.int), '1 '.repeat(LONG / 2), true],
    ['a long list of one of many numbers', list('urn:t', 'Codes', code(xs.decimal)), '999 '.repeat(LONG / 4), true],
    ['a language without end', xs.language, 'a-'.repeat(LONG / 2), false],
    ['a name without end', xs.NCName, `${'a'.repeat(LONG)}:`, false],
  ])('%s', async (_, type, text, fits) => {
    expect(await timed(() => accepts(type, text))).toBe(fits);
  });
});

describe('patterns', () => {
  const a = 'a'.repeat(LONG);

  it.each([
    ['alternatives that overlap', '(a|a)'.repeat(40), `${'a'.repeat(40)}b`, false],
    ['many that may be left out', `${'a?'.repeat(40)}${'a'.repeat(40)}`, 'a'.repeat(40), true],
    ['repetitions side by side', 'a*a*a*a*a*b', 'a'.repeat(250), false],
    ['repetitions within repetitions', '((a*)*)*b', a, false],
    ['alternatives that repeat', '(a|ab|b)*c', 'ab'.repeat(LONG / 2), false],
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
    ['white space within a number', `1${' '.repeat(LONG)}1`],
    ['zeros before something else', `${'0'.repeat(LONG)}x`],
    ['markup as text', '&lt;'.repeat(LONG / 5)],
    ['references', `${'&#48;'.repeat(LONG / 6)}x`],
  ])('a parameter with %s is refused at once, in few words', async (_, text) => {
    const answer = await soap(amount(text));
    expect(answer.status).toBe(500);
    expect(answer.text.length).toBeLessThan(5000);
  });

  it.each([
    ['white space within a number', `1${'%20'.repeat(LONG / 4)}1`],
    ['zeros before something else', `${'0'.repeat(LONG)}x`],
    ['commas', `1${','.repeat(LONG)}x`],
  ])('a form with %s is refused at once, in few words', async (_, text) => {
    const answer = await post(text);
    expect(answer.status).toBe(500);
    expect(answer.text.length).toBeLessThan(5000);
  });

  it('an integer of a form is read in one pass', async () => {
    const body = `errorCode=${'0'.repeat(LONG)}x&sessionId=s&lang=en`;
    expect((await timed(() => send(server, 'POST', '/ErrorsApi.asmx/GetErrorDesc', form, body))).status).toBe(500);
  });

  it('blocks that must be understood are counted, not collected', async () => {
    const answer = await soap(exchangeBody, '<h s:mustUnderstand="1"/>'.repeat(LONG / 30));
    expect(answer.text).toContain('MustUnderstand');
    expect(answer.text.length).toBeLessThan(5000);
  });
});
