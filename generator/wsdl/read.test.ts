import { existsSync } from 'node:fs';
import { contractOf, found, wsdl } from '../../tests/support/descriptors.js';

const read = async (content: string) => contractOf({ 'a.wsdl': wsdl(content) });

describe('messages', () => {
  it('have parts that name an element or a type', async () => {
    const { definitions } = await read(
      '<message name="M"><part name="a" element="t:E"/><part name="b" type="x:int"/></message>',
    );
    const parts = definitions.messages.get('{urn:t}M')?.parts ?? [];
    expect(parts.map(({ name, element, type }) => [name, element, type])).toEqual([
      ['a', '{urn:t}E', undefined],
      ['b', undefined, '{http://www.w3.org/2001/XMLSchema}int'],
    ]);
  });

  it('keep the documentation without the indentation of the file', async () => {
    const { definitions } = await read(
      '<message name="M"><documentation>\n      First\n        deeper\n      last\n    </documentation></message>',
    );
    expect(definitions.messages.get('{urn:t}M')?.documentation).toBe('First\n  deeper\nlast');
  });
});

describe('operations of port types', () => {
  const patternOf = async (content: string) => {
    const { definitions } = await read(`<portType name="P"><operation name="Op">${content}</operation></portType>`);
    return definitions.portTypes.get('{urn:t}P')?.operations[0];
  };

  it.each([
    ['<input message="t:A"/><output message="t:B"/>', 'requestResponse'],
    ['<input message="t:A"/>', 'oneWay'],
    ['<output message="t:A"/><input message="t:B"/>', 'solicitResponse'],
    ['<output message="t:A"/>', 'notification'],
  ])('%s is %s', async (content, pattern) => {
    expect((await patternOf(content))?.pattern).toBe(pattern);
  });

  it('give inputs and outputs the default names of WSDL 1.1, 2.4.5', async () => {
    const both = await patternOf('<input message="t:A"/><output message="t:B"/>');
    expect([both?.input?.name, both?.output?.name]).toEqual(['OpRequest', 'OpResponse']);
    const solicit = await patternOf('<output message="t:A"/><input message="t:B"/>');
    expect([solicit?.output?.name, solicit?.input?.name]).toEqual(['OpSolicit', 'OpResponse']);
    expect((await patternOf('<input message="t:A"/>'))?.input?.name).toBe('Op');
  });

  it('carry the WS-Addressing actions of WCF', async () => {
    const operation = await patternOf(
      '<input xmlns:w="http://www.w3.org/2006/05/addressing/wsdl" w:Action="urn:in" message="t:A"/><output message="t:B"/>',
    );
    expect(operation?.input?.action).toBe('urn:in');
    expect(operation?.output?.action).toBeUndefined();
  });
});

describe('bindings', () => {
  const bindingOf = async (content: string) => {
    const { definitions } = await read(`<binding name="B" type="t:P">${content}</binding>`);
    return definitions.bindings.get('{urn:t}B');
  };

  it('have their style in any case of letters', async () => {
    expect((await bindingOf('<soap:binding style="RPC"/>'))?.protocol).toMatchObject({ style: 'rpc' });
  });

  it('are SOAP 1.1, SOAP 1.2 or HTTP', async () => {
    expect((await bindingOf('<soap:binding style="rpc" transport="urn:jms"/>'))?.protocol).toEqual({
      kind: 'soap11',
      style: 'rpc',
      transport: 'urn:jms',
    });
    expect((await bindingOf('<soap12:binding/>'))?.protocol?.kind).toBe('soap12');
    expect((await bindingOf('<http:binding verb="get"/>'))?.protocol).toEqual({ kind: 'http', verb: 'GET' });
  });

  it('are recognised by their operations when soap:binding was forgotten', async () => {
    const binding = await bindingOf('<operation name="Op"><soap12:operation soapAction="urn:a"/></operation>');
    expect(binding?.protocol?.kind).toBe('soap12');
    expect(binding?.operations[0]?.soapAction).toBe('urn:a');
  });

  it('have bodies with parts, headers with faults, and attachments', async () => {
    const binding = await bindingOf(
      `<soap:binding/><operation name="Op"><soap:operation/><input><mime:multipartRelated>
         <mime:part><soap:body parts="a  b" use="encoded" namespace="urn:b" encodingStyle="urn:e"/>
           <soap:header message="t:H" part="h" use="literal"><soap:headerfault message="t:H" part="f" use="literal"/></soap:header></mime:part>
         <mime:part><mime:content part="c" type="image/png"/><mime:content part="c" type="image/gif"/></mime:part>
       </mime:multipartRelated></input></operation>`,
    );
    const input = binding?.operations[0]?.input;
    expect(input?.body).toMatchObject({
      use: 'encoded',
      parts: ['a', 'b'],
      namespace: 'urn:b',
      encodingStyle: 'urn:e',
    });
    expect(input?.headers.map((h) => [h.message, h.part, h.headerFaults.map((f) => f.part)])).toEqual([
      ['{urn:t}H', 'h', ['f']],
    ]);
    expect(input?.attachments).toEqual([
      [
        { kind: 'content', part: 'c', type: 'image/png' },
        { kind: 'content', part: 'c', type: 'image/gif' },
      ],
    ]);
  });

  it('distinguish a body with an empty list of parts from one without a list', async () => {
    const binding = await bindingOf(
      '<soap:binding/><operation name="Op"><input><soap:body parts="" use="literal"/></input><output><soap:body use="literal"/></output></operation>',
    );
    expect(binding?.operations[0]?.input?.body?.parts).toEqual([]);
    expect(binding?.operations[0]?.output?.body?.parts).toBeUndefined();
  });
});

describe('imports', () => {
  it('bring the components of another document into the same set', async () => {
    const main = wsdl('<import namespace="urn:t" location="b.wsdl"/><message name="A"/>');
    const { definitions } = await contractOf({ 'a.wsdl': main, 'b.wsdl': wsdl('<message name="B"/>') }, ['a.wsdl']);
    expect([...definitions.messages.keys()]).toEqual(['{urn:t}A', '{urn:t}B']);
  });
});

describe('what is wrong', () => {
  it.each([
    ['a missing name', '<message><part name="p" type="x:int"/></message>', ['wsdl/missing-attribute 5:1']],
    [
      'a prefix that is not declared',
      '<message name="M"><part name="p" element="oops:E"/></message>',
      ['wsdl/undeclared-prefix 5:43'],
    ],
    [
      'an impossible value',
      '<binding name="B" type="t:P"><soap:binding style="literal"/></binding>',
      ['wsdl/invalid-value 5:51'],
    ],
    [
      'a value in other letters',
      '<binding name="B" type="t:P"><soap:binding style="RPC"/></binding>',
      ['wsdl/letter-case 5:51'],
    ],
    ['a second message of a name', '<message name="M"/><message name="M"/>', ['wsdl/duplicate-component 5:20']],
    [
      'a second port of a name',
      '<service name="S"><port name="p" binding="t:B"/><port name="p" binding="t:B"/></service>',
      ['wsdl/duplicate-component 5:49'],
    ],
    ['an element that WSDL does not know', '<mesage name="M"/>', ['wsdl/unknown-element 5:1']],
    ['a binding of no kind that we know', '<binding name="B" type="t:P"/>', ['wsdl/unknown-binding 5:1']],
    [
      'an extension that is required',
      '<e:thing xmlns:e="urn:e" xmlns:w="http://schemas.xmlsoap.org/wsdl/" w:required="true"/>',
      ['wsdl/required-extension 5:1'],
    ],
    [
      'a policy that is attached and not there',
      '<binding name="B" type="t:P"><soap:binding/><p:PolicyReference xmlns:p="http://www.w3.org/ns/ws-policy" URI="#x"/></binding>',
      ['wsdl/unresolved-policy 5:45'],
    ],
  ])('reports %s with its position', async (_, content, expected) => {
    const { diagnostics } = await read(content);
    expect(found(diagnostics).filter((text) => text.startsWith('wsdl/'))).toEqual(expected);
  });

  it.each([
    ['within a policy of its own', '<p:Policy><p:All><s:MTOM/></p:All></p:Policy>', 'MTOM'],
    ['by references within references, even in circles', '<p:PolicyReference URI="#a"/>', 'a client certificate'],
    [
      'of which some is optional',
      '<p:Policy><s:Addressing/><s:NonAnonymousResponses/><s:MTOM p:Optional="true"/></p:Policy>',
      'answers at an address of the client',
    ],
    [
      'with a way of authentication',
      '<p:Policy><s:HttpDigestAuthentication/><s:NtlmAuthentication/></p:Policy>',
      'Digest authentication and NTLM or Kerberos',
    ],
  ])('reports the demands of a policy %s', async (_, policy, asked) => {
    const { diagnostics } = await read(
      `<p:Policy xmlns:p="http://www.w3.org/ns/ws-policy" xmlns:s="urn:s" Name="urn:whole" xml:id="a"><p:PolicyReference URI="#b"/><s:Strange><s:Inner/></s:Strange></p:Policy>
       <p:Policy xmlns:p="http://www.w3.org/ns/ws-policy" xmlns:s="urn:s" xml:id="b"><p:PolicyReference URI="#a"/><s:TransportBinding><p:Policy><s:HttpsToken RequireClientCertificate="true"/></p:Policy></s:TransportBinding></p:Policy>
       <binding name="B" type="t:P" xmlns:p="http://www.w3.org/ns/ws-policy" xmlns:s="urn:s"><soap:binding/>${policy}</binding>`,
    );
    const reported = diagnostics.find(({ code }) => code === 'wsdl/policy');
    const owner = policy.includes('<input>') ? 'input of the operation "O"' : 'binding "B"';
    expect(reported?.message).toBe(`The ${owner} has a WS-Policy that requires ${asked}; codegen does not apply it.`);
    expect(reported?.span?.line).toBe(7);
  });

  it('advises on each demand what the recipes do, and no interceptor', async () => {
    const demands = ['BasicAuthentication', 'NtlmAuthentication', 'HttpsToken'];
    const { diagnostics } = await read(
      `<binding name="B" type="t:P" xmlns:p="http://www.w3.org/ns/ws-policy" xmlns:s="urn:s"><soap:binding/><p:Policy>${demands
        .map((name) => `<s:${name} RequireClientCertificate="true"/>`)
        .join('')}</p:Policy></binding>`,
    );
    const help = diagnostics.find(({ code }) => code === 'wsdl/policy')?.help ?? '';
    const pages = [...help.matchAll(/docs\/recipes\/[\w-]+\.md/g)].map(([page]) => page);
    expect(new Set(pages)).toEqual(
      new Set(['authentication', 'ntlm', 'tls-and-proxies'].map((name) => `docs/recipes/${name}.md`)),
    );
    expect(pages.filter((page) => !existsSync(page))).toEqual([]);
    expect(help).not.toContain('interceptor');
  });

  it('finds policies that an attribute names, on every component', async () => {
    const { diagnostics } = await read(
      `<p:Policy xmlns:p="http://schemas.xmlsoap.org/ws/2004/09/policy" Name="urn:whole"><s:RMAssertion xmlns:s="urn:s"/></p:Policy>
       <portType name="P" xmlns:p="http://schemas.xmlsoap.org/ws/2004/09/policy" p:PolicyURIs="urn:whole #gone"/>`,
    );
    expect(diagnostics.filter(({ code }) => code === 'wsdl/policy').map(({ message }) => message)).toEqual([
      'The portType "P" has a WS-Policy that requires reliable messaging; codegen does not apply it.',
    ]);
    expect(found(diagnostics)).toContain('wsdl/unresolved-policy 6:8');
  });

  it('does not report an optional extension, nor a policy that is only declared', async () => {
    const { diagnostics } = await read(
      '<binding name="B" type="t:P" xmlns:w="http://schemas.xmlsoap.org/wsdl/"><soap:binding w:required="true"/></binding><portType name="P"/><e:thing xmlns:e="urn:e"/><p:Policy xmlns:p="http://www.w3.org/ns/ws-policy"><p:All/></p:Policy>',
    );
    expect(found(diagnostics)).toEqual([]);
  });
});
