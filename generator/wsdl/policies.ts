import { diagnostic } from '../diagnostics/diagnostic.js';
import type { SourceElement } from '../source/document.js';
import { spanAt } from '../source/document.js';
import { attributeOf, childElements, isWsdl, type ReaderContext } from './elements.js';
import {
  HTTP_BINDING_NAMESPACE,
  MIME_BINDING_NAMESPACE,
  POLICY_NAMESPACES,
  SOAP11_BINDING_NAMESPACE,
  SOAP12_BINDING_NAMESPACE,
  TEXT_MATCHING_NAMESPACE,
  WSDL_NAMESPACE,
} from './namespaces.js';

const KNOWN_NAMESPACES: ReadonlySet<string> = new Set([
  WSDL_NAMESPACE,
  SOAP11_BINDING_NAMESPACE,
  SOAP12_BINDING_NAMESPACE,
  HTTP_BINDING_NAMESPACE,
  MIME_BINDING_NAMESPACE,
  TEXT_MATCHING_NAMESPACE,
]);

/**
 * Reports what a descriptor demands beyond WSDL and its four extensions: unknown extensions with `wsdl:required`
 * (WSDL 1.1, 2.1.3), and policies attached to a binding, port or operation. Both may mean that calls will be refused.
 */
export function reportDemands(context: ReaderContext, root: SourceElement): void {
  for (const child of childElements(root)) visit(context, child, undefined);
}

function visit(context: ReaderContext, element: SourceElement, owner: SourceElement | undefined): void {
  if (isWsdl(element, 'types') || isWsdl(element, 'documentation')) return;
  if (POLICY_NAMESPACES.has(element.namespace)) {
    // At the root a policy is only declared; it has an effect where something refers to it.
    if (owner !== undefined) reportPolicy(context, element, owner);
    return;
  }
  const required = element.attributes.find((a) => a.local === 'required' && a.namespace === WSDL_NAMESPACE);
  if (required && /^\s*(true|1)\s*$/.test(required.value) && !KNOWN_NAMESPACES.has(element.namespace)) {
    const parameters = { name: element.local, namespace: element.namespace };
    context.diagnostics.push(diagnostic('wsdl/required-extension', parameters, spanAt(element.position)));
  }
  const next = element.namespace === WSDL_NAMESPACE ? element : owner;
  for (const child of childElements(element)) visit(context, child, next);
}

function reportPolicy(context: ReaderContext, element: SourceElement, owner: SourceElement): void {
  const parameters = { owner: owner.local, name: attributeOf(owner, 'name')?.value ?? '' };
  context.diagnostics.push(diagnostic('wsdl/policy', parameters, spanAt(element.position)));
}
