import type { SourceElement } from '../source/document.js';
import { listItems } from '../source/qualified-names.js';
import { childElements } from '../source/references.js';
import { addressingNamespaces, addressingVersionOf, policyNamespaces } from './namespaces.js';
import { isOptional, isRequired, type Policies, policyOf } from './policy-demands.js';

/** How a component asks for WS-Addressing. */
export interface AddressingDemand {
  /** 1.0, the Recommendations of 2005/08, or the member submission of August 2004. */
  readonly version: '1.0' | '2004/08';
  /** True if messages without it are refused. */
  readonly required: boolean;
}

/**
 * What a binding, a port or a port type says about WS-Addressing: `UsingAddressing` (WS-Addressing 1.0 WSDL Binding, 3.1), or a policy that is attached
 * to it (Metadata, 3.1). Undefined if it says nothing.
 */
export function addressingOf(component: SourceElement, policies: Policies): AddressingDemand | undefined {
  const named = component.attributes
    .filter(({ local, namespace }) => local === 'PolicyURIs' && policyNamespaces.has(namespace))
    .flatMap(({ value }) => listItems(value))
    .map((uri) => policyOf(uri, policies));
  const inPolicies = named.map((policy) => policy && demandIn(policy, policies, true, new Set()));
  return strongest([...childElements(component).map((child) => demandAt(child, policies)), ...inPolicies]);
}

/** What an element directly in a component says. */
function demandAt(element: SourceElement, policies: Policies): AddressingDemand | undefined {
  if (element.local === 'UsingAddressing' && addressingNamespaces.has(element.namespace)) {
    return { version: addressingVersionOf(element.namespace), required: isRequired(element) };
  }
  return policyNamespaces.has(element.namespace) ? demandIn(element, policies, true, new Set()) : undefined;
}

/** The assertion in a policy; it is required unless it is optional, or one of several alternatives (WS-Policy 1.5, 4.3). */
function demandIn(
  element: SourceElement,
  policies: Policies,
  required: boolean,
  seen: Set<SourceElement>,
): AddressingDemand | undefined {
  if (seen.has(element)) {
    return undefined;
  }
  seen.add(element);
  const isNeeded = required && !isOptional(element);
  if (!policyNamespaces.has(element.namespace)) {
    return isAddressingAssertion(element)
      ? { version: addressingVersionOf(element.namespace), required: isNeeded }
      : undefined;
  }
  if (element.local === 'PolicyReference') {
    const uri = element.attributes.find(({ local }) => local === 'URI')?.value;
    const policy = uri === undefined ? undefined : policyOf(uri, policies);
    return policy && demandIn(policy, policies, isNeeded, seen);
  }
  const children = childElements(element);
  const isOnly = element.local !== 'ExactlyOne' || children.length === 1;
  return strongest(children.map((child) => demandIn(child, policies, isNeeded && isOnly, seen)));
}

/** `wsam:Addressing`, and `UsingAddressing`, which came before it. */
function isAddressingAssertion({ local, namespace }: SourceElement): boolean {
  return (local === 'Addressing' || local === 'UsingAddressing') && addressingNamespaces.has(namespace);
}

/** Of several demands, the first one that is required; else the first. */
function strongest(demands: readonly (AddressingDemand | undefined)[]): AddressingDemand | undefined {
  const found = demands.filter((demand) => demand !== undefined);
  return found.find(({ required }) => required) ?? found[0];
}
