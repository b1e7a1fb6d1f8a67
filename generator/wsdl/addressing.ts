import type { SourceElement } from '../source/document.js';
import { splitExpandedName } from '../source/names.js';
import { childElements } from '../source/references.js';
import { addressingNamespaces, addressingVersionOf } from './namespaces.js';
import { isRequired } from './policy-demands.js';
import type { PolicyAlternatives, PolicyAssertion } from './policy-model.js';

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
export function addressingOf(component: SourceElement, policy: PolicyAlternatives = []): AddressingDemand | undefined {
  const extensions = childElements(component)
    .filter(({ local, namespace }) => local === 'UsingAddressing' && addressingNamespaces.has(namespace))
    .map((each) => ({ version: addressingVersionOf(each.namespace), required: isRequired(each) }));
  return strongest([...extensions, ...demandsIn(policy)]);
}

/** The assertions in a policy: what all alternatives have is required (WS-Policy 1.5, 4.3). */
function demandsIn(policy: PolicyAlternatives): readonly AddressingDemand[] {
  const versions = policy.map((alternative) => new Set(alternative.flatMap((assertion) => versionIn(assertion) ?? [])));
  return [...new Set(versions.flatMap((each) => [...each]))].map((version) => ({
    version,
    required: versions.every((each) => each.has(version)),
  }));
}

/** The version of `wsam:Addressing`, and of `UsingAddressing`, which came before it. */
function versionIn(assertion: PolicyAssertion): AddressingDemand['version'] | undefined {
  const { namespace, local } = splitExpandedName(assertion.kind === 'other' ? assertion.name : '');
  const isAddressing = local === 'Addressing' || local === 'UsingAddressing';
  return isAddressing && addressingNamespaces.has(namespace) ? addressingVersionOf(namespace) : undefined;
}

/** Of several demands, the first one that is required; else the first. */
function strongest(demands: readonly AddressingDemand[]): AddressingDemand | undefined {
  return demands.find(({ required }) => required) ?? demands[0];
}
