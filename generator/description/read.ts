import { byCodeUnits } from '../contract/names.js';
import { hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { NamesTaken } from './names-taken.js';
import { unreachedComponents } from './reachable.js';
import { SchemaBuilder } from './schema.js';
import { ServicesBuilder, takeNames } from './services.js';
import { readShape } from './shape.js';
import { parseDescription } from './syntax.js';
import { writeTypesWsdl, writeWsdl } from './write-wsdl.js';
import type { PrintedDocument } from './xml-text.js';

/** The WSDL of a description. */
export interface WsdlOfDescription {
  /** The document of each service, by the service's name. */
  readonly services: ReadonlyMap<string, PrintedDocument>;
  /** A document with the types that no service uses, if there are some. */
  readonly types?: PrintedDocument;
}

/**
 * Reads a service description in YAML or JSON (`schemas/description.schema.json`), and writes its WSDL if there is no mistake
 * in it. `file` is its display name. Mistakes are reported with line and column.
 */
export async function readDescription(text: string, file: string): Promise<Result<WsdlOfDescription>> {
  const [root, syntax] = await parseDescription(text, file);
  if (root === undefined) {
    return [{ services: new Map() }, syntax];
  }
  const [description, found] = readShape(root);
  const names = new NamesTaken();
  const schemaBuilder = new SchemaBuilder(description, names);
  const servicesBuilder = new ServicesBuilder(description, schemaBuilder);
  const pairs = description.services.map((described) => [servicesBuilder.service(described), described] as const);
  for (const [service, described] of pairs) {
    takeNames(service, described, names);
  }
  const diagnostics = [...syntax, ...found, ...schemaBuilder.diagnostics, ...names.diagnostics];
  if (hasErrors(diagnostics)) {
    return [{ services: new Map() }, diagnostics];
  }
  const schema = schemaBuilder.schema();
  const services = pairs.map(([service]) => service);
  services.sort((a, b) => byCodeUnits(a.namespace, b.namespace) || byCodeUnits(a.name, b.name));
  const { span, typesNamespace } = description;
  const types = writeTypesWsdl(schema, unreachedComponents(schema, services), typesNamespace, span);
  const documents = new Map(services.map((service) => [service.name, writeWsdl(schema, service, span)]));
  return [{ services: documents, ...(types !== undefined && { types }) }, diagnostics];
}
