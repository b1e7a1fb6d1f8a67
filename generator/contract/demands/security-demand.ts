import type { CertificateReference, ProtectedParts, SecurityDemand } from '@wsdl-codegen/runtime';
import { addressingNamespaces } from '../../wsdl/namespaces.js';
import type {
  MessageParts,
  PolicyAlternative,
  PolicyAssertion,
  SecurityBinding,
  SecurityToken,
  SupportingTokens,
} from '../../wsdl/policy-model.js';
import type { ExpandedName } from '../model.js';
import { splitExpandedName } from '../names.js';

/** What a side has to do for one alternative, and what of it is not supported: assertions by the way to them, such as `SymmetricBinding/ProtectionToken/KerberosToken`. */
export interface AlternativeDemand {
  readonly demand: SecurityDemand;
  readonly unsupported: readonly string[];
}

/** The messages of a port: their alternative, and the header blocks that operations declare for them. */
export interface DemandedMessages {
  readonly assertions: PolicyAlternative;
  readonly headers: readonly ExpandedName[];
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Works out what requests and answers have to be like. Header blocks in SignedParts that name nothing are those that are declared. */
export function demandOf(requests: DemandedMessages, answers: DemandedMessages): AlternativeDemand {
  return new AlternativeReader().read(requests, answers);
}

/** Assertions of other vocabularies that demand protected messages: those of WS-SecurityPolicy before OASIS and of WSE. */
const oldAssertions: ReadonlySet<string> = new Set([
  ...['Integrity', 'MessageIntegrity', 'Confidentiality', 'MessageConfidentiality', 'SecurityToken'],
  ...['SymmetricBinding', 'AsymmetricBinding', 'SignedParts', 'EncryptedParts', 'UsernameToken', 'X509Token'],
  ...['SamlToken', 'IssuedToken', 'KerberosToken', 'SecurityContextToken'],
]);

class AlternativeReader {
  readonly #demand: Mutable<SecurityDemand> = {};
  readonly #unsupported = new Set<string>();

  read(requests: DemandedMessages, answers: DemandedMessages): AlternativeDemand {
    const asserted = requests.assertions.filter(({ ignorable }) => ignorable !== true);
    const [binding, second] = asserted.filter(isBinding);
    if (second !== undefined) {
      // Operations that are protected in different ways: what is demanded of one would be missing in the other.
      this.#refuse(`${second.kind} (a second binding)`);
    }
    // What other tokens have to do depends on the binding.
    for (const assertion of binding === undefined
      ? asserted
      : [binding, ...asserted.filter((each) => each !== binding)]) {
      this.#assertion(assertion);
    }
    // Over HTTPS alone, the transport protects all parts.
    if (binding?.kind === 'AsymmetricBinding') {
      this.#demand.request = this.#protection(requests);
      this.#demand.answer = this.#protection(answers);
      this.#requireProtection(binding.kind);
    }
    if (this.#demand.x509?.use === 'endorsing' && this.#demand.timestamp !== true) {
      this.#refuse('EndorsingSupportingTokens', 'X509Token (without IncludeTimestamp)');
    }
    if (this.#demand.x509 !== undefined && this.#demand.timestampLast === true) {
      // Signatures stand after what they sign.
      this.#refuse(binding?.kind ?? '', 'Layout', 'LaxTsLast');
    }
    return { demand: this.#demand, unsupported: [...this.#unsupported] };
  }

  #assertion(assertion: PolicyAssertion): void {
    switch (assertion.kind) {
      case 'TransportBinding':
        this.#common(assertion);
        this.#transport(assertion);
        return;
      case 'AsymmetricBinding':
        this.#common(assertion);
        this.#asymmetric(assertion);
        return;
      case 'SymmetricBinding':
        this.#refuse(assertion.kind);
        for (const { role, token } of assertion.tokens.filter(({ token: { kind } }) => kind !== 'X509Token')) {
          this.#refuse(assertion.kind, role, token.kind);
        }
        return;
      case 'SupportingTokens':
        this.#supporting(assertion);
        return;
      case 'Wss11':
        if (assertion.options.includes('RequireSignatureConfirmation')) {
          this.#demand.signatureConfirmation = true;
        }
        return;
      case 'SignedElements':
      case 'EncryptedElements':
      case 'ContentEncryptedElements':
      case 'RequiredElements':
        this.#refuse(assertion.kind);
        return;
      case 'other':
        if (oldAssertions.has(splitExpandedName(assertion.name).local)) {
          this.#refuse(splitExpandedName(assertion.name).local);
        }
        return;
      case 'SignedParts':
      case 'EncryptedParts':
      case 'RequiredParts':
      case 'Wss10':
      case 'Trust10':
      case 'Trust13':
        return;
    }
  }

  /** Requests have to be signed; what is signed after it was encrypted is the Body alone. */
  #requireProtection(binding: string): void {
    const { request, answer, usernameToken, samlToken, encryptBeforeSigning, encryptSignature } = this.#demand;
    if (request?.signed?.body !== true) {
      this.#refuse(binding, 'SignedParts (without Body)');
    }
    if (encryptBeforeSigning === true) {
      const others = [request, answer].some(({ encrypted } = {}) => encrypted?.headers ?? encrypted?.attachments);
      const tokens = usernameToken?.encrypted ?? samlToken?.encrypted;
      if (encryptSignature === true || others || tokens === true) {
        this.#refuse(binding, 'EncryptBeforeSigning (of other parts than the Body)');
      }
    }
  }

  #refuse(...path: readonly string[]): void {
    this.#unsupported.add(path.join('/'));
  }

  #common({ kind, algorithmSuite, layout, options }: SecurityBinding): void {
    const demand = this.#demand;
    const has = (name: SecurityBinding['options'][number]): true | undefined => options.includes(name) || undefined;
    const { name, options: algorithms = [] } = algorithmSuite ?? {};
    const inclusive = algorithms.includes('InclusiveC14N') || undefined;
    const refused = algorithms.find((each) => each !== 'InclusiveC14N' && !isHarmless(each));
    if (refused !== undefined) {
      this.#refuse(kind, 'AlgorithmSuite', refused);
    }
    Object.assign(demand, present({ suite: name, inclusive, timestamp: has('IncludeTimestamp') }));
    if (layout === 'LaxTsLast') {
      demand.timestampLast = true;
    }
    if (kind === 'AsymmetricBinding') {
      const encryptBeforeSigning = has('EncryptBeforeSigning');
      const encryptSignature = has('EncryptSignature');
      Object.assign(demand, present({ encryptBeforeSigning, encryptSignature, protectTokens: has('ProtectTokens') }));
    }
  }

  #transport({ kind, tokens }: SecurityBinding): void {
    this.#demand.https = true;
    for (const { role, token } of tokens.filter((each) => each.token.kind !== 'HttpsToken')) {
      this.#refuse(kind, role, token.kind);
    }
  }

  #asymmetric({ kind, tokens }: SecurityBinding): void {
    for (const { role, token } of tokens) {
      this.#certificate(token, kind, role);
    }
    const tokenOf = (side: 'Initiator' | 'Recipient'): SecurityToken | undefined =>
      (tokens.find(({ role }) => role === `${side}Token` || role === `${side}SignatureToken`) ?? tokens[0])?.token;
    const service = referenceTo(tokenOf('Recipient'));
    this.#demand.x509 = { use: 'mutual', client: referenceTo(tokenOf('Initiator')), service };
  }

  /** A token that has to be a certificate, as it is. */
  #certificate({ kind, options }: SecurityToken, ...path: readonly string[]): void {
    if (kind !== 'X509Token') {
      this.#refuse(...path, kind);
    }
    for (const option of options.filter((each) => /Derived|Pkcs7|PkiPath|V1Token|External|Embedded/.test(each))) {
      this.#refuse(...path, kind, option);
    }
  }

  #supporting({ use, tokens, protects, algorithmSuite }: SupportingTokens): void {
    for (const { kind } of protects) {
      this.#refuse(use, kind);
    }
    if (algorithmSuite?.name !== undefined && this.#demand.suite === undefined) {
      this.#demand.suite = algorithmSuite.name;
    }
    for (const token of tokens) {
      if (token.kind === 'UsernameToken' && !use.includes('Endorsing')) {
        this.#usernameToken(use, token);
      } else if (token.kind === 'X509Token' && use.includes('Endorsing') && this.#demand.https === true) {
        this.#certificate(token, use);
        this.#once('x509', use, token);
        this.#demand.x509 = { use: 'endorsing', client: referenceTo(token) };
      } else if (isAssertion(token) && !use.includes('Endorsing')) {
        this.#samlToken(use, token);
      } else {
        this.#refuse(use, token.kind);
      }
    }
  }

  #once(member: 'x509' | 'usernameToken' | 'samlToken', use: string, { kind }: SecurityToken): void {
    if (this.#demand[member] !== undefined) {
      this.#refuse(use, `${kind} (a second one)`);
    }
  }

  #usernameToken(use: SupportingTokens['use'], token: SecurityToken): void {
    const { options } = token;
    for (const option of options.filter((each) => /^NoPassword$|DerivedKeys/.test(each))) {
      this.#refuse(use, token.kind, option);
    }
    this.#once('usernameToken', use, token);
    this.#demand.usernameToken = present({
      digest: options.includes('HashPassword') || undefined,
      nonce: options.includes('Nonce') || options.includes('Created') || undefined,
      ...protectionOf(use),
    });
  }

  #samlToken(use: SupportingTokens['use'], token: SecurityToken): void {
    this.#once('samlToken', use, token);
    const version = /Saml(?:V)?(1|2)[01]/.exec(token.options.join(' '))?.[1];
    const issuer = token.issuer?.children?.find(({ name }) => splitExpandedName(name).local === 'Address')?.text;
    this.#demand.samlToken = present({
      version: version === undefined ? undefined : version === '1' ? '1.1' : '2.0',
      issuer,
      ...protectionOf(use),
    } as const);
  }

  #protection({ assertions, headers }: DemandedMessages): NonNullable<SecurityDemand['request']> {
    const parts = (kind: MessageParts['kind']): readonly MessageParts[] =>
      assertions.filter((each): each is MessageParts => each.kind === kind);
    const signed = this.#parts(parts('SignedParts'), headers);
    const encrypted = this.#parts(parts('EncryptedParts'), []);
    if (
      encrypted?.addressing === true &&
      assertions.some((each) => each.kind === 'EncryptedParts' && each.headerNames.length > 0)
    ) {
      this.#refuse('EncryptedParts', 'Header of WS-Addressing');
    }
    return present({ signed, encrypted });
  }

  #parts(all: readonly MessageParts[], declared: readonly ExpandedName[]): ProtectedParts | undefined {
    if (all.length === 0) {
      return undefined;
    }
    const isWhole = all.some((each) => !each.body && each.headerNames.length === 0 && !each.attachments);
    const named = all.flatMap(({ headerNames }) => headerNames);
    const own = named.filter(({ namespace }) => !addressingNamespaces.has(namespace));
    for (const { namespace } of own.filter(({ name }) => name === undefined)) {
      this.#refuse(all[0]?.kind ?? '', `Header of ${namespace}`);
    }
    const wanted = [
      ...own.flatMap(({ namespace, name }) => (name === undefined ? [] : [{ namespace, name }])),
      ...(isWhole ? declared : []).map(splitExpandedName).map(({ namespace, local: name }) => ({ namespace, name })),
    ];
    const headers = [...new Map(wanted.map((each) => [JSON.stringify(each), each])).values()];
    return present({
      body: isWhole || all.some(({ body }) => body) || undefined,
      addressing: isWhole || named.length > own.length || undefined,
      headers: headers.length > 0 ? headers : undefined,
      attachments: all.some(({ attachments }) => attachments) || undefined,
    });
  }
}

const bindingKinds: readonly string[] = ['TransportBinding', 'SymmetricBinding', 'AsymmetricBinding'];

/** True for an assertion that says who protects messages. */
export function isBinding(assertion: PolicyAssertion): assertion is SecurityBinding {
  return bindingKinds.includes(assertion.kind);
}

/** Options of algorithms that change nothing for the messages that we write. */
function isHarmless(option: string): boolean {
  return /^(STRTransform10|XPath10|XPathFilter20|AbsXPath)$/.test(option);
}

function isAssertion({ kind }: SecurityToken): boolean {
  return kind === 'SamlToken' || kind === 'IssuedToken';
}

function protectionOf(use: SupportingTokens['use']): { readonly signed?: true; readonly encrypted?: true } {
  return { ...(use.includes('Signed') && { signed: true }), ...(use.includes('Encrypted') && { encrypted: true }) };
}

/** How a token is named: by the reference that the policy asks for where messages do not contain it (WS-SecurityPolicy 1.3, 5.4.3). */
function referenceTo(token: SecurityToken | undefined): CertificateReference {
  const options = token?.options ?? [];
  if (options.includes('RequireThumbprintReference')) {
    return 'thumbprint';
  }
  if (options.includes('RequireKeyIdentifierReference')) {
    return 'subjectKeyIdentifier';
  }
  return token?.inclusion === 'Never' || options.includes('RequireIssuerSerialReference')
    ? 'issuerSerial'
    : 'binarySecurityToken';
}

type Given<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** The members that are there. */
function present<T extends object>(members: T): Given<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Given<T>;
}
