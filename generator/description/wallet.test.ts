import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { contractOf, textOf, wsdl } from '../../tests/support/descriptors.js';
import type { Contract, Service } from '../contract/model.js';
import { readDescription } from './read.js';
import { writeWsdl } from './write-wsdl.js';

const wallet = ['AccountApi', 'ErrorsApi', 'ExchangerApi', 'PushApi', 'TelepayApi'];

/** A contract without the names of the files that it came from. */
const withoutSource = (contract: Contract) => ({
  ...contract,
  services: contract.services.map((service) => ({ ...service, source: '' })),
});

describe.each([
  ['wsdl/wallet.yaml', wallet],
  ['wsdl/address-locator.yaml', ['AddressLocator']],
])('%s', (file, services) => {
  it('describes exactly the same as the WSDL files next to it', async () => {
    const [contract, diagnostics] = await readDescription(textOf(file), file);
    const files = Object.fromEntries(services.map((name) => [`${name}.wsdl`, textOf(`wsdl/${name}.wsdl`)]));
    const fromWsdl = await contractOf(files);
    expect([...diagnostics, ...fromWsdl.diagnostics]).toEqual([]);
    expect(withoutSource(contract)).toEqual(withoutSource(fromWsdl.contract));
  });

  it.each(services)('writes wsdl/%s.wsdl byte for byte', async (name) => {
    const [contract] = await readDescription(textOf(file), file);
    const service = contract.services.find((candidate) => candidate.name === name);
    expect(service && writeWsdl(contract, service)).toBe(textOf(`wsdl/${name}.wsdl`));
  });

  it('is valid against the schema that editors use', () => {
    const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(
      JSON.parse(textOf('schemas/description.schema.json')),
    );
    expect([validate(parse(textOf(file))), validate.errors]).toEqual([true, null]);
  });

  it('names that schema for editors, with the right path', () => {
    expect(textOf(file)).toContain('# yaml-language-server: $schema=../schemas/description.schema.json\n');
  });
});

it('a WSDL that was read can be written again: PushApi keeps its documentation in every port type', async () => {
  const { contract } = await contractOf({ 'PushApi.wsdl': textOf('wsdl/PushApi.wsdl') });
  const [service] = contract.services;
  expect(service && writeWsdl(contract, service)).toBe(textOf('wsdl/PushApi.wsdl'));
});

it('overloaded operations, headers, faults and rpc survive being written and read', async () => {
  const text = wsdl(
    `<message name="A"><part name="p" type="x:int"/></message><message name="B"><part name="p" type="x:string"/></message>
     <message name="H"><part name="h" element="t:H"/><part name="f" element="t:H"/></message>
     <message name="F"><part name="f" element="t:H"/></message>
     <portType name="P">
       <operation name="Op"><input name="one" message="t:A"/><output message="t:B"/><fault name="Bad" message="t:F"/></operation>
       <operation name="Op"><input name="two" message="t:B"/></operation>
     </portType>
     <binding name="X" type="t:P"><soap:binding style="rpc"/>
       <operation name="Op"><soap:operation soapAction="urn:1"/><input name="one"><soap:body use="encoded" namespace="urn:r" encodingStyle="urn:e"/>
         <soap:header message="t:H" part="h" use="literal"><soap:headerfault message="t:H" part="f" use="literal"/></soap:header></input>
         <output><soap:body use="literal" namespace="urn:r"/></output></operation>
       <operation name="Op"><soap:operation soapAction="urn:2" soapActionRequired="false"/><input name="two"><soap:body use="literal"/></input></operation>
     </binding>
     <service name="S"><port name="X" binding="t:X"/></service>`,
    '<x:element name="H" type="x:string"/>',
  );
  const { contract } = await contractOf({ 'a.wsdl': text });
  const [service] = contract.services as readonly [Service];
  const back = await contractOf({ 'a.wsdl': writeWsdl(contract, service) });
  expect(back.diagnostics).toEqual([]);
  expect(back.contract).toEqual(contract);
});
