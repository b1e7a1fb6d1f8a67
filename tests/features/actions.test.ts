import { wsdl } from '../support/descriptors.js';
import { connect } from './connect.js';
import { type Exports, load, packageOf } from './package.js';

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
