/** XML signatures: what is signed, verified and refused. */
import { canonicalize, signDetached, signXml, verifyXml } from '@wsdl-codegen/ws-security';
import { attempt } from '../kit.mjs';

const secret = 'a secret of both sides';
const document =
  '<?xml version="1.0"?>\n<a:order xmlns:a="urn:a" xml:lang="de"><!-- c --><item Id="i">5 &gt; 4 &#13;😀</item><?p q ?></a:order>';

/** Keys of each kind, and the algorithms that are tried with them. */
const kinds = {
  'rsa-sha256': { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  'rsa-pss-sha512': { name: 'RSA-PSS', hash: 'SHA-512' },
  'ecdsa-sha256': { name: 'ECDSA', namedCurve: 'P-256' },
  'ecdsa-sha384': { name: 'ECDSA', namedCurve: 'P-384' },
};

function generate(parameters) {
  const numbers = { modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
  return crypto.subtle.generateKey({ ...numbers, ...parameters }, false, ['sign', 'verify']);
}

/** What was verified, as text. */
const verified = (xml, options) =>
  attempt(async () => {
    const { algorithm, parts } = await verifyXml(xml, options);
    return { algorithm, parts: parts.map(({ uri, octets, path }) => [uri, new TextDecoder().decode(octets), path]) };
  });

const cases = {};
for (const [name, parameters] of Object.entries(kinds)) {
  cases[`signature: ${name}`] = async () => {
    const { privateKey, publicKey } = await generate(parameters);
    const signed = await signXml(document, { key: privateKey });
    const other = await generate(parameters);
    return [
      await verified(signed, { key: publicKey }),
      await verified(signed, { key: other.publicKey }),
      await verified(signed.replace('5 &gt;', '6 &gt;'), { key: publicKey }),
      await verified(signed, { key: { secret } }),
    ];
  };
}
for (const form of ['exclusive', 'inclusive', 'inclusive-1.1']) {
  cases[`signature: the ${form} form`] = async () => [
    canonicalize(document, { form, comments: true }),
    canonicalize(document, { form, id: 'i' }),
    // A secret gives the same signature each time.
    await signXml(document, { key: { secret }, canonical: { form }, ids: ['i'] }),
  ];
}

const changes = {
  'without a signature': () => document,
  'with another value': (xml) => xml.replace('<ds:SignatureValue>', '<ds:SignatureValue>AAAA'),
  'with a value that is no base64': (xml) => xml.replace('<ds:SignatureValue>', '<ds:SignatureValue>!'),
  'with an id twice': (xml) => xml.replace('<?p q ?>', '<b ID="i"/>'),
  'without what it names': (xml) => xml.replace('Id="i"', 'Id="j"'),
  'of another algorithm': (xml) => xml.replace('hmac-sha256', 'hmac-md5'),
  'with a comment in a value': (xml) => xml.replace('</ds:DigestValue>', '<!-- --></ds:DigestValue>'),
  'cut short': (xml) => xml.slice(0, -3),
  'after a DOCTYPE': (xml) => xml.replace('\n', '<!DOCTYPE order>'),
};
for (const [name, change] of Object.entries(changes)) {
  cases[`signature: a document ${name}`] = async () => {
    const signed = await signXml(document, { key: { secret }, ids: ['i'] });
    return verified(change(signed), { key: { secret }, require: [{ namespace: '', name: 'item' }] });
  };
}
cases['signature: what is required and not signed'] = async () => {
  const signed = await signXml(document, { key: { secret }, ids: ['i'] });
  return verified(signed, { key: { secret }, require: [{ namespace: 'urn:a', name: 'order' }] });
};
cases['signature: octets elsewhere'] = async () => {
  const signed = await signDetached({ 'a.bin': new Uint8Array([65, 66]) }, { key: { secret } });
  return [
    await verified(signed, { key: { secret }, detached: { 'a.bin': new Uint8Array([65, 66]) } }),
    await verified(signed, { key: { secret } }),
  ];
};
cases['signature: options that mean nothing'] = async () => [
  await verified(document, { key: { secret }, requires: [] }),
  await verified(document, {}),
  await attempt(() => signXml(document, { key: { secret: 'short' } })),
  await attempt(() => signXml(document, { key: 'no key' })),
];

/** The cases by name. */
export const signatures = cases;
