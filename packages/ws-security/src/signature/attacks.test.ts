import { XmlLimitError, XmlSyntaxError } from '@wsdl-codegen/runtime/xml';
import { SignatureError, signXml, type VerifyOptions, verifyXml } from '@wsdl-codegen/ws-security';
import { signingCertificate } from '../../../../tests/support/certificates.js';
import { Random } from '../../../../tests/support/random.js';
import { runs } from '../../../../tests/support/thorough.js';
import { documentTask, makeSignature } from './sign.js';

/** Published attacks on XML signatures. Each is refused, or gives only what was signed. */

const wsu = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';
const pair = signingCertificate('Signer');
const body = `<Body xmlns:wsu="${wsu}" wsu:Id="b"><pay to="alice">10</pay></Body>`;
const evil = '<pay to="mallory">1000</pay>';
const envelope = `<Envelope><Header Id="h"></Header>${body}</Envelope>`;
const required = [{ namespace: '', name: 'Body' }];

let signed = '';
beforeAll(async () => {
  signed = await signXml(envelope, { key: pair.key, certificate: pair.cert, ids: ['b'], into: 'h' });
});

const verified = (xml: string, options: Partial<VerifyOptions> = {}): ReturnType<typeof verifyXml> =>
  verifyXml(xml, { ...(options.key === undefined ? { trust: { certificates: pair.cert } } : {}), ...options });

it('what is attacked is right as it is', async () => {
  const { parts } = await verified(signed, { require: required });
  expect(parts.map(({ octets }) => new TextDecoder().decode(octets))).toEqual([body]);
});

const wrappings: ReadonlyArray<readonly [where: string, change: (xml: string) => string]> = [
  ['the header', (xml) => xml.replace(body, `<Body>${evil}</Body>`).replace('</Header>', `${body}</Header>`)],
  [
    'a block of the header',
    (xml) => xml.replace(body, `<Body>${evil}</Body>`).replace('</Header>', `<X>${body}</X></Header>`),
  ],
  ['the new element', (xml) => xml.replace(body, `<Body>${evil}${body}</Body>`)],
  ['an element around', (xml) => xml.replace(body, `<Body>${evil}<X>${body}</X></Body>`)],
  ['a place before', (xml) => xml.replace(body, `${body}<Body>${evil}</Body>`)],
  ['a place behind', (xml) => xml.replace(body, `<Body>${evil}</Body>${body}`)],
  ['the end of the document', (xml) => xml.replace(body, `<Body>${evil}</Body><X>${body}</X>`)],
  [
    'the start of the document',
    (xml) =>
      xml
        .replace('<Header', `<X>${body}</X><Header`)
        .replace(/(<\/Header>).*(<\/Envelope>)/, `$1<Body>${evil}</Body>$2`),
  ],
  [
    'an object of the signature',
    (xml) =>
      xml
        .replace(body, `<Body>${evil}</Body>`)
        .replace('</ds:Signature>', `<ds:Object>${body}</ds:Object></ds:Signature>`),
  ],
  [
    'the key information',
    (xml) => xml.replace(body, `<Body>${evil}</Body>`).replace('</ds:KeyInfo>', `${body}</ds:KeyInfo>`),
  ],
];

it.each(wrappings)('wrapping: the signed element is moved to %s', async (_, change) => {
  const attacked = change(signed);
  expect(attacked).toContain('mallory');
  await expect(verified(attacked, { require: required })).rejects.toMatchObject({ code: 'not-covered' });
  // Whoever asks for nothing still gets nothing else than what was signed.
  const { parts } = await verified(attacked);
  expect(parts.map(({ octets }) => new TextDecoder().decode(octets))).toEqual([body]);
});

it.each([
  ['twice', `<Body xmlns:wsu="${wsu}" wsu:Id="b">${evil}</Body>`],
  ['without a namespace', `<Body Id="b">${evil}</Body>`],
  ['in the namespace of XML', `<Body xml:id="b">${evil}</Body>`],
  ['in another namespace', `<Body xmlns:o="urn:o" o:Id="b">${evil}</Body>`],
  ['in other letters', `<Body ID="b">${evil}</Body>`],
  ['in small letters', `<Body id="b">${evil}</Body>`],
])('the id is there %s', async (_, element) => {
  for (const attacked of [signed.replace(body, element + body), signed.replace(body, body + element)]) {
    await expect(verified(attacked)).rejects.toMatchObject({ code: 'duplicate-id' });
  }
});

it('an id in another namespace alone is none', async () => {
  const attacked = signed
    .replace('wsu:Id="b"', 'wsu:Id="c"')
    .replace('</Envelope>', '<X xmlns:o="urn:o" o:Id="b"/></Envelope>');
  await expect(verified(attacked)).rejects.toMatchObject({ code: 'reference' });
});

/** Changes of what a signature says of itself; all of them would have to be refused even if the signature were right. */
const changes: ReadonlyArray<readonly [what: string, from: string | RegExp, to: string, code: string]> = [
  ['no reference', /<ds:Reference .*<\/ds:Reference>/, '', 'malformed'],
  ['a reference without an address', ' URI="#b"', '', 'signature'],
  ['no signature', /<ds:Signature .*<\/ds:Signature>/, '', 'malformed'],
  ['no value', /<ds:SignatureValue>.*<\/ds:SignatureValue>/, '', 'malformed'],
  ['an empty value', /<ds:SignatureValue>.*<\/ds:SignatureValue>/, '<ds:SignatureValue/>', 'signature'],
  ['a value that is no base64', /<ds:SignatureValue>/, '<ds:SignatureValue>!', 'malformed'],
  ['a comment in a value', /<ds:DigestValue>(..)/, '<ds:DigestValue>$1<!-- -->', 'digest-or-malformed'],
  ['an instruction in a value', /<ds:SignatureValue>(....)/, '<ds:SignatureValue>$1<?x?>', 'malformed'],
  ['an element in a value', /<ds:SignatureValue>(....)/, '<ds:SignatureValue>$1<x/>', 'malformed'],
  ['an algorithm that is not known', /rsa-sha256/, 'none', 'algorithm'],
  ['an older algorithm', /http:[^"]*rsa-sha256/, 'http://www.w3.org/2000/09/xmldsig#rsa-sha1', 'algorithm'],
  ['the algorithm of a secret', /rsa-sha256/, 'hmac-sha256', 'key'],
  ['the algorithm of another key', /rsa-sha256/, 'ecdsa-sha256', 'key'],
  [
    'a shorter HMAC',
    /(<ds:SignatureMethod Algorithm="[^"]*)rsa-sha256"\/>/,
    '$1hmac-sha256"><ds:HMACOutputLength>8</ds:HMACOutputLength></ds:SignatureMethod>',
    'algorithm',
  ],
  ['a canonical form that is not known', /(CanonicalizationMethod Algorithm=")[^"]*/, '$1urn:none', 'algorithm'],
  [
    'a key behind an address',
    '<ds:X509Data>',
    '<ds:RetrievalMethod URI="http://example/key"/><ds:X509Data>',
    'reference',
  ],
  ['many keys', '<ds:X509Data>', `${'<ds:KeyName>x</ds:KeyName>'.repeat(33)}<ds:X509Data>`, 'limit'],
  ['a second list of references', '</ds:SignedInfo>', '</ds:SignedInfo><ds:SignedInfo></ds:SignedInfo>', 'malformed'],
  ['text between elements', '<ds:SignedInfo>', 'x<ds:SignedInfo>', 'malformed'],
  ['something after the key', '</ds:KeyInfo>', '</ds:KeyInfo><ds:KeyInfo></ds:KeyInfo>', 'malformed'],
];

it.each(changes)('a signature with %s is refused', async (_, from, to, code) => {
  const attacked = signed.replace(from, to);
  expect(attacked).not.toBe(signed);
  // A comment is no part of what is signed: the signature is right, but the value is not read.
  await expect(verified(attacked)).rejects.toMatchObject({ code: code === 'digest-or-malformed' ? 'malformed' : code });
});

/** Signatures that their owner made like this: the key is right. */
const transforms: ReadonlyArray<readonly [what: string, transforms: string, code: string]> = [
  [
    'XPath',
    '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"><ds:XPath>false()</ds:XPath></ds:Transform>',
    'algorithm',
  ],
  ['a filter of XPath', '<ds:Transform Algorithm="http://www.w3.org/2002/06/xmldsig-filter2"/>', 'algorithm'],
  ['XSLT', '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"/>', 'algorithm'],
  ['base64', '<ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#base64"/>', 'algorithm'],
  ['many canonical forms', '<ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/>'.repeat(100), 'limit'],
  [
    'two of the enveloped kind',
    '<ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/>'.repeat(2),
    'algorithm',
  ],
];

/** A signature over a `SignedInfo` that the test writes. */
async function signedInfo(content: string, around: (signature: string) => string): Promise<string> {
  const info = `<ds:SignedInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"></ds:CanonicalizationMethod><ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"></ds:SignatureMethod>${content}</ds:SignedInfo>`;
  const { canonicalize } = await import('@wsdl-codegen/ws-security');
  const { createSign } = await import('node:crypto');
  const value = createSign('sha256').update(canonicalize(info)).sign(pair.key, 'base64');
  return around(
    `<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${info}<ds:SignatureValue>${value}</ds:SignatureValue></ds:Signature>`,
  );
}

const reference = (uri: string, list: string, digest = 'AAAA'): string =>
  `<ds:Reference${uri}><ds:Transforms>${list}</ds:Transforms><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue>${digest}</ds:DigestValue></ds:Reference>`;
const inEnvelope = (signature: string): string => `<Envelope><Header>${signature}</Header>${body}</Envelope>`;

it('the enveloped transform takes nothing out where the signature is not', async () => {
  const { createHash } = await import('node:crypto');
  const { canonicalize } = await import('@wsdl-codegen/ws-security');
  const octets = canonicalize(inEnvelope(''), { form: 'inclusive', id: 'b' });
  const digest = createHash('sha256').update(octets).digest('base64');
  const list = '<ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/>';
  const made = await signedInfo(reference(' URI="#b"', list, digest), inEnvelope);
  const { parts } = await verified(made, { key: pair.cert, require: required });
  expect(parts.map((part) => new TextDecoder().decode(part.octets))).toEqual([octets]);
});

it.each(transforms)('the transform %s is refused, whoever signed it', async (_, list, code) => {
  const attacked = await signedInfo(reference(' URI="#b"', list), inEnvelope);
  await expect(verified(attacked, { key: pair.cert })).rejects.toMatchObject({ code });
});

it.each([
  ['nothing', ''],
  ['an address of the network', ' URI="http://example/x"'],
  ['a file', ' URI="file:///etc/passwd"'],
  ['an empty id', ' URI="#"'],
  ['an expression', ' URI="#xpointer(id(\'b\'))"'],
  ['the document around it, without taking itself out', ' URI=""'],
])('a reference to %s is refused, whoever signed it', async (_, uri) => {
  const attacked = await signedInfo(reference(uri, ''), inEnvelope);
  await expect(verified(attacked, { key: pair.cert })).rejects.toMatchObject({ code: 'reference' });
});

it('more references than allowed are refused before any is resolved', async () => {
  const attacked = await signedInfo(reference(' URI="#b"', '').repeat(33), inEnvelope);
  await expect(verified(attacked, { key: pair.cert })).rejects.toMatchObject({ code: 'limit' });
  await expect(verified(attacked, { key: pair.cert, maxReferences: 40 })).rejects.toMatchObject({ code: 'digest' });
});

it('a public key is no secret', async () => {
  // The attacker signs with the text of the public key, which everybody has.
  const attacked = await signXml(envelope, { key: { secret: pair.publicKey }, ids: ['b'], into: 'h' });
  for (const options of [{ key: pair.publicKey }, { key: pair.cert }, { trust: { certificates: pair.cert } }]) {
    await expect(verifyXml(attacked, options)).rejects.toMatchObject({ code: 'key' });
  }
});

it('a key that a signature brings with it is not trusted', async () => {
  const own = signingCertificate('Signer');
  for (const keyInfo of ['certificate', 'keyValue', 'issuerSerial', 'subjectKeyIdentifier'] as const) {
    const attacked = await signXml(envelope, {
      key: own.key,
      certificate: own.cert,
      keyInfo: [keyInfo],
      ids: ['b'],
      into: 'h',
    });
    await expect(verified(attacked)).rejects.toMatchObject({
      code: keyInfo === 'certificate' || keyInfo === 'keyValue' ? 'untrusted' : 'signature',
    });
  }
});

it('comments do not split values', async () => {
  const whole = await signXml('<user>admin@example.org.evil</user>', { key: pair.key });
  const attacked = whole.replace('.org', '.org<!-- -->');
  const { parts } = await verified(attacked, { key: pair.cert });
  // The digest is right: comments are no part of it. The tree has one text, and not two.
  expect(parts[0]?.tree().children).toEqual(['admin@example.org.evil']);
});

it('entities are not there to be played with', async () => {
  const attacked = `<!DOCTYPE Envelope [<!ENTITY e "mallory">]>${signed.replace('alice', '&e;')}`;
  await expect(verified(attacked)).rejects.toThrow('DOCTYPE');
  await expect(verified(signed.replace('alice', '&e;'))).rejects.toThrow();
});

it('prefixes cannot be bound to something else', async () => {
  const xml = `<Envelope xmlns:t="urn:t"><Header Id="h"/><Body Id="b"><pay type="t:small"/></Body></Envelope>`;
  const options = { key: pair.key, ids: ['b'], into: 'h' };
  const listed = await signXml(xml, { ...options, canonical: { inclusivePrefixes: ['t'] } });
  await expect(verified(listed.replace('urn:t', 'urn:evil'), { key: pair.cert })).rejects.toMatchObject({
    code: 'signature',
  });
  // Where the prefix is not signed, the tree does not have it.
  const bare = await verified((await signXml(xml, options)).replace('urn:t', 'urn:evil'), { key: pair.cert });
  expect(bare.parts[0]?.tree().declarations ?? {}).toEqual({});
});

it('what is in an enveloped signature is not covered by it', async () => {
  const whole = await signXml('<Envelope><Body>1</Body></Envelope>', { key: pair.key });
  const attacked = whole.replace('</ds:Signature>', `<ds:Object><Body>${evil}</Body></ds:Object></ds:Signature>`);
  await expect(verified(attacked, { key: pair.cert, require: required })).rejects.toMatchObject({
    code: 'not-covered',
  });
});

it('what is required has to be there', async () => {
  await expect(verified(signed, { require: [{ namespace: '', name: 'Timestamp' }] })).rejects.toThrow(
    'is not in the document',
  );
  await expect(verified(signed, { require: [{ namespace: '', name: 'Header' }] })).rejects.toMatchObject({
    code: 'not-covered',
  });
});

it('whose signature is accepted has to be said', async () => {
  await expect(verifyXml(signed, {})).rejects.toThrow('either `key` or `trust`');
  await expect(verifyXml(signed, { key: pair.cert, trust: { certificates: pair.cert } })).rejects.toThrow(TypeError);
});

it('whatever is changed, there is an error of its kind, or exactly what was signed', async () => {
  const random = new Random(30);
  const pieces = [
    '<',
    '>',
    '/',
    '"',
    '=',
    '&',
    '#',
    'A',
    ' ',
    '<!-- -->',
    '<?x?>',
    'ds:',
    '<x/>',
    '\0',
    '\u{1F600}',
    'Id="b"',
    '<![CDATA[x]]>',
  ];
  let accepted = 0;
  for (let i = 0; i < runs(4000); i++) {
    const at = random.below(signed.length);
    const from = random.below(signed.length);
    const piece = random.oneIn(2) ? random.pick(pieces) : signed.slice(from, from + random.below(300));
    const changed = signed.slice(0, at) + piece + signed.slice(at + random.below(5));
    try {
      const { parts } = await verified(changed, { require: required });
      expect(parts.map(({ octets }) => new TextDecoder().decode(octets))).toEqual([body]);
      accepted++;
    } catch (error) {
      const isOfKind =
        error instanceof SignatureError || error instanceof XmlSyntaxError || error instanceof XmlLimitError;
      expect([changed, isOfKind ? '' : error]).toEqual([changed, '']);
    }
  }
  expect(accepted).toBeGreaterThan(0);
});

it.each([
  [{ requires: required }, 'require'],
  [{ require: ['Body'] }, 'an array of objects with namespace and name'],
  [{ algorithms: ['md5'] }, 'rsa-sha256'],
  [{ key: null }, 'must be a key'],
  [{ trust: {} }, 'certificates'],
  [{ trust: { certificates: pair.cert, when: new Date() } }, 'when'],
])('an option that means nothing is refused: %j', async (options, message) => {
  const given = { ...('trust' in options ? {} : { key: pair.cert }), ...options } as unknown as VerifyOptions;
  await expect(verifyXml(signed, given)).rejects.toThrow(message);
  await expect(verifyXml(signed, given)).rejects.toThrow(TypeError);
});

it('who signs a manifest does not sign what it names', async () => {
  const namespace = 'http://www.w3.org/2000/09/xmldsig#';
  const manifest = `<m:Manifest xmlns:m="${namespace}" Id="m"><m:Reference URI="#b"/></m:Manifest>`;
  const key = { secret: 'a secret of both sides' };
  const named = await signXml(`<r>${body}${manifest}</r>`, { key, ids: ['m'] });
  await expect(verified(named, { key })).rejects.toThrow('names a manifest');
  const { text } = await makeSignature(
    {
      ...documentTask(`<r>${body}</r>`, { ids: ['b'] }),
      keyInfo: '',
      attributesOf: () => ` Type="${namespace}Manifest"`,
    },
    { key },
  );
  await expect(verified(text, { key })).rejects.toMatchObject({ code: 'reference' });
  // As a part of something else it is what it is: octets.
  expect((await verified(await signXml(`<r>${manifest}</r>`, { key }), { key })).parts).toHaveLength(1);
});
