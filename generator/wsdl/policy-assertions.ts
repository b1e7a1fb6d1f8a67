import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import { type SourceElement, spanAt } from '../source/document.js';
import { byCodeUnits, expandedName } from '../source/names.js';
import { attributeOf, attributeValue, childElements } from '../source/references.js';
import { policyNamespaces, securityPolicyNamespaces } from './namespaces.js';
import { hasPolicyFlag, isKnownAssertion, wantsCertificate } from './policy-demands.js';
import {
  type AlgorithmSuite,
  algorithmOptions,
  bindingOptions,
  type ElementPath,
  layouts,
  type MessageElements,
  type MessageParts,
  type PolicyAssertion,
  type PolicyElement,
  type SecurityBinding,
  type SecurityToken,
  type SupportingTokens,
  supportingUses,
  tokenInclusions,
  tokenKinds,
  tokenRoles,
} from './policy-model.js';
import type { NormalAssertion } from './policy-normal-form.js';

/** Names of algorithm suites (WS-SecurityPolicy 1.3, 6.1). */
const suiteName = /^(Basic(128|192|256)|TripleDes)(Rsa15|Sha256|Sha256Rsa15)?$/;

/** Assertions without content in a token (5.4), for all kinds: each has some of them. */
const tokenOption = new RegExp(
  `^(${[
    '(No|Hash)Password|Created|Nonce|RsaKeyValue|MustNotSend(Cancel|Amend|Renew)|Http(Basic|Digest)Authentication',
    'Require((Implied|Explicit)?DerivedKeys|ClientCertificate|External(Uri|URI)Reference)',
    'Require(KeyIdentifier|IssuerSerial|EmbeddedToken|Thumbprint|External|Internal)Reference',
    'Wss(UsernameToken|X509(V1|V3|Pkcs7|PkiPathV1)Token|(Gss)?KerberosV5ApReqToken|(Saml|Rel)V[12][01]Token)1[01]',
    'SC\\w+SecurityContextToken',
  ].join('|')})$`,
);

/** Assertions without content in `Wss10`, `Wss11`, `Trust10` and `Trust13` (9, 10). */
const securityOption =
  /^(MustSupport(Ref(KeyIdentifier|IssuerSerial|ExternalURI|EmbeddedToken|Thumbprint|EncryptedKey)|(Client|Server|Interactive)Challenge|IssuedTokens)|Require(SignatureConfirmation|(Client|Server)Entropy|RequestSecurityTokenCollection|AppliesTo)|ScopePolicy15)$/;

type Kinds<T> = readonly T[];
const bindings: Kinds<SecurityBinding['kind']> = ['TransportBinding', 'SymmetricBinding', 'AsymmetricBinding'];
const partsKinds: Kinds<MessageParts['kind']> = ['SignedParts', 'EncryptedParts', 'RequiredParts'];
const elementsKinds: Kinds<MessageElements['kind']> = [
  'SignedElements',
  'EncryptedElements',
  'ContentEncryptedElements',
  'RequiredElements',
];
const optionKinds = ['Wss10', 'Wss11', 'Trust10', 'Trust13'] as const;

/** The member of a closed set that a name is. */
function among<T extends string>(names: readonly T[], name: string): T | undefined {
  return names.find((each) => each === name);
}

/** True for an assertion of another vocabulary whose name says what it demands. */
function isKnownOther(element: SourceElement): boolean {
  return !securityPolicyNamespaces.has(element.namespace) && isKnownAssertion(element);
}

/** Reads what the assertions of policies mean. An assertion that is not known is reported where it stands, and kept by its name. */
export class AssertionReader {
  readonly #diagnostics: Diagnostic[];
  readonly #reported = new Set<SourceElement>();
  readonly #known = new Map<NormalAssertion, PolicyAssertion>();

  constructor(diagnostics: Diagnostic[]) {
    this.#diagnostics = diagnostics;
  }

  /** The meaning of an assertion, which all alternatives with it share. */
  read(assertion: NormalAssertion): PolicyAssertion {
    const known = this.#known.get(assertion);
    if (known !== undefined) {
      return known;
    }
    const ignorable = hasPolicyFlag(assertion.element, 'Ignorable') ? { ignorable: true as const } : {};
    const read = { ...(this.#security(assertion) ?? this.#other(assertion)), ...ignorable };
    this.#known.set(assertion, read);
    return read;
  }

  #security(assertion: NormalAssertion): PolicyAssertion | undefined {
    const { element, nested } = assertion;
    if (!securityPolicyNamespaces.has(element.namespace)) {
      return undefined;
    }
    const binding = among(bindings, element.local);
    if (binding !== undefined) {
      return this.#binding(binding, nested);
    }
    const use = among(supportingUses, element.local);
    if (use !== undefined) {
      return this.#supporting(use, nested);
    }
    const kind = among(optionKinds, element.local);
    return kind === undefined
      ? this.#protection(assertion)
      : { kind, options: this.#options(nested, ({ local }) => securityOption.test(local)) };
  }

  #protection({ element }: NormalAssertion): MessageParts | MessageElements | undefined {
    const parts = among(partsKinds, element.local);
    if (parts !== undefined) {
      return this.#parts(parts, element);
    }
    const elements = among(elementsKinds, element.local);
    return elements && this.#elements(elements, element);
  }

  #other({ element, nested }: NormalAssertion): PolicyAssertion {
    const isKnown = isKnownOther(element);
    if (!isKnown) {
      this.#unknown(element);
    }
    return {
      kind: 'other',
      name: expandedName(element.namespace, element.local),
      ...(nested.length > 0 && { nested: nested.map((each) => this.#detail(each, isKnown ? element : undefined)) }),
    };
  }

  /** An assertion in one of another vocabulary. Those of the same vocabulary are known as far as the outer one is; `known` is absent if that is reported. */
  #detail({ element, nested }: NormalAssertion, known: SourceElement | undefined): PolicyAssertion {
    const name = expandedName(element.namespace, element.local);
    if (known !== undefined && element.namespace !== known.namespace && !isKnownOther(element)) {
      this.#unknown(element);
    }
    return {
      kind: 'other',
      name,
      ...(nested.length > 0 && { nested: nested.map((each) => this.#detail(each, known)) }),
    };
  }

  #binding(kind: SecurityBinding['kind'], nested: Nested): SecurityBinding {
    const tokens = nested.flatMap(({ element, nested: inner }) => {
      const role = among(tokenRoles, element.local);
      return role === undefined ? [] : this.#tokens(inner).map((token) => ({ role, token }));
    });
    const suite = this.#suite(nested);
    const layout = this.#layout(nested);
    const others = nested.filter(
      ({ element: { local } }) =>
        among(tokenRoles, local) === undefined && local !== 'AlgorithmSuite' && local !== 'Layout',
    );
    return {
      kind,
      ...(suite && { algorithmSuite: suite }),
      ...(layout && { layout }),
      options: others.flatMap(({ element }) => this.#member(bindingOptions, element)).sort(),
      tokens,
    };
  }

  #suite(nested: Nested): AlgorithmSuite | undefined {
    const suite = nested.find(({ element }) => element.local === 'AlgorithmSuite');
    if (suite === undefined) {
      return undefined;
    }
    const name = suite.nested.find(({ element }) => suiteName.test(element.local))?.element.local;
    const others = suite.nested.filter(({ element }) => element.local !== name);
    const options = others.flatMap(({ element }) => this.#member(algorithmOptions, element)).sort();
    return { ...(name !== undefined && { name }), options };
  }

  #layout(nested: Nested): SecurityBinding['layout'] {
    const layout = nested.find(({ element }) => element.local === 'Layout');
    return layout?.nested.flatMap(({ element }) => this.#member(layouts, element))[0];
  }

  #supporting(use: SupportingTokens['use'], nested: Nested): SupportingTokens {
    const protects = nested.flatMap((each) => this.#protection(each) ?? []);
    const names: readonly string[] = ['AlgorithmSuite', ...partsKinds, ...elementsKinds];
    const suite = this.#suite(nested);
    return {
      kind: 'SupportingTokens',
      use,
      tokens: this.#tokens(nested.filter(({ element }) => !names.includes(element.local))),
      ...(suite && { algorithmSuite: suite }),
      protects,
    };
  }

  #tokens(nested: Nested): readonly SecurityToken[] {
    return nested.flatMap(({ element, nested: inner }) =>
      this.#member(tokenKinds, element).map((kind) => this.#token(kind, element, inner)),
    );
  }

  #token(kind: SecurityToken['kind'], element: SourceElement, nested: Nested): SecurityToken {
    const inclusion = this.#inclusion(element);
    const bootstrap = nested.find((each) => each.element.local === 'BootstrapPolicy');
    const contentOf = (local: string): SourceElement | undefined =>
      childElements(element).find((child) => child.local === local);
    const [issuer, template, claims] = ['Issuer', 'RequestSecurityTokenTemplate', 'Claims'].map(contentOf);
    const issuerName = contentOf('IssuerName');
    const options = this.#options(
      nested.filter((each) => each !== bootstrap),
      ({ local }) => tokenOption.test(local),
    );
    // Version 1.1 has an attribute for it.
    const certificate = element.attributes.some(wantsCertificate) ? ['RequireClientCertificate'] : [];
    return {
      kind,
      ...(inclusion && { inclusion }),
      options: [...new Set([...options, ...certificate])].sort(),
      ...(issuer && { issuer: elementOf(issuer) }),
      ...(issuerName && { issuerName: textOf(issuerName) }),
      ...(template && { requestTemplate: elementOf(template) }),
      ...(claims && { claims: elementOf(claims) }),
      ...(bootstrap && { bootstrap: bootstrap.nested.map((each) => this.read(each)) }),
    };
  }

  /** The last step of an address, which differs between the versions. */
  #inclusion(element: SourceElement): SecurityToken['inclusion'] {
    const attribute = element.attributes.find(({ local }) => local === 'IncludeToken');
    if (attribute === undefined) {
      return undefined;
    }
    const value = attribute.value.trim();
    const found = among(tokenInclusions, value.slice(value.lastIndexOf('/') + 1));
    if (found === undefined) {
      const parameters = { attribute: 'IncludeToken', value, expected: tokenInclusions.join('", "') };
      this.#report(element, diagnostic('wsdl/invalid-value', parameters, spanAt(attribute.position, value.length)));
    }
    return found;
  }

  #parts(kind: MessageParts['kind'], element: SourceElement): MessageParts {
    const children = childElements(element).filter(({ namespace }) => !policyNamespaces.has(namespace));
    const known = ['Body', 'Header', 'Attachments'];
    const named = (local: string): readonly SourceElement[] => children.filter((child) => child.local === local);
    for (const child of children.filter(({ local }) => !known.includes(local))) {
      this.#unknown(child);
    }
    const transforms = named('Attachments')
      .flatMap(childElements)
      .map(({ local }) => local);
    return {
      kind,
      ...(named('Body').length > 0 && { body: true }),
      headerNames: named('Header').map((header) => {
        const name = attributeValue(header, 'Name');
        return { ...(name !== undefined && { name }), namespace: attributeValue(header, 'Namespace') ?? '' };
      }),
      ...(named('Attachments').length > 0 && { attachments: true }),
      ...(transforms.length > 0 && { transforms }),
    };
  }

  #elements(kind: MessageElements['kind'], element: SourceElement): MessageElements {
    const xpathVersion = attributeValue(element, 'XPathVersion');
    const children = childElements(element);
    const isPath = ({ local }: SourceElement): boolean => local === 'XPath' || local === 'XPath2';
    for (const child of children.filter((each) => !isPath(each))) {
      this.#unknown(child);
    }
    const paths = children.filter(isPath).map(pathOf);
    return { kind, ...(xpathVersion !== undefined && { xpathVersion }), paths };
  }

  #options(nested: Nested, isKnown: (element: SourceElement) => boolean): readonly string[] {
    for (const { element } of nested.filter((each) => !isKnown(each.element))) {
      this.#unknown(element);
    }
    return nested.map(({ element: { local } }) => local).sort();
  }

  /** The name of an element, which has to be one of some. */
  #member<T extends string>(names: readonly T[], element: SourceElement): readonly T[] {
    const found = among(names, element.local);
    if (found === undefined) {
      this.#unknown(element);
      return [];
    }
    return [found];
  }

  #unknown(element: SourceElement): void {
    if (!hasPolicyFlag(element, 'Ignorable')) {
      const { local: name, namespace } = element;
      this.#report(element, diagnostic('wsdl/unknown-assertion', { name, namespace }, spanAt(element.position)));
    }
  }

  #report(element: SourceElement, finding: Diagnostic): void {
    if (!this.#reported.has(element)) {
      this.#reported.add(element);
      this.#diagnostics.push(finding);
    }
  }
}

type Nested = readonly NormalAssertion[];

function textOf(element: SourceElement): string {
  return element.children
    .map((child) => (child.kind === 'text' ? child.value : ''))
    .join('')
    .trim();
}

function pathOf(element: SourceElement): ElementPath {
  const path = textOf(element);
  // Names are what is between other characters; a prefix is what stands before a colon in them, and an axis what stands before two.
  const words = path.split(/[^\p{L}\p{N}_.:-]/u).map((word) => word.split('::').at(-1) ?? '');
  const names = new Set(words.flatMap((word) => (word.includes(':') ? word.slice(0, word.indexOf(':')) : [])));
  const prefixes = [...element.namespaces]
    .map(([prefix, namespace]) => ({ prefix, namespace }))
    .sort((a, b) => byCodeUnits(a.prefix, b.prefix));
  const filter = element.local === 'XPath2' ? attributeOf(element, 'Filter')?.value.trim() : undefined;
  return {
    path,
    ...(filter !== undefined && { filter }),
    prefixes: prefixes.filter(({ prefix }) => names.has(prefix)),
  };
}

/** An element with its content. Source trees are bounded in their depth. */
function elementOf(element: SourceElement): PolicyElement {
  const attributes = element.attributes.map(({ namespace, local, value }) => ({
    name: expandedName(namespace, local),
    value,
  }));
  const text = textOf(element);
  const children = childElements(element).map(elementOf);
  return {
    name: expandedName(element.namespace, element.local),
    ...(attributes.length > 0 && { attributes }),
    ...(text !== '' && { text }),
    ...(children.length > 0 && { children }),
  };
}
