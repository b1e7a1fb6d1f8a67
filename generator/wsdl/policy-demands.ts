import type { SourceElement } from '../source/document.js';
import { attributeValue, childElements } from '../source/references.js';
import { policyNamespaces, wsdlNamespace } from './namespaces.js';

/** The demands of a WS-Policy on a client, as far as codegen knows its vocabulary. */
export type PolicyDemand =
  | 'https'
  | 'client-certificate'
  | 'basic-authentication'
  | 'digest-authentication'
  | 'windows-authentication'
  | 'username-token'
  | 'issued-token'
  | 'signatures'
  | 'encryption'
  | 'secure-conversation'
  | 'other-endpoint'
  | 'mtom'
  | 'reliable-messaging'
  | 'transactions'
  | 'binary-encoding';

/** The demands of a policy: those that are known, and the names of unknown assertions. */
export interface PolicyDemands {
  readonly known: readonly PolicyDemand[];
  readonly unknown: readonly string[];
  /** True if it asks for nothing but what clients do by themselves. */
  readonly isMet: boolean;
}

/** Assertions by local name. The namespaces have many versions, and the names do not clash. */
const assertions: ReadonlyMap<string, PolicyDemand> = new Map(
  (
    [
      ['https', 'TransportBinding TransportToken HttpsToken'],
      ['basic-authentication', 'BasicAuthentication HttpBasicAuthentication'],
      ['digest-authentication', 'DigestAuthentication HttpDigestAuthentication'],
      ['windows-authentication', 'NtlmAuthentication NegotiateAuthentication'],
      ['client-certificate', 'RequireClientCertificate'],
      ['username-token', 'UsernameToken'],
      ['issued-token', 'IssuedToken SamlToken KerberosToken RelToken SpnegoContextToken'],
      ['signatures', 'SymmetricBinding AsymmetricBinding SignedParts SignedElements X509Token ProtectionToken'],
      ['signatures', 'Integrity MessageIntegrity'],
      ['encryption', 'EncryptedParts EncryptedElements ContentEncryptedElements EncryptSignature EncryptBeforeSigning'],
      ['encryption', 'EncryptionToken Confidentiality MessageConfidentiality'],
      ['secure-conversation', 'SecureConversationToken SecurityContextToken BootstrapPolicy'],
      ['other-endpoint', 'NonAnonymousResponses'],
      ['mtom', 'OptimizedMimeSerialization MTOM'],
      ['reliable-messaging', 'RMAssertion'],
      ['transactions', 'ATAssertion BAAtomicOutcomeAssertion BAMixedOutcomeAssertion'],
      ['binary-encoding', 'BinaryEncoding'],
    ] as const
  ).flatMap(([demand, names]) => names.split(' ').map((name) => [name, demand] as const)),
);

/** Parts of assertions that say how, not what: they are not demands of their own. Clients and servers do what those of WS-Addressing ask for. */
const detailNames: ReadonlySet<string> = new Set(
  (
    'AlgorithmSuite Layout IncludeTimestamp SupportingTokens SignedSupportingTokens EndorsingSupportingTokens ' +
    'SignedEndorsingSupportingTokens EncryptedSupportingTokens SignedEncryptedSupportingTokens EndorsingEncryptedSupportingTokens ' +
    'SignedEndorsingEncryptedSupportingTokens Wss10 Wss11 Trust10 Trust13 InitiatorToken RecipientToken SignatureToken ' +
    'Addressing UsingAddressing AnonymousResponses OnlySignEntireHeadersAndBody ProtectTokens'
  ).split(' '),
);

/** The policies of the documents that a reference may name, by their identifiers. */
export type Policies = ReadonlyMap<string, SourceElement>;

/** Collects the policies that the roots of some documents declare. The first one of an identifier is used. */
export function declaredPolicies(roots: Iterable<SourceElement>): Policies {
  const policies = new Map<string, SourceElement>();
  for (const root of roots) {
    for (const element of [root, ...childElements(root)]) {
      if (!isPolicy(element, 'Policy')) {
        continue;
      }
      for (const { local, value } of element.attributes) {
        const id = value.trim();
        if (identifiers.has(local) && !policies.has(id)) {
          policies.set(id, element);
        }
      }
    }
  }
  return policies;
}

/** `wsu:Id`, `xml:id`, and WS-Policy's own `Name`. */
const identifiers: ReadonlySet<string> = new Set(['Id', 'id', 'Name']);

/** True for an element of WS-Policy, in any of its versions. */
function isPolicy(element: SourceElement, local: string): boolean {
  return element.local === local && policyNamespaces.has(element.namespace);
}

/** The demands of a policy, or of a reference to one. Optional assertions are not demands. */
export function policyDemands(element: SourceElement, policies: Policies): PolicyDemands {
  const walk = new DemandWalk(policies);
  walk.visit(element);
  const [known, unknown] = [[...walk.known].sort(inOrder), [...walk.unknown]];
  return { known, unknown, isMet: walk.hasOthers && known.length === 0 && unknown.length === 0 };
}

/** As `policyDemands`, for a policy that is named by its address. */
export function demandsOf(uri: string, policies: Policies): PolicyDemands {
  const policy = policyOf(uri, policies);
  return policy ? policyDemands(policy, policies) : { known: [], unknown: [], isMet: false };
}

const demandOrder: readonly PolicyDemand[] = [...new Set(assertions.values())];

function inOrder(a: PolicyDemand, b: PolicyDemand): number {
  return demandOrder.indexOf(a) - demandOrder.indexOf(b);
}

/** The policy of an address: that of its fragment or, for the names of older versions, of its whole. */
export function policyOf(uri: string, policies: Policies): SourceElement | undefined {
  return policies.get(uri) ?? policies.get(uri.slice(uri.indexOf('#') + 1));
}

class DemandWalk {
  readonly known = new Set<PolicyDemand>();
  readonly unknown = new Set<string>();
  /** True if there is an assertion that is no demand of its own. */
  hasOthers = false;
  readonly #policies: Policies;
  readonly #seen = new Set<SourceElement>();

  constructor(policies: Policies) {
    this.#policies = policies;
  }

  visit(element: SourceElement, isAssertion = true): void {
    if (this.#seen.has(element) || isOptional(element)) {
      return;
    }
    this.#seen.add(element);
    if (policyNamespaces.has(element.namespace)) {
      if (element.local === 'PolicyReference') {
        this.#reference(element);
      }
      for (const child of childElements(element)) {
        this.visit(child, isAssertion);
      }
      return;
    }
    const demand = assertions.get(element.local);
    if (demand !== undefined) {
      this.known.add(demand);
    } else if (isAssertion && !detailNames.has(element.local)) {
      this.unknown.add(element.local);
    } else if (isAssertion) {
      this.hasOthers = true;
    }
    if (element.local === 'HttpsToken' && element.attributes.some(wantsCertificate)) {
      this.known.add('client-certificate');
    }
    // The content of an assertion adds details; only known assertions in it are demands, too.
    for (const child of childElements(element)) {
      this.visit(child, false);
    }
  }

  #reference(element: SourceElement): void {
    const uri = attributeValue(element, 'URI');
    const policy = uri === undefined ? undefined : policyOf(uri, this.#policies);
    if (policy) {
      this.visit(policy);
    }
  }
}

function wantsCertificate({ local, value }: SourceElement['attributes'][number]): boolean {
  return local === 'RequireClientCertificate' && isTrue(value);
}

/** True for an assertion with `wsp:Optional` (WS-Policy 1.5, 4.3.1). */
export function isOptional({ attributes }: SourceElement): boolean {
  return attributes.some(
    ({ local, namespace, value }) => local === 'Optional' && policyNamespaces.has(namespace) && isTrue(value),
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
