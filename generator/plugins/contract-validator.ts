import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** Says whether a value is of the form of contracts, and keeps what is wrong with the last one. */
export interface ContractValidator {
  (value: unknown): boolean;
  readonly errors?: readonly FormError[] | null | undefined;
}

/** What Ajv says of a value that is not of the form. */
export interface FormError {
  /** JSON Pointer to the value. */
  readonly instancePath: string;
  /** The keyword of JSON Schema that the value does not satisfy. */
  readonly keyword: string;
  /** What the keyword demands. */
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * Checks the form that `schemas/contract.schema.json` publishes. The build writes the compiled form of this module
 * (`scripts/compile-contract-schema.mjs`), which needs neither Ajv nor `new Function`.
 */
export const isContract: ContractValidator = new Ajv2020({ discriminator: true }).compile(schemaOfContracts());

/** Of several forms, `kind` tells which one is meant, so that only its mistakes are reported. */
function schemaOfContracts(): object {
  const text = readFileSync(new URL('../../schemas/contract.schema.json', import.meta.url), 'utf8');
  const tagged = { type: 'object', discriminator: { propertyName: 'kind' } };
  return JSON.parse(text.replaceAll('"anyOf"', '"oneOf"'), (_, part) => (part?.oneOf ? { ...part, ...tagged } : part));
}
