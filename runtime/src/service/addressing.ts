import type { XmlElement, XmlNode } from '../xml/interfaces/tree.js';

/** The versions of WS-Addressing that are spoken: the Recommendations of 2005/08, and the member submission of August 2004. */
export type AddressingVersion = '1.0' | '2004/08';

/** What differs between the versions. */
export interface AddressingFacts {
  readonly version: AddressingVersion;
  readonly namespace: string;
  /** Address of a party that has none: the answer goes back over the connection of the request. */
  readonly anonymous: string;
  /** Address of nobody: what is for it is not sent (1.0 Core, 2.1). The submission has no such address. */
  readonly none: string | undefined;
  /** Stands for the id of a message that has none (1.0 Core, 3.4). */
  readonly unspecified: string;
  /** Action of a fault about addressing. */
  readonly faultAction: string;
  /** Action of a fault that the operation does not declare. */
  readonly soapFaultAction: string;
}

const namespace10 = 'http://www.w3.org/2005/08/addressing';
const namespace2004 = 'http://schemas.xmlsoap.org/ws/2004/08/addressing';

const version10: AddressingFacts = {
  version: '1.0',
  namespace: namespace10,
  anonymous: `${namespace10}/anonymous`,
  none: `${namespace10}/none`,
  unspecified: `${namespace10}/unspecified`,
  faultAction: `${namespace10}/fault`,
  soapFaultAction: `${namespace10}/soap/fault`,
};

const version2004: AddressingFacts = {
  version: '2004/08',
  namespace: namespace2004,
  anonymous: `${namespace2004}/role/anonymous`,
  none: undefined,
  unspecified: `${namespace2004}/id/unspecified`,
  faultAction: `${namespace2004}/fault`,
  soapFaultAction: `${namespace2004}/fault`,
};

/** Every version, the newest first. */
export const addressingVersions: readonly AddressingFacts[] = [version10, version2004];

/** The facts of a version. */
export function addressingFacts(version: AddressingVersion): AddressingFacts {
  return version === '1.0' ? version10 : version2004;
}

/** The version whose header blocks have this namespace. */
export function versionOfNamespace(namespace: string): AddressingFacts | undefined {
  return addressingVersions.find((each) => each.namespace === namespace);
}

/** True for an extension of the program's own that understands WS-Addressing. */
export function isAddressing({
  understands,
}: {
  readonly understands: readonly { readonly namespace: string }[];
}): boolean {
  return understands.some(({ namespace }) => versionOfNamespace(namespace) !== undefined);
}

/** An element to write. */
export function elementOf(namespace: string, name: string, children: readonly XmlNode[]): XmlElement {
  return { namespace, name, prefix: 'wsa', attributes: [], children };
}
