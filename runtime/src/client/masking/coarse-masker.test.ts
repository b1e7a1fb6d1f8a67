import fc from 'fast-check';
import { clientMasking as coarseMasking } from './coarse-masker.js';
import { CoarseNames } from './coarse-names.js';
import { CallMaskers } from './masker.js';
import { SecretNames } from './names.js';
import * as words from './words.js';

/** Whatever the two maskers get, the one for small programs shows no more than the one that hides exactly the credentials. */

const operation = { name: 'ChangePassword', method: 'changePassword', input: {} } as const;
const parts = fc.constantFrom(
  ...['password', 'Pin', 'sessionId', 'token', 'note', 'id', 'apiKey', 'Key', 'Value', 'name', 'ChangePassword'],
  ...['=', ':', ' ', '"', "'", '<', '>', '</', '/>', '&', ';', ',', '\\', '\n', '\r\n', '{', '}', '%', '?', '…', '=>'],
  ...['&lt;', '&gt;', '&quot;', '&amp;', '%3D', '%22', '\\"', '\\u003c', '&#61;', '+', '[', ']', '://', '@', '.', '/'],
  ...['Bearer ', 'eyJhbGci0i.J9', 'Authorization', 'session id', 'Cookie', 'hunter22', 'p&ss<word', 'a'],
);
const texts = fc.array(parts, { maxLength: 24 }).map((all) => all.join(''));

/** What a masked text shows before the first thing that it hides. */
function shownBefore(text: string): string {
  const end = text.indexOf('***');
  return end < 0 ? text : text.slice(0, end);
}

describe('the names of credentials for small programs', () => {
  const all = [
    ...[words.secretWords, words.finalWords, words.wholeWords, words.headerWords, words.secretParts],
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
    const [coarse, exact] = [new CoarseNames(options), new SecretNames(options)];
    fc.assert(
      fc.property(fc.oneof(name, fc.constantFrom('customer_number', 'oldCustomerNumber', 'pin-code')), (text) => {
        expect(coarse.isSecret(text) || !exact.isSecret(text)).toBe(true);
        expect(coarse.isSecretHeader(text) || !exact.isSecretHeader(text)).toBe(true);
      }),
      { numRuns: 20_000, seed: 7 },
    );
  });

  it.each(['note', 'author', 'errorCode', 'Key', 'pinCount', 'InvalidTokenFault', 'shipping', 'passenger', 'orderId'])(
    'are not %s',
    (ordinary) => {
      expect(new CoarseNames({}).isSecret(ordinary)).toBe(false);
    },
  );

  it('are not those that the option excludes', () => {
    expect(new CoarseNames({ except: ['pinCode'] }).isSecret('PIN_code')).toBe(false);
  });
});

describe('the masker for small programs', () => {
  it.each(['Bearer realm="x"', 'Basic realm="x", charset="UTF-8"', 'The token is expired: log in', 'at f (a.js:1:2)'])(
    'shows %s',
    (text) => {
      expect(coarseMasking().common.text(text)).toBe(text);
    },
  );

  it.each([
    ['session id: 5', 'session id***'],
    ['x password=5', 'x password***'],
  ])('ends %s', (text, shown) => {
    expect(coarseMasking().common.text(text)).toBe(shown);
  });

  it('shows no more of any text than the exact one', () => {
    const [coarse, exact] = [coarseMasking().common, new CallMaskers().common];
    fc.assert(
      fc.property(texts, (text) => {
        expect(shownBefore(exact.text(text)).startsWith(shownBefore(coarse.text(text)))).toBe(true);
      }),
      { numRuns: 20_000, seed: 7 },
    );
  });

  it('shows no more of what a call has sent than the exact one', () => {
    const secrets = fc.string({ unit: fc.constantFrom(...'ab1&<"\'\\/+% =;:é😀'), minLength: 4, maxLength: 20 });
    const wrap = fc.constantFrom<(text: string) => string>(
      (text) => text,
      (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
      (text) => encodeURIComponent(text.replace(/\p{Cs}/gu, '')),
      (text) => JSON.stringify(text),
      (text) => Buffer.from(`x${text}`).toString('base64'),
      (text) => `${text.slice(0, 5)}…`,
    );
    fc.assert(
      fc.property(secrets, wrap, wrap, texts, fc.nat(60), (secret, inner, outer, text, length) => {
        const call = { operation, input: { password: secret } };
        const [coarse, exact] = [coarseMasking().of(call), new CallMaskers().of(call)];
        const whole = `x ${outer(inner(secret))} ${text}`;
        expect(shownBefore(exact.text(whole)).startsWith(shownBefore(coarse.text(whole)))).toBe(true);
        const [short, exactly] = [coarse.beginning(whole, length), exact.beginning(whole, length)];
        expect(shownBefore(exactly).startsWith(shownBefore(short))).toBe(true);
      }),
      { numRuns: 5000, seed: 7 },
    );
  });
});
