/** Reads SAML assertions of versions 1.1 and 2.0 to one form. */
import type { XmlElement } from '@wsdl-codegen/runtime/xml';
import { type SamlConfirmation, type SamlFacts, type SamlVersion, samlFactsOf } from './saml-names.js';
import { TokenError } from './token-error.js';
import {
  attributeOf,
  childOf,
  childrenOf,
  elementsOf,
  instantIn,
  instantOf,
  neededAttribute,
  textOf,
} from './trees.js';

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
  readonly keyInfos: readonly XmlElement[];
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
export function readAssertion(tree: XmlElement): SamlAssertion {
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
  const issuer = isSecond ? childOf(tree, 'Issuer') : undefined;
  return {
    version: facts.version,
    id: neededAttribute(tree, facts.id),
    issuer: issuer === undefined ? neededAttribute(tree, 'Issuer') : entityName(issuer),
    issued: instantOf(neededAttribute(tree, 'IssueInstant'), '"IssueInstant" of the assertion'),
    ...(isSecond ? subjectOf(childOf(tree, 'Subject'), facts) : commonSubject(tree, facts)),
    conditions: conditionsOf(childOf(tree, 'Conditions')),
    attributes: attributesOf(tree, isSecond),
  };
}

/** The name of an issuer. Names of another kind are not those that a program lists. */
function entityName(issuer: XmlElement): string {
  const format = attributeOf(issuer, 'Format') ?? entityFormat;
  if (format !== entityFormat) {
    throw new TokenError('unsupported', 'The issuer of the assertion has a name of another kind than that of an entity.');
  }
  return textOf(issuer);
}

const entityFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:entity';

type SubjectParts = Pick<SamlAssertion, 'subject' | 'confirmations'>;

function subjectOf(subject: XmlElement | undefined, facts: SamlFacts): SubjectParts {
  if (subject === undefined) {
    return { subject: undefined, confirmations: [] };
  }
  if (elementsOf(subject).some(({ name }) => name === 'EncryptedID')) {
    throw new TokenError('unsupported', 'The name of the subject is encrypted, which is not supported.');
  }
  const name = childOf(subject, facts.version === '2.0' ? 'NameID' : 'NameIdentifier');
  return {
    subject: name && {
      nameId: textOf(name),
      format: attributeOf(name, 'Format'),
      nameQualifier: attributeOf(name, 'NameQualifier'),
    },
    confirmations: childrenOf(subject, 'SubjectConfirmation').flatMap((each) =>
      facts.version === '2.0' ? [confirmationOf(each, facts)] : firstConfirmations(each, facts),
    ),
  };
}

/** In version 1.1 each statement has a subject. They have to be the same: what another one is confirmed by says nothing of it. */
function commonSubject(tree: XmlElement, facts: SamlFacts): SubjectParts {
  const subjects = elementsOf(tree).flatMap((statement) =>
    statement.name.endsWith('Statement') ? childrenOf(statement, 'Subject') : [],
  );
  const [first, ...others] = subjects.map((subject) => subjectOf(subject, facts));
  if (others.some((other) => JSON.stringify(other) !== JSON.stringify(first))) {
    throw new TokenError('unsupported', 'The statements of the assertion speak of several subjects.');
  }
  return first ?? { subject: undefined, confirmations: [] };
}

const signature = 'http://www.w3.org/2000/09/xmldsig#';

function confirmationOf(confirmation: XmlElement, { confirmations }: SamlFacts): SubjectConfirmation {
  const data = childOf(confirmation, 'SubjectConfirmationData');
  return {
    method: confirmations[neededAttribute(confirmation, 'Method')],
    notBefore: data && instantIn(data, 'NotBefore'),
    notOnOrAfter: data && instantIn(data, 'NotOnOrAfter'),
    recipient: data && attributeOf(data, 'Recipient'),
    inResponseTo: data && attributeOf(data, 'InResponseTo'),
    address: data && attributeOf(data, 'Address'),
    keyInfos: data === undefined ? [] : childrenOf(data, 'KeyInfo', signature),
  };
}

function firstConfirmations(confirmation: XmlElement, { confirmations }: SamlFacts): readonly SubjectConfirmation[] {
  return childrenOf(confirmation, 'ConfirmationMethod').map((method) => ({
    method: confirmations[textOf(method)],
    notBefore: undefined,
    notOnOrAfter: undefined,
    recipient: undefined,
    inResponseTo: undefined,
    address: undefined,
    keyInfos: childrenOf(confirmation, 'KeyInfo', signature),
  }));
}

function conditionsOf(conditions: XmlElement | undefined): SamlConditions {
  const audiences: (readonly string[])[] = [];
  let oneTimeUse = false;
  for (const condition of conditions === undefined ? [] : elementsOf(conditions)) {
    switch (condition.namespace === conditions?.namespace ? condition.name : '') {
      case 'AudienceRestriction':
      case 'AudienceRestrictionCondition':
        audiences.push(childrenOf(condition, 'Audience').map(textOf));
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

function attributesOf(tree: XmlElement, isSecond: boolean): SamlAssertion['attributes'] {
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
        children.every((child) => typeof child === 'string'),
      );
      found.set(name, [...(found.get(name) ?? []), ...values.map(({ children }) => children.join(''))]);
    }
  }
  return Object.fromEntries(found);
}
