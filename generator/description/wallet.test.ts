import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { contractOf, textOf } from '../../tests/support/descriptors.js';
import type { Contract } from '../contract/model.js';
import { readDescription } from './read.js';
import { writeWsdl } from './write-wsdl.js';

const WALLET = ['AccountApi', 'ErrorsApi', 'ExchangerApi', 'PushApi', 'TelepayApi'];

/** A contract without the names of the files that it came from. */
const withoutSource = (contract: Contract) => ({
  ...contract,
  services: contract.services.map((service) => ({ ...service, source: '' })),
});

describe.each([
  ['wsdl/wallet.yaml', WALLET],
  ['wsdl/address-locator.yaml', ['AddressLocator']],
])('%s', (file, services) => {
  it('describes exactly what the WSDL files beside it do', async () => {
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

  it('names that schema for editors, at its right place', () => {
    expect(textOf(file)).toContain('# yaml-language-server: $schema=../schemas/description.schema.json\n');
  });
});

it('a WSDL that was read can be written again: PushApi keeps its documentation in every port type', async () => {
  const { contract } = await contractOf({ 'PushApi.wsdl': textOf('wsdl/PushApi.wsdl') });
  const [service] = contract.services;
  expect(service && writeWsdl(contract, service)).toBe(textOf('wsdl/PushApi.wsdl'));
});
