import type { DiagnosticCode } from '../../diagnostics/catalogue/index.js';
import type { Diagnostic, DiagnosticParameters } from '../../diagnostics/diagnostic.js';
import { diagnostic } from '../../diagnostics/diagnostic.js';
import { type Position, spanAt } from '../../source/document.js';
import type { DefinitionsSet, MessageDefinition, MessageReference, PartDefinition } from '../../wsdl/components.js';
import type { ExpandedName, Part } from '../model.js';
import { splitExpandedName } from '../names.js';
import { isKnownType, type SchemaLookup } from './lookup.js';

/** What the builders of services share. */
export interface ServicesContext {
  readonly definitions: DefinitionsSet;
  readonly lookup: SchemaLookup;
  /** Reports a finding; the same one at the same place is kept once. */
  readonly report: <C extends DiagnosticCode>(code: C, parameters: DiagnosticParameters<C>, position: Position) => void;
}

/** Makes the context, and the list that its findings are collected in. */
export function servicesContext(
  definitions: DefinitionsSet,
  lookup: SchemaLookup,
): readonly [ServicesContext, readonly Diagnostic[]] {
  const found: Diagnostic[] = [];
  const seen = new Set<string>();
  return [
    {
      definitions,
      lookup,
      report(code, parameters, position) {
        const next = diagnostic(code, parameters, spanAt(position));
        const key = `${position.uri}:${position.line}:${position.column} ${code} ${next.message}`;
        if (!seen.has(key)) found.push(next);
        seen.add(key);
      },
    },
    found,
  ];
}

/** Kinds of WSDL components that are referred to by name. */
export type ReferredKind = 'message' | 'portType' | 'binding';

/**
 * The component of that name. A descriptor may use a prefix of the wrong namespace: where only one component has the local
 * name, that one is meant, and a warning says so.
 */
export function resolve<T extends { readonly name: ExpandedName }>(
  context: ServicesContext,
  kind: ReferredKind,
  table: ReadonlyMap<ExpandedName, T>,
  name: ExpandedName,
  position: Position,
): T | undefined {
  const exact = table.get(name);
  if (exact !== undefined || name === '') return exact;
  const other = table.get(onlyNames(table).get(splitExpandedName(name).local) ?? '');
  if (other === undefined) return undefined;
  context.report('contract/wrong-namespace', { kind, name, found: other.name }, position);
  return other;
}

const onlyNamesOf = new WeakMap<object, ReadonlyMap<string, ExpandedName | undefined>>();

/** Names of a table by local name; undefined where several share one. Made once for each table. */
function onlyNames(table: ReadonlyMap<ExpandedName, unknown>): ReadonlyMap<string, ExpandedName | undefined> {
  const known = onlyNamesOf.get(table);
  if (known !== undefined) return known;
  const names = new Map<string, ExpandedName | undefined>();
  for (const name of table.keys()) {
    const { local } = splitExpandedName(name);
    names.set(local, names.has(local) ? undefined : name);
  }
  onlyNamesOf.set(table, names);
  return names;
}

/** The message that an input, output or fault names; reports when there is none. */
export function messageOf(
  context: ServicesContext,
  operation: string,
  reference: MessageReference,
): MessageDefinition | undefined {
  const message = resolve(context, 'message', context.definitions.messages, reference.message, reference.position);
  if (message === undefined) {
    context.report('contract/unresolved-message', { operation, message: reference.message }, reference.position);
  }
  return message;
}

/** The contract's form of a message part; undefined when what it names is not declared, which is reported. */
export function partOf(context: ServicesContext, operation: string, part: PartDefinition): Part | undefined {
  const documentation = part.documentation === undefined ? {} : { documentation: part.documentation };
  if (part.element !== undefined) {
    if (context.lookup.elements.has(part.element)) return { name: part.name, element: part.element, ...documentation };
    const parameters = { operation, part: part.name, element: part.element };
    context.report('contract/unresolved-element', parameters, part.position);
    return undefined;
  }
  if (part.type !== undefined) {
    if (isKnownType(context.lookup, part.type)) return { name: part.name, type: part.type, ...documentation };
    context.report('contract/unresolved-type', { operation, part: part.name, type: part.type }, part.position);
    return undefined;
  }
  context.report('contract/part-without-type', { operation, part: part.name }, part.position);
  return undefined;
}

/** All of these parts, or undefined when one of them cannot be resolved. */
export function partsOf(
  context: ServicesContext,
  operation: string,
  parts: readonly PartDefinition[],
): readonly Part[] | undefined {
  const resolved = parts.map((part) => partOf(context, operation, part));
  return resolved.every((part) => part !== undefined) ? resolved : undefined;
}
