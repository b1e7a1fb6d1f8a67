import fc from 'fast-check';
import { XmlDecodeError, XmlEncodeError } from '../../schema/index.js';
import type { FaultInfo } from '../../soap/fault.js';
import type { TransportRequest } from '../transport.js';
import type { CallMasker } from './call-masker.js';
import { SecretNames } from './names.js';
import { clientMasking } from './small-masker.js';
import { secretNames } from './small-names.js';
import * as words from './words.js';

const operation = { name: 'Login', method: 'login', input: {} } as const;
const bare: TransportRequest = { method: 'POST', url: 'https://h/login', headers: {} } as TransportRequest;

/** The masker of a call that sends a request with some of these parts. */
function maskerOf(request: Partial<TransportRequest>): CallMasker {
  return clientMasking().of({ operation, input: {}, request: { ...bare, ...request } });
}

function withPassword(secret: string): CallMasker {
  const escaped = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return maskerOf({ body: `<Login><Password>${escaped}</Password></Login>` });
}

describe('the names of credentials for small programs', () => {
  const all = [
    ...[words.secretWords, words.finalWords, words.wholeWords, words.secretParts],
    ...[words.secretEndings, words.aboutWords, words.ordinaryNames, ['order', 'id', 'x', '2', 'customer', 'a']],
  ].flat();
  const name = fc
    .array(fc.tuple(fc.constantFrom(...all), fc.nat(3), fc.constantFrom('', '-', '_', '.', ' ', ':')), {
      minLength: 1,
      maxLength: 4,
    })
    .map((pieces) =>
      pieces
        .map(([word, form, separator]) => {
          const capital = word.charAt(0).toUpperCase() + word.slice(1);
          return [word, capital, word.toUpperCase(), word.slice(0, 4) + capital.slice(4)][form] + separator;
        })
        .join(''),
    );

  it('are those of the exact masker, and more', () => {
    const options = { words: ['customerNumber'], except: ['pinCode', 'cookieBanner'] };
    const [isSecret, exact] = [secretNames(options), new SecretNames(options)];
    fc.assert(
      fc.property(fc.oneof(name, fc.constantFrom('customer_number', 'oldCustomerNumber', 'pin-code')), (text) => {
        expect([text, isSecret(text) || !exact.isSecret(text)]).toEqual([text, true]);
      }),
      { numRuns: 20_000, seed: 7 },
    );
  });

  it.each(['note', 'author', 'errorCode', 'Key', 'creditLimit', 'shipping', 'passenger', 'design', 'orderId'])(
    'are not %s',
    (ordinary) => {
      expect(secretNames({ words: ['', '-'] })(ordinary)).toBe(false);
    },
  );

  it('are not those that the option excludes', () => {
    expect(secretNames({ except: ['pinCode'] })('PIN_code')).toBe(false);
  });
});

describe('the masker for small programs', () => {
  it.each<readonly [string, Partial<TransportRequest>]>([
    ['an element', { body: '<a><wsse:Password Type="urn:t">hunter22</wsse:Password></a>' }],
    ['an attribute', { body: '<login password="hunter22"/>' }],
    ['an attribute of an element with text', { body: '<login password="hunter22">me</login>' }],
    ['bytes', { body: new TextEncoder().encode('<Pin>hunter22</Pin>') }],
    ['a form', { body: 'user=me&password=hunter22' }],
    ['the query of an address', { url: 'https://h/login?user=me&apiKey=hunter22#a' }],
    ['the password of an address', { url: 'https://me:hunter22@h/login' }],
    ['the user of an address', { url: 'https://hunter22@h/login' }],
    ['a header', { headers: { 'X-Api-Key': 'hunter22' } }],
    ['a header with a scheme', { headers: { Authorization: 'Bearer hunter22' } }],
    ['a header of several parts', { headers: { Cookie: 'theme=dark; sid=hunter22' } }],
    ['a header that the transport added', { addedHeaders: [{ Authorization: 'Digest nonce="hunter22"' }] }],
  ])('hides what %s has sent', (_, request) => {
    expect(maskerOf(request).text('The session hunter22 is over.')).toBe('The session *** is over.');
  });

  it.each(['The token is expired: log in', 'password: swordfish', 'a & b'])('shows "%s"', (text) => {
    expect(maskerOf({ body: '<Password>hunter22</Password>' }).text(text)).toBe(text);
  });

  it.each(['abc', 'true', ''])('shows "%s", which stands for too many other things', (short) => {
    expect(withPassword(short).text('abc is true')).toBe('abc is true');
  });

  it('hides longer credentials before those that are a part of them', () => {
    const masker = maskerOf({ body: '<Pin>1234</Pin><Password>1234-5678</Password>' });
    expect(masker.text('1234-5678, 1234')).toBe('***, ***');
  });

  it('hides a text as a whole that repeats the beginning of a long credential', () => {
    const token = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxMjM0In0.';
    expect(withPassword(token).text(`for ${token.slice(0, 20)}…`)).toBe('***');
  });

  it('shows nothing of a credential that was sent, whatever escapes it', () => {
    const secrets = fc.string({ unit: fc.constantFrom(...'ab1&<"\'\\/+% =;:é😀'), maxLength: 14 });
    const wrap = fc.constantFrom<(text: string) => string>(
      (text) => text,
      (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
      (text) => text.replace(/[^a-z\d]/gu, (sign) => `&#${sign.codePointAt(0)};`),
      (text) => encodeURIComponent(text),
      (text) => encodeURIComponent(encodeURIComponent(text)),
      (text) => JSON.stringify(text),
    );
    fc.assert(
      fc.property(secrets, wrap, fc.string(), (rest, change, text) => {
        const secret = `Qx7z${rest}w3`;
        const shown = withPassword(secret).text(`${text} ${change(secret)} ${text}`);
        expect([secret, shown.includes('Qx7z')]).toEqual([secret, false]);
      }),
      { numRuns: 5000, seed: 7 },
    );
  });

  it('shows no text of a call whose body is a stream', () => {
    expect(maskerOf({ stream: {} as never }).text('refused')).toBe('***');
  });

  it('shows addresses without user, query and fragment, also those that are not valid', () => {
    const { address } = clientMasking().common;
    expect(['https://me:p@ss@h/a?b=c#d', 'https://me:p#s@h/a', 'htp:/me:p@h', 'https://h/a'].map(address)).toEqual([
      'https://***@h/a',
      'https://***@h/a',
      '***@h',
      'https://h/a',
    ]);
  });

  it('hides nothing but the users of addresses if the option is false', () => {
    const masker = clientMasking(false).of({ operation, input: {}, request: { ...bare, body: '<Pin>hunter22</Pin>' } });
    expect([masker.text('hunter22'), masker.address('https://a:b@h')]).toEqual(['hunter22', 'https://***@h']);
  });
});

describe('a fault', () => {
  const fault: FaultInfo = {
    version: '1.1',
    code: { namespace: 'urn:c', name: 'Server' },
    kind: 'Server',
    subcodes: [],
    reason: 'hunter22 is wrong',
    reasons: [{ language: 'en', text: 'hunter22 is wrong' }],
    actor: undefined,
    node: undefined,
    faultName: 'LoginFault',
    detail: { code: 7, text: 'not hunter22', newToken: 'abc', left: [1, null], bytes: new Uint8Array([1]) },
  };

  it('keeps its kind, its name and the types of its values', () => {
    expect(withPassword('hunter22').fault(fault)).toEqual({
      ...fault,
      reason: '*** is wrong',
      reasons: [{ language: 'en', text: '*** is wrong' }],
      detail: { code: 7, text: 'not ***', newToken: 'abc', left: [1, null], bytes: new Uint8Array([1]) },
    });
    expect(withPassword('Server').fault(fault)).toMatchObject({ kind: 'Server', code: { name: '***' } });
  });
});

describe('a cause', () => {
  const masker = withPassword('hunter22');

  it('is a copy with name and text', () => {
    const error = Object.assign(new TypeError('no hunter22'), { config: { password: 'hunter22' } });
    const shown = masker.value(error) as Error;
    expect(shown).toMatchObject({ name: 'TypeError', message: 'no ***' });
    expect([shown.stack?.includes('hunter22'), 'config' in shown]).toEqual([false, false]);
  });

  it.each([[{ a: 1 }], [() => 1], [new Map()], [new Uint8Array(3)]])('that is an object is not shown: %p', (value) => {
    expect(masker.value(value)).toMatchObject({ message: '[object]' });
  });

  it.each([
    ['hunter22', '***'],
    [undefined, 'undefined'],
    [5, '5'],
  ])('that is a text is shown: %p', (value, shown) => {
    expect(masker.value(value)).toBe(shown);
  });

  it('of this package keeps its class and its facts', () => {
    const error = new XmlEncodeError('wrong-type', '"hunter22" is no number', 'Login', ['count']);
    const shown = masker.value(error);
    expect(shown).toBeInstanceOf(XmlEncodeError);
    expect(shown).toMatchObject({
      message: '/Login/count: "***" is no number',
      code: 'wrong-type',
      segments: ['count'],
    });
  });

  it('does not quote a value under a secret name', () => {
    const encode = new XmlEncodeError('wrong-type', '"x" is no number', 'Login', ['user', 'pin']);
    expect(masker.value(encode)).toMatchObject({ message: '/Login/user/pin: ***', path: '/Login/user/pin' });
    const decode = new XmlDecodeError('value', '"x" is no number', 'Login', ['pin'], { line: 1, column: 2 });
    expect(masker.value(decode)).toMatchObject({ message: '/Login/pin: ***', reason: '***', line: 1 });
  });

  it('does not quote a value that a message names besides others', () => {
    const several = new XmlEncodeError('facet', 'the text is too long; /pin: "x" is too short', 'GetToken', ['user']);
    expect(masker.value(several)).toMatchObject({ message: '/GetToken/user: ***' });
    const one = new XmlEncodeError('facet', 'the text is too long', 'GetToken', ['user', 0]);
    expect(masker.value(one)).toMatchObject({ message: '/GetToken/user[0]: the text is too long' });
  });

  it('that cannot be read is not shown', () => {
    const closed = new Proxy(new Error(), {
      get: () => {
        throw new Error('closed');
      },
    });
    expect(masker.value(closed)).toBe('[object]');
  });
});
