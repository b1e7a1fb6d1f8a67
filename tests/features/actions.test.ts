import { wsdl } from '../support/descriptors.js';
import { connect } from './connect.js';
import { type Exports, findings, load, packageOf } from './package.js';

const operations = ['First', 'Second'];
const descriptor = wsdl(
  `<message name="m"><part name="parameters" element="t:Item"/></message>
   <portType name="pt">${operations.map((name) => `<operation name="${name}"><input message="t:m"/><output message="t:m"/></operation>`).join('')}</portType>
   <binding name="b" type="t:pt"><soap12:binding transport="http://schemas.xmlsoap.org/soap/http"/>${operations.map((name) => `<operation name="${name}"><soap12:operation soapAction="urn:${name}"/><input><soap12:body use="literal"/></input><output><soap12:body use="literal"/></output></operation>`).join('')}</binding>
   <service name="Items"><port name="p" binding="t:b"><soap12:address location="http://items.example/s"/></port></service>`,
  '<x:element name="Item" type="x:string"/>',
);

describe('operations over SOAP 1.2 that differ only in their actions', () => {
  let exports: Exports;
  beforeAll(async () => {
    exports = load((await packageOf({ 'items.wsdl': descriptor }, { packageName: 'items' })).files);
  });
  const implementation = { first: (text: string) => `1 ${text}`, second: (text: string) => `2 ${text}` };

  it('are called by a client that sends the action by itself', async () => {
    const { client, last } = connect(exports, 'Items', implementation);
    expect([await client.first('a'), await client.second('b')]).toEqual(['1 a', '2 b']);
    expect(last.requestHeaders['Content-Type']).toContain('action="urn:Second"');
  });

  it('are refused without an action: a server does not guess', async () => {
    const { client } = connect(exports, 'Items', implementation);
    const headers = { 'Content-Type': 'application/soap+xml; charset=utf-8' };
    await expect(client.second('b', { headers })).rejects.toThrow(/action/i);
  });
});

const versions = ['soap', 'soap12'];
const rpc = (index: number): string => `rpc${index}`;

/** A service in both versions of SOAP whose operations have these SOAP actions. */
function actions(
  soapActions: readonly string[],
  message = (_: number): string => 'm',
  style = 'document',
  attributes: readonly string[] = [],
): string {
  const names = soapActions.map((_, index) => (style === 'rpc' ? 'Do' : `Do${index}`));
  const bound = (soap: string): string =>
    `<binding name="${soap}" type="t:pt"><${soap}:binding style="${style}" transport="http://schemas.xmlsoap.org/soap/http"/>${soapActions
      .map(
        (action, i) =>
          `<operation name="${names[i]}"><${soap}:operation soapAction="${action}"/><input name="in${i}"><${soap}:body use="literal" namespace="urn:t"/></input><output name="out${i}"><${soap}:body use="literal" namespace="urn:t"/></output></operation>`,
      )
      .join('')}</binding>`;
  return wsdl(
    `<message name="m"><part name="parameters" element="t:Item"/></message><message name="rpc0"><part name="a" type="x:string"/></message><message name="rpc1"><part name="a" type="x:int"/></message>
     <portType name="pt">${names.map((name, i) => `<operation name="${name}"><input name="in${i}" message="t:${message(i)}" ${attributes[i] ?? ''}/><output name="out${i}" message="t:${message(i)}"/></operation>`).join('')}</portType>
     ${versions.map(bound).join('')}
     <service name="Items">${versions.map((soap) => `<port name="${soap}" binding="t:${soap}"><${soap}:address location="http://items.example/s"/></port>`).join('')}</service>`,
    '<x:element name="Item" type="x:string"/>',
  );
}

describe.each(['soap11', 'soap12'])('operations with the same element over %s', (binding) => {
  it.each([undefined, 'aspnet', 'wcf', 'strict'] as const)(
    'are all called where one has no action (profile %s)',
    async (profile) => {
      const made = await packageOf({ 'items.wsdl': actions(['urn:a', '', 'urn:b']) });
      expect(findings(made)).toEqual([]);
      const implementation = { do0: () => '0', do1: () => '1', do2: () => '2' };
      const { client } = connect(load(made.files), 'Items', implementation, profile && { profile });
      const call = { binding };
      expect([await client.do0('', call), await client.do1('', call), await client.do2('', call)]).toEqual([
        '0',
        '1',
        '2',
      ]);
    },
  );

  it('are called by their actions where also names and messages are the same', async () => {
    const text = actions(['urn:a', 'urn:b']).replaceAll(/"Do[01]"/g, '"Do"');
    const made = await packageOf({ 'items.wsdl': text });
    expect(findings(made)).toEqual([]);
    const { client } = connect(load(made.files), 'Items', { in0: () => '0', in1: () => '1' });
    expect([await client.in0('', { binding }), await client.in1('', { binding })]).toEqual(['0', '1']);
  });

  it('are called by their actions in style rpc, where they have one name', async () => {
    const made = await packageOf({ 'items.wsdl': actions(['urn:a', ''], rpc, 'rpc') });
    expect(findings(made)).toEqual([]);
    const { client } = connect(load(made.files), 'Items', { in0: () => '0', in1: () => 1 });
    expect([await client.in0({ a: '' }, { binding }), await client.in1({ a: 1 }, { binding })]).toEqual(['0', 1]);
  });
});

describe('operations that nothing tells apart', () => {
  const same = 'contract/same-request';

  it.each([
    ['of style document', actions(['urn:a', 'urn:a'])],
    ['without actions', actions(['', ''])],
    ['of style rpc with one name', actions(['', ''], rpc, 'rpc')],
    ['whose Bodies are empty', actions(['', ''], () => 'none').replace('<portType', '<message name="none"/><portType')],
  ])('%s are told of, and stay in the client', async (_, text) => {
    const made = await packageOf({ 'items.wsdl': text });
    expect(findings(made).map((finding) => finding.split(' ')[0])).toEqual([same]);
    expect(Object.keys(load(made.files).Items.operations)).toHaveLength(2);
  });

  it('are not those at other addresses, and are those of two ports at one', async () => {
    const ports = (second: string): string =>
      actions([''])
        .replace('name="soap12" binding="t:soap12"><soap12:address', 'name="soap12" binding="t:other"><soap:address')
        .replace(
          /<binding name="soap12".*<\/binding>/s,
          `<portType name="p2"><operation name="Else"><input message="t:m"/><output message="t:m"/></operation></portType>
           <binding name="other" type="t:p2"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Else"><soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>`,
        )
        .replace(/http:\/\/items.example\/s(?=.{0,40}<\/service>)/s, second);
    const codes = async (second: string): Promise<readonly unknown[]> =>
      findings(await packageOf({ 'items.wsdl': ports(second) })).map((finding) => finding.split(' ')[0]);
    expect(await codes('http://items.example/other')).toEqual([]);
    expect(await codes('https://items.example/s')).toEqual([same]);
  });
});
