import { signXml } from '@wsdl-codegen/ws-security';
import type { Certificate } from './certificates.js';

/** What an assertion that is made for a test says. Texts are put in as they are. */
export interface AssertionFacts {
  readonly version?: '1.1' | '2.0';
  readonly issuer?: string;
  readonly id?: string;
  readonly nameId?: string;
  readonly confirmation?: string;
  /** What is in the confirmation beside its method: data of version 2.0, a `KeyInfo` of 1.1. */
  readonly confirmationContent?: string;
  readonly conditions?: string;
  readonly notBefore?: Date;
  readonly notOnOrAfter?: Date;
  readonly audience?: string;
  readonly issued?: Date;
  readonly attributes?: string;
}

const minutes = (count: number): Date => new Date(Date.now() + count * 60_000);

/** An assertion that is not signed. */
export function assertionText({
  version = '2.0',
  issuer = 'urn:sts',
  id = '_a1',
  nameId = 'alice',
  confirmation = 'bearer',
  confirmationContent = '',
  conditions = '',
  notBefore = minutes(-1),
  notOnOrAfter = minutes(5),
  audience = 'urn:service',
  issued = minutes(0),
  attributes = '<a>',
}: AssertionFacts = {}): string {
  const time = `NotBefore="${notBefore.toISOString()}" NotOnOrAfter="${notOnOrAfter.toISOString()}"`;
  const value = `<saml:AttributeValue xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string">${attributes.replaceAll('<', '&lt;')}</saml:AttributeValue>`;
  const instant = issued.toISOString();
  if (version === '1.1') {
    const subject = `<saml:Subject><saml:NameIdentifier>${nameId}</saml:NameIdentifier><saml:SubjectConfirmation><saml:ConfirmationMethod>urn:oasis:names:tc:SAML:1.0:cm:${confirmation}</saml:ConfirmationMethod>${confirmationContent}</saml:SubjectConfirmation></saml:Subject>`;
    return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:1.0:assertion" MajorVersion="1" MinorVersion="1" AssertionID="${id}" Issuer="${issuer}" IssueInstant="${instant}"><saml:Conditions ${time}><saml:AudienceRestrictionCondition><saml:Audience>${audience}</saml:Audience></saml:AudienceRestrictionCondition>${conditions}</saml:Conditions><saml:AttributeStatement>${subject}<saml:Attribute AttributeName="role" AttributeNamespace="urn:claims">${value}</saml:Attribute></saml:AttributeStatement><saml:AuthenticationStatement AuthenticationMethod="urn:oasis:names:tc:SAML:1.0:am:password" AuthenticationInstant="${instant}">${subject}</saml:AuthenticationStatement></saml:Assertion>`;
  }
  return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" IssueInstant="${instant}" Version="2.0"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID>${nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:${confirmation}">${confirmationContent}</saml:SubjectConfirmation></saml:Subject><saml:Conditions ${time}><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction>${conditions}</saml:Conditions><saml:AttributeStatement><saml:Attribute Name="role">${value}</saml:Attribute></saml:AttributeStatement></saml:Assertion>`;
}

/** An assertion with the signature of its issuer, where its version wants it: behind the issuer, or at the end. */
export async function signAssertion(assertion: string, { key, cert: certificate }: Certificate): Promise<string> {
  const isFirst = assertion.includes('AssertionID=');
  const id = /\b(?:ID|AssertionID)="([^"]*)"/.exec(assertion)?.[1] ?? '';
  const idAttributes = ['ID', 'AssertionID'].map((name) => ({ namespace: '', name }));
  const canonical = { inclusivePrefixes: ['xs'] };
  const signed = await signXml(assertion, { key, certificate, ids: [id], into: id, idAttributes, canonical });
  const signature = /<ds:Signature .*<\/ds:Signature>/s.exec(signed)?.[0] ?? '';
  return isFirst ? signed : signed.replace(signature, '').replace('</saml:Issuer>', () => `</saml:Issuer>${signature}`);
}

/** As both. */
export const signedAssertion = (facts: AssertionFacts, issuer: Certificate): Promise<string> =>
  signAssertion(assertionText(facts), issuer);
