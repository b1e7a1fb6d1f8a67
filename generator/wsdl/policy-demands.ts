import type { SourceElement } from '../source/document.js';
import { attributeValue, childElements, isSchemaElement } from '../source/references.js';
import { policyNamespaces, wsdlNamespace } from './namespaces.js';

/** The demands of a WS-Policy on a client that codegen knows and does not apply: what protects messages is read into the contract. */
export type PolicyDemand =
  | 'client-certificate'
  | 'basic-authentication'
  | 'digest-authentication'
  | 'windows-authentication'
  | 'other-endpoint'
  | 'mtom'
  | 'reliable-messaging'
  | 'transactions'
  | 'binary-encoding';

/** Assertions by local name. The namespaces have many versions, and the names do not clash. */
const assertions: ReadonlyMap<string, PolicyDemand> = new Map(
  (
    [
      ['basic-authentication', 'BasicAuthentication HttpBasicAuthentication'],
      ['digest-authentication', 'DigestAuthentication HttpDigestAuthentication'],
      ['windows-authentication', 'NtlmAuthentication NegotiateAuthentication'],
      ['client-certificate', 'RequireClientCertificate'],
      ['other-endpoint', 'NonAnonymousResponses'],
      ['mtom', 'OptimizedMimeSerialization MTOM'],
      ['reliable-messaging', 'RMAssertion'],
      ['transactions', 'ATAssertion BAAtomicOutcomeAssertion BAMixedOutcomeAssertion'],
      ['binary-encoding', 'BinaryEncoding'],
    ] as const
  ).flatMap(([demand, names]) => names.split(' ').map((name) => [name, demand] as const)),
);

/** Assertions about the protection of messages. */
const protectionAssertions: ReadonlySet<string> = new Set(
  [
    'TransportBinding TransportToken HttpsToken UsernameToken IssuedToken SamlToken KerberosToken RelToken SpnegoContextToken',
    'SymmetricBinding AsymmetricBinding SignedParts SignedElements X509Token ProtectionToken Integrity MessageIntegrity',
    'EncryptedParts EncryptedElements ContentEncryptedElements EncryptSignature EncryptBeforeSigning EncryptionToken',
    'Confidentiality MessageConfidentiality SecureConversationToken SecurityContextToken BootstrapPolicy',
  ].flatMap((names) => names.split(' ')),
);

/** Assertions that clients and servers satisfy by themselves. */
const addressingAssertions: ReadonlySet<string> = new Set(['Addressing', 'UsingAddressing', 'AnonymousResponses']);

/** True for an assertion of whatever vocabulary whose name says what it demands. */
export function isKnownAssertion({ local }: SourceElement): boolean {
  return assertions.has(local) || protectionAssertions.has(local) || addressingAssertions.has(local);
}

/** The policies of the documents that a reference may name, by their identifiers, which only those of one document have to themselves. */
export type Policies = ReadonlyMap<string, readonly SourceElement[]>;

/** Collects the policies that some documents declare, at their roots or within components. */
export function declaredPolicies(roots: Iterable<SourceElement>): Policies {
  const policies = new Map<string, SourceElement[]>();
  const left = [...roots].reverse();
  for (let element = left.pop(); element; element = left.pop()) {
    const ids = isPolicy(element, 'Policy') ? element.attributes.filter(({ local }) => identifiers.has(local)) : [];
    for (const id of ids.map(({ value }) => value.trim())) {
      const same = policies.get(id) ?? [];
      same.push(element);
      policies.set(id, same);
    }
    for (const child of isSchemaPlace(element) ? [] : [...childElements(element)].reverse()) {
      left.push(child);
    }
  }
  return policies;
}

/** True where no policies are: `wsdl:types` and schemas. */
function isSchemaPlace(element: SourceElement): boolean {
  return isSchemaElement(element, 'schema') || (element.namespace === wsdlNamespace && element.local === 'types');
}

/** `wsu:Id`, `xml:id`, and WS-Policy's own `Name`. */
const identifiers: ReadonlySet<string> = new Set(['Id', 'id', 'Name']);

/** True for an element of WS-Policy, in any of its versions. */
function isPolicy(element: SourceElement, local: string): boolean {
  return element.local === local && policyNamespaces.has(element.namespace);
}

/** Finds the demands of policies that are known; those of a policy once, however many components refer to it. */
export class DemandReader {
  readonly #policies: Policies;
  readonly #known = new Map<SourceElement, readonly PolicyDemand[]>();

  constructor(policies: Policies) {
    this.#policies = policies;
  }

  /** The demands of a policy, or of a reference to one. Optional assertions are not demands. */
  of(element: SourceElement): readonly PolicyDemand[] {
    const uri = isPolicy(element, 'PolicyReference') ? attributeValue(element, 'URI') : undefined;
    if (uri !== undefined) {
      return hasPolicyFlag(element, 'Optional') ? [] : this.named(uri, element);
    }
    const known = this.#known.get(element);
    if (known !== undefined) {
      return known;
    }
    const walk = new DemandWalk(this.#policies);
    walk.visit(element);
    const demands = [...walk.known].sort(inOrder);
    this.#known.set(element, demands);
    return demands;
  }

  /** As `of`, for a policy that is named by its address. */
  named(uri: string, from: SourceElement): readonly PolicyDemand[] {
    const policy = policyOf(uri, this.#policies, from);
    return policy ? this.of(policy) : [];
  }
}

const demandOrder: readonly PolicyDemand[] = [...new Set(assertions.values())];

function inOrder(a: PolicyDemand, b: PolicyDemand): number {
  return demandOrder.indexOf(a) - demandOrder.indexOf(b);
}

/**
 * The policy of an address, to which an element refers: that of its fragment or, for the names of older versions, of its whole. Of several with one identifier, it is the one
 * in the document that the address names, or else in that of the element.
 */
export function policyOf(uri: string, policies: Policies, from: SourceElement): SourceElement | undefined {
  const [location = '', fragment = location] = uri.split('#');
  const candidates = policies.get(uri) ?? policies.get(fragment) ?? [];
  const file = location.slice(location.lastIndexOf('/') + 1);
  const isMeant = ({ position }: SourceElement): boolean =>
    location === '' ? position.uri === from.position.uri : position.uri.endsWith(`/${file}`);
  return candidates.find(isMeant) ?? candidates[0];
}

class DemandWalk {
  readonly known = new Set<PolicyDemand>();
  readonly #policies: Policies;
  readonly #seen = new Set<SourceElement>();

  constructor(policies: Policies) {
    this.#policies = policies;
  }

  visit(start: SourceElement): void {
    const left = [start];
    for (let element = left.pop(); element; element = left.pop()) {
      if (!this.#seen.has(element) && !hasPolicyFlag(element, 'Optional')) {
        this.#seen.add(element);
        this.#note(element);
        for (const next of [...this.#referred(element), ...childElements(element)]) {
          left.push(next);
        }
      }
    }
  }

  #note(element: SourceElement): void {
    const demand = policyNamespaces.has(element.namespace) ? undefined : assertions.get(element.local);
    if (demand !== undefined) {
      this.known.add(demand);
    }
    if (element.local === 'HttpsToken' && element.attributes.some(wantsCertificate)) {
      this.known.add('client-certificate');
    }
  }

  #referred(element: SourceElement): readonly SourceElement[] {
    const uri = isPolicy(element, 'PolicyReference') ? attributeValue(element, 'URI') : undefined;
    const policy = uri === undefined ? undefined : policyOf(uri, this.#policies, element);
    return policy ? [policy] : [];
  }
}

/** True for the attribute by which version 1.1 of WS-SecurityPolicy asks for a client certificate. */
export function wantsCertificate({ local, value }: SourceElement['attributes'][number]): boolean {
  return local === 'RequireClientCertificate' && isTrue(value);
}

/** True for an assertion with `wsp:Optional` or `wsp:Ignorable` (WS-Policy 1.5, 4.3.1 and 4.5.2). */
export function hasPolicyFlag({ attributes }: SourceElement, flag: 'Optional' | 'Ignorable'): boolean {
  return attributes.some(
    ({ local, namespace, value }) => local === flag && policyNamespaces.has(namespace) && isTrue(value),
  );
}

function isTrue(value: string): boolean {
  return /^\s*(true|1)\s*$/.test(value);
}

/** True for an extension with `wsdl:required="true"` (WSDL 1.1, 2.1.3). */
export function isRequired({ attributes }: SourceElement): boolean {
  return attributes.some(
    ({ local, namespace, value }) => local === 'required' && namespace === wsdlNamespace && isTrue(value),
  );
}
