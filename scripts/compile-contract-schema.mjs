import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';

/** The module that takes the place of `generator/plugins/contract-validator.ts` in the build: the same check as plain code. */
export function compileContractSchema(root) {
  const text = readFileSync(new URL('schemas/contract.schema.json', root), 'utf8').replaceAll('"anyOf"', '"oneOf"');
  const tagged = { type: 'object', discriminator: { propertyName: 'kind' } };
  const schema = JSON.parse(text, (_, part) => (part?.oneOf ? { ...part, ...tagged } : part));
  const ajv = new Ajv2020({ discriminator: true, messages: false, code: { source: true, esm: true } });
  ajv.addSchema(schema, 'contract');
  return standalone.default(ajv, { isContract: 'contract' });
}
