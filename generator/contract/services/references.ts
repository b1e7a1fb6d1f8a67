import { isNCName } from '@wsdl-codegen/runtime/xml';
import type { Position } from '../../source/document.js';
import { xsdNamespace } from '../../source/names.js';
import type { MessageDefinition, MessageReference, PartDefinition } from '../../wsdl/components.js';
import { wsdlNamespace } from '../../wsdl/namespaces.js';
import { protocolNamespaces } from '../../wsdl/protocols.js';
import { isBuiltIn } from '../../xsd/built-ins.js';
import type { ExpandedName, Message, Part } from '../model.js';
import { expandedName, splitExpandedName } from '../names.js';
import type { ServicesContext } from './context.js';
import { isKnownType } from './lookup.js';
import { namedAlike, suggestion } from './suggestions.js';

/** Kinds of WSDL components that are referred to by name. */
export type ReferredKind = 'message' | 'portType' | 'binding';

/**
 * The component of that name. An input may use a prefix of the wrong namespace: where only one component has the local
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
  if (exact !== undefined || name === '') {
    return exact;
  }
  const [found, ...others] = namedAlike(table, name);
  const other = others.length > 0 ? undefined : table.get(found ?? '');
  if (other === undefined) {
    return undefined;
  }
  context.report('contract/wrong-namespace', { kind, name, found: other.name }, position);
  return other;
}

/** The message that an input, output or fault names; reports an error if there is none. */
export function messageOf(
  context: ServicesContext,
  operation: string,
  reference: MessageReference,
): MessageDefinition | undefined {
  const { messages } = context.definitions;
  const message = resolve(context, 'message', messages, reference.message, reference.messageAt);
  if (message === undefined) {
    const candidate = suggestion(context.lookup, messages, reference.message);
    context.report(
      'contract/unresolved-message',
      { operation, message: reference.message, candidate },
      reference.messageAt,
    );
  }
  return message;
}

/** The message of some parts: one part that is an element is the content of the Body (document style). */
export function messageOfParts(parts: readonly Part[]): Message {
  const [part] = parts;
  if (part === undefined) {
    return { kind: 'empty' };
  }
  if (parts.length === 1 && part.element !== undefined) {
    return { kind: 'element', element: part.element, wrapped: false, part: part.name };
  }
  return { kind: 'parts', parts };
}

/**
 * The contract's form of a message part; undefined if the name is not declared, which is reported. Some inputs name
 * types as elements and vice versa; if only the other one exists, that one is meant.
 */
export function partOf(
  context: ServicesContext,
  operation: string,
  part: PartDefinition,
  owner: ExpandedName,
): Part | undefined {
  const { name } = part;
  if (name === '') {
    context.report('contract/part-without-name', { operation }, part.position);
    return undefined;
  }
  const documentation = part.documentation === undefined ? {} : { documentation: part.documentation };
  const kind = part.element === undefined ? 'type' : 'element';
  const wanted = part.element ?? part.type;
  if (wanted === undefined) {
    context.report('contract/part-without-type', { operation, part: name }, part.position);
    return undefined;
  }
  const { elements, types } = context.lookup;
  const isElement = elements.has(wanted);
  const isType = isKnownType(context.lookup, wanted);
  if (kind === 'element' ? isElement : isType) {
    return { name, [kind]: wanted, ...documentation };
  }
  if (isElement || isType) {
    context.report('contract/part-kind', { operation, part: name, kind, name: wanted }, part.referenceAt);
    return { name, [kind === 'element' ? 'type' : 'element']: wanted, ...documentation };
  }
  const meant = meantName(kind === 'element' ? elements : types, wanted, owner, kind);
  if (meant !== undefined) {
    context.report('contract/wrong-namespace', { kind, name: wanted, found: meant }, part.referenceAt);
    return { name, [kind]: meant, ...documentation };
  }
  const candidate = suggestion(context.lookup, kind === 'element' ? elements : types, wanted);
  if (kind === 'element') {
    const parameters = { operation, part: name, element: wanted, candidate };
    context.report('contract/unresolved-element', parameters, part.referenceAt);
  } else {
    context.report('contract/unresolved-type', { operation, part: name, type: wanted, candidate }, part.referenceAt);
  }
  return undefined;
}

/** All of these parts, or undefined when one of them cannot be resolved. */
export function partsOf(
  context: ServicesContext,
  operation: string,
  parts: readonly PartDefinition[],
  owner: ExpandedName,
): readonly Part[] | undefined {
  const resolved = parts.map((part) => partOf(context, operation, part, owner));
  return resolved.every((part) => part !== undefined) ? resolved : undefined;
}

/**
 * False if a part with a type has a name that an element cannot have, which is reported; `lost` describes the consequence.
 * The parts are those of `message`.
 */
export function writableParts(
  context: ServicesContext,
  lost: string,
  parts: readonly Part[],
  message: MessageDefinition,
): boolean {
  const odd = parts.find((part) => part.element === undefined && !isNCName(part.name));
  if (odd === undefined) {
    return true;
  }
  const { position } = message.parts.find(({ name }) => name === odd.name) ?? message;
  context.report('contract/unwritable-name', { lost, kind: 'part', name: odd.name }, position);
  return false;
}

/** Namespaces in which no schema declares anything: a name in one of them has the wrong prefix, or no prefix. */
const namespacesWithoutServices: ReadonlySet<string> = new Set([
  '',
  xsdNamespace,
  wsdlNamespace,
  ...protocolNamespaces,
]);

/**
 * The declaration that a name in such a namespace means: the only declaration of its local name, or the one in the namespace
 * of the message.
 */
function meantName(
  table: ReadonlyMap<ExpandedName, unknown>,
  name: ExpandedName,
  owner: ExpandedName,
  kind: 'element' | 'type',
): ExpandedName | undefined {
  const { namespace, local } = splitExpandedName(name);
  if (!namespacesWithoutServices.has(namespace)) {
    return undefined;
  }
  const own = expandedName(splitExpandedName(owner).namespace, local);
  if (table.has(own)) {
    return own;
  }
  const alike = namedAlike(table, name);
  if (alike.length > 0) {
    return alike.length === 1 ? alike[0] : undefined;
  }
  const builtIn = expandedName(xsdNamespace, local);
  return kind === 'type' && isBuiltIn(builtIn) ? builtIn : undefined;
}
