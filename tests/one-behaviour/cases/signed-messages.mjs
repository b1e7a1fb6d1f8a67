/** Messages that are signed: what is read of them, and what is refused. */
import { ExtensionStates } from '@wsdl-codegen/runtime';
import { sign, verify } from '@wsdl-codegen/ws-security';
import { attempt } from '../kit.mjs';

const key = { secret: 'a secret of both sides' };
const wsu = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';
// Ids are there, so that the signature is the same each time.
const envelope =
  '<?xml version="1.0"?>\n<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xs="http://www.w3.org/2001/XMLSchema">' +
  `<s:Header><t:Tenant xmlns:t="urn:t">7</t:Tenant></s:Header><s:Body xmlns:u="${wsu}" u:Id="body">` +
  '<a xmlns="urn:a" xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:type="xs:int">1 &lt; 2 😀<!-- c --></a></s:Body></s:Envelope>';
const attachment = { contentId: 'note', contentType: 'text/plain', content: new TextEncoder().encode('a\nb') };

const context = (side) => ({
  side,
  message: side === 'client' ? 'answer' : 'request',
  version: '1.1',
  url: '/service',
  extensions: new ExtensionStates(),
});
const signed = (options = {}, text = envelope, parts = []) =>
  sign({ key, ...options }).seal({ text, parts }, { ...context('client'), message: 'request' });
const opened = (envelope, options = {}, side = 'server') =>
  attempt(async () => {
    try {
      const { text, parts } = await verify({ key, ...options }).open(envelope, context(side));
      return [text, parts.map(({ contentId }) => contentId)];
    } catch (error) {
      // What a server answers does not say what was wrong; its cause does.
      return [error.name, error.message, error.code, error.cause?.message];
    }
  });

const cases = {
  'signed message: as it is': async () => signed(),
  'signed message: with attachments': async () => {
    const sealed = await signed({ parts: ['body', 'attachments'] }, envelope, [attachment]);
    const other = { ...attachment, content: new TextEncoder().encode('evil') };
    return [
      await opened(sealed, { require: ['body', 'attachments'] }),
      await opened({ ...sealed, parts: [other] }),
      await opened({ ...sealed, parts: [attachment, { ...other, contentId: 'other' }] }),
    ];
  },
};

const changes = {
  'as it was signed': (text) => text,
  'without a signature': () => envelope,
  'with another value': (text) => text.replace('1 &lt; 2', '1 &lt; 3'),
  'with another meaning of a prefix': (text) =>
    text.replace('xmlns:xs="http://www.w3.org/2001/XMLSchema"', 'xmlns:xs="urn:evil"'),
  'with a comment in a value': (text) => text.replace('1 &lt;', '1 <!-- c -->&lt;'),
  'with a second Body': (text) => text.replace('</s:Envelope>', '<s:Body/></s:Envelope>'),
  'with an id twice': (text) => text.replace('</s:Header>', '<x ID="body"/></s:Header>'),
  'with a second security block': (text) =>
    text.replace('</s:Header>', `${/<wsse:Security .*<\/wsse:Security>/s.exec(text)?.[0]}</s:Header>`),
  'with a block that has to be understood': (text) => text.replace('<t:Tenant', '<t:Tenant s:mustUnderstand="1"'),
  'cut short': (text) => text.slice(0, -3),
};
for (const side of ['server', 'client']) {
  for (const [name, change] of Object.entries(changes)) {
    cases[`signed message of a ${side === 'server' ? 'client' : 'server'}: ${name}`] = async () => {
      const { text, parts } = await signed();
      return opened({ text: change(text), parts }, {}, side);
    };
  }
}
cases['signed message: what is required, read without a signature, or in need of its prefixes'] = async () => {
  const sealed = await signed();
  const tenant = { namespace: 'urn:t', name: 'Tenant' };
  const unlisted = await signed({ canonical: { inclusivePrefixes: [] } });
  return [
    await opened(sealed, { require: ['body', tenant] }),
    await opened(sealed, { require: ['body', 'timestamp'] }),
    await opened(sealed, { unsigned: [tenant] }),
    await opened(await signed({ parts: ['body', tenant] }), { actor: 'urn:me' }),
    await opened(unlisted),
    await opened(unlisted, { prefixes: { xs: 'http://www.w3.org/2001/XMLSchema' } }),
    await opened(unlisted, { prefixes: 'unsigned' }),
  ];
};
cases['signed message: options that mean nothing'] = async () => [
  await attempt(async () => verify({})),
  await attempt(async () => verify({ key, require: [] })),
  await attempt(async () => verify({ key, requires: ['body'] })),
  await attempt(async () => sign({ key, parts: [] })),
  await attempt(() => signed({ parts: [{ namespace: 'urn:none', name: 'None' }] })),
  await attempt(() => signed({ keyInfo: 'thumbprint' })),
];

/** The cases by name. */
export const signedMessages = cases;
