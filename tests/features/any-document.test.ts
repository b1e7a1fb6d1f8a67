import { wsdl } from '../support/descriptors.js';
import { connect } from './connect.js';
import { type Exports, findings, load, packageOf, typeCheck } from './package.js';

const soap = '<input><soap:body use="literal"/></input><output><soap:body use="literal"/></output>';

/** A service as ASP.NET describes a method that returns an `XmlNode`, with its bindings for SOAP and for GET, or for GET alone. */
function service(open: string, hasSoap = true): string {
  return wsdl(
    `<message name="LoadSoapIn"><part name="parameters" element="t:Load"/></message>
     <message name="LoadSoapOut"><part name="parameters" element="t:LoadResponse"/></message>
     <message name="LoadHttpGetIn"><part name="id" type="x:string"/></message>
     <message name="LoadHttpGetOut"><part name="Body"/></message>
     <portType name="NodesSoap"><operation name="Load"><input message="t:LoadSoapIn"/><output message="t:LoadSoapOut"/></operation></portType>
     <portType name="NodesHttpGet"><operation name="Load"><input message="t:LoadHttpGetIn"/><output message="t:LoadHttpGetOut"/></operation></portType>
     <binding name="NodesSoap" type="t:NodesSoap"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Load"><soap:operation soapAction="urn:t/Load"/>${soap}</operation></binding>
     <binding name="NodesHttpGet" type="t:NodesHttpGet"><http:binding verb="GET"/><operation name="Load"><http:operation location="/Load"/><input><http:urlEncoded/></input><output><mime:content part="Body" type="text/xml"/></output></operation></binding>
     <service name="Nodes">${hasSoap ? '<port name="NodesSoap" binding="t:NodesSoap"><soap:address location="http://nodes.example/nodes.asmx"/></port>' : ''}<port name="NodesHttpGet" binding="t:NodesHttpGet"><http:address location="http://nodes.example/nodes.asmx"/></port></service>`,
    `<x:element name="Load"><x:complexType><x:sequence><x:element name="id" type="x:int"/></x:sequence></x:complexType></x:element>
     <x:element name="LoadResponse"><x:complexType><x:sequence><x:element name="LoadResult" minOccurs="0">${open}</x:element></x:sequence></x:complexType></x:element>`,
  );
}

const mixed = '<x:complexType mixed="true"><x:sequence><x:any/></x:sequence></x:complexType>';
const open = '<x:complexType><x:sequence><x:any processContents="lax"/></x:sequence></x:complexType>';
const node = { namespace: 'urn:n', name: 'node', attributes: [], children: ['text'] };

describe('a method that answers a document of any kind', () => {
  it.each([
    ['mixed', mixed, { $content: [node] }],
    ['open', open, { $any: node }],
  ])('gives the same result over SOAP and over GET, where its content is %s', async (_, type, result) => {
    const made = await packageOf({ 'nodes.wsdl': service(type) }, { packageName: 'nodes' });
    expect(findings(made)).toEqual([]);
    const { client, last } = connect(load(made.files), 'Nodes', { load: () => result });
    const overSoap = await client.load({ id: 1 });
    expect(overSoap).toMatchObject(result);
    const overGet = await client.load({ id: 1 }, { binding: 'httpGet' });
    expect(overGet).toMatchObject(result);
    expect(last.response).toMatch(/^<\?xml[^>]*>\r\n<node xmlns="urn:n">text<\/node>$/);
  });

  it('gives the element itself where only GET offers it', async () => {
    const made = await packageOf({ 'nodes.wsdl': service(mixed, false) }, { packageName: 'nodes' });
    expect(typeCheck({ nodes: made.files })).toBe('');
    const { client } = connect(load(made.files) as Exports, 'Nodes', { load: () => node });
    expect(await client.load({ id: '1' })).toMatchObject(node);
  }, 60_000);
});
