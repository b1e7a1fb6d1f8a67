import { contractOf, wsdl } from '../../tests/support/descriptors.js';

const metadata = 'http://www.w3.org/2007/05/addressing/metadata';
const draft = 'http://www.w3.org/2006/05/addressing/wsdl';
const submission = 'http://schemas.xmlsoap.org/ws/2004/08/addressing/policy';
const policy = 'http://www.w3.org/ns/ws-policy';
const names = `xmlns:m="${metadata}" xmlns:w="${draft}" xmlns:s="${submission}" xmlns:p="${policy}"`;

async function demandOf(content: string, around = ''): Promise<unknown> {
  const text = wsdl(`${around}<binding ${names} name="B" type="t:P"><soap:binding/>${content}</binding>`);
  const { definitions } = await contractOf({ 'a.wsdl': text });
  return definitions.bindings.get('{urn:t}B')?.addressing;
}

const alternatives = '<p:ExactlyOne><p:All><m:Addressing/></p:All><p:All/></p:ExactlyOne>';

it.each([
  ['nothing', '', undefined],
  ['UsingAddressing', '<w:UsingAddressing/>', { version: '1.0', required: false }],
  [
    'UsingAddressing that is required',
    '<w:UsingAddressing xmlns:d="http://schemas.xmlsoap.org/wsdl/" d:required="true"/>',
    { version: '1.0', required: true },
  ],
  ['a policy', '<p:Policy><m:Addressing/></p:Policy>', { version: '1.0', required: true }],
  [
    'a policy as WCF writes it',
    '<p:Policy><p:ExactlyOne><p:All><w:UsingAddressing/></p:All></p:ExactlyOne></p:Policy>',
    { version: '1.0', required: true },
  ],
  ['a policy of 2004', '<p:Policy><s:UsingAddressing/></p:Policy>', { version: '2004/08', required: true }],
  [
    'an optional assertion',
    '<p:Policy><m:Addressing p:Optional="true"/></p:Policy>',
    { version: '1.0', required: false },
  ],
  ['one of two alternatives', `<p:Policy>${alternatives}</p:Policy>`, { version: '1.0', required: false }],
  ['a policy of something else', '<p:Policy><x:Other xmlns:x="urn:x"/></p:Policy>', undefined],
  ['a reference to nothing', '<p:PolicyReference URI="#none"/>', undefined],
])('a binding asks for WS-Addressing by %s', async (_, content, demand) => {
  expect(await demandOf(content)).toEqual(demand);
});

it('a binding asks for it by references to policies that refer to each other', async () => {
  const policies = `<p:Policy ${names} xml:id="a"><p:PolicyReference URI="#b"/><p:PolicyReference URI="#b"/></p:Policy>
    <p:Policy ${names} xml:id="b"><p:PolicyReference URI="#a"/><m:Addressing/></p:Policy>`;
  expect(await demandOf('<p:PolicyReference URI="#a"/>', policies)).toEqual({ version: '1.0', required: true });
});

it('a port asks for it by an attribute that names a policy', async () => {
  const text = wsdl(
    `<p:Policy ${names} Name="urn:policy"><m:Addressing/></p:Policy>
     <service ${names} name="S"><port name="P" binding="t:B" p:PolicyURIs="urn:policy"/></service>`,
  );
  const { definitions } = await contractOf({ 'a.wsdl': text });
  expect(definitions.services[0]?.ports[0]?.addressing).toEqual({ version: '1.0', required: true });
});

describe('the action of an input', () => {
  const operation = async (action: string): Promise<unknown> => {
    const text = wsdl(
      `<message name="Op"/><portType name="P"><operation name="Op"><input ${names} w:Action="${action}" message="t:Op"/></operation></portType>
       <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Op"><soap:operation soapAction="urn:op"/><input><soap:body use="literal"/></input></operation></binding>
       <service name="S"><port name="Port" binding="t:B"><soap:address location="http://localhost/"/></port></service>`,
    );
    const { contract } = await contractOf({ 'a.wsdl': text });
    return contract.services[0]?.operations[0]?.bindings[0];
  };

  it('says its value, and does not ask for WS-Addressing', async () => {
    const binding = await operation(' urn:in ');
    expect(binding).toHaveProperty('inputAction', 'urn:in');
    expect(binding).not.toHaveProperty('addressing');
  });

  it('says nothing where the action is empty', async () => {
    expect(await operation('')).not.toHaveProperty('inputAction');
  });
});
