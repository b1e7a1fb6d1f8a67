import { CONTRACT_FORMAT_VERSION, type Contract } from '../contract/model.js';
import { byCodeUnits } from '../contract/names.js';
import { openPlaceholders } from '../contract/placeholders.js';
import type { Result } from '../diagnostics/diagnostic.js';
import { SchemaHalfBuilder } from './schema-half.js';
import { ServicesBuilder } from './services.js';
import { readShape } from './shape.js';
import { parseDescription } from './syntax.js';

/**
 * Reads a service description in YAML or JSON (`schemas/description.schema.json`) into a contract: the same as reading the
 * WSDL that `writeWsdl` makes from it. `file` is its name for people. What is wrong is reported with line and column, and
 * left out.
 */
export async function readDescription(text: string, file: string): Promise<Result<Contract>> {
  const [root, syntax] = await parseDescription(text, file);
  if (root === undefined) return [EMPTY, syntax];
  const [description, found] = readShape(root);
  const schema = new SchemaHalfBuilder(description);
  schema.defineTypes();
  const services = [...new ServicesBuilder(description, schema, file).build()];
  services.sort((a, b) => byCodeUnits(a.namespace, b.namespace) || byCodeUnits(a.name, b.name));
  const half = {
    types: [...schema.types.values()].sort((a, b) => byCodeUnits(a.key, b.key)),
    elements: [...schema.elements.values()].sort((a, b) => byCodeUnits(a.name, b.name)),
    attributes: [],
    services,
  };
  const contract = { formatVersion: CONTRACT_FORMAT_VERSION, placeholders: openPlaceholders(half), ...half } as const;
  return [contract, [...syntax, ...found, ...schema.diagnostics]];
}

const EMPTY: Contract = {
  formatVersion: CONTRACT_FORMAT_VERSION,
  placeholders: [],
  types: [],
  elements: [],
  attributes: [],
  services: [],
};
