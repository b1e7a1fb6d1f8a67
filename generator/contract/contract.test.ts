import { Ajv2020 } from 'ajv/dist/2020.js';
import { contractOf, repository, textOf, wsdl } from '../../tests/support/descriptors.js';
import { InternalError } from '../diagnostics/internal-error.js';
import { checkInvariants } from './invariants.js';
import { contractToJson } from './json/print.js';
import type { Contract } from './model.js';
import { openPlaceholders } from './placeholders.js';

const names = ['AccountApi', 'ErrorsApi', 'ExchangerApi', 'PushApi', 'TelepayApi', 'AddressLocator'];
const files = Object.fromEntries(names.map((name) => [`${name}.wsdl`, textOf(`wsdl/${name}.wsdl`)]));

const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(
  JSON.parse(textOf('schemas/contract.schema.json')),
);

/** An input with something of everything that the model has. */
const everything = wsdl(
  `<message name="In"><part name="p" element="t:F"/></message>
   <message name="Head"><part name="h" element="t:E"/><part name="f" element="t:E"/></message>
   <message name="Err"><part name="e" element="t:E"/></message>
   <portType name="P"><operation name="F"><documentation>Does it.</documentation>
     <input message="t:In"/><output message="t:In"/><fault name="Err" message="t:Err"/></operation></portType>
   <binding name="B" type="t:P"><soap:binding transport="urn:jms"/><operation name="F"><soap:operation soapAction="a"/>
     <input><mime:multipartRelated><mime:part><soap:body use="literal"/>
       <soap:header message="t:Head" part="h" use="literal"><soap:headerfault message="t:Head" part="f" use="literal"/></soap:header>
     </mime:part><mime:part><mime:content part="x" type="a/b"/></mime:part></mime:multipartRelated></input>
     <output><soap:body use="encoded" encodingStyle="urn:e"/></output></operation></binding>
   <service name="S"><port name="Q" binding="t:B"/></service>`,
  `<x:element name="E" type="t:T" substitutionGroup="t:H"/><x:element name="H" abstract="true" type="t:Base"/>
   <x:element name="F"><x:complexType><x:sequence><x:choice maxOccurs="3">
     <x:element ref="t:H"/><x:element name="d" default="1" type="x:int"/><x:any namespace="##other" processContents="skip"/>
   </x:choice></x:sequence><x:attribute name="at" use="required" type="x:string"/><x:anyAttribute/></x:complexType>
   <x:key name="K"><x:selector xpath=".//t:d"/><x:field xpath="@at|."/></x:key></x:element>
   <x:complexType name="Base"><x:simpleContent><x:extension base="t:L"/></x:simpleContent></x:complexType>
   <x:complexType name="T" final="#all"><x:simpleContent><x:extension base="t:Base"><x:attribute name="b" fixed="1" type="x:int"/></x:extension></x:simpleContent></x:complexType>
   <x:simpleType name="L"><x:list itemType="t:U"/></x:simpleType>
   <x:simpleType name="U"><x:union memberTypes="x:int t:C"/></x:simpleType>
   <x:simpleType name="C"><x:restriction base="x:string"><x:enumeration value="a"/><x:pattern value="b"/><x:maxLength value="3"/></x:restriction></x:simpleType>
   <x:attribute name="G" type="x:int"/>`,
);

describe('the JSON form', () => {
  it.each([
    ['the six inputs', files],
    ['an input with something of everything', { 'e.wsdl': everything }],
  ])('of %s is valid against its published schema', async (_, inputs) => {
    const { contract } = await contractOf(inputs);
    expect([validate(JSON.parse(contractToJson(contract))), validate.errors]).toEqual([true, null]);
  });

  it('is refused by the schema when a property is unknown or missing', async () => {
    const { contract } = await contractOf(files);
    expect(validate({ ...contract, more: 1 })).toBe(false);
    expect(validate({ ...contract, types: [{ ...contract.types[0], kind: 'type' }] })).toBe(false);
  });

  it('gives back the contract, and the same bytes whatever the order of properties', async () => {
    const { contract } = await contractOf(files);
    const text = contractToJson(contract);
    expect(JSON.parse(text)).toEqual(contract);
    const reversed = (value: unknown): unknown => {
      if (Array.isArray(value)) {
        return value.map(reversed);
      }
      if (typeof value !== 'object' || value === null) {
        return value;
      }
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, child]) => [key, reversed(child)]),
      );
    };
    expect(contractToJson(reversed(contract) as Contract)).toBe(text);
    expect(text.endsWith('}\n')).toBe(true);
  });

  it('contains no position and no path of the machine on which it was made', async () => {
    const { contract } = await contractOf(files);
    expect(contractToJson(contract)).not.toContain(repository);
    expect(contractToJson(contract)).not.toMatch(/"(line|column|uri)"/);
  });

  it('does not change when a comment or a line break is put into an input', async () => {
    const moved = Object.fromEntries(
      Object.entries(files).map(([name, text]) => [
        name,
        text.replace('<wsdl:types>', '<!-- more -->\n\n<wsdl:types>'),
      ]),
    );
    const [a, b] = [await contractOf(files), await contractOf(moved)];
    expect(contractToJson(b.contract)).toBe(contractToJson(a.contract));
  });
});

describe('placeholders', () => {
  it('are found in namespaces and addresses, and nowhere else', () => {
    expect(
      openPlaceholders({
        name: '{urn:{ns}}local',
        address: 'http://{host}/x',
        namespaces: ['{other}'],
        type: '{{deep}}T',
        documentation: 'Use {this}.',
        value: '{that}',
        facets: { patterns: [['\\d{n}']] },
        local: { name: '{brace' },
      }),
    ).toEqual(['deep', 'host', 'ns', 'other']);
  });
});

describe('invariants', () => {
  const sound = async () => (await contractOf({ 'e.wsdl': everything })).contract;

  it('hold for the results of the stages', async () => {
    expect(() => checkInvariants({ ...({} as Contract), ...Empty })).not.toThrow();
    const contract = await sound();
    expect(() => checkInvariants(contract)).not.toThrow();
  });

  const Empty: Contract = { formatVersion: 1, placeholders: [], types: [], elements: [], attributes: [], services: [] };

  it.each<[string, (contract: Contract) => Contract]>([
    ['a type that is gone', (c) => ({ ...c, types: c.types.slice(1) })],
    ['an element that is gone', (c) => ({ ...c, elements: c.elements.slice(1) })],
    ['types out of order', (c) => ({ ...c, types: [...c.types].reverse() })],
    ['a service twice', (c) => ({ ...c, services: [...c.services, ...c.services] })],
    ['a placeholder that is not there', (c) => ({ ...c, placeholders: ['x'] })],
    [
      'a binding on a port that is not there',
      (c) => ({ ...c, services: c.services.map((s) => ({ ...s, ports: [] })) }),
    ],
    [
      'an operation without a binding',
      (c) => ({
        ...c,
        services: c.services.map((s) => ({ ...s, operations: s.operations.map((o) => ({ ...o, bindings: [] })) })),
      }),
    ],
  ])('are broken by %s, which is a bug of ours', async (_, breach) => {
    const contract = breach(await sound());
    expect(() => checkInvariants(contract)).toThrow(InternalError);
  });
});
