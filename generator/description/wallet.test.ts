import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { textOf } from '../../tests/support/descriptors.js';
import { readDescription } from './read.js';

const wallet = ['AccountApi', 'ErrorsApi', 'ExchangerApi', 'PushApi', 'TelepayApi'];

describe.each([
  ['wsdl/wallet.yaml', wallet],
  ['wsdl/address-locator.yaml', ['AddressLocator']],
])('%s', (file, services) => {
  it('describes the services of the WSDL files next to it, and no types that none of them uses', async () => {
    const [{ services: documents, types }, diagnostics] = await readDescription(textOf(file), file);
    expect([[...documents.keys()].sort(), types, diagnostics]).toEqual([services, undefined, []]);
  });

  it.each(services)('writes wsdl/%s.wsdl byte for byte', async (name) => {
    const [{ services: documents }] = await readDescription(textOf(file), file);
    expect(documents.get(name)?.text).toBe(textOf(`wsdl/${name}.wsdl`));
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
