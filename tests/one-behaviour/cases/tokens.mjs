/** Tokens: assertions of SAML, and those of a token service. */
import { ExtensionStates } from '@wsdl-codegen/runtime';
import { formatTree } from '@wsdl-codegen/runtime/xml';
import { checkSaml, issuedToken, samlKeys, samlToken, tokenService } from '@wsdl-codegen/ws-security';
import { attempt, show } from '../kit.mjs';

const certificates = `-----BEGIN CERTIFICATE-----
MIIDEjCCAfqgAwIBAgIUZ1IwbTz4TtSbvVOkEB3Iy13Lx88wDQYJKoZIhvcNAQEL
BQAwETEPMA0GA1UEAwwGSXNzdWVyMCAXDTI2MTEyOTAyNDMxOVoYDzIxMjYxMTA1
MDI0MzE5WjARMQ8wDQYDVQQDDAZJc3N1ZXIwggEiMA0GCSqGSIb3DQEBAQUAA4IB
DwAwggEKAoIBAQCxY/fhwpUe9LPeKnKUVPFMNwLelF7py6j9V1dKpPI8XrfI8DmP
J9vcmwHH/KpCBIrk65TqYDGPTWKJhblYiHBLqdhI3zpKnXkOYsEQC9RG57KXKzVZ
fZsy8Guk6lteFq+qzKKlaZQNvfOL4Asp0Lhkeh6mYEJur+tD9S/APmoMHCKeyqRc
EhypdYYsm4qwc0pfmzjHiDFHzwUccL3oaXeU9pnsBicC067SCF5M0lpWGHsEml1B
+pkA43tvBpoYwfCAekDvzQ1fcZpkTvA55MKzRq513nf8w0oUjnMyN1XRC+GzxkHd
OvcvUhyV8j+zFCxUcNufbO79pGTR/70t5ImBAgMBAAGjYDBeMB0GA1UdDgQWBBQY
3JPfBipOmHwputF8L5fRhjItPjAfBgNVHSMEGDAWgBQY3JPfBipOmHwputF8L5fR
hjItPjAPBgNVHRMBAf8EBTADAQH/MAsGA1UdDwQEAwIHgDANBgkqhkiG9w0BAQsF
AAOCAQEActGoe666s7/1brOJuLb/tfhGV7yINtkAWacQ1gXQOOQH5rPDWt9SFX4r
o73M2XPtMJPe1rZVN2UkDZwPBrROFFiZgXOIq+ODi7FuLmkqIr91I3y6uFRQW0E4
rG8KBnFqEJTLaU9rJ05qQO+pZerPMB1Yf8vMKcUOp/uo0P+56N9w17x8RA+FLcT7
pfPN5njjr/XaUpXGMgbHSq1mBr1ombib2dQqDacHz9Elem+fX5/AxEDvOUIPmeJR
D/4OOkoxqM2QcqpZYISLOtamyoVwIq7hXC/umhfAATddnrBEDtgB2itWmLsb3kKO
AqS7AW4aDrI1E6NezHvZ0BS10+1xQw==
-----END CERTIFICATE-----`;
// It was signed once, so that it is the same each time.
const assertion =
  '<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_a1" IssueInstant="2026-01-01T12:00:00.000Z" Version="2.0"><saml:Issuer>urn:sts' +
  '</saml:Issuer><ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo><ds:CanonicalizationMethod Algorithm="http://www.w3.org/2001/' +
  '10/xml-exc-c14n#"><ec:InclusiveNamespaces xmlns:ec="http://www.w3.org/2001/10/xml-exc-c14n#" PrefixList="xs"/></ds:CanonicalizationMethod><ds:Signatur' +
  'eMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/><ds:Reference URI="#_a1"><ds:Transforms><ds:Transform Algorithm="http://www.w3.' +
  'org/2000/09/xmldsig#enveloped-signature"/><ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"><ec:InclusiveNamespaces xmlns:ec="http://w' +
  'ww.w3.org/2001/10/xml-exc-c14n#" PrefixList="xs"/></ds:Transform></ds:Transforms><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/' +
  '><ds:DigestValue>r0CYmuAM8DuaPcXsel2DDFzjoxIqzVOM5+vcBfqXC30=</ds:DigestValue></ds:Reference></ds:SignedInfo><ds:SignatureValue>MaJ++T02oDiqAet+eqDjig' +
  'U4O1Op2/ke1eFrf5rQTUUjkbevb78t8xV6+P2bjuYKde4FCmQ3o1Kezibaft18gx3UrS/bCzyFL+j5d0IyrErWgoH8NAnBAFVesObZjtC0A4t8gZXlXAHv08JTTZIDfcX9kQK5Sw2SV4a1ZsCvpysQ' +
  'hskaImIZXcAKfLljkgF2+BcuXwYkaz6Wwk35Q0o+j/JxA1NuyUQQ/kek2UE9px/Wot3i+ZbSifBiDmM7t324P3Q4GHmc/NFcMAXbd9LKsDOD28+ECkHHxW2OSXA5e7SbLIPJXO4nsJwi6ucIydX+Ij' +
  'BIa8fNQhZbq9ud8XdeCw==</ds:SignatureValue></ds:Signature><saml:Subject><saml:NameID>alice@example.org.evil.example</saml:NameID><saml:SubjectConfirmat' +
  'ion Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="2026-01-01T12:00:00.000Z" Not' +
  'OnOrAfter="2026-01-01T12:10:00.000Z"><saml:AudienceRestriction><saml:Audience>urn:service</saml:Audience></saml:AudienceRestriction></saml:Conditions>' +
  '<saml:AttributeStatement><saml:Attribute Name="role"><saml:AttributeValue xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/200' +
  '1/XMLSchema-instance" xsi:type="xs:string">&lt;a></saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion>';
const issuers = { 'urn:sts': { certificates, at: new Date('2027-01-01T00:00:00Z') } };
const wsse = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
const envelope = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header><w:Security xmlns:w="${wsse}" s:mustUnderstand="1">${assertion}</w:Security></s:Header><s:Body><a xmlns="urn:a">1</a></s:Body></s:Envelope>`;

/** What a server reads, and who it says the caller is. */
const opened = (text, options = {}) =>
  attempt(async () => {
    const principals = [];
    const context = {
      side: 'server',
      message: 'request',
      version: '1.1',
      url: '/service',
      extensions: new ExtensionStates(),
      setPrincipal: ({ assertion: tree, ...principal }) => principals.push(principal, formatTree(tree()).length),
    };
    try {
      const clock = () => new Date('2026-01-01T12:05:00Z');
      const extension = checkSaml({ issuers, audience: 'urn:service', clock, ...options });
      return [await extension.open({ text, parts: [] }, context), principals];
    } catch (error) {
      // What a server answers does not say what was wrong; its cause does.
      return [error.name, error.message, error.code, error.cause?.message, error.cause?.cause?.code];
    }
  });

const changes = {
  'as it was signed': (text) => text,
  'with a comment in a name': (text) => text.replace('example.org.evil', 'example.org<!-- -->.evil'),
  'with another name': (text) => text.replace('alice', 'mallory'),
  twice: (text) => text.replace(assertion, assertion + assertion),
  'in an element': (text) => text.replace(assertion, `<x>${assertion}</x>`),
  'with its id at another element': (text) => text.replace('<a ', '<a ID="_a1" '),
  'without a signature': (text) => text.replace(/<ds:Signature .*<\/ds:Signature>/s, ''),
  'of nobody': (text) => text.replace('>urn:sts<', '>urn:nobody<'),
  'that is encrypted': (text) =>
    text.replace(assertion, '<EncryptedAssertion xmlns="urn:oasis:names:tc:SAML:2.0:assertion"/>'),
  'cut short': (text) => text.slice(0, -3),
};
const cases = {};
for (const [name, change] of Object.entries(changes)) {
  cases[`assertion: ${name}`] = () => opened(change(envelope));
}
cases['assertion: for whom and when'] = async () => [
  await opened(envelope, { audience: ['urn:a', 'urn:service'] }),
  await opened(envelope, { audience: 'urn:others' }),
  await opened(envelope, { audience: false }),
  await opened(envelope, { clock: () => new Date('2026-01-01T12:11:01Z') }),
  await opened(envelope, { clock: () => new Date('2026-01-01T11:58:59Z') }),
  await opened(envelope, { clock: () => new Date('2026-01-01T12:10:30Z'), clockSkewSeconds: 10 }),
  await opened(envelope, { principal: () => undefined }),
];
const now = new Date('2026-01-01T12:00:00Z');
cases['assertion: sent'] = async () => [
  formatTree(await samlToken(assertion).write(now)),
  formatTree(await samlToken(async () => assertion).write(now)),
  await attempt(() => samlToken('<a/>').write(now)),
  await attempt(() => samlToken('<a').write(now)),
  await attempt(() => samlToken(() => 1).write(now)),
  await attempt(async () => samlToken()),
  await attempt(() => samlToken(assertion.replace('<saml:Subject>', '<?p q?><saml:Subject>')).write(now)),
];
cases['assertion: options that mean nothing'] = async () => [
  await attempt(async () => checkSaml({})),
  await attempt(async () => checkSaml({ issuers, audience: true })),
  await attempt(async () => checkSaml({ issuers, audience: 'a', audiences: 'b' })),
  await attempt(async () => checkSaml({ issuers, audience: 'a', vouchedBy: {} })),
  await attempt(async () => samlKeys({ issuers })),
  await attempt(async () => samlKeys({ issuers, audience: 'a', decryption: {} })),
  await attempt(async () => tokenService({ address: 1 })),
  await attempt(async () => tokenService({ address: 'https://sts.example', soap: '1.3' })),
  await attempt(async () => tokenService({ address: 'https://sts.example', client: { bindings: 'soap11' } })),
];

const trust = 'http://docs.oasis-open.org/ws-sx/ws-trust/200512';
const soap12 = 'http://www.w3.org/2003/05/soap-envelope';
const response = (content) =>
  `<t:RequestSecurityTokenResponseCollection xmlns:t="${trust}"><t:RequestSecurityTokenResponse>${content}</t:RequestSecurityTokenResponse></t:RequestSecurityTokenResponseCollection>`;
const issued = response(
  `<t:RequestedSecurityToken>${assertion}</t:RequestedSecurityToken><t:Lifetime><u:Expires xmlns:u="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd">2126-01-01T00:00:00Z</u:Expires></t:Lifetime>`,
);

/** A token service that answers with a Body. */
function service(body, sent = [], status = 200) {
  const transport = async ({ url, headers, body: text }) => {
    sent.push(show([url, headers, String(text)]));
    const answer = `<s:Envelope xmlns:s="${soap12}"><s:Body>${body}</s:Body></s:Envelope>`;
    return {
      status,
      statusText: '',
      headers: new Headers({ 'Content-Type': 'application/soap+xml' }),
      body: new TextEncoder().encode(answer),
    };
  };
  return tokenService({ address: 'https://sts.example/trust', client: { transport } });
}
const request = { appliesTo: 'urn:service', tokenType: '2.0' };

cases['token service: a token is asked for once'] = async () => {
  const sent = [];
  const sts = service(issued, sent);
  const token = issuedToken(sts, request);
  const trees = await Promise.all([token.write(now), token.write(now)]);
  return [
    sent,
    trees.map((tree) => formatTree(tree)),
    (await sts.token(request)).xml,
    sts.knownToken(request)?.expires,
  ];
};
cases['token service: what is asked about a token'] = async () => {
  const sent = [];
  const status = response(`<t:Status><t:Code>${trust}/status/valid</t:Code></t:Status>`);
  return [
    await service(status, sent).validate({ xml: assertion }),
    await service(issued, sent).renew({ xml: assertion, secret: undefined }),
    await attempt(() => service(response('<t:RequestedTokenCancelled/>'), sent).cancel({ xml: assertion })),
    sent,
  ];
};
const answers = {
  'a fault': `<s:Fault><s:Code><s:Value>s:Sender</s:Value><s:Subcode><s:Value xmlns:t="${trust}">t:InvalidScope</s:Value></s:Subcode></s:Code><s:Reason><s:Text xml:lang="en">Not you.</s:Text></s:Reason></s:Fault>`,
  'no token': response(''),
  'two tokens': response('<t:RequestedSecurityToken><a/><b/></t:RequestedSecurityToken>'),
  'a security context': response(
    '<t:RequestedSecurityToken><a xmlns="http://docs.oasis-open.org/ws-sx/ws-secureconversation/200512"/></t:RequestedSecurityToken>',
  ),
  'something else': '<a xmlns="urn:a"/>',
  nothing: '',
};
for (const [name, body] of Object.entries(answers)) {
  cases[`token service: it answers with ${name}`] = () => attempt(() => service(body, [], 200).token(request));
}

/** The cases by name. */
export const tokens = cases;
