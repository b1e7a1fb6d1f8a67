import { isObject, type OptionKind, object, requireKind } from '../base/options.js';
import { childOf, elementsOf, textOf, type XmlElement } from '../xml/interfaces/tree.js';
import { type AddressingFacts, elementOf, versionOfNamespace } from './addressing.js';

/** Where messages are sent, and what they have to carry for it (1.0 Core, 2.1; 2004/08, 2.1). */
export interface EndpointReference {
  readonly address: string;
  /** Elements that become header blocks of each message to it; reference properties of 2004/08 among them. */
  readonly referenceParameters?: readonly XmlElement[];
}

/** Elements of an endpoint reference that are open. */
interface OpenElements {
  readonly $any?: readonly XmlElement[];
}

/** An endpoint reference as generated types have it: `EndpointReferenceType` of either version. */
export interface TypedEndpointReference {
  readonly Address: string | { readonly $value: string };
  readonly ReferenceParameters?: OpenElements;
  /** Of 2004/08 alone. */
  readonly ReferenceProperties?: OpenElements;
}

/** What the call option `to` accepts: an endpoint reference, a value of the WSDL's type for one, or an element that is one. */
export type CallTarget = EndpointReference | TypedEndpointReference | XmlElement;

/** The endpoint reference that a target is. Throws `TypeError` for one without an address. */
export function endpointReference(target: CallTarget): EndpointReference {
  requireKind('The endpoint reference', target, object);
  const reference =
    'children' in target
      ? referenceOfTree(target)
      : 'Address' in target
        ? referenceOfValue(target)
        : { address: target.address, referenceParameters: target.referenceParameters ?? [] };
  if (typeof reference?.address !== 'string' || reference.address === '') {
    throw new TypeError('The endpoint reference has no address.');
  }
  requireKind('`referenceParameters` of the endpoint reference', reference.referenceParameters, trees);
  return reference;
}

const trees: OptionKind = {
  expected: 'an array of trees',
  fits: (given) =>
    Array.isArray(given) && given.every((each) => isObject(each) && 'children' in each && Array.isArray(each.children)),
};

function referenceOfValue(value: TypedEndpointReference): EndpointReference {
  const { Address, ReferenceParameters, ReferenceProperties } = value;
  const address = typeof Address === 'string' ? Address : Address?.$value;
  return {
    address: address?.trim(),
    referenceParameters: [...(ReferenceProperties?.$any ?? []), ...(ReferenceParameters?.$any ?? [])],
  };
}

/** The endpoint reference that an element is, in the version of its `Address`; undefined if it has none. */
export function referenceOfTree(tree: XmlElement): EndpointReference | undefined {
  const address = elementsOf(tree).find(({ name, namespace }) => name === 'Address' && versionOfNamespace(namespace));
  if (address === undefined) {
    return undefined;
  }
  const { namespace } = address;
  const parameters = ['ReferenceProperties', 'ReferenceParameters'].flatMap((name) => {
    const found = childOf({ ...tree, namespace }, name);
    return found === undefined ? [] : elementsOf(found).map((element) => withScope(element, found, tree));
  });
  return { address: textOf(address), referenceParameters: parameters };
}

/** An element with the declarations of those around it, so that it means the same elsewhere. */
function withScope(element: XmlElement, ...around: readonly XmlElement[]): XmlElement {
  const scopes = [element, ...around].reverse().map(({ declarations }) => declarations);
  return scopes.every((each) => each === undefined)
    ? element
    : { ...element, declarations: Object.assign({}, ...scopes) };
}

/** An endpoint reference as the header block or element of a name. */
export function referenceTree(
  { namespace }: AddressingFacts,
  name: string,
  { address, referenceParameters = [] }: EndpointReference,
): XmlElement {
  const children = [elementOf(namespace, 'Address', [address])];
  if (referenceParameters.length > 0) {
    children.push(elementOf(namespace, 'ReferenceParameters', referenceParameters));
  }
  return elementOf(namespace, name, children);
}
