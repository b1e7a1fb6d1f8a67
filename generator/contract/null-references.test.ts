import { contractOf, wsdl } from '../../tests/support/descriptors.js';
import type { Contract, Message, Operation } from './model.js';

const microsoft = 'http://microsoft.com/wsdl/types/';
const types = `
  <x:simpleType name="Colour"><x:restriction base="x:string"><x:enumeration value="red"/></x:restriction></x:simpleType>
  <x:simpleType name="Flags"><x:list itemType="t:Colour"/></x:simpleType>
  <x:simpleType name="Words"><x:list itemType="x:string"/></x:simpleType>
  <x:simpleType name="Short"><x:restriction base="x:string"><x:maxLength value="3"/></x:restriction></x:simpleType>
  <x:simpleType name="Small"><x:restriction base="x:int"><x:maxInclusive value="3"/></x:restriction></x:simpleType>
  <x:simpleType name="Either"><x:union memberTypes="x:int x:string"/></x:simpleType>
  <x:complexType name="Order"><x:sequence/></x:complexType>
  <x:element name="Text" type="x:string"/><x:element name="Size" type="x:int"/><x:element name="Whole" type="t:Order"/>`;

/** A service of one operation; its messages have these parts. */
async function serviceOf(
  input: string,
  output: string,
  { style = 'rpc', use = 'literal', names = ['In', 'Out'] } = {},
): Promise<Operation> {
  const body = `<soap:body use="${use}" namespace="urn:t"/>`;
  const text = wsdl(
    `<message name="${names[0]}">${input}</message><message name="${names[1]}">${output}</message>
     <portType name="pt"><operation name="Do"><input message="t:${names[0]}"/><output message="t:${names[1]}"/></operation></portType>
     <binding name="b" type="t:pt"><soap:binding style="${style}" transport="http://schemas.xmlsoap.org/soap/http"/>
       <operation name="Do"><soap:operation soapAction="urn:do"/><input>${body}</input><output>${body}</output></operation></binding>
     <service name="S"><port name="p" binding="t:b"><soap:address location="http://s.example/s"/></port></service>`,
    types,
  );
  const { contract }: { contract: Contract } = await contractOf({ 's.wsdl': text });
  return contract.services[0]?.operations[0] as Operation;
}

const part = (name: string, type: string): string => `<part name="${name}" type="${type}"/>`;

/** Names of the parts for which null stands if they are absent. */
const nullable = (message: Message | undefined): readonly string[] =>
  message?.kind === 'rpc' || message?.kind === 'parts'
    ? message.parts.filter(({ absent }) => absent === 'null').map(({ name }) => name)
    : [];

describe('absent parts of rpc/literal', () => {
  const references = [
    'x:string',
    'x:base64Binary',
    'x:QName',
    'x:anyType',
    't:Order',
    't:Words',
    't:Short',
    't:Either',
  ];
  const values = ['x:int', 'x:boolean', 'x:double', 'x:decimal', 'x:dateTime', 't:Colour', 't:Flags', 't:Small'];

  it('are null if .NET has a reference for the type, and are not null if it has a value', async () => {
    const all = [...references, ...values];
    const parts = all.map((type, i) => part(`p${i}`, type)).join('');
    const { input, output } = await serviceOf(parts, part('r', 'x:string'));
    expect(nullable(input)).toEqual(references.map((_, i) => `p${i}`));
    expect(nullable(output)).toEqual(['r']);
  });

  it('are not null if they are a Guid', async () => {
    const { input } = await serviceOf(`<part name="id" type="m:guid" xmlns:m="${microsoft}"/>`, '');
    expect(nullable(input)).toEqual([]);
  });

  it('are left to SOAP encoding in rpc/encoded', async () => {
    const { input } = await serviceOf(part('s', 'x:string'), '', { use: 'encoded' });
    expect(input).toMatchObject({ parts: [{ nillable: true }] });
    expect(nullable(input)).toEqual([]);
  });
});

describe('absent values of documents', () => {
  const element = (name: string): string => `<part name="p" element="t:${name}"/>`;
  const aspNet = { style: 'document', names: ['DoSoapIn', 'DoSoapOut'] };

  it('are null in bare messages of ASP.NET, for references', async () => {
    const text = await serviceOf(element('Text'), element('Whole'), aspNet);
    expect([text.input, text.output]).toMatchObject([{ absent: 'null' }, { absent: 'null' }]);
    const size = await serviceOf(element('Size'), element('Text'), aspNet);
    expect(size.input).not.toHaveProperty('absent');
  });

  it('are errors in bare messages of other services', async () => {
    const { input, output } = await serviceOf(element('Text'), element('Whole'), { style: 'document' });
    expect(input).not.toHaveProperty('absent');
    expect(output).not.toHaveProperty('absent');
  });

  it('are null in encoded documents of one simple value', async () => {
    const encoded = { style: 'document', use: 'encoded' };
    const { input, output } = await serviceOf(part('s', 'x:string'), part('o', 't:Order'), encoded);
    expect([nullable(input), nullable(output)]).toEqual([['s'], []]);
  });
});
