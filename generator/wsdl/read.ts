import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';
import type { Position, SourceDocument, SourceElement, SourceSet } from '../source/document.js';
import { spanAt } from '../source/document.js';
import { type ExpandedName, splitExpandedName, xsdNamespace } from '../source/names.js';
import { readTogether } from '../source/read-together.js';
import { attributeValue, bareImports, childElements, isSchemaElement } from '../source/references.js';
import { readMessage, readPortType } from './abstract.js';
import { readBinding } from './bindings.js';
import type {
  BindingDefinition,
  DefinitionsSet,
  MessageDefinition,
  PortTypeDefinition,
  ServiceDefinition,
} from './components.js';
import { isWsdl, type ReaderContext } from './elements.js';
import { wsdlNamespace } from './namespaces.js';
import { reportDemands } from './policies.js';
import { DemandReader, declaredPolicies } from './policy-demands.js';
import { PolicyReader } from './policy-reader.js';
import { readService } from './services.js';

interface Tables {
  readonly messages: Map<ExpandedName, MessageDefinition>;
  readonly portTypes: Map<ExpandedName, PortTypeDefinition>;
  readonly bindings: Map<ExpandedName, BindingDefinition>;
  readonly services: Map<ExpandedName, ServiceDefinition>;
}

/**
 * Reads the WSDL components of all documents of a run into one set. Documents that are schemas are left to the schema reader.
 * A mistake in one component affects only that component.
 */
export function readDefinitions(sources: SourceSet): Result<DefinitionsSet> {
  const tables: Tables = { messages: new Map(), portTypes: new Map(), bindings: new Map(), services: new Map() };
  const diagnostics: Diagnostic[] = [];
  const documents = [...sources.documents.values()];
  const policies = declaredPolicies(documents.map(({ root }) => root));
  const reading = {
    tables,
    demands: new DemandReader(policies),
    attached: new PolicyReader(policies, diagnostics),
    together: readTogether(sources),
  };
  for (const document of documents) {
    if (isWsdl(document.root, 'definitions')) {
      readDocument(document, reading, diagnostics);
    }
  }
  return [{ ...tables, services: [...tables.services.values()] }, diagnostics];
}

/** State that the readers of all documents share. */
interface Reading {
  readonly tables: Tables;
  readonly demands: DemandReader;
  readonly attached: PolicyReader;
  readonly together: ReturnType<typeof readTogether>;
}

function readDocument(document: SourceDocument, reading: Reading, diagnostics: Diagnostic[]): void {
  const context: ReaderContext = {
    targetNamespace: attributeValue(document.root, 'targetNamespace') ?? '',
    source: document.displayName,
    attached: reading.attached,
    diagnostics,
  };
  for (const child of childElements(document.root)) {
    readTopLevel(context, child, reading);
  }
  for (const element of bareImports(document.root)) {
    context.diagnostics.push(diagnostic('wsdl/bare-import', {}, spanAt(element.position)));
  }
  reportDemands(context, document.root, reading.demands);
}

/** WSDL 1.1, A 4.1; elements of other namespaces are extensions. */
function readTopLevel(context: ReaderContext, element: SourceElement, reading: Reading): void {
  if (element.namespace !== wsdlNamespace) {
    return;
  }
  const { tables } = reading;
  switch (element.local) {
    case 'message':
      add(context, reading, 'message', tables.messages, readMessage(context, element));
      break;
    case 'portType':
      add(context, reading, 'portType', tables.portTypes, readPortType(context, element));
      break;
    case 'binding':
      add(context, reading, 'binding', tables.bindings, readBinding(context, element));
      break;
    case 'service':
      add(context, reading, 'service', tables.services, readService(context, element));
      break;
    case 'import':
    case 'include':
    case 'documentation':
      break;
    case 'types':
      checkTypes(context, element);
      break;
    default:
      context.diagnostics.push(diagnostic('wsdl/unknown-element', { name: element.local }, spanAt(element.position)));
  }
}

/** WSDL 1.1, 2.2: `wsdl:types` contains schemas, and extensions of other namespaces. */
function checkTypes(context: ReaderContext, types: SourceElement): void {
  for (const child of childElements(types)) {
    const isSchema = isSchemaElement(child, 'schema') || isSchemaElement(child, 'import');
    const isOurs = child.namespace === wsdlNamespace || child.namespace === xsdNamespace;
    if (isOurs && !isSchema && !isWsdl(child, 'documentation')) {
      context.diagnostics.push(diagnostic('wsdl/unknown-element', { name: child.local }, spanAt(child.position)));
    }
  }
}

/**
 * The first declaration of a name is used; a later one of the same input is reported with the position of the first. Separate
 * inputs may each declare the same; if they differ, one of them would get the other's messages.
 */
function add<T extends { readonly name: ExpandedName; readonly position: Position }>(
  context: ReaderContext,
  { together }: Reading,
  kind: string,
  table: Map<ExpandedName, T>,
  component: T | undefined,
): void {
  if (component === undefined) {
    return;
  }
  const first = table.get(component.name);
  if (first === undefined) {
    table.set(component.name, component);
    return;
  }
  const own = together(first.position.uri, component.position.uri);
  if (!own && meaningOf(first) === meaningOf(component)) {
    return;
  }
  const name = splitExpandedName(component.name).local;
  const note = { message: 'The first one is here.', span: spanAt(first.position) };
  const code = own ? 'wsdl/duplicate-component' : 'wsdl/conflicting-inputs';
  context.diagnostics.push(diagnostic(code, { kind, name }, spanAt(component.position), [note]));
}

/** The meaning of a component, without positions and documentation. */
function meaningOf(component: object): string {
  return JSON.stringify(component, (key, value: unknown) =>
    key === 'documentation' || key === 'position' || key === 'source' || key.endsWith('At') ? undefined : value,
  );
}
