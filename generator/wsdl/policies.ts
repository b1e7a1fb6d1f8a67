import { diagnostic } from '../diagnostics/diagnostic.js';
import type { Position, SourceElement } from '../source/document.js';
import { spanAt } from '../source/document.js';
import { attributeOf, childElements } from '../source/references.js';
import { isWsdl, type ReaderContext } from './elements.js';
import {
  addressingNamespaces,
  mimeBindingNamespace,
  policyNamespaces,
  textMatchingNamespace,
  wsdlNamespace,
} from './namespaces.js';
import { type DemandReader, isRequired, type PolicyDemand } from './policy-demands.js';
import { namedPolicies } from './policy-normal-form.js';
import { protocolNamespaces } from './protocols.js';

const knownNamespaces: ReadonlySet<string> = new Set([
  wsdlNamespace,
  ...protocolNamespaces,
  mimeBindingNamespace,
  textMatchingNamespace,
  ...addressingNamespaces,
]);

/**
 * Reports what an input demands beyond WSDL, its four extensions and WS-Addressing: unknown extensions with `wsdl:required`
 * (WSDL 1.1, 2.1.3), and policies attached to a component, within it, by reference or by `wsp:PolicyURIs` (WS-PolicyAttachment 1.5,
 * 4.1). Both may mean that calls will be refused.
 */
export function reportDemands(context: ReaderContext, root: SourceElement, demands: DemandReader): void {
  for (const child of childElements(root)) {
    visit(context, child, undefined, demands);
  }
}

/** The component that a policy is for: `binding` "Shop"; one without a name is identified by the one around it. */
interface Owner {
  readonly kind: string;
  readonly name: string;
}

function ownerOf(element: SourceElement, around: Owner | undefined): Owner {
  const name = attributeOf(element, 'name')?.value;
  if (name !== undefined || around === undefined) {
    return { kind: element.local, name: name ?? '' };
  }
  return { kind: `${element.local} of the ${around.kind}`, name: around.name };
}

function visit(context: ReaderContext, element: SourceElement, owner: Owner | undefined, demands: DemandReader): void {
  if (isWsdl(element, 'types') || isWsdl(element, 'documentation')) {
    return;
  }
  if (policyNamespaces.has(element.namespace)) {
    if (element.local === 'PolicyAttachment') {
      context.diagnostics.push(diagnostic('wsdl/policy-attachment', {}, spanAt(element.position)));
      return;
    }
    // At the root a policy is only declared; it takes effect only through a reference. `UsePolicy` merely repeats that there
    // is a policy.
    if (owner === undefined || element.local === 'UsePolicy') {
      return;
    }
    reportPolicy(context, element.position, owner, demands.of(element));
    return;
  }
  if (isRequired(element) && !knownNamespaces.has(element.namespace)) {
    const { local: name, namespace } = element;
    context.diagnostics.push(diagnostic('wsdl/required-extension', { name, namespace }, spanAt(element.position)));
  }
  const next = element.namespace === wsdlNamespace ? ownerOf(element, owner) : owner;
  for (const uri of namedPolicies(element)) {
    reportPolicy(context, element.position, next ?? ownerOf(element, owner), demands.named(uri, element));
  }
  for (const child of childElements(element)) {
    visit(context, child, next, demands);
  }
}

function reportPolicy(context: ReaderContext, position: Position, owner: Owner, known: readonly PolicyDemand[]): void {
  if (known.length > 0) {
    const parameters = { owner: owner.kind, name: owner.name, known };
    context.diagnostics.push(diagnostic('wsdl/policy', parameters, spanAt(position)));
  }
}
