import { createMasker } from '@wsdl-codegen/runtime';
import fc from 'fast-check';
import { runs } from '../support/thorough.js';

/** Values of secret names are hidden in every kind of text, whatever is around them; other values stay readable. */

const masker = createMasker();

const secretWords = [
  ...['password', 'pwd', 'passphrase', 'secret', 'token', 'jwt', 'pin', 'otp', 'cvv', 'cvc', 'credentials', 'cookie'],
  ...['api key', 'private key', 'session id', 'access code', 'card number', 'auth hash', 'Signer Key', 'authorization'],
];
const beside = ['user', 'new', 'old', 'x', 'my', 'client', 'account', 'web', 'second', 'API', '2', 'SQL', 'é'];
const ordinaryWords = [
  ...[
    'author',
    'tokenize',
    'passenger',
    'compass',
    'keyboard',
    'monkey',
    'shopping',
    'order',
    'amount',
    'culture',
    'code',
  ],
  ...['spin', 'pint', 'secretary', 'sessional', 'hatpin', 'passport', 'number', 'card', 'api', 'access', 'state'],
];

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const styles: readonly ((words: readonly string[]) => string)[] = [
  (words) => words.map((word, index) => (index === 0 ? word.toLowerCase() : capital(word))).join(''),
  (words) => words.map(capital).join(''),
  (words) => words.join('_').toLowerCase(),
  (words) => words.join('-').toLowerCase(),
  (words) => words.join('.'),
  (words) => words.join('_').toUpperCase(),
  (words) => words.map(capital).join('-'),
];
const style = fc.constantFrom(...styles);
const some = fc.array(fc.constantFrom(...beside), { maxLength: 2 });
const secretName = fc
  .tuple(
    some,
    fc.constantFrom(...secretWords),
    fc.array(fc.constantFrom('hash', 'value', 'x', '2'), { maxLength: 1 }),
    style,
  )
  .map(([before, word, after, write]) => write([...before, ...word.split(' '), ...after]));
const ordinaryName = fc
  .tuple(fc.array(fc.constantFrom(...ordinaryWords), { minLength: 1, maxLength: 2 }), style)
  .map(([words, write]) => write(words))
  .filter((name) => !masker.isSecret(name));

const xml = (text: string): string => text.replace(/[&<>"']/g, (unit) => `&#${unit.charCodeAt(0)};`);
const json = (text: string): string => JSON.stringify(text);

/** The forms in which a name and its value occur in texts; the value is written so that the text is well-formed. */
const carriers: Readonly<Record<string, (name: string, value: string) => string>> = {
  element: (name, value) => `<${name}>${xml(value)}</${name}>`,
  'element with prefix and attributes': (name, value) =>
    `<a:${name} xmlns:a="urn:a" xmlns:i="urn:i" i:type="s"\n>${xml(value)}</a:${name} >`,
  cdata: (name, value) => `<${name}><![CDATA[${value}]]></${name}>`,
  'inner element': (name, value) => `<${name}><v>${xml(value)}</v><v b="${xml(value)}"/></${name}>`,
  attribute: (name, value) => `<a b="c" ${name}="${xml(value)}" d='e'/>`,
  'attribute in apostrophes': (name, value) => `<a xmlns:p="urn:p" p:${name} = '${xml(value)}'></a>`,
  'element cut short': (name, value) => `<a><${name}>${xml(value)}`,
  json: (name, value) => json({ a: 1, [name]: value, b: [2] } as unknown as string),
  'json, pretty': (name, value) => JSON.stringify({ a: 1, [name]: value, b: [2] }, null, 2),
  'json, nested': (name, value) => json({ [name]: { a: [value], b: { c: value } } } as unknown as string),
  'json in json': (name, value) => json(json({ [name]: value } as unknown as string)),
  'json cut short': (name, value) => json({ [name]: value } as unknown as string).slice(0, -2),
  query: (name, value) => `http://h/x?a=1&${encodeURIComponent(name)}=${encodeURIComponent(value)}&b=2`,
  'query in a query': (name, value) =>
    `/login?return=${encodeURIComponent(`/x?a=1&${encodeURIComponent(name)}=${encodeURIComponent(value)}&b=2`)}`,
  'query in xml': (name, value) => `<a>?a=1&amp;${encodeURIComponent(name)}=${encodeURIComponent(value)}&amp;b=2</a>`,
  'xml in xml': (name, value) => `<a>${xml(`<b><${name}>${xml(value)}</${name}></b>`)}</a>`,
  'xml in cdata': (name, value) => `<a><![CDATA[<b><${name}>${xml(value)}</${name}></b>]]></a>`,
  'xml in json': (name, value) => json(`<${name}>${xml(value)}</${name}>`),
  'xml in a query': (name, value) => `a=${encodeURIComponent(`<${name}>${xml(value)}</${name}>`)}`,
  multipart: (name, value) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--b--\r\n`,
  'multipart with a type': (name, value) =>
    `--b\r\nContent-Disposition: form-data; name=${name}\r\nContent-Type: text/plain\r\n\r\n${value}\r\n--b\r\n`,
  dictionary: (name, value) => `<e><Key>${name}</Key><Value>${xml(value)}</Value></e>`,
  parameter: (name, value) => `<param name="${name}" value="${xml(value)}"/>`,
  'parameter with content': (name, value) => `<param name="${name}">${xml(value)}</param>`,
  'pair in json': (name, value) => json({ name, value } as unknown as string),
  log: (name, value) => `level=info ${name}=${json(value)} id=7`,
};

// A beginning that cannot occur by accident, then characters that are hard to delimit.
const value = fc
  .tuple(
    fc.stringMatching(/^Q[0-9a-f]{9}Z$/),
    fc.string({ unit: fc.constantFrom(...' &<>"\'\\/+%=;,:?#[](){}.*$^|~aZ0\té😀'), maxLength: 12 }),
    fc.stringMatching(/^Y[0-9a-f]{9}$/),
  )
  .map((parts) => parts.join(''))
  .filter((text) => !text.includes(']]>'));
/** The rest of a text; nothing in it is left open. */
const around = fc.constantFrom(
  '',
  ' ',
  '\n',
  '<x>1</x>',
  '{"n":1}',
  'it did not work: ',
  'Error 5 (a < b): ',
  "don't ",
);

describe.each(Object.keys(carriers))('%s', (kind) => {
  const carry = carriers[kind]!;

  it('hides the values of secret names', () => {
    fc.assert(
      fc.property(secretName, value, around, around, (name, secret, before, after) => {
        const text = masker.text(before + carry(name, secret) + after);
        expect(text).not.toContain(secret.slice(0, 11));
        expect(text).not.toContain(secret.slice(-10));
        expect(masker.text(text)).toBe(text);
      }),
      { numRuns: runs(150), seed: 1 },
    );
  });

  it('shows the values of other names', () => {
    fc.assert(
      fc.property(ordinaryName, fc.stringMatching(/^Q[0-9a-f]{9}Z$/), around, around, (name, shown, before, after) => {
        const carried = carry(name, shown);
        // A document is one only if nothing is around it.
        const text = /^\s*[<{]/.test(before + carried) ? carried : before + carried + after;
        expect(masker.text(text)).toBe(kind.endsWith('cut short') ? masker.text(masker.text(text)) : text);
      }),
      { numRuns: runs(100), seed: 1 },
    );
  });
});

it('names made of ordinary words are ordinary', () => {
  for (const word of ordinaryWords) {
    for (const write of styles) {
      expect([word, masker.isSecret(write([word, 'id']))]).toEqual([word, false]);
    }
  }
});
