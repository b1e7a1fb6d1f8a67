import { type SoapSignOptions, type SoapVerifyOptions, sign, verify } from '@wsdl-codegen/ws-security';
import { signingCertificate } from '../../../../tests/support/certificates.js';
import { openedBy, sealedBy } from '../../../../tests/support/signed-calls.js';

/** Attacks that take something signed out of its place, so that nobody reads it: its digest stays right. */

const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
const wsse = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
const wsu = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';
const addressing = 'http://www.w3.org/2005/08/addressing';
const alice = signingCertificate('Alice');
const created = new Date(Date.now() - 3_600_000).toISOString();
const timestamp = `<u:Timestamp xmlns:u="${wsu}"><u:Created>${created}</u:Created></u:Timestamp>`;
const blocks = `<t:Limit xmlns:t="urn:t">5</t:Limit><a:ReplyTo xmlns:a="${addressing}"><a:Address>urn:me</a:Address></a:ReplyTo>`;
const envelope = `<s:Envelope xmlns:s="${soap}"><s:Header><o:Security xmlns:o="${wsse}">${timestamp}</o:Security>${blocks}</s:Header><s:Body><pay xmlns="urn:pay"/></s:Body></s:Envelope>`;
const limit = { namespace: 'urn:t', name: 'Limit', optional: true };

const signed = (parts: SoapSignOptions['parts'] = ['body', 'addressing', limit]): Promise<string> =>
  sealedBy(sign({ key: alice.key, certificate: alice.cert, parts }), envelope);
const opened = (text: string, options: Partial<SoapVerifyOptions> = {}): Promise<string> =>
  openedBy(verify({ trust: { certificates: alice.cert }, ...options }), text).then(
    ({ text: read }) => read,
    (error: Error) => `refused: ${String(error.cause)}`,
  );
const partOf = (text: string, name: string): string => new RegExp(`<${name} .*?</${name}>`).exec(text)![0];

/** Where a part goes that should not be read. */
const places: ReadonlyArray<readonly [where: string, move: (text: string, part: string) => string]> = [
  ['a wrapper in the header', (text, part) => text.replace('</s:Header>', `<w xmlns="">${part}</w></s:Header>`)],
  ['a wrapper behind the Body', (text, part) => text.replace('</s:Envelope>', `<w xmlns="">${part}</w></s:Envelope>`)],
  [
    'a block for somebody else',
    (text, part) =>
      text.replace('</s:Header>', `<o:Security xmlns:o="${wsse}" s:actor="urn:x">${part}</o:Security></s:Header>`),
  ],
  ['the security block', (text, part) => text.replace('</o:Security>', `${part}</o:Security>`)],
  [
    'an object of the signature',
    (text, part) => text.replace('</ds:Signature>', `<ds:Object>${part}</ds:Object></ds:Signature>`),
  ],
];

describe.each(places)('a signed part in %s is refused', (_, move) => {
  it.each([
    ['t:Limit', {}],
    ['t:Limit', { require: ['body', limit] }],
    ['a:ReplyTo', {}],
    ['a:ReplyTo', { require: ['body', { namespace: addressing, name: 'ReplyTo', optional: true }] }],
  ] as const)('%s %#', async (name, options) => {
    const text = await signed();
    expect(await opened(text, options)).toContain(name === 't:Limit' ? '>5</t:Limit>' : 'urn:me');
    const part = partOf(text, name);
    const moved = move(text.replace(part, ''), part);
    expect(await opened(moved, options)).toContain('is signed, but stands where nobody reads it.');
  });
});

it.each(places.filter(([where]) => where !== 'the security block'))(
  'a signed timestamp in %s is refused, so that an old message does not become one without an age',
  async (_, move) => {
    const text = await signed(['body', 'timestamp']);
    expect(await opened(text)).toContain('refused: SecurityRefusal: The message is too old');
    const part = partOf(text, 'u:Timestamp');
    expect(await opened(move(text.replace(part, ''), part))).toContain('stands where nobody reads it');
    const besides = text.replace(part, '').replace('</s:Header>', `${part}</s:Header>`);
    expect(await opened(besides)).toContain('stands where nobody reads it');
  },
);

it('a Body that nobody signed is never read, whatever has to be signed', async () => {
  const text = await signed([limit]);
  expect(await opened(text, { require: [{ ...limit, optional: false }] })).toContain(
    'refused: SecurityRefusal: The signature does not cover "body".',
  );
});
