import { SoapFaultError } from '@wsdl-codegen/runtime';
import { checkSecurity, timestamp, usernameToken, wsSecurity } from '@wsdl-codegen/runtime/security';
import {
  type CheckSamlOptions,
  checkSaml,
  encryptXml,
  type SamlPrincipal,
  type SamlVersion,
  samlToken,
  signXml,
} from '@wsdl-codegen/ws-security';
import { signingCertificate } from '../../../../tests/support/certificates.js';
import { type JoinedEcho, joinedEcho } from '../../../../tests/support/joined.js';
import {
  type AssertionFacts,
  assertionText,
  signAssertion,
  signedAssertion,
} from '../../../../tests/support/saml-assertions.js';

const issuer = signingCertificate('Issuer');
const other = signingCertificate('Other');
const service = signingCertificate('Service', 'RSA', { mayEncryptOnly: true });
const trust: CheckSamlOptions = {
  issuers: { 'urn:sts': { certificates: issuer.cert }, 'urn:other': { certificates: other.cert } },
  audience: 'urn:service',
};
const versions: readonly SamlVersion[] = ['1.1', '2.0'];

interface Setup {
  readonly assertion: string | (() => string | Promise<string>);
  readonly options?: Partial<CheckSamlOptions>;
  readonly change?: (text: string) => string;
  readonly errors?: unknown[];
}

function joined({ assertion, options, change, errors = [] }: Setup): JoinedEcho {
  return joinedEcho(
    { extensions: [wsSecurity({ parts: [timestamp(), samlToken(assertion)] })] },
    {
      extensions: [checkSecurity({ timestamp: true }), checkSaml({ ...trust, ...options })],
      onError: (error) => void errors.push(error),
    },
    change,
  );
}

/** Why a server refuses a message. */
async function refusal(setup: Setup): Promise<{ readonly name: string; readonly code: string; readonly why: string }> {
  const errors: Array<{ readonly cause: { readonly cause: Error & { readonly code: string } } }> = [];
  const { client, principals } = joined({ ...setup, errors });
  const error = await client.call('echo', { text: 'x' }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SoapFaultError);
  expect(principals).toEqual([]);
  const { code, message } = errors[0]!.cause.cause;
  return { name: (error as SoapFaultError).code.name, code, why: message };
}

describe.each(versions)('assertions of SAML %s', (version) => {
  it('say who the caller of a bearer token is', async () => {
    const assertion = await signedAssertion({ version, attributes: '<admin> & co'.replace('&', '&amp;') }, issuer);
    const { client, sent, principals } = joined({ assertion });
    expect(await client.call('echo', { text: 'x' })).toEqual({ text: 'x' });
    const [principal] = principals as SamlPrincipal[];
    expect(principal).toMatchObject({
      nameId: 'alice',
      issuer: 'urn:sts',
      confirmation: 'bearer',
      version,
      id: '_a1',
      attributes: { [version === '2.0' ? 'role' : 'urn:claims/role']: ['<admin> & co'] },
      issuerCertificate: { subject: 'CN=Issuer' },
    });
    expect(principal?.assertion().name).toBe('Assertion');
    expect(sent[0]).toContain('PrefixList="xs"');
  });

  it('of a function are asked for each time, over SOAP 1.2 as well', async () => {
    let count = 0;
    const assertion = (): Promise<string> => signedAssertion({ version, nameId: `user${++count}` }, issuer);
    const principal = ({ nameId }: SamlPrincipal): unknown => nameId;
    const { client, principals } = joinedEcho(
      { binding: 'soap12', extensions: [wsSecurity({ parts: [samlToken(assertion)], mustUnderstand: true })] },
      { extensions: [checkSaml({ ...trust, principal })] },
    );
    await client.call('echo', {});
    await client.call('echo', {});
    expect(principals).toEqual(['user1', 'user2']);
  });

  const minute = 60_000;
  const refused: ReadonlyArray<readonly [what: string, facts: AssertionFacts, code: string]> = [
    ['that have ended', { notOnOrAfter: new Date(Date.now() - 2 * minute) }, 'expired'],
    ['that have not begun', { notBefore: new Date(Date.now() + 60 * minute) }, 'expired'],
    ['that were made in the future', { issued: new Date(Date.now() + 60 * minute) }, 'expired'],
    ['for another service', { audience: 'urn:others' }, 'audience'],
    ['with a condition that is not known', { conditions: '<x xmlns="urn:x"/>' }, 'unsupported'],
    ['of an issuer that is not known', { issuer: 'urn:nobody' }, 'issuer'],
    ['of an issuer with the name of a member of objects', { issuer: 'constructor' }, 'issuer'],
    ['with the name of another trusted issuer', { issuer: 'urn:other' }, 'untrusted'],
    ['that are confirmed in another way', { confirmation: 'artifact' }, 'confirmation'],
    ['that others vouch for', { confirmation: 'sender-vouches' }, 'confirmation'],
    ['that are for the holder of a key', { confirmation: 'holder-of-key' }, 'confirmation'],
  ];
  it.each(refused)('are refused %s', async (_, facts, code) => {
    const assertion = await signedAssertion({ version, ...facts }, issuer);
    expect(await refusal({ assertion })).toMatchObject({ code });
  });

  it('are refused without a signature, and with one of somebody else', async () => {
    expect(await refusal({ assertion: assertionText({ version }) })).toMatchObject({ code: 'signature' });
    const assertion = await signedAssertion({ version }, other);
    expect(await refusal({ assertion })).toMatchObject({ name: 'FailedAuthentication', code: 'untrusted' });
  });

  it('have to be there once', async () => {
    const assertion = await signedAssertion({ version }, issuer);
    const change = (text: string): string => text.replace(/<saml:Assertion.*<\/saml:Assertion>/s, '');
    expect(await refusal({ assertion, change })).toMatchObject({ name: 'InvalidSecurity', code: 'missing' });
    const second = await signedAssertion({ version, id: '_a2' }, issuer);
    const twice = (text: string): string => text.replace('<saml:Assertion', () => `${second}<saml:Assertion`);
    expect(await refusal({ assertion, change: twice })).toMatchObject({ code: 'missing' });
  });

  it('give what was signed, whatever is put into them', async () => {
    const assertion = await signedAssertion({ version, nameId: 'alice@example.com.evil.example' }, issuer);
    const change = (text: string): string => text.replace('alice@example.com', 'alice@example.com<!-- -->');
    const { client, principals } = joined({ assertion, change });
    await client.call('echo', {});
    expect(principals).toEqual([expect.objectContaining({ nameId: 'alice@example.com.evil.example' })]);
  });

  const wrappings: ReadonlyArray<readonly [where: string, change: (good: string, evil: string) => string]> = [
    [
      'in an element of the evil one',
      (good, evil) => evil.replace('</saml:Assertion>', () => `<x>${good}</x></saml:Assertion>`),
    ],
    [
      'in the place of the signature of the evil one',
      (good, evil) => evil.replace('</saml:Assertion>', () => `${good}</saml:Assertion>`),
    ],
    [
      'in an object of its own signature, in the evil one',
      (good, evil) => {
        const signature = /<ds:Signature .*<\/ds:Signature>/s.exec(good)?.[0] ?? '';
        const bare = good.replace(signature, '');
        const holding = signature.replace('</ds:Signature>', () => `<ds:Object>${bare}</ds:Object></ds:Signature>`);
        return evil.replace('</saml:Assertion>', () => `${holding}</saml:Assertion>`);
      },
    ],
    [
      'with its signature alone in the evil one of another id, and itself elsewhere',
      (good, evil) => {
        const signature = /<ds:Signature .*<\/ds:Signature>/s.exec(good)?.[0] ?? '';
        return `<x>${good.replace(signature, '')}</x>${evil.replace('</saml:Assertion>', () => `${signature}</saml:Assertion>`)}`;
      },
    ],
    [
      'with its signature alone in the evil one of the same id, and itself elsewhere',
      (good, evil) => {
        const signature = /<ds:Signature .*<\/ds:Signature>/s.exec(good)?.[0] ?? '';
        const same = evil.replace('_evil', '_a1').replace('</saml:Assertion>', () => `${signature}</saml:Assertion>`);
        return `<x>${good.replace(signature, '')}</x>${same}`;
      },
    ],
    ['next to the evil one', (good, evil) => `<x>${good}</x>${evil}`],
  ];
  it.each(wrappings)('wrapping: the signed assertion is %s', async (_, wrap) => {
    const assertion = await signedAssertion({ version }, issuer);
    const evil = assertionText({ version, id: '_evil', nameId: 'mallory' });
    const change = (text: string): string =>
      text.replace(/<saml:Assertion.*<\/saml:Assertion>/s, (good) => wrap(good, evil));
    const { code } = await refusal({ assertion, change });
    expect(['signature', 'duplicate-id', 'reference', 'malformed', 'digest']).toContain(code);
  });

  it('a signature of the issuer over something else signs no assertion', async () => {
    const assertion = await signedAssertion({ version }, issuer);
    const other = await signXml('<r><x Id="x"/><y Id="y"></y></r>', {
      key: issuer.key,
      certificate: issuer.cert,
      ids: ['x'],
      into: 'y',
    });
    const signature = /<ds:Signature .*<\/ds:Signature>/s.exec(other)?.[0] ?? '';
    const evil = assertionText({ version, nameId: 'mallory' });
    const holding = evil.replace('</saml:Assertion>', () => `${signature}</saml:Assertion>`);
    const change = (text: string): string =>
      text.replace(/<saml:Assertion.*<\/saml:Assertion>/s, () => `<x Id="x"/>${holding}`);
    expect(await refusal({ assertion, change })).toMatchObject({ code: 'signature' });
  });

  it('an id that another element has as well is refused', async () => {
    const assertion = await signedAssertion({ version }, issuer);
    const change = (text: string): string => text.replace('<saml:Assertion', '<x ID="_a1"/><saml:Assertion');
    expect(await refusal({ assertion, change })).toMatchObject({ code: 'duplicate-id' });
  });
});

const data = (attributes: string): string => `<saml:SubjectConfirmationData ${attributes}/>`;

it.each<readonly [string, string, string]>([
  ['has ended', 'NotOnOrAfter="2020-01-01T00:00:00Z"', ''],
  ['has not begun', 'NotBefore="2120-01-01T00:00:00Z"', ''],
  ['is for another recipient', 'Recipient="https://others.example/"', 'https://service.example/'],
  ['is for a recipient that the program did not name', 'Recipient="https://others.example/"', ''],
  ['is for another address', 'Address="192.0.2.1"', ''],
  ['answers a request of SAML', 'InResponseTo="_r1"', ''],
])('a confirmation that %s confirms nothing', async (_, attributes, recipient) => {
  const assertion = await signedAssertion({ confirmationContent: data(attributes) }, issuer);
  const options = recipient === '' ? {} : { recipient };
  expect(await refusal({ assertion, options })).toMatchObject({ code: 'confirmation' });
});

it('a confirmation for this recipient confirms, and one that holds is enough', async () => {
  const confirmationContent = `${data('Recipient="https://service.example/"')}</saml:SubjectConfirmation><saml:SubjectConfirmation Method="urn:x">`;
  const assertion = await signedAssertion({ confirmationContent }, issuer);
  const { client } = joined({ assertion, options: { recipient: ['urn:x', 'https://service.example/'] } });
  await expect(client.call('echo', { text: 'x' })).resolves.toEqual({ text: 'x' });
});

it('an assertion without an end is refused', async () => {
  const text = assertionText().replace(/ NotOnOrAfter="[^"]*"/, '');
  expect(await refusal({ assertion: await signAssertion(text, issuer) })).toMatchObject({ code: 'confirmation' });
});

it('an assertion for no audience is refused, unless the program wants none', async () => {
  const text = assertionText().replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, '');
  const assertion = await signAssertion(text, issuer);
  expect(await refusal({ assertion })).toMatchObject({ code: 'audience' });
  const { client } = joined({ assertion, options: { audience: false } });
  await expect(client.call('echo', {})).resolves.toEqual({});
});

describe('a block that has to be understood', () => {
  const calling = async (parts: Parameters<typeof wsSecurity>[0]['parts'], change?: (text: string) => string) => {
    const assertion = samlToken(await signedAssertion({}, issuer));
    const extensions = [wsSecurity({ parts: [...parts, assertion], mustUnderstand: true })];
    const { client } = joinedEcho({ extensions }, { extensions: [checkSaml(trust)] }, change);
    return client.call('echo', { text: 'x' });
  };

  it('may have a timestamp that is good', async () => {
    await expect(calling([timestamp()])).resolves.toEqual({ text: 'x' });
    const old = (text: string): string => text.replace(/(Created[^>]*>|Expires[^>]*>)20/g, '$119');
    await expect(calling([timestamp()], old)).rejects.toMatchObject({ code: { name: 'MessageExpired' } });
  });

  it('may have nothing that nobody understands', async () => {
    await expect(calling([usernameToken('me', 'secret')])).rejects.toMatchObject({ code: { name: 'MustUnderstand' } });
  });
});

it('an assertion for one use is refused the second time', async () => {
  const assertion = await signedAssertion({ conditions: '<saml:OneTimeUse/>' }, issuer);
  const errors: Error[] = [];
  const { client } = joined({ assertion, errors });
  await client.call('echo', {});
  await expect(client.call('echo', {})).rejects.toMatchObject({ code: { name: 'InvalidSecurityToken' } });
  expect(errors[0]?.cause).toMatchObject({ cause: { code: 'replayed' } });
});

it('statements of SAML 1.1 that speak of several subjects are refused', async () => {
  const text = assertionText({ version: '1.1' }).replace('>alice<', '>mallory<');
  expect(await refusal({ assertion: await signAssertion(text, issuer) })).toMatchObject({ code: 'unsupported' });
});

it.each([
  ['an encrypted name', '<saml:NameID>alice</saml:NameID>', '<saml:EncryptedID/>'],
  ['an encrypted attribute', '<saml:Attribute Name', '<saml:EncryptedAttribute/><saml:Attribute Name'],
  ['an issuer of another kind', '<saml:Issuer>', '<saml:Issuer Format="urn:x">'],
  ['another version', 'Version="2.0"', 'Version="3.0"'],
])('%s is refused as something that is not supported', async (_, from, to) => {
  const assertion = await signAssertion(assertionText().replace(from, to), issuer);
  expect(await refusal({ assertion })).toMatchObject({ code: 'unsupported' });
});

describe('an encrypted assertion', () => {
  const encrypted = async (algorithm?: 'aes256-cbc'): Promise<string> => {
    const wrapped = `<e:EncryptedAssertion xmlns:e="urn:oasis:names:tc:SAML:2.0:assertion">${await signedAssertion({}, issuer)}</e:EncryptedAssertion>`;
    const elements = [{ namespace: 'urn:oasis:names:tc:SAML:2.0:assertion', name: 'Assertion' }];
    return encryptXml(wrapped, { certificate: service.cert, elements, ...(algorithm && { algorithm }) });
  };
  const replaced = async (algorithm?: 'aes256-cbc'): Promise<Setup> => {
    const text = await encrypted(algorithm);
    const change = (sent: string): string => sent.replace(/<saml:Assertion.*<\/saml:Assertion>/s, () => text);
    return { assertion: await signedAssertion({ nameId: 'mallory' }, issuer), change };
  };

  it('is decrypted with the key of the program', async () => {
    const { client, principals, sent } = joined({
      ...(await replaced()),
      options: { decryption: { key: service.key } },
    });
    expect(await client.call('echo', { text: 'x' })).toEqual({ text: 'x' });
    expect(principals).toEqual([expect.objectContaining({ nameId: 'alice' })]);
    expect(sent[0]).not.toContain('alice');
  });

  it('is refused without a key, and with another one', async () => {
    expect(await refusal(await replaced())).toMatchObject({ name: 'UnsupportedSecurityToken', code: 'unsupported' });
    const options = { decryption: { key: other.key } };
    expect(await refusal({ ...(await replaced()), options })).toMatchObject({
      name: 'FailedCheck',
      code: 'decryption',
    });
  });

  it('of CBC is decrypted only where the program says so', async () => {
    const setup = await replaced('aes256-cbc');
    const decryption = { key: service.key };
    expect(await refusal({ ...setup, options: { decryption } })).toMatchObject({ code: 'unsigned' });
    const options = { decryption: { ...decryption, allowUnsigned: ['aes256-cbc'] as const } };
    await expect(joined({ ...setup, options }).client.call('echo', {})).resolves.toEqual({});
  });
});

it('a principal that the program does not know is refused', async () => {
  const assertion = await signedAssertion({}, issuer);
  const options = { principal: () => undefined };
  expect(await refusal({ assertion, options })).toMatchObject({ name: 'FailedAuthentication', code: 'confirmation' });
});

it('what is no assertion is not sent', async () => {
  const { client, sent } = joined({ assertion: '<a/>' });
  await expect(client.call('echo', {})).rejects.toMatchObject({ code: 'malformed' });
  const signed = await signedAssertion({}, issuer);
  const instruction = joined({ assertion: signed.replace('<saml:Subject>', '<?p q?><saml:Subject>') });
  await expect(instruction.client.call('echo', {})).rejects.toMatchObject({ code: 'unsupported' });
  expect([...sent, ...instruction.sent]).toEqual([]);
  expect(() => samlToken(1 as never)).toThrow(TypeError);
});

it.each([
  [{}, 'issuers'],
  [{ issuers: {} }, 'audience'],
  [{ ...trust, audience: true }, '`audience` of'],
  [{ ...trust, vouchedBy: {} }, '`vouchedBy` of'],
  [{ ...trust, issuers: { 'urn:sts': undefined } }, 'The issuer "urn:sts"'],
  [{ ...trust, issuers: { 'urn:sts': { certificates: '', isRevokd: () => true } } }, 'did you mean `isRevoked`'],
  [{ ...trust, decryption: { keys: [] } }, 'no option `keys`'],
  [{ ...trust, trust: {} }, 'no option `trust`'],
])('options that mean nothing are an error: %#', (options, message) => {
  expect(() => checkSaml(options as never)).toThrow(message);
});
