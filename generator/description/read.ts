import { emptyContract } from '../contract/empty-contract.js';
import { type Contract, contractFormatVersion } from '../contract/model.js';
import { byCodeUnits } from '../contract/names.js';
import { openPlaceholders } from '../contract/placeholders.js';
import type { Result } from '../diagnostics/diagnostic.js';
import { NamesTaken } from './names-taken.js';
import { SchemaHalfBuilder } from './schema-half.js';
import { ServicesBuilder } from './services.js';
import { readShape } from './shape.js';
import { type DescriptionNode, parseDescription } from './syntax.js';
import { takeWrittenNames } from './written-names.js';

/** The content of a description. */
export interface CompiledDescription {
  readonly contract: Contract;
  readonly typesNamespace: string;
  /** Absent when the text is not YAML. */
  readonly root?: DescriptionNode;
}

/**
 * Reads a service description in YAML or JSON (`schemas/description.schema.json`) into a contract: the same as reading the
 * WSDL that `writeWsdl` makes from it. `file` is its display name. Mistakes are reported with line and column, and the parts
 * concerned are left out.
 */
export async function readDescription(text: string, file: string): Promise<Result<Contract>> {
  const [{ contract }, diagnostics] = await compileDescription(text, file);
  return [contract, diagnostics];
}

/** As `readDescription`, together with the tree of the text. */
export async function compileDescription(text: string, file: string): Promise<Result<CompiledDescription>> {
  const [root, syntax] = await parseDescription(text, file);
  if (root === undefined) {
    return [{ contract: emptyContract, typesNamespace: '' }, syntax];
  }
  const [description, found] = readShape(root);
  const names = new NamesTaken();
  const schema = new SchemaHalfBuilder(description, names);
  schema.defineTypes();
  const services = [...new ServicesBuilder(description, schema, file).build()];
  for (const [i, service] of services.entries()) {
    const described = description.services[i];
    if (described) {
      takeWrittenNames(service, described, names);
    }
  }
  services.sort((a, b) => byCodeUnits(a.namespace, b.namespace) || byCodeUnits(a.name, b.name));
  const half = {
    types: [...schema.types.values()].sort((a, b) => byCodeUnits(a.key, b.key)),
    elements: [...schema.elements.values()].sort((a, b) => byCodeUnits(a.name, b.name)),
    attributes: [],
    services,
  };
  const contract = { formatVersion: contractFormatVersion, placeholders: openPlaceholders(half), ...half } as const;
  const { typesNamespace } = description;
  return [{ contract, root, typesNamespace }, [...syntax, ...found, ...schema.diagnostics, ...names.diagnostics]];
}
