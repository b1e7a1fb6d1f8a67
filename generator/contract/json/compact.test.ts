import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readContract } from '../../index.js';
import { compactContract, expandContract } from './compact.js';
import { namespacePrefixes } from './prefixes.js';

const repository = join(__dirname, '../../..');
const golden = join(repository, 'tests/golden');

/** The inputs of the golden packages, and the wallet. */
const inputs = [
  ...readdirSync(golden, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .flatMap(({ name }) =>
      readdirSync(join(golden, name))
        .filter((file) => /^[^.]*\.(?:wsdl|xsd)$/.test(file))
        .map((file) => join(golden, name, file)),
    ),
  ...readdirSync(join(repository, 'wsdl'))
    .filter((file) => file.endsWith('.wsdl'))
    .map((file) => join(repository, 'wsdl', file)),
];

describe('the compact form of a contract', () => {
  it.each(inputs.map((input) => [input.slice(repository.length + 1), input]))(
    'has all data of %s',
    async (_, input) => {
      const { contract } = await readContract({ inputs: [input] });
      const text = JSON.stringify(compactContract(contract));
      expect(expandContract(JSON.parse(text) as Readonly<Record<string, unknown>>)).toEqual(contract);
      expect(text.length).toBeLessThan(JSON.stringify(contract).length);
    },
  );
});

describe('prefixes of namespaces', () => {
  it('are the first words that tell namespaces apart', () => {
    const prefixes = namespacePrefixes([
      'urn:core_2.platform',
      'urn:types.core_2',
      'urn:types.sales_2',
      'http://a.example/',
    ]);
    expect(Object.fromEntries(prefixes)).toEqual({
      a: 'http://a.example/',
      core_2: 'urn:core_2.platform',
      'types.core_2': 'urn:types.core_2',
      'types.sales_2': 'urn:types.sales_2',
      xs: 'http://www.w3.org/2001/XMLSchema',
    });
  });

  it('do not exist where the words are the same, or are those of XML Schema', () => {
    expect([...namespacePrefixes(['urn:a', 'http://a/', 'urn:xs']).keys()]).toEqual(['xs']);
  });
});
