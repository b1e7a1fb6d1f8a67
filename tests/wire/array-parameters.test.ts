import { createServer, DynamicClient, registerService, type ServiceDescriptor } from '@wsdl-codegen/runtime';
import { descriptorsOf } from '../../generator/memory/descriptors.js';
import { contractOf, wsdl } from '../support/descriptors.js';

/** An `.asmx` method with a `string[]` parameter: a wrapper over SOAP, repeated fields over HTTP. */
const descriptor = wsdl(
  `<message name="In"><part name="parameters" element="t:Sum"/></message>
   <message name="Out"><part name="parameters" element="t:SumResponse"/></message>
   <message name="GetIn"><part name="codes" type="t:StringArray"/></message>
   <message name="GetOut"><part name="Body" element="t:int"/></message>
   <portType name="Soap"><operation name="Sum"><input message="t:In"/><output message="t:Out"/></operation></portType>
   <portType name="Get"><operation name="Sum"><input message="t:GetIn"/><output message="t:GetOut"/></operation></portType>
   <binding name="Soap" type="t:Soap"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
     <operation name="Sum"><soap:operation soapAction="urn:t/Sum" style="document"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
   <binding name="Get" type="t:Get"><http:binding verb="GET"/>
     <operation name="Sum"><http:operation location="/Sum"/><input><http:urlEncoded/></input><output><mime:mimeXml part="Body"/></output></operation></binding>
   <service name="Calc"><port name="CalcSoap" binding="t:Soap"><soap:address location="http://example/Calc.asmx"/></port>
     <port name="CalcGet" binding="t:Get"><http:address location="http://example/Calc.asmx"/></port></service>`,
  `<x:element name="Sum"><x:complexType><x:sequence><x:element name="codes" type="t:ArrayOfString" minOccurs="0"/></x:sequence></x:complexType></x:element>
   <x:complexType name="ArrayOfString"><x:sequence><x:element name="string" type="x:string" minOccurs="0" maxOccurs="unbounded" nillable="true"/></x:sequence></x:complexType>
   <x:complexType name="StringArray"><x:sequence><x:element name="String" type="x:string" minOccurs="0" maxOccurs="unbounded"/></x:sequence></x:complexType>
   <x:element name="SumResponse"><x:complexType><x:sequence><x:element name="SumResult" type="x:int"/></x:sequence></x:complexType></x:element>
   <x:element name="int" type="x:int"/>`,
);

async function serviceOf(): Promise<ServiceDescriptor> {
  const { contract } = await contractOf({ 'calc.wsdl': descriptor });
  const [service] = descriptorsOf(contract).services.values();
  if (!service) {
    throw new Error('no service');
  }
  return service;
}

it('an array that an element wraps is a repeated field over HTTP, and one value in every binding', async () => {
  const service = await serviceOf();
  const received: unknown[] = [];
  const urls: string[] = [];
  const server = createServer({
    services: [
      registerService(service, {
        sum: (input: unknown) => {
          received.push(input);
          return 2;
        },
      }),
    ],
  });
  const client = new DynamicClient(service, {
    transport: async ({ method, url, headers, body }) => {
      urls.push(url);
      const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? new Uint8Array());
      const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
      const answer = await server.handle({ method, url, headers: lower, body: bytes });
      const content = typeof answer.body === 'string' ? new TextEncoder().encode(answer.body) : answer.body;
      return { status: answer.status, statusText: '', headers: new Headers(answer.headers), body: content };
    },
  });
  const input = { codes: ['a', 'b&c'] };
  expect(await client.call('sum', input, { binding: 'soap11' })).toBe(2);
  expect(await client.call('sum', input, { binding: 'httpGet' })).toBe(2);
  expect(received).toEqual([input, input]);
  expect(urls.at(-1)).toBe('http://example/Calc.asmx/Sum?codes=a&codes=b%26c');
});
