import { createPublicKey } from 'node:crypto';
import { type ClientOptions, SoapFaultError, type SoapHeaderExtension } from '@wsdl-codegen/runtime';
import { timestamp, wsSecurity } from '@wsdl-codegen/runtime/security';
import {
  checkSaml,
  type SamlOptions,
  type SamlVersion,
  type SoapSignOptions,
  type SoapVerifyOptions,
  samlKeys,
  samlReference,
  samlToken,
  sign,
  verify,
} from '@wsdl-codegen/ws-security';
import { signingCertificate } from '../../../../tests/support/certificates.js';
import { type JoinedEcho, joinedEcho } from '../../../../tests/support/joined.js';
import { type AssertionFacts, assertionText, signedAssertion } from '../../../../tests/support/saml-assertions.js';

/** Assertions whose sender signs the message: the holder of a key, and somebody who vouches for another one. */

const issuer = signingCertificate('Issuer');
const other = signingCertificate('Other');
const subject = signingCertificate('Subject');
const elliptic = signingCertificate('Elliptic', 'P-256');
const trust: SamlOptions = {
  issuers: { 'urn:sts': { certificates: issuer.cert }, 'urn:other': { certificates: other.cert } },
  audience: 'urn:service',
};
const versions: readonly SamlVersion[] = ['1.1', '2.0'];

interface Setup {
  readonly assertion: string;
  readonly signing?: Partial<SoapSignOptions> | false;
  readonly server: readonly SoapHeaderExtension[];
  readonly change?: (text: string) => string;
  readonly errors?: unknown[];
}

function joined({ assertion, signing = {}, server, change, errors = [] }: Setup): JoinedEcho {
  const extensions: ClientOptions['extensions'] = [
    wsSecurity({ parts: [timestamp(), samlToken(assertion)], mustUnderstand: true }),
    ...(signing === false ? [] : [sign({ key: subject.key, keyInfo: samlReference, ...signing })]),
  ];
  return joinedEcho({ extensions }, { extensions: server, onError: (error) => void errors.push(error) }, change);
}

async function refusal(setup: Setup): Promise<{ readonly name: string; readonly code: string }> {
  const errors: Array<{ readonly cause: { readonly cause: { readonly code: string } } }> = [];
  const { client, principals } = joined({ ...setup, errors });
  const error = await client.call('echo', { text: 'x' }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SoapFaultError);
  expect(principals).toEqual([]);
  return { name: (error as SoapFaultError).code.name, code: errors[0]!.cause.cause.code };
}

const certificateIn = (pem: string): string => pem.replace(/-----[^-]*-----|\n/g, '');
const keyInfo = (content: string): string =>
  `<ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${content}</ds:KeyInfo>`;
const holder = (version: SamlVersion, content: string): AssertionFacts => ({
  version,
  confirmation: 'holder-of-key',
  confirmationContent:
    version === '1.1'
      ? keyInfo(content)
      : `<saml:SubjectConfirmationData>${keyInfo(content)}</saml:SubjectConfirmationData>`,
});
const x509 = `<ds:X509Data><ds:X509Certificate>${certificateIn(subject.cert)}</ds:X509Certificate></ds:X509Data>`;

const numbersOf = (publicKey: string): string => {
  const { n = '', e = '' } = createPublicKey(publicKey).export({ format: 'jwk' });
  const base64 = (text: string): string => Buffer.from(text, 'base64url').toString('base64');
  return `<ds:KeyValue><ds:RSAKeyValue><ds:Modulus>${base64(n)}</ds:Modulus><ds:Exponent>${base64(e)}</ds:Exponent></ds:RSAKeyValue></ds:KeyValue>`;
};
const pointOf = (publicKey: string): string => {
  const point = createPublicKey(publicKey).export({ type: 'spki', format: 'der' }).subarray(-65).toString('base64');
  return `<ds:KeyValue><e:ECKeyValue xmlns:e="http://www.w3.org/2009/xmldsig11#"><e:NamedCurve URI="urn:oid:1.2.840.10045.3.1.7"/><e:PublicKey>${point}</e:PublicKey></e:ECKeyValue></ds:KeyValue>`;
};

const oaep = { name: 'RSA-OAEP', hash: 'SHA-1' };
const spkiOf = (publicKey: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(createPublicKey(publicKey).export({ type: 'spki', format: 'der' }));

describe.each(versions)('the holder of the key of an assertion of SAML %s', (version) => {
  const holders = (options: Partial<SoapVerifyOptions> = {}, own: Partial<SamlOptions> = {}): Setup['server'] => [
    verify({ tokens: [samlKeys({ ...trust, ...own })], require: ['body', 'timestamp'], ...options }),
  ];

  it.each<readonly [string, string, string]>([
    ['a certificate', x509, subject.key],
    ['the numbers of an RSA key', numbersOf(subject.publicKey), subject.key],
    ['the point of an EC key', pointOf(elliptic.publicKey), elliptic.key],
  ])('signs with the key of %s', async (_, content, key) => {
    const assertion = await signedAssertion(holder(version, content), issuer);
    const { client, principals, sent } = joined({ assertion, signing: { key }, server: holders() });
    expect(await client.call('echo', { text: 'x' })).toEqual({ text: 'x' });
    expect(principals).toEqual([expect.objectContaining({ confirmation: 'holder-of-key', nameId: 'alice' })]);
    expect(sent[0]).toContain(
      version === '2.0'
        ? 'ValueType="http://docs.oasis-open.org/wss/oasis-wss-saml-token-profile-1.1#SAMLID">_a1<'
        : 'ValueType="http://docs.oasis-open.org/wss/oasis-wss-saml-token-profile-1.0#SAMLAssertionID">_a1<',
    );
  });

  it('signs with a secret that the issuer has encrypted for the service', async () => {
    const secret = new Uint8Array(32).fill(7);
    const encryptedKey = async (publicKey: string): Promise<string> => {
      const key = await crypto.subtle.importKey('spki', spkiOf(publicKey), oaep, false, ['encrypt']);
      const cipher = Buffer.from(await crypto.subtle.encrypt({ name: 'RSA-OAEP' }, key, secret)).toString('base64');
      return `<e:EncryptedKey xmlns:e="http://www.w3.org/2001/04/xmlenc#"><e:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p"/><e:CipherData><e:CipherValue>${cipher}</e:CipherValue></e:CipherData></e:EncryptedKey>`;
    };
    const assertion = await signedAssertion(holder(version, await encryptedKey(other.publicKey)), issuer);
    const signing = { key: { secret } };
    const server = holders({}, { decryption: { key: other.key } });
    const { client, principals } = joined({ assertion, signing, server });
    await client.call('echo', {});
    expect(principals).toEqual([expect.objectContaining({ confirmation: 'holder-of-key' })]);
    expect(await refusal({ assertion, signing, server: holders() })).toMatchObject({ code: 'unsupported' });
    const wrong = holders({}, { decryption: { key: issuer.key } });
    expect(await refusal({ assertion, signing, server: wrong })).toMatchObject({
      name: 'FailedCheck',
      code: 'signature',
    });
  });

  it('may be somebody of the program, by a direct reference', async () => {
    const assertion = await signedAssertion(holder(version, x509), issuer);
    const wsse = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
    const keyInfo = `<w:SecurityTokenReference xmlns:w="${wsse}"><w:Reference URI="#_a1"/></w:SecurityTokenReference>`;
    const { client, principals } = joined({
      assertion,
      signing: { keyInfo: { keyInfo: () => keyInfo } },
      server: holders({}, { principal: ({ nameId }) => `user ${nameId}` }),
    });
    await client.call('echo', {});
    expect(principals).toEqual(['user alice']);
  });

  const refused: ReadonlyArray<
    readonly [what: string, facts: AssertionFacts, signing: Setup['signing'], code: string]
  > = [
    ['who does not sign', {}, false, 'not-covered'],
    ['who has another key', {}, { key: other.key }, 'signature'],
    ['who leaves the Body out', {}, { parts: ['timestamp'] }, 'not-covered'],
    ['whose assertion has ended', { notOnOrAfter: new Date(Date.now() - 120_000) }, {}, 'expired'],
    ['whose assertion is for another service', { audience: 'urn:others' }, {}, 'audience'],
    ['whose assertion is of nobody', { issuer: 'urn:nobody' }, {}, 'issuer'],
    ['whose assertion is of the wrong issuer', { issuer: 'urn:other' }, {}, 'untrusted'],
    ['whose assertion is for its bearer', { confirmation: 'bearer' }, {}, 'confirmation'],
  ];
  it.each(refused)('is refused %s', async (_, facts, signing = {}, code) => {
    const assertion = await signedAssertion({ ...holder(version, x509), ...facts }, issuer);
    expect(await refusal({ assertion, signing, server: holders() })).toMatchObject({ code });
  });

  it('is refused where the issuer did not sign the key, or the message was changed', async () => {
    const unsigned = assertionText(holder(version, x509));
    expect(await refusal({ assertion: unsigned, server: holders() })).toMatchObject({ code: 'signature' });
    const assertion = await signedAssertion(holder(version, x509), issuer);
    const evil = (text: string): string => text.replace('>x<', '>y<');
    expect(await refusal({ assertion, server: holders(), change: evil })).toMatchObject({ code: 'digest' });
  });

  it('is refused with a key that cannot be read', async () => {
    const assertion = await signedAssertion(holder(version, '<ds:KeyName>me</ds:KeyName>'), issuer);
    expect(await refusal({ assertion, server: holders() })).toMatchObject({
      name: 'UnsupportedSecurityToken',
      code: 'unsupported',
    });
  });

  it('is refused with an assertion that is not in the security block', async () => {
    const assertion = await signedAssertion(holder(version, x509), issuer);
    const change = (text: string): string =>
      text.replace(/(<saml:Assertion.*<\/saml:Assertion>)(.*<\/wsse:Security>)/s, '$2<x>$1</x>');
    expect(await refusal({ assertion, server: holders(), change })).toMatchObject({ code: 'missing' });
  });
});

describe.each(versions)('somebody who vouches for the subject of an assertion of SAML %s', (version) => {
  const facts: AssertionFacts = { version, confirmation: 'sender-vouches' };
  const signing: Partial<SoapSignOptions> = {
    certificate: subject.cert,
    keyInfo: 'binarySecurityToken',
    parts: ['body', 'timestamp', 'samlToken'],
  };
  const vouching = (certificates: string, options: Partial<SoapVerifyOptions> = {}): Setup['server'] => {
    const vouchedBy = verify({ trust: { certificates }, require: ['body', 'timestamp', 'samlToken'], ...options });
    return [checkSaml({ ...trust, vouchedBy }), vouchedBy];
  };

  it('signs it together with the message', async () => {
    const assertion = await signedAssertion(facts, issuer);
    const { client, principals } = joined({ assertion, signing, server: vouching(subject.cert) });
    expect(await client.call('echo', { text: 'x' })).toEqual({ text: 'x' });
    expect(principals).toEqual([expect.objectContaining({ confirmation: 'sender-vouches', nameId: 'alice' })]);
  });

  it('may be the issuer, whose signature of the message is enough', async () => {
    const assertion = assertionText(facts);
    const own = { ...signing, key: issuer.key, certificate: issuer.cert };
    const { client, principals } = joined({ assertion, signing: own, server: vouching(issuer.cert) });
    await client.call('echo', {});
    expect(principals).toEqual([
      expect.objectContaining({
        nameId: 'alice',
        issuerCertificate: expect.objectContaining({ subject: 'CN=Issuer' }),
      }),
    ]);
  });

  it('is refused with an assertion that nobody else signed and that is of another issuer', async () => {
    const assertion = assertionText(facts);
    expect(await refusal({ assertion, signing, server: vouching(subject.cert) })).toMatchObject({ code: 'untrusted' });
  });

  it('is refused where the program does not trust the sender', async () => {
    const assertion = await signedAssertion(facts, issuer);
    expect(await refusal({ assertion, signing, server: vouching(other.cert) })).toMatchObject({ code: 'untrusted' });
  });

  it('is refused where the assertion is not signed together with the message', async () => {
    const assertion = await signedAssertion(facts, issuer);
    const less: Partial<SoapSignOptions> = { ...signing, parts: ['body', 'timestamp'] };
    const server = vouching(subject.cert, { require: ['body'], unsigned: ['samlToken'] });
    expect(await refusal({ assertion, signing: less, server })).toMatchObject({ code: 'confirmation' });
  });

  it('does not make a bearer of somebody', async () => {
    const assertion = await signedAssertion({ version }, issuer);
    expect(await refusal({ assertion, signing, server: vouching(subject.cert) })).toMatchObject({
      code: 'confirmation',
    });
  });
});

it('a signature cannot refer to an assertion that the message does not have', async () => {
  const { client, sent } = joinedEcho({ extensions: [sign({ key: subject.key, keyInfo: samlReference })] }, {});
  await expect(client.call('echo', {})).rejects.toMatchObject({ code: 'missing' });
  expect(sent).toEqual([]);
});
