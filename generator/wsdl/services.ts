import { diagnostic } from '../diagnostics/diagnostic.js';
import { withoutUser } from '../diagnostics/public-address.js';
import { type SourceElement, spanAt } from '../source/document.js';
import { attributeOf, attributeValue, childElements } from '../source/references.js';
import { addressingOf } from './addressing.js';
import type { PortDefinition, ServiceDefinition } from './components.js';
import { documentationOf } from './documentation.js';
import {
  attributePosition,
  declaredName,
  distinct,
  ownName,
  qualifiedName,
  type ReaderContext,
  requiredAttribute,
  wsdlChildren,
} from './elements.js';
import { protocolNamespaces } from './protocols.js';

/** Reads a `wsdl:service` (WSDL 1.1, 2.7). */
export function readService(context: ReaderContext, element: SourceElement): ServiceDefinition | undefined {
  const name = ownName(context, element);
  if (name === undefined) {
    return undefined;
  }
  return {
    name: declaredName(context, name),
    source: context.source,
    ports: distinct(
      context,
      'port',
      wsdlChildren(element, 'port').flatMap((child) => readPort(context, child) ?? []),
    ),
    position: element.position,
    ...serviceDocumentation(element),
    ...context.attached.of(element),
  };
}

/** An input of one service may be documented at its root instead. */
function serviceDocumentation(element: SourceElement): { readonly documentation?: string } {
  const own = documentationOf(element);
  const only = element.parent && wsdlChildren(element.parent, 'service').length === 1;
  return own.documentation === undefined && only && element.parent ? documentationOf(element.parent) : own;
}

function readPort(context: ReaderContext, element: SourceElement): PortDefinition | undefined {
  const name = ownName(context, element);
  const named = requiredAttribute(context, element, 'binding');
  const binding = named === undefined ? undefined : qualifiedName(context, element, 'binding');
  if (name === undefined || binding === undefined) {
    return undefined;
  }
  const address = readAddress(context, element, name);
  const attached = context.attached.of(element);
  const addressing = addressingOf(element, attached.policy);
  return {
    name,
    binding,
    bindingAt: attributePosition(element, 'binding'),
    ...(address !== undefined && { address }),
    ...(addressing && { addressing }),
    position: element.position,
    ...documentationOf(element),
    ...attached,
  };
}

/** The address of a port. A user and a password in it are left out: generated code would publish them. */
function readAddress(context: ReaderContext, port: SourceElement, name: string): string | undefined {
  const element = childElements(port)
    .filter((child) => child.local === 'address' && protocolNamespaces.has(child.namespace))
    .find((child) => (attributeValue(child, 'location') ?? '') !== '');
  const location = element && attributeValue(element, 'location');
  if (!element || location === undefined) {
    return undefined;
  }
  const address = withoutUser(location);
  if (address !== location) {
    const { position, value } = attributeOf(element, 'location') ?? { position: element.position, value: '' };
    context.diagnostics.push(diagnostic('wsdl/address-user', { port: name }, spanAt(position, value.length)));
  }
  return address;
}
