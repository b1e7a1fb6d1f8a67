import type { MessagePolicy } from '../../generator/contract/model.js';
import { contractOf, found, wsdl } from '../../tests/support/descriptors.js';
import type { PolicyAssertion } from './policy-model.js';

const policy2004 = 'http://schemas.xmlsoap.org/ws/2004/09/policy';
const policy15 = 'http://www.w3.org/ns/ws-policy';
const security11 = 'http://schemas.xmlsoap.org/ws/2005/07/securitypolicy';
const security12 = 'http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702';

/** The places of a WSDL to which policies are attached: `extra` by the name of the place, `attributes` likewise. */
type Extras = Readonly<Record<string, string>>;

function service(extra: Extras, attributes: Extras = {}, policy = policy15, security = security12): string {
  const of = (place: string): string => extra[place] ?? '';
  const at = (place: string): string => attributes[place] ?? '';
  const document = `<message name="In" ${at('message')}>${of('message')}<part name="p" type="x:int"/></message><message name="Out"><part name="p" type="x:int"/></message>
    <message name="Bad"><part name="p" element="t:Bad"/></message>
    <portType name="T" ${at('portType')}>${of('portType')}<operation name="Op">${of('operation')}<input message="t:In" ${at('input')}>${of('input')}</input><output message="t:Out">${of('output')}</output><fault name="bad" message="t:Bad">${of('fault')}</fault></operation></portType>
    <binding name="B" type="t:T">${of('binding')}<soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Op" ${at('bindingOperation')}>${of('bindingOperation')}<soap:operation/><input>${of('bindingInput')}<soap:body use="literal"/></input><output>${of('bindingOutput')}<soap:body use="literal"/></output><fault name="bad">${of('bindingFault')}<soap:fault name="bad" use="literal"/></fault></operation></binding>
    <service name="S">${of('service')}<port name="P" binding="t:B" ${at('port')}>${of('port')}<soap:address location="https://s.example/"/></port></service>${of('root')}`;
  const names = `<definitions xmlns:p="${policy}" xmlns:s="${security}" xmlns:u="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd" xmlns:m="http://www.w3.org/2007/05/addressing/metadata" xmlns:b="urn:b"`;
  return wsdl(document, '<x:element name="Bad" type="x:int"/>').replace('<definitions', names);
}

async function read(
  extra: Extras,
  attributes?: Extras,
  policy?: string,
  security?: string,
): Promise<{ readonly policies: readonly MessagePolicy[]; readonly problems: readonly string[] }> {
  const { contract, diagnostics } = await contractOf({ 'a.wsdl': service(extra, attributes, policy, security) });
  const problems = diagnostics.filter(({ code }) => code !== 'wsdl/policy');
  return { policies: contract.services[0]?.policies ?? [], problems: found(problems) };
}

/** The alternatives of the input as the names of their assertions. */
async function alternatives(...given: Parameters<typeof read>): Promise<readonly string[]> {
  const { policies } = await read(...given);
  const input = policies.find(({ messages }) => messages.some(({ direction }) => direction === 'input'));
  return (input?.alternatives ?? []).map((each) => each.map(nameOf).join(' '));
}

function nameOf(assertion: PolicyAssertion): string {
  return assertion.kind === 'other' ? assertion.name.replace(/.*\}/, '') : assertion.kind;
}

/** The assertion that stands alone in the policy of the binding. */
async function only(text: string, security?: string): Promise<PolicyAssertion | undefined> {
  const { policies } = await read({ binding: `<p:Policy>${text}</p:Policy>` }, {}, policy2004, security);
  expect(policies).toHaveLength(1);
  return policies[0]?.alternatives[0]?.[0];
}

const wss = '<p:Policy><s:Wss10/></p:Policy>';

describe('a policy', () => {
  const all = ['input', 'output', 'fault'];
  it.each([
    ['service', all],
    ['port', all],
    ['binding', all],
    ['portType', all],
    ['operation', all],
    ['bindingOperation', all],
    ['message', ['input']],
    ['input', ['input']],
    ['output', ['output']],
    ['fault', ['fault']],
    ['bindingInput', ['input']],
    ['bindingOutput', ['output']],
    ['bindingFault', ['fault']],
  ])('of a %s is for its messages', async (place, directions) => {
    const { policies, problems } = await read({ [place]: wss });
    expect(problems).toEqual([]);
    expect(policies).toEqual([
      {
        messages: directions.map((direction) => ({
          port: 'P',
          operation: 'Op',
          direction,
          ...(direction === 'fault' && { fault: 'bad' }),
        })),
        alternatives: [[{ kind: 'Wss10', options: [] }]],
      },
    ]);
  });

  it.each([policy2004, 'http://www.w3.org/2006/07/ws-policy', policy15])(
    'is found by its names in %s',
    async (version) => {
      const root =
        '<p:Policy u:Id="a"><s:Wss10/></p:Policy><p:Policy xml:id="b"><s:Wss11/></p:Policy><p:Policy Name="urn:c"><s:Trust13/></p:Policy>';
      const port = '<p:PolicyReference URI="#a"/><p:PolicyReference URI="#b"/><p:PolicyReference URI="urn:c"/>';
      expect(await alternatives({ root, port }, {}, version)).toEqual(['Wss10 Wss11 Trust13']);
    },
  );

  it.each(['message', 'portType', 'input', 'bindingOperation', 'port'])(
    'is found by an attribute of a %s, within another component, too',
    async (place) => {
      const binding =
        '<p:Policy><p:ExactlyOne><p:All/></p:ExactlyOne><p:Policy u:Id="inner"><s:Wss11/></p:Policy></p:Policy>';
      const root = '<p:Policy u:Id="a"><s:Wss10/></p:Policy>';
      const named = { [place]: 'p:PolicyURIs="#a #inner"' };
      expect((await alternatives({ root, binding }, named))[0]?.split(' ').sort()).toEqual(['Wss10', 'Wss11']);
    },
  );

  it('is that of the document which the reference means', async () => {
    const policies = (name: string): string =>
      `<p:Policy xmlns:p="${policy15}" xmlns:s="${security12}" xml:id="a"><s:${name}/></p:Policy>`;
    const inputOf = async (uri: string): Promise<unknown> => {
      const main = service({ port: `<p:PolicyReference URI="${uri}"/>`, root: policies('Wss10') }).replace(
        '<types>',
        '<import namespace="urn:o" location="other.wsdl"/><types>',
      );
      const other = wsdl(policies('Wss11')).replace('targetNamespace="urn:t"', 'targetNamespace="urn:o"');
      const { contract } = await contractOf({ 'other.wsdl': other, 'a.wsdl': main }, ['other.wsdl', 'a.wsdl']);
      return contract.services[0]?.policies?.[0]?.alternatives;
    };
    expect(await inputOf('#a')).toEqual([[{ kind: 'Wss10', options: [] }]]);
    expect(await inputOf('other.wsdl#a')).toEqual([[{ kind: 'Wss11', options: [] }]]);
  });
});

describe('the alternatives', () => {
  it.each([
    [
      'of operators in each other',
      '<p:All><p:ExactlyOne><s:Wss10/><p:All><s:Wss11/><s:Trust13/></p:All></p:ExactlyOne></p:All>',
      ['Wss10', 'Wss11 Trust13'],
    ],
    [
      'of two choices are combined',
      '<p:ExactlyOne><s:Wss10/><s:Wss11/></p:ExactlyOne><p:ExactlyOne><s:Trust10/><s:Trust13/></p:ExactlyOne>',
      ['Wss10 Trust10', 'Wss11 Trust10', 'Wss10 Trust13', 'Wss11 Trust13'],
    ],
    ['of an optional assertion', '<s:Wss10/><s:Trust13 p:Optional="true"/>', ['Wss10', 'Wss10 Trust13']],
    ['of an assertion that is not optional', '<s:Wss10 p:Optional="false"/>', ['Wss10']],
    [
      'of the policy in an assertion',
      '<s:TransportBinding><p:Policy><p:ExactlyOne><s:IncludeTimestamp/><p:All/></p:ExactlyOne></p:Policy></s:TransportBinding>',
      ['TransportBinding', 'TransportBinding'],
    ],
    [
      'that say the same are one',
      '<p:ExactlyOne><s:Wss10/><s:Wss10/><p:All><s:Wss10/><s:Wss10/></p:All></p:ExactlyOne>',
      ['Wss10'],
    ],
    ['of a choice of nothing: none', '<p:ExactlyOne/>', []],
  ])('%s', async (_, text, expected) => {
    expect(await alternatives({ binding: `<p:Policy>${text}</p:Policy>` })).toEqual(expected);
  });

  it('of all places are combined', async () => {
    const extra = {
      service: '<p:Policy><p:ExactlyOne><s:Wss10/><s:Wss11/></p:ExactlyOne></p:Policy>',
      operation: '<p:Policy><s:Trust13 p:Optional="1"/></p:Policy>',
      bindingInput: '<p:Policy><s:SignedParts><s:Body/></s:SignedParts></p:Policy>',
    };
    expect(await alternatives(extra)).toEqual([
      'Wss10 SignedParts',
      'Wss11 SignedParts',
      'Wss10 Trust13 SignedParts',
      'Wss11 Trust13 SignedParts',
    ]);
    const { policies } = await read(extra);
    expect(policies.map(({ messages }) => messages.map(({ direction }) => direction))).toEqual([
      ['input'],
      ['output', 'fault'],
    ]);
  });

  it('that cannot be satisfied are none, and a policy that demands nothing is left out', async () => {
    expect((await read({ port: '<p:Policy><p:ExactlyOne/></p:Policy>' })).policies[0]?.alternatives).toEqual([]);
    expect((await read({ port: '<p:Policy><p:All/></p:Policy>' })).policies).toEqual([]);
  });
});

describe('assertions', () => {
  it('of a binding have algorithms, layout, options and tokens', async () => {
    const token = (role: string, inclusion: string): string =>
      `<s:${role}><p:Policy><s:X509Token s:IncludeToken="${security11}/IncludeToken/${inclusion}"><p:Policy><s:WssX509V3Token10/><s:RequireDerivedKeys/></p:Policy></s:X509Token></p:Policy></s:${role}>`;
    const read11 = await only(
      `<s:AsymmetricBinding><p:Policy>${token('InitiatorToken', 'AlwaysToRecipient')}${token('RecipientToken', 'Never')}
       <s:AlgorithmSuite><p:Policy><s:Basic256Sha256Rsa15/><s:InclusiveC14N/></p:Policy></s:AlgorithmSuite><s:Layout><p:Policy><s:Strict/></p:Policy></s:Layout>
       <s:IncludeTimestamp/><s:EncryptBeforeSigning/><s:OnlySignEntireHeadersAndBody/></p:Policy></s:AsymmetricBinding>`,
      security11,
    );
    const x509 = { kind: 'X509Token', options: ['RequireDerivedKeys', 'WssX509V3Token10'] };
    expect(read11).toEqual({
      kind: 'AsymmetricBinding',
      algorithmSuite: { name: 'Basic256Sha256Rsa15', options: ['InclusiveC14N'] },
      layout: 'Strict',
      options: ['EncryptBeforeSigning', 'IncludeTimestamp', 'OnlySignEntireHeadersAndBody'],
      tokens: [
        { role: 'InitiatorToken', token: { ...x509, inclusion: 'AlwaysToRecipient' } },
        { role: 'RecipientToken', token: { ...x509, inclusion: 'Never' } },
      ],
    });
  });

  it.each([
    [security11, '<s:HttpsToken RequireClientCertificate="true"/>'],
    [security12, '<s:HttpsToken><p:Policy><s:RequireClientCertificate/></p:Policy></s:HttpsToken>'],
  ])('ask for a client certificate in %s', async (version, token) => {
    const binding = await only(
      `<s:TransportBinding><p:Policy><s:TransportToken><p:Policy>${token}</p:Policy></s:TransportToken></p:Policy></s:TransportBinding>`,
      version,
    );
    expect(binding).toEqual({
      kind: 'TransportBinding',
      options: [],
      tokens: [{ role: 'TransportToken', token: { kind: 'HttpsToken', options: ['RequireClientCertificate'] } }],
    });
  });

  it('of supporting tokens have an issuer, a template, a bootstrap policy and what they protect', async () => {
    const supporting = await only(
      `<s:SignedEndorsingSupportingTokens><p:Policy>
         <s:IssuedToken><s:Issuer><b:Address>https://sts.example/</b:Address></s:Issuer><s:RequestSecurityTokenTemplate><b:KeySize b:unit="bit">256</b:KeySize></s:RequestSecurityTokenTemplate><p:Policy><s:RequireInternalReference/></p:Policy></s:IssuedToken>
         <s:SecureConversationToken><s:IssuerName>urn:name</s:IssuerName><p:Policy><s:BootstrapPolicy><p:Policy><s:Wss11/></p:Policy></s:BootstrapPolicy></p:Policy></s:SecureConversationToken>
         <s:SignedElements XPathVersion="1.0"><s:XPath>//b:Item/@t:id</s:XPath></s:SignedElements>
       </p:Policy></s:SignedEndorsingSupportingTokens>`,
    );
    expect(supporting).toEqual({
      kind: 'SupportingTokens',
      use: 'SignedEndorsingSupportingTokens',
      tokens: [
        {
          kind: 'IssuedToken',
          options: ['RequireInternalReference'],
          issuer: {
            name: `{${security12}}Issuer`,
            children: [{ name: '{urn:b}Address', text: 'https://sts.example/' }],
          },
          requestTemplate: {
            name: `{${security12}}RequestSecurityTokenTemplate`,
            children: [{ name: '{urn:b}KeySize', attributes: [{ name: '{urn:b}unit', value: 'bit' }], text: '256' }],
          },
        },
        {
          kind: 'SecureConversationToken',
          options: [],
          issuerName: 'urn:name',
          bootstrap: [{ kind: 'Wss11', options: [] }],
        },
      ],
      protects: [
        {
          kind: 'SignedElements',
          xpathVersion: '1.0',
          paths: [
            {
              path: '//b:Item/@t:id',
              prefixes: [
                { prefix: 'b', namespace: 'urn:b' },
                { prefix: 't', namespace: 'urn:t' },
              ],
            },
          ],
        },
      ],
    });
  });

  it.each([
    ['<s:SignedParts/>', { kind: 'SignedParts', headerNames: [] }],
    [
      '<s:EncryptedParts><s:Body/><s:Header Name="A" Namespace="urn:h"/><s:Header Namespace="urn:i"/><s:Attachments/></s:EncryptedParts>',
      {
        kind: 'EncryptedParts',
        body: true,
        headerNames: [{ name: 'A', namespace: 'urn:h' }, { namespace: 'urn:i' }],
        attachments: true,
      },
    ],
    [
      '<s:SignedParts><s:Attachments><s:ContentSignatureTransform/></s:Attachments></s:SignedParts>',
      { kind: 'SignedParts', headerNames: [], attachments: true, transforms: ['ContentSignatureTransform'] },
    ],
    [
      '<s:RequiredElements><s:XPath2 Filter="subtract">/a</s:XPath2></s:RequiredElements>',
      { kind: 'RequiredElements', paths: [{ path: '/a', filter: 'subtract', prefixes: [] }] },
    ],
    [
      '<s:Wss11><p:Policy><s:RequireSignatureConfirmation/><s:MustSupportRefThumbprint/></p:Policy></s:Wss11>',
      { kind: 'Wss11', options: ['MustSupportRefThumbprint', 'RequireSignatureConfirmation'] },
    ],
    [
      '<m:Addressing><p:Policy><m:AnonymousResponses/></p:Policy></m:Addressing>',
      {
        kind: 'other',
        name: '{http://www.w3.org/2007/05/addressing/metadata}Addressing',
        nested: [{ kind: 'other', name: '{http://www.w3.org/2007/05/addressing/metadata}AnonymousResponses' }],
      },
    ],
  ])('%s', async (text, expected) => {
    expect(await only(text)).toEqual(expected);
    const { problems } = await read({ binding: `<p:Policy>${text}</p:Policy>` });
    expect(problems.filter((each) => !each.startsWith('wsdl/unsupported-demand'))).toEqual([]);
  });

  it.each([
    ['of another vocabulary', '<b:Strange/>', 'Strange'],
    ['that is new', '<s:Newer/>', 'Newer'],
    ['at the wrong place', '<s:Wss10><p:Policy><s:HashPassword/></p:Policy></s:Wss10>', 'Wss10'],
    [
      'of an unknown token',
      '<s:SupportingTokens><p:Policy><b:Token/></p:Policy></s:SupportingTokens>',
      'SupportingTokens',
    ],
    ['of an unknown part', '<s:SignedParts><s:Foot/></s:SignedParts>', 'SignedParts'],
    [
      'of an unknown suite',
      '<s:TransportBinding><p:Policy><s:AlgorithmSuite><p:Policy><s:Basic512/></p:Policy></s:AlgorithmSuite></p:Policy></s:TransportBinding>',
      'TransportBinding',
    ],
  ])('%s are named once with their place, and kept', async (_, text, name) => {
    const root = `<p:Policy u:Id="a">\n${text}</p:Policy>`;
    const { policies, problems } = await read({
      root,
      port: '<p:PolicyReference URI="#a"/>',
      input: '<p:PolicyReference URI="#a"/>',
    });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^wsdl\/unknown-assertion 10:/);
    expect(policies[0]?.alternatives.map((each) => each.map(nameOf))).toEqual([[name]]);
  });

  it('of WS-SecurityPolicy, and of a third vocabulary, are named within one of another vocabulary', async () => {
    const nested = (inner: string): string =>
      `<p:Policy><w:RMAssertion xmlns:w="urn:w">${inner}</w:RMAssertion></p:Policy>`;
    const inner = '<p:Policy><w:Order/><w:Other><p:Policy><s:Wss10/></p:Policy></w:Other><b:Strange/></p:Policy>';
    const { problems, policies } = await read({ port: nested(inner) });
    const unknown = problems.filter((each) => each.startsWith('wsdl/unknown-assertion'));
    expect(unknown).toHaveLength(2);
    expect(policies[0]?.alternatives[0]).toHaveLength(1);
    const ignored = await read({ port: nested('<p:Policy><b:Strange p:Ignorable="true"/></p:Policy>') });
    expect(ignored.problems.join()).not.toContain('unknown-assertion');
  });

  it('that may be ignored are not reported', async () => {
    const { policies, problems } = await read({ port: '<p:Policy><b:Log p:Ignorable="true"/></p:Policy>' });
    expect(problems).toEqual([]);
    expect(policies[0]?.alternatives).toEqual([[{ kind: 'other', name: '{urn:b}Log', ignorable: true }]]);
  });

  it('with a value that is not known are reported', async () => {
    const text =
      '<p:Policy><s:SupportingTokens><p:Policy><s:SamlToken s:IncludeToken="urn:Sometimes"/></p:Policy></s:SupportingTokens></p:Policy>';
    expect((await read({ port: text })).problems).toEqual([expect.stringMatching(/^wsdl\/invalid-value /)]);
  });
});

describe('hostile policies', () => {
  it('with exponentially many alternatives are read in part', async () => {
    const choices = Array.from({ length: 2000 }, (_, i) => `<p:ExactlyOne><b:A${i}/><b:B${i}/></p:ExactlyOne>`).join(
      '',
    );
    const { policies, problems } = await read({ port: `<p:Policy p:Ignorable="true">${choices}</p:Policy>` });
    expect(problems.filter((each) => each.startsWith('wsdl/large-policy'))).toHaveLength(2);
    expect(policies.every(({ alternatives: { length } }) => length <= 64)).toBe(true);
  });

  it('with references that double at every step are read once', async () => {
    const chain = Array.from(
      { length: 40 },
      (_, i) =>
        `<p:Policy u:Id="a${i}"><s:Wss1${i % 2}/><p:PolicyReference URI="#a${i + 1}"/><p:PolicyReference URI="#a${i + 1}"/></p:Policy>`,
    );
    const root = `${chain.join('')}<p:Policy u:Id="a40"><s:Trust13/></p:Policy>`;
    expect(await alternatives({ root, port: '<p:PolicyReference URI="#a0"/>' })).toEqual(['Wss10 Wss11 Trust13']);
  });

  it('that refer to themselves, or through very many others, are reported', async () => {
    const root = Array.from(
      { length: 20_000 },
      (_, i) => `<p:Policy u:Id="a${i}"><p:PolicyReference URI="#a${i + 1}"/></p:Policy>`,
    ).join('');
    const { problems } = await read({ root, port: '<p:PolicyReference URI="#a0"/>' });
    expect(problems).toEqual([expect.stringMatching(/^wsdl\/circular-policy /)]);
    const circle = '<p:Policy u:Id="a"><s:Wss10/><p:PolicyReference URI="#a"/></p:Policy>';
    const found = await read({ root: circle, port: '<p:PolicyReference URI="#a"/>' });
    expect(found.problems).toEqual([expect.stringMatching(/^wsdl\/circular-policy /)]);
    expect(found.policies[0]?.alternatives).toEqual([[{ kind: 'Wss10', options: [] }]]);
  });
});
