import { type ExpandedName, splitExpandedName } from '../source/names.js';

/**
 * What a policy demands, in the normal form of WS-Policy 1.5, 4.1: the ways of satisfying it, of which a message takes one. None at all means that nothing satisfies
 * it. Names are those of WS-SecurityPolicy 1.3, for its older versions, too.
 */
export type PolicyAlternatives = readonly PolicyAlternative[];

/** One way of satisfying a policy: each of its assertions holds. An empty one demands nothing. */
export type PolicyAlternative = readonly PolicyAssertion[];

/** One demand of an alternative; `kind` says which members there are. */
export type PolicyAssertion =
  | SecurityBinding
  | SupportingTokens
  | MessageParts
  | MessageElements
  | SecurityProtocolOptions
  | OtherAssertion;

/** What all assertions may say of themselves. */
interface Asserted {
  /** Set for an assertion that whoever chooses an alternative may ignore (WS-Policy 1.5, 4.5.2). */
  readonly ignorable?: true;
}

/** Assertions without content in a binding (WS-SecurityPolicy 1.3, 6). Signing comes before encryption where none says the opposite. */
export const bindingOptions = [
  'IncludeTimestamp',
  'EncryptBeforeSigning',
  'EncryptSignature',
  'ProtectTokens',
  'OnlySignEntireHeadersAndBody',
] as const;
/** How the Security header is laid out (6.7). */
export const layouts = ['Strict', 'Lax', 'LaxTsFirst', 'LaxTsLast'] as const;
/** What the tokens of a binding are for (7.3 to 7.5). */
export const tokenRoles = [
  'TransportToken',
  'ProtectionToken',
  'SignatureToken',
  'EncryptionToken',
  'InitiatorToken',
  'InitiatorSignatureToken',
  'InitiatorEncryptionToken',
  'RecipientToken',
  'RecipientSignatureToken',
  'RecipientEncryptionToken',
] as const;

/** Who protects messages, and how (7.3 to 7.5). */
export interface SecurityBinding extends Asserted {
  readonly kind: 'TransportBinding' | 'SymmetricBinding' | 'AsymmetricBinding';
  readonly algorithmSuite?: AlgorithmSuite;
  readonly layout?: (typeof layouts)[number];
  readonly options: readonly (typeof bindingOptions)[number][];
  readonly tokens: readonly BindingToken[];
}

/** A token of a binding. */
export interface BindingToken {
  readonly role: (typeof tokenRoles)[number];
  readonly token: SecurityToken;
}

/** Other algorithms than those of a suite (7.1). */
export const algorithmOptions = [
  'InclusiveC14N',
  'InclusiveC14N11',
  'SOAPNormalization10',
  'SoapNormalization10',
  'STRTransform10',
  'XPath10',
  'XPathFilter20',
  'AbsXPath',
] as const;

/** The algorithms that protect messages (7.1). */
export interface AlgorithmSuite {
  /** `Basic256Sha256` and so on. */
  readonly name?: string;
  readonly options: readonly (typeof algorithmOptions)[number][];
}

/** Which messages contain a token (5.1.1). */
export const tokenInclusions = ['Never', 'Once', 'AlwaysToRecipient', 'AlwaysToInitiator', 'Always'] as const;
/** The kinds of tokens (5.4), with those of WCF. */
export const tokenKinds = [
  'UsernameToken',
  'IssuedToken',
  'X509Token',
  'KerberosToken',
  'SpnegoContextToken',
  'SecurityContextToken',
  'SecureConversationToken',
  'SamlToken',
  'RelToken',
  'HttpsToken',
  'KeyValueToken',
  'SslContextToken',
  'RsaToken',
] as const;

/** A token, and what is said of its form. */
export interface SecurityToken {
  readonly kind: (typeof tokenKinds)[number];
  readonly inclusion?: (typeof tokenInclusions)[number];
  /** Assertions without content in it, such as `HashPassword` or `WssX509V3Token10`; sorted. */
  readonly options: readonly string[];
  /** The service that issues it (5.4.2): the element `Issuer` with its content. */
  readonly issuer?: PolicyElement;
  /** The name of that service, where it has no address. */
  readonly issuerName?: string;
  /** What a request for the token contains. */
  readonly requestTemplate?: PolicyElement;
  readonly claims?: PolicyElement;
  /** What protects the messages by which a secure conversation begins (5.4.7). */
  readonly bootstrap?: PolicyAlternative;
}

/** An element as a policy has it, for contents that belong to other specifications. */
export interface PolicyElement {
  readonly name: ExpandedName;
  readonly attributes?: readonly { readonly name: ExpandedName; readonly value: string }[];
  /** The text directly in it, without white space at the ends. */
  readonly text?: string;
  readonly children?: readonly PolicyElement[];
}

/** What supporting tokens do (8). */
export const supportingUses = [
  'SupportingTokens',
  'SignedSupportingTokens',
  'EndorsingSupportingTokens',
  'SignedEndorsingSupportingTokens',
  'EncryptedSupportingTokens',
  'SignedEncryptedSupportingTokens',
  'EndorsingEncryptedSupportingTokens',
  'SignedEndorsingEncryptedSupportingTokens',
] as const;

/** Tokens beside those of the binding, which make claims (8). */
export interface SupportingTokens extends Asserted {
  readonly kind: 'SupportingTokens';
  readonly use: (typeof supportingUses)[number];
  readonly tokens: readonly SecurityToken[];
  readonly algorithmSuite?: AlgorithmSuite;
  /** What the tokens sign or encrypt in addition. */
  readonly protects: readonly (MessageParts | MessageElements)[];
}

/** Parts of messages (4.1.1, 4.2.1, 4.3.1). `SignedParts` and `EncryptedParts` that name nothing mean the body and, of signatures, all headers. */
export interface MessageParts extends Asserted {
  readonly kind: 'SignedParts' | 'EncryptedParts' | 'RequiredParts';
  readonly body?: true;
  /** Without a name, all headers of the namespace. */
  readonly headerNames: readonly { readonly name?: string; readonly namespace: string }[];
  readonly attachments?: true;
  /** How attachments are made canonical: `ContentSignatureTransform`, `AttachmentCompleteSignatureTransform`. */
  readonly transforms?: readonly string[];
}

/** Elements of messages (4.1.2, 4.2.2, 4.2.3, 4.3.2). */
export interface MessageElements extends Asserted {
  readonly kind: 'SignedElements' | 'EncryptedElements' | 'ContentEncryptedElements' | 'RequiredElements';
  readonly xpathVersion?: string;
  readonly paths: readonly ElementPath[];
}

/** An expression of XPath with the namespaces of the prefixes in it. */
export interface ElementPath {
  readonly path: string;
  /** `Filter 2.0` for an `XPath2`, whose `filter` this is. */
  readonly filter?: string;
  readonly prefixes: readonly { readonly prefix: string; readonly namespace: string }[];
}

/** What both sides understand of WS-Security and WS-Trust (9, 10). */
export interface SecurityProtocolOptions extends Asserted {
  readonly kind: 'Wss10' | 'Wss11' | 'Trust10' | 'Trust13';
  /** The assertions in it, such as `RequireSignatureConfirmation`; sorted. */
  readonly options: readonly string[];
}

/** An assertion of another vocabulary: of addressing, MTOM, reliable messaging, or one that codegen does not know. */
export interface OtherAssertion extends Asserted {
  readonly kind: 'other';
  readonly name: ExpandedName;
  /** The assertions in its own policy. */
  readonly nested?: PolicyAlternative;
}

/** The name of an assertion in its specification. */
export function assertionName(assertion: PolicyAssertion): string {
  if ('name' in assertion) {
    return splitExpandedName(assertion.name).local;
  }
  return 'use' in assertion ? assertion.use : assertion.kind;
}
