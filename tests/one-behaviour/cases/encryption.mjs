/** What is encrypted in documents and messages: what is read of it, and what is refused. */
import { ExtensionStates } from '@wsdl-codegen/runtime';
import { decrypt, decryptXml, encrypt, encryptXml, sign, verify } from '@wsdl-codegen/ws-security';
import { attempt } from '../kit.mjs';

const key = { secret: new Uint8Array(32).fill(7) };
const short = { secret: new Uint8Array(16).fill(7) };
const document =
  '<?xml version="1.0"?>\n<a:order xmlns:a="urn:a"><item Id="i">5 &gt; 4 &#13;😀<x/></item><!-- c --></a:order>';

/** Those that every host has: some have no keys of 192 bits. */
const algorithms = {
  'aes256-gcm': key,
  'aes128-gcm': short,
  'aes256-cbc': key,
  'aes128-cbc': short,
};

const read = (xml, options = {}) => attempt(() => decryptXml(xml, { key, ...options }));

const cases = {};
for (const [algorithm, direct] of Object.entries(algorithms)) {
  cases[`encryption: ${algorithm}`] = async () => {
    const allowUnsigned = [algorithm];
    const wrapped = await encryptXml(document, { key, algorithm, ids: ['i'] });
    const itself = await encryptXml(document, { key: direct, algorithm, keyTransport: 'direct', type: 'content' });
    return [
      await read(wrapped, { allowUnsigned }),
      await read(itself, { allowUnsigned, key: direct }),
      await read(wrapped),
      await read(wrapped, { allowUnsigned, key: { secret: new Uint8Array(32) } }),
      await read(itself, { allowUnsigned, key: { secret: new Uint8Array(direct.secret.length) } }),
      await read(itself, { allowUnsigned, key: 'no key' }),
    ];
  };
}
for (const hash of ['SHA-1', 'SHA-256', 'SHA-512']) {
  cases[`encryption: a key for RSA with ${hash}`] = async () => {
    const parameters = { name: 'RSA-OAEP', hash, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
    const { publicKey, privateKey } = await crypto.subtle.generateKey(parameters, false, ['encrypt', 'decrypt']);
    const other = await crypto.subtle.generateKey(parameters, false, ['encrypt', 'decrypt']);
    const encrypted = await encryptXml(document, { key: publicKey });
    return [
      await read(encrypted, { key: privateKey }),
      await read(encrypted, { key: other.privateKey }),
      await read(encrypted),
      await read(encrypted.replace(/(CipherValue>)[^<]{4}/, '$1AAAA'), { key: privateKey }),
      await attempt(() => encryptXml(document, { key: publicKey, keyTransport: 'rsa-1_5' })),
    ];
  };
}

/** A document that was encrypted once, so that every host reads the same octets. */
const changes = {
  'as it was': (xml) => xml,
  'with another value': (xml) => xml.replace(/(.*CipherValue>)[^<]{4}/s, '$1AAAA'),
  'with a value that is no base64': (xml) => xml.replace('CipherValue>', 'CipherValue>!'),
  'with an unknown algorithm': (xml) => xml.replace('aes256-gcm', 'aes256-ecb'),
  'with an address': (xml) =>
    xml.replace(/<xenc:CipherValue>[^<]*<\/xenc:CipherValue>/, '<xenc:CipherReference URI="http://example/"/>'),
  'with another type': (xml) => xml.replace('#Element', '#Other'),
  'with too many keys': (xml) => xml.replace(/<xenc:EncryptedKey.*<\/xenc:EncryptedKey>/s, (all) => all.repeat(17)),
  'without a key': (xml) => xml.replace(/<xenc:EncryptedKey.*<\/xenc:EncryptedKey>/s, ''),
  'cut short': (xml) => xml.slice(0, -3),
  'after a DOCTYPE': (xml) => xml.replace('\n', '<!DOCTYPE order>'),
};
for (const [name, change] of Object.entries(changes)) {
  cases[`encryption: a document ${name}`] = async () =>
    read(change(await encryptXml(document, { key, ids: ['i'] })), { require: [{ namespace: '', name: 'item' }] });
}
cases['encryption: what is not encrypted, and options that mean nothing'] = async () => [
  await read(document, { require: [{ namespace: '', name: 'item' }] }),
  await read(document, { requires: [] }),
  await attempt(() => encryptXml(document, {})),
  await attempt(() => encryptXml(document, { key: { secret: 'short' } })),
  await attempt(() => encryptXml(document, { key, algorithm: 'tripledes-cbc' })),
  await attempt(() => encryptXml(document, { key, ids: ['none'] })),
  await attempt(async () => encrypt({ key, parts: [] })),
  await attempt(async () => decrypt({})),
];

const envelope =
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header><t:Tenant xmlns:t="urn:t">7</t:Tenant></s:Header><s:Body><a xmlns="urn:a">1 &lt; 2 😀</a></s:Body></s:Envelope>';
const attachment = { contentId: 'note', contentType: 'text/plain', content: new TextEncoder().encode('a\nb') };
const context = (side) => ({
  side,
  message: side === 'client' ? 'answer' : 'request',
  version: '1.1',
  url: '/service',
  extensions: new ExtensionStates(),
});
const tenant = { namespace: 'urn:t', name: 'Tenant' };
const sealed = async (...extensions) => {
  let message = { text: envelope, parts: [attachment] };
  for (const extension of extensions) {
    message = await extension.seal(message, { ...context('client'), message: 'request' });
  }
  return message;
};
const opened = (message, side, ...extensions) =>
  attempt(async () => {
    const state = context(side);
    let current = message;
    try {
      for (const extension of extensions) {
        current = await extension.open(current, state);
      }
      const { text, parts } = current;
      // Ids and keys are new each time.
      return [text.replace(/ xmlns:wsu="[^"]*" wsu:Id="[^"]*"|<xenc:EncryptedKey.*<\/xenc:EncryptedKey>/gs, ''), parts];
    } catch (error) {
      return [error.name, error.message, error.code, error.cause?.message];
    }
  });
const messages = {
  'as it was': (text) => text,
  'that is plain': () => envelope,
  'with another Body': (text) => text.replace(/(<s:Body>).*(<\/s:Body>)/s, '$1<a/>$2'),
  'with something beside': (text) => text.replace('</s:Body>', '<a/></s:Body>'),
  'with another value': (text) => text.replace(/(CipherValue>)[^<]{4}/, '$1AAAA'),
  'without references': (text) => text.replace(/<xenc:ReferenceList>.*<\/xenc:ReferenceList>/s, ''),
  'with a second security block': (text) => text.replace(/<wsse:Security .*<\/wsse:Security>/s, '$&$&'),
  'cut short': (text) => text.slice(0, -3),
};
for (const side of ['server', 'client']) {
  for (const [name, change] of Object.entries(messages)) {
    cases[`encrypted message of a ${side === 'server' ? 'client' : 'server'}: ${name}`] = async () => {
      const { text, parts } = await sealed(encrypt({ key, parts: ['body', tenant, 'attachments'] }));
      return opened({ text: change(text), parts }, side, decrypt({ key, require: ['body', tenant, 'attachments'] }));
    };
  }
}
cases['encrypted message: signed before and after, with CBC as well'] = async () => {
  const signing = sign({ key });
  const verifying = verify({ key });
  const [gcm, cbc] = ['aes256-gcm', 'aes256-cbc'].map((algorithm) => encrypt({ key, algorithm }));
  const decrypting = decrypt({ key });
  return [
    await opened(await sealed(signing, gcm), 'server', decrypting, verifying),
    await opened(await sealed(gcm, signing), 'server', verifying, decrypting),
    await opened(await sealed(cbc, signing), 'server', verifying, decrypting),
    await opened(await sealed(signing, cbc), 'server', decrypting, verifying),
  ];
};

/** The cases by name. */
export const encryption = cases;
