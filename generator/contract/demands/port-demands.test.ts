import { findings, packageOf } from '../../../tests/features/package.js';
import { portDemands } from './port-demands.js';

const security12 = 'http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702';
const security11 = 'http://schemas.xmlsoap.org/ws/2005/07/securitypolicy';

/** What is attached where. */
interface Attached {
  readonly binding?: string;
  readonly input?: string;
  readonly output?: string;
  readonly secondInput?: string;
}

/** A WSDL with two operations, of which the first declares a header. */
function wsdl({ binding = '', input = '', output = '', secondInput = '' }: Attached, version: string): string {
  const operation = (name: string, header: string, own: string, answer: string): string =>
    `<w:operation name="${name}"><soap:operation soapAction="urn:${name}"/><w:input>${own}${header}<soap:body use="literal"/></w:input><w:output>${answer}<soap:body use="literal"/></w:output></w:operation>`;
  const header = '<soap:header message="t:H" part="h" use="literal"/>';
  return `<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:p="http://schemas.xmlsoap.org/ws/2004/09/policy" xmlns:s="${version}" xmlns:b="urn:b" xmlns:t="urn:t" targetNamespace="urn:t">
<w:types><x:schema targetNamespace="urn:t"><x:element name="E" type="x:string"/><x:element name="Session" type="x:string"/></x:schema></w:types>
<w:message name="M"><w:part name="e" element="t:E"/></w:message><w:message name="H"><w:part name="h" element="t:Session"/></w:message>
<w:portType name="P"><w:operation name="A"><w:input message="t:M"/><w:output message="t:M"/></w:operation><w:operation name="B"><w:input message="t:M"/><w:output message="t:M"/></w:operation></w:portType>
<w:binding name="B" type="t:P">${binding}<soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${operation('A', header, input, output)}${operation('B', '', secondInput, output)}</w:binding>
<w:service name="S"><w:port name="p" binding="t:B"><soap:address location="https://t.example/"/></w:port></w:service></w:definitions>`;
}

const policy = (...alternatives: readonly string[]): string =>
  `<p:Policy><p:ExactlyOne>${alternatives.map((each) => `<p:All>${each}</p:All>`).join('')}</p:ExactlyOne></p:Policy>`;
const inner = (text: string): string => `<p:Policy>${text}</p:Policy>`;
const x509 = (inclusion: string, options = '<s:WssX509V3Token10/>'): string =>
  `<s:X509Token s:IncludeToken="${security12}/IncludeToken/${inclusion}">${inner(options)}</s:X509Token>`;
const suite = (name: string): string => `<s:AlgorithmSuite>${inner(`<s:${name}/>`)}</s:AlgorithmSuite>`;
const https = '<s:TransportToken><p:Policy><s:HttpsToken/></p:Policy></s:TransportToken>';
const transport = `<s:TransportBinding>${inner(`${https}${suite('Basic256')}<s:IncludeTimestamp/>`)}</s:TransportBinding>`;
const asymmetric = (options = ''): string =>
  `<s:AsymmetricBinding>${inner(
    `<s:InitiatorToken>${inner(x509('AlwaysToRecipient'))}</s:InitiatorToken><s:RecipientToken>${inner(x509('Never', '<s:RequireThumbprintReference/>'))}</s:RecipientToken>${suite('Basic256Sha256Rsa15')}${options}`,
  )}</s:AsymmetricBinding>`;
const body = '<s:SignedParts><s:Body/></s:SignedParts>';
const supporting = (use: string, token: string): string => `<s:${use}>${inner(token)}</s:${use}>`;

async function demands(attached: Attached, version = security12) {
  const made = await packageOf({ 'a.wsdl': wsdl(attached, version) });
  const [service] = made.contract.services;
  const [port] = service?.ports ?? [];
  if (service === undefined || port === undefined) {
    throw new Error('no port');
  }
  return { ...portDemands(service, port), problems: findings(made) };
}

const mutual = { use: 'mutual', client: 'binarySecurityToken', service: 'thumbprint' };

describe('what a port demands', () => {
  it('of mutual certificates, as CXF and Metro publish them, is in the binding and in the parts of messages', async () => {
    const { ways, problems } = await demands({
      binding: policy(asymmetric('<s:IncludeTimestamp/><s:EncryptSignature/><s:ProtectTokens/>')),
      input: policy(`${body}<s:EncryptedParts><s:Body/></s:EncryptedParts>`),
      output: policy(body),
    });
    expect(problems).toEqual([]);
    expect(ways).toEqual([
      {
        suite: 'Basic256Sha256Rsa15',
        timestamp: true,
        encryptSignature: true,
        protectTokens: true,
        x509: mutual,
        request: { signed: { body: true }, encrypted: { body: true } },
        answer: { signed: { body: true } },
      },
    ]);
  });

  it('is what all of its operations demand', async () => {
    const { ways } = await demands({
      binding: policy(asymmetric()),
      input: policy(body),
      secondInput: policy('<s:SignedParts><s:Header Name="Key" Namespace="urn:k"/></s:SignedParts>'),
    });
    expect(ways[0]?.request).toEqual({ signed: { body: true, headers: [{ namespace: 'urn:k', name: 'Key' }] } });
  });

  it('of SignedParts that name nothing is all that is declared', async () => {
    const { ways } = await demands({ binding: policy(`${asymmetric()}<s:SignedParts/>`) });
    expect(ways[0]?.request).toEqual({
      signed: { body: true, addressing: true, headers: [{ namespace: 'urn:t', name: 'Session' }] },
    });
    expect(ways[0]?.answer).toEqual({ signed: { body: true, addressing: true } });
  });

  it.each([
    ['HTTPS alone', policy(transport), []],
    ['nothing of messages', policy('<b:Log p:Ignorable="true"/>'), []],
    [
      'a user name token over HTTPS, as WCF and ADFS publish it',
      policy(`${transport}${supporting('SignedSupportingTokens', '<s:UsernameToken/>')}`),
      [{ suite: 'Basic256', timestamp: true, https: true, usernameToken: { signed: true } }],
    ],
    [
      'a digest with a nonce',
      policy(
        supporting('SupportingTokens', `<s:UsernameToken>${inner('<s:HashPassword/><s:Nonce/>')}</s:UsernameToken>`),
      ),
      [{ usernameToken: { digest: true, nonce: true } }],
    ],
    [
      'a certificate that endorses, whatever stands first',
      policy(`${supporting('EndorsingSupportingTokens', x509('AlwaysToRecipient'))}${transport}`),
      [{ suite: 'Basic256', timestamp: true, https: true, x509: { use: 'endorsing', client: 'binarySecurityToken' } }],
    ],
    [
      'an assertion of a token service',
      policy(
        `${transport}${supporting('SignedEncryptedSupportingTokens', '<s:IssuedToken><s:Issuer><b:Address>https://sts.example/</b:Address></s:Issuer></s:IssuedToken>')}`,
      ),
      [
        {
          suite: 'Basic256',
          timestamp: true,
          https: true,
          samlToken: { issuer: 'https://sts.example/', signed: true, encrypted: true },
        },
      ],
    ],
    [
      'an assertion of a version',
      policy(
        `${transport}${supporting('SignedSupportingTokens', `<s:SamlToken>${inner('<s:WssSamlV20Token11/>')}</s:SamlToken>`)}`,
      ),
      [{ suite: 'Basic256', timestamp: true, https: true, samlToken: { version: '2.0', signed: true } }],
    ],
    [
      'one of two tokens',
      policy(
        `${transport}${supporting('SignedSupportingTokens', '<s:UsernameToken/>')}`,
        `${transport}${supporting('EndorsingSupportingTokens', x509('Never'))}`,
      ),
      [
        { suite: 'Basic256', timestamp: true, https: true, usernameToken: { signed: true } },
        { suite: 'Basic256', timestamp: true, https: true, x509: { use: 'endorsing', client: 'issuerSerial' } },
      ],
    ],
    [
      'a token or nothing, which comes last',
      policy(transport, `${transport}${supporting('SignedSupportingTokens', '<s:UsernameToken/>')}`),
      [{ suite: 'Basic256', timestamp: true, https: true, usernameToken: { signed: true } }, {}],
    ],
    [
      'what is supported of its alternatives',
      policy(
        '<s:SymmetricBinding><p:Policy/></s:SymmetricBinding>',
        `${transport}${supporting('SupportingTokens', '<s:UsernameToken/>')}`,
      ),
      [{ suite: 'Basic256', timestamp: true, https: true, usernameToken: {} }],
    ],
  ])('is %s', async (_, binding, expected) => {
    const found = await demands({ binding });
    expect(found.ways).toEqual(expected);
    expect(found.unsupported).toEqual([]);
    expect(found.problems).toEqual([]);
  });

  it('is the same in version 1.1', async () => {
    const binding = policy(`${transport}${supporting('SignedSupportingTokens', '<s:UsernameToken/>')}`);
    expect((await demands({ binding }, security11)).ways).toHaveLength(1);
  });
});

describe('what is not supported', () => {
  it.each([
    [
      policy(
        `<s:SymmetricBinding>${inner(`<s:ProtectionToken>${inner('<s:SecureConversationToken/>')}</s:ProtectionToken>`)}</s:SymmetricBinding>`,
      ),
      ['SymmetricBinding', 'SymmetricBinding/ProtectionToken/SecureConversationToken'],
    ],
    [
      policy(`${transport}${supporting('EndorsingSupportingTokens', '<s:KerberosToken/>')}`),
      ['EndorsingSupportingTokens/KerberosToken'],
    ],
    [
      policy(`${transport}${supporting('EndorsingSupportingTokens', '<s:SamlToken/>')}`),
      ['EndorsingSupportingTokens/SamlToken'],
    ],
    [policy(supporting('EndorsingSupportingTokens', x509('Never'))), ['EndorsingSupportingTokens/X509Token']],
    [
      policy(supporting('SupportingTokens', `<s:UsernameToken>${inner('<s:NoPassword/>')}</s:UsernameToken>`)),
      ['SupportingTokens/UsernameToken/NoPassword'],
    ],
    [
      policy(supporting('SupportingTokens', '<s:UsernameToken/><s:UsernameToken/>')),
      ['SupportingTokens/UsernameToken (a second one)'],
    ],
    [policy(`${supporting('SupportingTokens', `<s:UsernameToken/>${body}`)}`), ['SupportingTokens/SignedParts']],
    [
      policy(`${asymmetric(`<s:Layout>${inner('<s:LaxTsLast/>')}</s:Layout>`)}${body}`),
      ['AsymmetricBinding/Layout/LaxTsLast'],
    ],
    [policy(asymmetric()), ['AsymmetricBinding/SignedParts (without Body)']],
    [
      policy(`${asymmetric('<s:EncryptBeforeSigning/><s:EncryptSignature/>')}${body}`),
      ['AsymmetricBinding/EncryptBeforeSigning (of other parts than the Body)'],
    ],
    [
      policy(
        `${asymmetric()}${body}<s:EncryptedParts><s:Header Namespace="http://www.w3.org/2005/08/addressing"/></s:EncryptedParts>`,
      ),
      ['EncryptedParts/Header of WS-Addressing'],
    ],
    [
      policy(
        `<s:TransportBinding>${inner(https)}</s:TransportBinding>${supporting('EndorsingSupportingTokens', x509('Never'))}`,
      ),
      ['EndorsingSupportingTokens/X509Token (without IncludeTimestamp)'],
    ],
    [policy(`${asymmetric()}${body}<s:SignedElements><s:XPath>//b:A</s:XPath></s:SignedElements>`), ['SignedElements']],
    [
      policy(`${asymmetric()}<s:SignedParts><s:Body/><s:Header Namespace="urn:h"/></s:SignedParts>`),
      ['SignedParts/Header of urn:h'],
    ],
    [
      policy(
        `<s:TransportBinding>${inner(`<s:TransportToken>${inner('<s:SslContextToken/>')}</s:TransportToken>`)}</s:TransportBinding>`,
      ),
      ['TransportBinding/TransportToken/SslContextToken'],
    ],
    [
      policy(
        `<s:AsymmetricBinding>${inner(`<s:InitiatorToken>${inner(x509('Never', '<s:RequireDerivedKeys/>'))}</s:InitiatorToken>`)}</s:AsymmetricBinding>${body}`,
      ),
      ['AsymmetricBinding/InitiatorToken/X509Token/RequireDerivedKeys'],
    ],
  ])('of %s is named with its place', async (binding, expected) => {
    const { ways, unsupported, problems } = await demands({ binding });
    expect(ways).toEqual([]);
    expect(unsupported).toEqual(expected);
    expect(problems).toEqual([expect.stringMatching(/^wsdl\/unsupported-demand /)]);
  });

  it.each([
    ['HTTPS and signatures', policy(transport), policy(`${asymmetric()}${body}`), 'AsymmetricBinding'],
    ['signatures and HTTPS', policy(`${asymmetric()}${body}`), policy(transport), 'TransportBinding'],
    ['two suites', policy(asymmetric()), policy(asymmetric('<s:IncludeTimestamp/>')), 'AsymmetricBinding'],
  ])('of operations that are protected in different ways (%s) is named', async (_, input, secondInput, kind) => {
    const { ways, unsupported } = await demands({ input, secondInput });
    expect(ways).toEqual([]);
    expect(unsupported).toContain(`${kind} (a second binding)`);
  });
});
