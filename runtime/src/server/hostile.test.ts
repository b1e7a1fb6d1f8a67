import fc from 'fast-check';
import { withinSeconds } from '../../../tests/support/processor-time.js';
import {
  env11,
  env12,
  envelope,
  exchangeBody,
  headers11,
  headers12,
  walletServer,
} from '../../../tests/support/runtime/server.js';
import { runs, someOf } from '../../../tests/support/thorough.js';

/** Statuses that an answer to nonsense may have. */
const expected = new Set([200, 400, 404, 405, 413, 415, 500]);

/** A good request with pieces cut out, doubled, or replaced by bytes that matter to parsers. */
const mutated = (text: string): fc.Arbitrary<Uint8Array> =>
  fc
    .array(
      fc.record({
        at: fc.nat(text.length),
        length: fc.nat(20),
        piece: fc.oneof(
          fc.constantFrom(
            '<',
            '>',
            '&',
            '"',
            "'",
            '</',
            '/>',
            '<!--',
            ']]>',
            '<![CDATA[',
            '<?x',
            '&#x0;',
            '\0',
            '\ufeff',
            ' xmlns:a=""',
            '%',
            '%u',
            '&',
            '=',
          ),
          fc.string({ maxLength: 5 }),
        ),
      }),
      { minLength: 1, maxLength: 5 },
    )
    .map((edits) =>
      new TextEncoder().encode(
        edits.reduce((now, { at, length, piece }) => now.slice(0, at) + piece + now.slice(at + length), text),
      ),
    );

const body = fc.oneof(
  mutated(envelope(env11, exchangeBody, '<h s:mustUnderstand="0"/>')),
  mutated(envelope(env12, exchangeBody)),
  mutated('sessionId=s&CurrencyToBuy=z&CurrencyToPay=r&amountToPay=1.5'),
  fc.uint8Array({ maxLength: 200 }),
);
const contentType = fc.oneof(
  fc.constantFrom(
    'text/xml',
    'text/xml; charset=utf-16',
    'application/x-www-form-urlencoded; charset=utf-7',
    'text/xml; charset="',
  ),
  fc.constantFrom(
    headers11()['Content-Type'] ?? '',
    headers12()['Content-Type'] ?? '',
    'application/x-www-form-urlencoded',
  ),
  fc.string(),
);
const action = fc.oneof(fc.constant(headers11().SOAPAction), fc.string(), fc.constant(undefined));
const url = fc.oneof(
  fc.constantFrom(
    '/ExchangerApi.asmx',
    '/ExchangerApi.asmx/Exchange',
    '/geosrvex/AddressLocator.svc',
    '/ExchangerApi.asmx?wsdl',
  ),
  fc
    .tuple(fc.constantFrom('/ExchangerApi.asmx/Exchange?', '/ExchangerApi.asmx/', '/', '?', 'http://'), fc.string())
    .map((parts) => parts.join('')),
);

it('answers whatever comes, and never by accident', async () => {
  const accidents: unknown[] = [];
  const { server } = walletServer({ onError: (error) => accidents.push(error) });
  const method = fc.constantFrom('POST', 'POST', 'GET', 'HEAD', 'PUT', 'x');
  await fc.assert(
    fc.asyncProperty(method, url, contentType, action, body, async (verb, target, type, soapaction, bytes) => {
      const answer = await server.handle({
        method: verb,
        url: target,
        headers: { 'content-type': type, soapaction },
        body: bytes,
      });
      expect(expected).toContain(answer.status);
      expect(accidents).toEqual([]);
    }),
    { numRuns: runs(3000) },
  );
});

const bodies: readonly (readonly [name: string, text: string])[] = [
  ['entities', `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">${'<!ENTITY b "&a;&a;">'.repeat(100)}]>${envelope(env11, '&b;')}`],
  ['open tags', '<a>'.repeat(300_000)],
  ['an endless start tag', `<a ${'b="" '.repeat(200_000)}`],
  ['an endless attribute', `<a b="${'x'.repeat(900_000)}`],
  ['namespace declarations', `<a ${Array.from({ length: 50_000 }, (_, index) => `xmlns:a${index}="u"`).join(' ')}/>`],
  ['a huge number', envelope(env11, exchangeBody.replace('1.5', '9'.repeat(900_000)))],
  ['many siblings', envelope(env11, exchangeBody.replace('<sessionId>', `${'<x/>'.repeat(200_000)}<sessionId>`))],
  ['a huge name', `<${'a'.repeat(1_000_000)}/>`],
  ['a huge prefix', `<a ${'x'.repeat(500_000)}:b="" xmlns:c="u"/>`],
  ['references', envelope(env11, exchangeBody.replace('>s<', `>${'&#65;&lt;'.repeat(300_000)}<`))],
  ['CDATA sections', envelope(env11, exchangeBody.replace('>s<', `>${'<![CDATA[]]>'.repeat(200_000)}<`))],
  ['brackets', envelope(env11, exchangeBody.replace('>s<', `>${']]'.repeat(1_000_000)}<`))],
  ['carriage returns', envelope(env11, exchangeBody.replace('>s<', `>${'\r'.repeat(1_500_000)}<`))],
  ['processing instructions', envelope(env11, `${'<?a?>'.repeat(300_000)}${exchangeBody}`)],
  ['many headers', envelope(env11, exchangeBody, '<h/>'.repeat(300_000))],
  ['comments', `${'<!-- -->'.repeat(100_000)}${envelope(env11, exchangeBody)}`],
];
it.each(someOf(bodies, 2))('%s cost little', async (_, text) => {
  const { server } = walletServer({ limits: { maxBodyBytes: 4_000_000 } });
  const answer = await withinSeconds(2, () =>
    server.handle({
      method: 'POST',
      url: '/ExchangerApi.asmx',
      headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: headers11().SOAPAction },
      body: new TextEncoder().encode(text),
    }),
  );
  expect([200, 400, 500]).toContain(answer.status);
});

it.each([
  ['a lone surrogate as UTF-8', [0xed, 0xa0, 0x80]],
  ['an overlong slash', [0xc0, 0xaf]],
  ['an overlong NUL', [0xe0, 0x80, 0x80]],
  ['a code point beyond Unicode', [0xf5, 0x80, 0x80, 0x80]],
  ['half a character', [0xd0]],
])('%s is replaced, not obeyed', async (_, bytes) => {
  const { server, calls } = walletServer();
  const [before = '', after = ''] = envelope(env11, exchangeBody).split('>s<');
  const encoder = new TextEncoder();
  const answer = await server.handle({
    method: 'POST',
    url: '/ExchangerApi.asmx',
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: headers11().SOAPAction },
    body: Uint8Array.from([...encoder.encode(`${before}>`), ...bytes, ...encoder.encode(`<${after}`)]),
  });
  expect(answer.status).toBe(200);
  expect(calls[0]?.input).toMatchObject({ sessionId: expect.stringMatching(/^\ufffd+$/) });
});

const forms: readonly (readonly [name: string, text: string, status: number])[] = [
  ['fields', 'a=b&'.repeat(200_000), 500],
  ['empty fields', '&'.repeat(1_000_000), 500],
  ['percent signs', `sessionId=${'%'.repeat(1_000_000)}`, 500],
  ['%u', `sessionId=${'%u'.repeat(500_000)}`, 500],
  ['escapes', `sessionId=${'%41'.repeat(300_000)}&CurrencyToBuy=z&CurrencyToPay=r&amountToPay=1`, 200],
  ['separators', `sessionId=&CurrencyToBuy=z&CurrencyToPay=r&amountToPay=1${','.repeat(900_000)}5`, 200],
  ['a long list', `sessionId=&currency=${'wme,'.repeat(200_000)}wme`, 500],
];
it.each(someOf(forms, 2))('many %s in a form cost little', async (_, text, status) => {
  const { server } = walletServer();
  const answer = await withinSeconds(2, () =>
    server.handle({
      method: 'POST',
      url: text.includes('currency') ? '/AccountApi.asmx/TopupAtmCard' : '/ExchangerApi.asmx/Exchange',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new TextEncoder().encode(text),
    }),
  );
  expect(answer.status).toBe(status);
});

it.each([
  [
    'a value',
    '/AccountApi.asmx',
    envelope(env11, `<x xmlns="http://wallet.example/api"><currency>${'&lt;'.repeat(200_000)}</currency></x>`),
  ],
  ['a header', '/AccountApi.asmx', envelope(env11, '', `<${'h'.repeat(900_000)} s:mustUnderstand="1"/>`)],
  ['an envelope', '/AccountApi.asmx', `<a xmlns="${'&lt;'.repeat(200_000)}"/>`],
  ['a body element', '/strict', envelope(env11, `<${'x'.repeat(900_000)}/>`)],
])('%s is not repeated as a whole', async (_, url, text) => {
  const { server } = walletServer(url === '/strict' ? { profile: 'strict' } : {});
  const answer = await server.handle({
    method: 'POST',
    url: '/AccountApi.asmx',
    headers: {
      'content-type': 'text/xml; charset=utf-8',
      soapaction: '"http://wallet.example/api/MarkAllOperationsAsReadForCurrency"',
    },
    body: new TextEncoder().encode(text),
  });
  expect(answer.status).toBe(500);
  expect(answer.body.length).toBeLessThan(5000);
});

it.each(['id', 'amount'])('a huge %s in a query costs little', async (name) => {
  const { server } = walletServer();
  const query = new URLSearchParams({
    sessionId: '',
    id: '1',
    amount: '1',
    purseFrom: '',
    [name]: '9'.repeat(1_000_000),
  });
  const url = `/AccountApi.asmx/TopupAtmCard?${query}`;
  const answer = await withinSeconds(1, () =>
    server.handle({ method: 'GET', url, headers: {}, body: new Uint8Array(0) }),
  );
  expect(answer.status).toBe(500);
});
