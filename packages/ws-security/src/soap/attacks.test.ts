import { memoryNonces } from '@wsdl-codegen/runtime/security';
import { type SoapSignOptions, type SoapVerifyOptions, sign, verify } from '@wsdl-codegen/ws-security';
import { signingCertificate } from '../../../../tests/support/certificates.js';
import { Random } from '../../../../tests/support/random.js';
import { openedBy, sealedBy, signedCalls } from '../../../../tests/support/signed-calls.js';
import { runs } from '../../../../tests/support/thorough.js';

/** Published attacks on signed messages. Each is refused, or gives only what was signed. */

const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
const wsse = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
const wsu = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';
const alice = signingCertificate('Alice');
const bob = signingCertificate('Bob');
const secret = 'a secret of both sides';

const body = '<s:Body><pay xmlns="urn:pay"><to>alice</to><amount>10</amount></pay></s:Body>';
const evil = '<pay xmlns="urn:pay"><to>mallory</to><amount>1000</amount></pay>';
const tenant = '<t:Tenant xmlns:t="urn:t">7</t:Tenant>';
const now = (): string => new Date().toISOString();
const timestamp = `<u:Timestamp xmlns:u="${wsu}"><u:Created>${now()}</u:Created></u:Timestamp>`;
const envelope = `<s:Envelope xmlns:s="${soap}"><s:Header><o:Security xmlns:o="${wsse}">${timestamp}</o:Security>${tenant}</s:Header>${body}</s:Envelope>`;
const tenantName = { namespace: 'urn:t', name: 'Tenant' };

const signing: SoapSignOptions = {
  key: alice.key,
  certificate: alice.cert,
  parts: ['body', 'timestamp', tenantName, 'binarySecurityToken'],
};
const trusting: SoapVerifyOptions = {
  trust: { certificates: [alice.cert, bob.cert] },
  require: ['body', 'timestamp', tenantName],
};

let signed = '';
let signedBody = '';
let signedTimestamp = '';
let security = '';
beforeAll(async () => {
  signed = await sealedBy(sign(signing), envelope);
  signedBody = /<s:Body .*<\/s:Body>/.exec(signed)![0];
  signedTimestamp = /<u:Timestamp .*<\/u:Timestamp>/.exec(signed)![0];
  security = /<o:Security .*<\/o:Security>/.exec(signed)![0];
});

const opened = async (text: string, options: Partial<SoapVerifyOptions> = {}): Promise<string> =>
  (await openedBy(verify({ ...trusting, ...options }), text)).text;

/** Refused, or read as it was signed: never with what was put in. */
async function expectHarmless(text: string, options: Partial<SoapVerifyOptions> = {}): Promise<void> {
  const result = await opened(text, options).catch((error: unknown) => error);
  if (typeof result === 'string') {
    expect(result).toContain('<to>alice</to><amount>10</amount>');
    expect(result).not.toMatch(/mallory|evil/);
  } else {
    expect(result).toMatchObject({ name: 'SoapFault' });
  }
}

async function expectRefused(
  text: string,
  why: string | RegExp,
  options: Partial<SoapVerifyOptions> = {},
): Promise<void> {
  const error = await opened(text, options).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ name: 'SoapFault' });
  expect(String((error as Error).cause)).toMatch(why);
}

it('what is attacked is right as it is', async () => {
  expect(signed).not.toBe(envelope);
  const text = await opened(signed);
  expect(text).toContain('<to>alice</to><amount>10</amount>');
  expect(text).toContain('Tenant');
});

const otherBody = (id = ''): string => `<s:Body${id}>${evil}</s:Body>`;
const idOf = (text: string): string => /:Id="([^"]+)"/.exec(text)![1]!;
const wrapper = (attributes = ''): string => `<w:Wrapper xmlns:w="urn:w"${attributes}>${signedBody}</w:Wrapper>`;

/** Where the signed Body goes, when another one takes its place. */
const wrappings: ReadonlyArray<readonly [where: string, change: () => string]> = [
  ['the header', () => signed.replace('</s:Header>', `${wrapper()}</s:Header>`)],
  [
    'the header, which need not be understood',
    () => signed.replace('</s:Header>', `${wrapper(' s:mustUnderstand="0"')}</s:Header>`),
  ],
  [
    'the header, for somebody else',
    () => signed.replace('</s:Header>', `${wrapper(' s:actor="urn:none"')}</s:Header>`),
  ],
  ['the header itself, without a wrapper', () => signed.replace('</s:Header>', `${signedBody}</s:Header>`)],
  ['the security block', () => signed.replace('</o:Security>', `${wrapper()}</o:Security>`)],
  ['the signature', () => signed.replace('</ds:Signature>', `<ds:Object>${signedBody}</ds:Object></ds:Signature>`)],
  ['the key of the signature', () => signed.replace('</ds:KeyInfo>', `${signedBody}</ds:KeyInfo>`)],
  ['a place behind the Body', () => signed.replace('</s:Envelope>', `${wrapper()}</s:Envelope>`)],
  ['a place before the header', () => signed.replace('<s:Header>', `${wrapper()}<s:Header>`)],
  ['the timestamp', () => signed.replace('</u:Timestamp>', `${wrapper()}</u:Timestamp>`)],
  [
    'another envelope in the header',
    () => signed.replace('</s:Header>', `<s:Envelope>${signedBody}</s:Envelope></s:Header>`),
  ],
];

describe.each(wrappings)('the signed Body in %s', (_, change) => {
  it.each([
    ['without an id', () => otherBody()],
    ['with another id', () => otherBody(` xmlns:u="${wsu}" u:Id="other"`)],
    ['with the same id', () => otherBody(` xmlns:u="${wsu}" u:Id="${idOf(signedBody)}"`)],
    ['with the same id in no namespace', () => otherBody(` Id="${idOf(signedBody)}"`)],
    ['with the same id in another namespace', () => otherBody(` xmlns:x="urn:x" x:ID="${idOf(signedBody)}"`)],
  ])('is refused beside one %s', async (_case, made) => {
    const wrapped = change();
    const at = wrapped.lastIndexOf(signedBody);
    const [first, last] = [wrapped.indexOf(signedBody), at];
    // The copy in the new place stays; the one in the place of the Body is replaced.
    const isBehind = wrapped.endsWith('</w:Wrapper></s:Envelope>');
    const place = isBehind ? first : last;
    const text = wrapped.slice(0, place) + made() + wrapped.slice(place + signedBody.length);
    await expectRefused(text, /does not cover|More than one|was changed/);
  });

  it('is refused inside of the new one', async () => {
    const text = signed.replace(signedBody, `<s:Body>${evil}${signedBody}</s:Body>`);
    await expectRefused(text, 'does not cover "body"');
  });
});

describe('header blocks', () => {
  it.each([
    [
      'a timestamp in a wrapper, with a new one',
      () => {
        const fresh = `<u:Timestamp xmlns:u="${wsu}"><u:Created>${now()}</u:Created></u:Timestamp>`;
        return signed
          .replace(signedTimestamp, fresh)
          .replace('</s:Header>', `<w:W xmlns:w="urn:w">${signedTimestamp}</w:W></s:Header>`);
      },
    ],
    [
      'a timestamp beside a new one',
      () =>
        signed.replace(
          signedTimestamp,
          `<u:Timestamp xmlns:u="${wsu}"><u:Created>${now()}</u:Created></u:Timestamp>${signedTimestamp}`,
        ),
    ],
    [
      'a timestamp in the header itself',
      () => signed.replace(signedTimestamp, '').replace('</s:Header>', `${signedTimestamp}</s:Header>`),
    ],
    [
      'a signed block with a second one of its name',
      () => signed.replace('</s:Header>', '<t:Tenant xmlns:t="urn:t">evil</t:Tenant></s:Header>'),
    ],
    [
      'a signed block in a wrapper',
      () => {
        const block = /<t:Tenant.*<\/t:Tenant>/.exec(signed)![0];
        return signed.replace(block, `<w:W xmlns:w="urn:w">${block}</w:W>`);
      },
    ],
    [
      'a signed block in the Security block',
      () => {
        const block = /<t:Tenant.*<\/t:Tenant>/.exec(signed)![0];
        return signed.replace(block, '').replace('</o:Security>', `${block}</o:Security>`);
      },
    ],
  ])('%s are refused', async (_, change) => {
    await expectRefused(change(), /does not cover|has no|two timestamps/);
  });

  it('come in the order in which they were signed, whatever the message has', async () => {
    const two = envelope.replace(
      tenant,
      `<t:Tenant xmlns:t="urn:t">1</t:Tenant><t:Tenant xmlns:t="urn:t">2</t:Tenant>`,
    );
    const text = await sealedBy(sign(signing), two);
    const [first = '', second = ''] = text.match(/<t:Tenant .*?<\/t:Tenant>/g) ?? [];
    const turned = text.replace(first + second, second + first);
    expect(turned).not.toBe(text);
    expect(await opened(turned)).toBe(await opened(text));
  });

  it('that nobody signed are not read', async () => {
    const text = signed.replace('</s:Header>', '<e:Other xmlns:e="urn:e">evil</e:Other></s:Header>');
    await expectHarmless(text);
    expect(await opened(text)).not.toContain('Other');
  });
});

describe('the security block', () => {
  it.each([
    ['two of it', () => signed.replace('</s:Header>', `<o:Security xmlns:o="${wsse}"/></s:Header>`)],
    [
      'a second one for the next receiver',
      () =>
        signed.replace(
          '<s:Header>',
          `<s:Header><o:Security xmlns:o="${wsse}" s:actor="http://schemas.xmlsoap.org/soap/actor/next"/>`,
        ),
    ],
    ['one for somebody else', () => signed.replace('<o:Security ', '<o:Security s:actor="urn:other" ')],
    ['one in a wrapper', () => signed.replace(security, `<w:W xmlns:w="urn:w">${security}</w:W>`)],
    ['one of another namespace', () => signed.replace(`xmlns:o="${wsse}"`, 'xmlns:o="urn:o"')],
    ['none', () => signed.replace(security, '')],
    ['one without a signature', () => signed.replace(/<ds:Signature .*<\/ds:Signature>/, '')],
    [
      'one with the signature in a token',
      () => signed.replace(/(<ds:Signature .*<\/ds:Signature>)/, '<o:Token>$1</o:Token>'),
    ],
    ['two Headers', () => signed.replace('<s:Header>', '<s:Header/><s:Header>')],
    [
      'a Header behind the Body',
      () => {
        const header = /<s:Header>.*<\/s:Header>/.exec(signed)![0];
        return signed.replace(header, '').replace('</s:Envelope>', `${header}</s:Envelope>`);
      },
    ],
  ])('%s: refused', async (_, change) => {
    await expectRefused(change(), /Two "Security"|no security header|not signed|more than one Header/);
  });

  it('for an actor counts only where the program acts as that one', async () => {
    const other = await sealedBy(sign({ ...signing, actor: 'urn:me', parts: ['body'] }), envelope);
    const options = { require: ['body'] as const };
    await expectRefused(other, 'is not signed', options);
    expect(await opened(other, { ...options, actor: 'urn:me' })).toContain('alice');
    await expectRefused(signed, 'no security header block', { ...options, actor: 'urn:me' });
  });
});

describe('keys and algorithms', () => {
  const replaceToken = (text: string, cert: string): string =>
    text.replace(/(<wsse:BinarySecurityToken [^>]*>)[^<]*/, `$1${cert.replace(/-----[^-]+-----|\s/g, '')}`);

  it('a certificate that is replaced by that of another person is refused', async () => {
    await expectRefused(replaceToken(signed, bob.cert), /not made by the key/);
    const stranger = signingCertificate('Stranger');
    await expectRefused(replaceToken(signed, stranger.cert), /not made with a certificate that is trusted/);
    await expectRefused(
      await sealedBy(sign({ ...signing, key: stranger.key, certificate: stranger.cert }), envelope),
      /trusted/,
    );
  });

  it('two signers do not count as one', async () => {
    const first = await sealedBy(sign({ ...signing, parts: ['body'] }), envelope);
    const both = await sealedBy(
      sign({ ...signing, key: bob.key, certificate: bob.cert, parts: ['timestamp', tenantName] }),
      first,
    );
    await expectRefused(both, 'does not cover');
    expect(await opened(both, { require: ['body'] })).not.toContain('Tenant');
  });

  it('a signature beside the right one that is wrong is refused', async () => {
    const twice = await sealedBy(sign({ ...signing, parts: ['body'] }), signed);
    expect(await opened(twice)).toContain('alice');
    await expectRefused(twice.replace(/(<ds:SignatureValue>)..../, '$1AAAA'), 'not made by the key');
  });

  it.each([
    ['the certificate', () => alice.cert],
    ['the public key', () => alice.publicKey],
  ])('%s is no secret of HMAC', async (_, text) => {
    const forged = await sealedBy(sign({ key: { secret: text() }, parts: ['body'] }), envelope);
    await expectRefused(forged, /not made|trusted|another kind/, { require: ['body'] });
    const withKey = forged.replace('</ds:Signature>', '<ds:KeyInfo/></ds:Signature>');
    const direct = openedBy(verify({ key: text(), require: ['body'] }), withKey);
    await expect(direct).rejects.toMatchObject({ name: 'SoapFault' });
  });

  it('an HMAC that is cut off is refused', async () => {
    const made = await sealedBy(sign({ key: { secret }, parts: ['body'] }), envelope);
    const method = /<ds:SignatureMethod [^>]*\/>/.exec(made)![0];
    const cut = made.replace(
      method,
      method.replace('/>', '><ds:HMACOutputLength>8</ds:HMACOutputLength></ds:SignatureMethod>'),
    );
    const result = openedBy(verify({ key: { secret }, require: ['body'] }), cut);
    await expect(result).rejects.toMatchObject({ cause: { problem: 'UnsupportedAlgorithm' } });
  });

  it('SHA-1 is refused, unless the program names it', async () => {
    const weak = await sealedBy(sign({ ...signing, algorithm: 'rsa-sha1', digest: 'sha1' }), envelope);
    await expectRefused(weak, 'not among those that are allowed');
    expect(await opened(weak, { algorithms: ['rsa-sha1', 'sha1'] })).toContain('alice');
  });
});

describe('key information', () => {
  const withKeyInfo = (content: string): string =>
    signed.replace(/<ds:KeyInfo>.*<\/ds:KeyInfo>/, `<ds:KeyInfo>${content}</ds:KeyInfo>`);
  const reference = (content: string, attributes = ''): string =>
    `<o:SecurityTokenReference xmlns:o="${wsse}"${attributes}>${content}</o:SecurityTokenReference>`;

  it.each([
    ['an address of a token', reference('<o:Reference URI="http://evil/key"/>'), 'never loaded'],
    ['a file', reference('<o:Reference URI="file:///etc/passwd"/>'), 'never loaded'],
    ['an address of a key', '<ds:RetrievalMethod URI="http://evil/key"/>', 'never loaded'],
    [
      'a reference to itself',
      reference('<o:Reference URI="#str"/>', ` Id="str"`),
      'no token of the security header block',
    ],
    [
      'a reference in a reference',
      reference(`<o:Embedded>${reference('<o:Reference URI="#x"/>')}</o:Embedded>`),
      'not made|trusted',
    ],
    ['a token that is not there', reference('<o:Reference URI="#nothing"/>'), 'No element has the id'],
    ['an XPointer', reference(`<o:Reference URI="#xpointer(id('x'))"/>`), 'never loaded'],
    [
      'two references',
      reference('<o:Reference URI="#a"/>') + reference('<o:Reference URI="#b"/>'),
      'more than one token',
    ],
    ['two ways', reference('<o:Reference URI="#a"/><o:Reference URI="#b"/>'), 'more than one way'],
    ['a name of a key by another protocol', reference('<o:KeyName>k</o:KeyName>'), 'not supported'],
  ])('%s is refused', async (_, content, why) => {
    await expectRefused(withKeyInfo(content), new RegExp(why));
  });

  it('a token in the Body is none', async () => {
    const token = /<wsse:BinarySecurityToken .*<\/wsse:BinarySecurityToken>/.exec(signed)![0];
    const moved = signed.replace(token, '').replace('</s:Header>', `${token}</s:Header>`);
    await expectRefused(moved, 'no token of the security header block');
  });
});

describe('references', () => {
  const change = (pattern: RegExp, to: string): string => signed.replace(pattern, to);
  it.each([
    ['an empty address', /Reference URI="#[^"]*"/, 'Reference URI=""'],
    ['no address', /Reference URI="#[^"]*"/, 'Reference'],
    ['an address outside', /Reference URI="#[^"]*"/, 'Reference URI="http://evil/"'],
    ['an attachment that is not there', /Reference URI="#[^"]*"/, 'Reference URI="cid:x"'],
    ['an XPath transform', /exc-c14n#"/, 'x"'],
    ['no reference at all', /<ds:Reference .*<\/ds:Reference>/, ''],
  ])('%s is refused', async (_, pattern, to) => {
    await expectRefused(change(pattern, to), 'SecurityRefusal');
  });

  it('too many of them, or of signatures, are refused', async () => {
    await expectRefused(signed, 'more than 2 references', { maxReferences: 2 });
    const signature = /<ds:Signature .*<\/ds:Signature>/.exec(signed)![0];
    await expectRefused(
      signed.replace('</o:Security>', `${signature.repeat(8)}</o:Security>`),
      'more than 8 signatures',
    );
  });
});

describe('values', () => {
  it('with comments in them are read as they were signed', async () => {
    await expectHarmless(signed.replace('alice', 'al<!-- evil -->ice'));
    expect(await opened(signed.replace('alice', 'al<!-- evil -->ice'))).toContain('<to>alice</to>');
  });

  it('of entities are refused', async () => {
    const text = `<!DOCTYPE s [<!ENTITY a "mallory">]>${signed.replace('alice', '&a;')}`;
    await expectRefused(text, 'SecurityRefusal');
  });

  it('come to the handler only as they were signed', async () => {
    const { client, called } = signedCalls({
      client: { extensions: [sign({ key: alice.key, certificate: alice.cert })] },
      server: { extensions: [verify({ trust: trusting.trust! })] },
      change: (text, isAnswer) =>
        isAnswer
          ? text
          : text
              .replace('</soap:Header>', '<e xmlns="urn:e">evil</e></soap:Header>')
              .replace('<amount>', '<!-- c --><amount>')
              .replace('</soap:Envelope>', '<soap:More/></soap:Envelope>'),
    });
    await client.call('pay', { amount: 3 });
    expect(called.map(({ input }) => input)).toMatchObject([{ amount: 3 }]);
  });
});

it('no change of a message, wherever it is, changes what is read', async () => {
  const random = new Random(7);
  const below = (end: number): number => random.below(end);
  const inserted = ['<x/>', '<!-- evil -->', ' ', 'evil', '&#101;', otherBody(), '<?evil?>', ' evil="1"'];
  for (let i = 0; i < runs(150); i++) {
    const at = below(signed.length);
    const kind = below(4);
    const piece = inserted[below(inserted.length)]!;
    const text =
      kind === 0
        ? signed.slice(0, at) + piece + signed.slice(at)
        : kind === 1
          ? signed.slice(0, at) + signed.slice(at + 1 + below(20))
          : kind === 2
            ? signed.slice(0, at) + String.fromCharCode(97 + below(26)) + signed.slice(at + 1)
            : signed.slice(0, at) + signed.slice(below(signed.length), below(signed.length)) + signed.slice(at);
    await expectHarmless(text);
  }
});

/** The element that begins at a tag, or behind it. */
function elementFrom(tags: readonly string[], at: number): readonly [start: number, end: number] {
  const start = tags.findIndex((tag, i) => i >= at && /^<[a-z]/i.test(tag));
  let depth = 0;
  for (let i = start; i >= 0 && i < tags.length; i++) {
    const tag = tags[i]!;
    depth += /^<[a-z].*[^/]>$/i.test(tag) ? 1 : tag.startsWith('</') ? -1 : 0;
    if (depth === 0) {
      return [start, i + 1];
    }
  }
  return [0, 0];
}

it('wherever elements are moved or copied to, the message is refused, or read in the same way', async () => {
  const random = new Random(11);
  const tags = signed.match(/<[^>]*>|[^<]+/g)!;
  const right = await opened(signed);
  for (let i = 0; i < runs(800); i++) {
    const changed = [...tags];
    for (let moves = 1 + random.below(2); moves > 0; moves--) {
      const [start, end] = elementFrom(changed, random.below(changed.length));
      const element = changed.slice(start, end);
      if (random.oneIn(2)) {
        changed.splice(start, element.length);
      }
      changed.splice(random.below(changed.length), 0, ...element);
    }
    const result = await opened(changed.join('')).catch((error: unknown) => error);
    if (result !== right) {
      expect(result).toMatchObject({ name: 'SoapFault' });
    }
  }
});

it('a message that is signed twice does not come again with one signature less', async () => {
  const ofBoth = { ...signing, parts: ['body', 'timestamp', tenantName] } as const;
  const once = await sealedBy(sign(ofBoth), envelope);
  const twice = await sealedBy(sign({ ...ofBoth, digest: 'sha512', key: bob.key, certificate: bob.cert }), once);
  const all = twice.match(/<ds:Signature .*?<\/ds:Signature>/gs) ?? [];
  expect(all).toHaveLength(2);
  for (const first of all) {
    const nonces = memoryNonces();
    await opened(twice, { nonces });
    await expect(opened(twice.replace(first, ''), { nonces })).rejects.toMatchObject({
      cause: expect.objectContaining({ message: 'The message was there before.' }),
    });
  }
});
