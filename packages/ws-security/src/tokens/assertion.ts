/** Reads SAML assertions of versions 1.1 and 2.0 to one form. */
import { canonicalElement } from '../xml/canonicalize.js';
import type { PlacedElement } from '../xml/document.js';
import { attributeOf, elementsIn, namespaces, textIn } from '../xml/elements.js';
import { type SamlConfirmation, type SamlFacts, type SamlVersion, samlFactsOf } from './saml-names.js';
import { TokenError } from './token-error.js';
import { childOf, childrenOf, instantIn, instantOf, neededAttribute } from './trees.js';

/** Whom an assertion speaks of. */
export interface SamlSubject {
  readonly nameId: string;
  readonly format: string | undefined;
  readonly nameQualifier: string | undefined;
}

/** One of the ways in which a sender may show that an assertion is about it. */
export interface SubjectConfirmation {
  /** The address of a method that is not known, or its name. */
  readonly method: SamlConfirmation | undefined;
  readonly notBefore: Date | undefined;
  readonly notOnOrAfter: Date | undefined;
  readonly recipient: string | undefined;
  readonly inResponseTo: string | undefined;
  readonly address: string | undefined;
  /** What it says of the key that the sender has. */
  readonly keyInfos: readonly PlacedElement[];
}

/** When and for whom an assertion is good. */
export interface SamlConditions {
  readonly notBefore: Date | undefined;
  readonly notOnOrAfter: Date | undefined;
  /** The receiver is one of each list. */
  readonly audiences: ReadonlyArray<readonly string[]>;
  readonly oneTimeUse: boolean;
}

/** What an assertion says. */
export interface SamlAssertion {
  readonly version: SamlVersion;
  readonly id: string;
  readonly issuer: string;
  readonly issued: Date;
  readonly subject: SamlSubject | undefined;
  readonly confirmations: readonly SubjectConfirmation[];
  readonly conditions: SamlConditions;
  /** The values of attributes that are text, by the name of the attribute; in version 1.1 with its namespace and a slash before it. */
  readonly attributes: Readonly<Record<string, readonly string[]>>;
}

/** Reads an assertion. Throws a `TokenError` for another element, and for one that is not what its version says. */
export function readAssertion(tree: PlacedElement): SamlAssertion {
  const facts = samlFactsOf(tree);
  if (facts === undefined) {
    throw new TokenError('malformed', `The element "${tree.name}" is not an assertion of SAML 1.1 or 2.0.`);
  }
  const isSecond = facts.version === '2.0';
  const version = isSecond
    ? neededAttribute(tree, 'Version')
    : `${neededAttribute(tree, 'MajorVersion')}.${neededAttribute(tree, 'MinorVersion')}`;
  if (version !== facts.version) {
    throw new TokenError('unsupported', 'The assertion is of another version than 1.1 and 2.0.');
  }
  return {
    version: facts.version,
    id: neededAttribute(tree, facts.id),
    issuer: issuerOf(tree),
    issued: instantOf(neededAttribute(tree, 'IssueInstant'), '"IssueInstant" of the assertion'),
    ...(isSecond ? subjectOf(childOf(tree, 'Subject'), facts) : commonSubject(tree, facts)),
    conditions: conditionsOf(childOf(tree, 'Conditions')),
    attributes: attributesOf(tree, isSecond),
  };
}

/** The name of the issuer of an assertion. Names of another kind are not those that a program lists. */
export function issuerOf(tree: PlacedElement): string {
  if (samlFactsOf(tree)?.version !== '2.0') {
    return neededAttribute(tree, 'Issuer');
  }
  const issuer = childOf(tree, 'Issuer');
  if (issuer === undefined || (attributeOf(issuer, 'Format') ?? entityFormat) !== entityFormat) {
    throw new TokenError('unsupported', 'The issuer of the assertion has no name of the kind that entities have.');
  }
  return textIn(issuer).trim();
}

const entityFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:entity';

type SubjectParts = Pick<SamlAssertion, 'subject' | 'confirmations'>;

function subjectOf(subject: PlacedElement | undefined, facts: SamlFacts): SubjectParts {
  if (subject === undefined) {
    return { subject: undefined, confirmations: [] };
  }
  if (elementsIn(subject).some(({ name }) => name === 'EncryptedID')) {
    throw new TokenError('unsupported', 'The name of the subject is encrypted, which is not supported.');
  }
  const name = childOf(subject, facts.version === '2.0' ? 'NameID' : 'NameIdentifier');
  return {
    subject: name && {
      nameId: textIn(name).trim(),
      format: attributeOf(name, 'Format'),
      nameQualifier: attributeOf(name, 'NameQualifier'),
    },
    confirmations: childrenOf(subject, 'SubjectConfirmation').flatMap((each) =>
      facts.version === '2.0' ? [confirmationOf(each, facts)] : firstConfirmations(each, facts),
    ),
  };
}

/** In version 1.1 each statement has a subject. They have to be the same: what another one is confirmed by says nothing of it. */
function commonSubject(tree: PlacedElement, facts: SamlFacts): SubjectParts {
  const subjects = elementsIn(tree).flatMap((statement) =>
    statement.name.endsWith('Statement') ? childrenOf(statement, 'Subject') : [],
  );
  if (new Set(subjects.map((subject) => canonicalElement(subject))).size > 1) {
    throw new TokenError('unsupported', 'The statements of the assertion speak of several subjects.');
  }
  return subjectOf(subjects[0], facts);
}

function confirmationOf(confirmation: PlacedElement, { confirmations }: SamlFacts): SubjectConfirmation {
  const data = childOf(confirmation, 'SubjectConfirmationData');
  return {
    method: confirmations[neededAttribute(confirmation, 'Method')],
    notBefore: data && instantIn(data, 'NotBefore'),
    notOnOrAfter: data && instantIn(data, 'NotOnOrAfter'),
    recipient: data && attributeOf(data, 'Recipient'),
    inResponseTo: data && attributeOf(data, 'InResponseTo'),
    address: data && attributeOf(data, 'Address'),
    keyInfos: data === undefined ? [] : childrenOf(data, 'KeyInfo', namespaces.signature),
  };
}

function firstConfirmations(confirmation: PlacedElement, { confirmations }: SamlFacts): readonly SubjectConfirmation[] {
  return childrenOf(confirmation, 'ConfirmationMethod').map((method) => ({
    method: confirmations[textIn(method).trim()],
    notBefore: undefined,
    notOnOrAfter: undefined,
    recipient: undefined,
    inResponseTo: undefined,
    address: undefined,
    keyInfos: childrenOf(confirmation, 'KeyInfo', namespaces.signature),
  }));
}

function conditionsOf(conditions: PlacedElement | undefined): SamlConditions {
  const audiences: (readonly string[])[] = [];
  let oneTimeUse = false;
  for (const condition of conditions === undefined ? [] : elementsIn(conditions)) {
    switch (condition.namespace === conditions?.namespace ? condition.name : '') {
      case 'AudienceRestriction':
      case 'AudienceRestrictionCondition':
        audiences.push(childrenOf(condition, 'Audience').map((audience) => textIn(audience).trim()));
        break;
      case 'OneTimeUse':
        oneTimeUse = true;
        break;
      // Nothing is kept of an assertion, and no other one is made of it.
      case 'DoNotCacheCondition':
      case 'ProxyRestriction':
        break;
      default:
        throw new TokenError('unsupported', `The condition "${condition.name}" of the assertion is not known.`);
    }
  }
  return {
    notBefore: conditions && instantIn(conditions, 'NotBefore'),
    notOnOrAfter: conditions && instantIn(conditions, 'NotOnOrAfter'),
    audiences,
    oneTimeUse,
  };
}

function attributesOf(tree: PlacedElement, isSecond: boolean): SamlAssertion['attributes'] {
  const found: Map<string, string[]> = new Map();
  for (const statement of childrenOf(tree, 'AttributeStatement')) {
    if (childrenOf(statement, 'EncryptedAttribute').length > 0) {
      throw new TokenError('unsupported', 'An attribute of the assertion is encrypted, which is not supported.');
    }
    for (const attribute of childrenOf(statement, 'Attribute')) {
      const name = isSecond
        ? neededAttribute(attribute, 'Name')
        : `${neededAttribute(attribute, 'AttributeNamespace')}/${neededAttribute(attribute, 'AttributeName')}`;
      const values = childrenOf(attribute, 'AttributeValue').filter(({ children }) =>
        children.every(({ kind }) => kind === 'text'),
      );
      found.set(name, [...(found.get(name) ?? []), ...values.map(textIn)]);
    }
  }
  return Object.fromEntries(found);
}
