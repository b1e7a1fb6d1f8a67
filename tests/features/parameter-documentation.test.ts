import { createServer } from '@wsdl-codegen/runtime/node';
import { wsdl } from '../support/descriptors.js';
import { findings, load, packageOf } from './package.js';

const operation = (name: string): string =>
  `<operation name="${name}"><soap:operation soapAction="urn:${name}"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>`;
const documented = (name: string, text: string): string =>
  `<x:element name="${name}" type="x:int"><x:annotation><x:documentation>${text}</x:documentation></x:annotation></x:element>`;
const text = wsdl(
  `<message name="in"><part name="p" element="t:Pay"/></message><message name="out"><part name="p" element="t:Paid"/></message>
   <portType name="pt"><operation name="Pay"><input message="t:in"/><output message="t:out"/></operation></portType>
   <binding name="b" type="t:pt"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${operation('Pay')}</binding>
   <service name="Desk"><port name="p" binding="t:b"><soap:address location="http://desk.example/Desk.asmx"/></port></service>`,
  `<x:element name="Pay"><x:complexType><x:sequence>${documented('amount', 'What to pay, in cents.')}<x:element name="note" type="x:string"/>${documented('blank', ' ')}</x:sequence></x:complexType></x:element>
   <x:element name="Paid"><x:complexType><x:sequence/></x:complexType></x:element>`,
);

it('an operation that only SOAP offers has the documentation of its parameters on its page', async () => {
  const made = await packageOf({ 'desk.wsdl': text }, { packageName: 'desk' });
  expect(findings(made)).toEqual([]);
  const { desk, Desk } = load(made.files);
  expect(Desk.operations.pay.parameters).toEqual([{ name: 'amount', documentation: 'What to pay, in cents.' }]);
  const server = createServer({ services: [desk({ pay: () => undefined })] });
  const page = await server.handle({ method: 'GET', url: '/Desk.asmx?op=Pay', headers: {}, body: new Uint8Array() });
  expect(page.body).toContain('<li><b>amount</b><p>What to pay, in cents.</p></li>');
});
