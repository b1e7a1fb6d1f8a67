/** Signatures with properties that are signed, too: XAdES at its baseline level B (ETSI EN 319 132-1, B-B). */

import type { Certificate } from '../keys/certificate.js';
import { readFields } from '../keys/certificate-fields.js';
import { derTags, derWritten } from '../keys/der.js';
import { certificatesIn } from '../keys/trust.js';
import { toBase64, toHex } from '../octets.js';
import { digestAlgorithms, digestOf } from '../signature/algorithms.js';
import { type ContentTask, certificateOf, detachedTask, documentTask, makeSignature } from '../signature/sign.js';
import { attributeText, elementText } from '../xml/canonicalize.js';
import { signedPropertiesType, xadesNamespace } from './names.js';
import {
  checkXadesOptions,
  commitments,
  type SignaturePlace,
  type XadesOptions,
  type XadesSignatureOptions,
} from './options.js';

/** The document with a signature of XAdES (baseline B-B). Throws a `SignatureError` where that is not possible. */
export async function signXades(xml: string, options: XadesOptions): Promise<string> {
  checkXadesOptions('signXades', options);
  return withProperties(documentTask(xml, options), options);
}

/** A signature of XAdES of octets that stand elsewhere, by their addresses. It is a document of its own. */
export async function signXadesDetached(
  contents: Readonly<Record<string, Uint8Array>>,
  options: XadesSignatureOptions,
): Promise<string> {
  checkXadesOptions('signXadesDetached', options);
  return withProperties(detachedTask(contents), options);
}

async function withProperties(task: ContentTask, options: XadesSignatureOptions): Promise<string> {
  // Another signature in the same document has other ids.
  const { signatureId = `signature-${toHex(crypto.getRandomValues(new Uint8Array(8)))}` } = options;
  const certificate = certificateOf(options)!;
  const propertiesId = `${signatureId}-properties`;
  const idOf = (uri: string): string => `${signatureId}-reference-${task.uris.indexOf(uri)}`;
  const properties = await propertiesText(certificate, task.uris, idOf, options);
  const object = `<ds:Object><xades:QualifyingProperties xmlns:xades="${xadesNamespace}" Target="#${attributeText(signatureId)}"><xades:SignedProperties Id="${attributeText(propertiesId)}">${properties}</xades:SignedProperties></xades:QualifyingProperties></ds:Object>`;
  const uri = `#${propertiesId}`;
  const all = [certificate, ...certificatesIn(options.intermediates ?? [])];
  const { text } = await makeSignature(
    {
      ...task,
      keyInfo: `<ds:KeyInfo><ds:X509Data>${all.map(certificateText).join('')}</ds:X509Data></ds:KeyInfo>`,
      object: `${task.object ?? ''}${object}`,
      uris: [...task.uris, uri],
      attributesOf: (each) => (each === uri ? ` Type="${signedPropertiesType}"` : ` Id="${attributeText(idOf(each))}"`),
    },
    { ...options, signatureId },
  );
  return text;
}

const certificateText = ({ der }: Certificate): string => `<ds:X509Certificate>${toBase64(der)}</ds:X509Certificate>`;

const element = (name: string, content: string): string => `<xades:${name}>${content}</xades:${name}>`;
const textElement = (name: string, text: string): string => element(name, elementText(text));

/** What is said of the signature and of what it covers, in the order of the schema. */
async function propertiesText(
  certificate: Certificate,
  uris: readonly string[],
  idOf: (uri: string) => string,
  options: XadesSignatureOptions,
): Promise<string> {
  const { signingTime = new Date(), place, roles = [], commitment, mimeTypes = {} } = options;
  const ofSignature = [
    textElement('SigningTime', `${signingTime.toISOString().slice(0, 19)}Z`),
    element('SigningCertificateV2', element('Cert', await referenceToCertificate(certificate, options))),
    policyText(options),
    place === undefined ? '' : element('SignatureProductionPlaceV2', placeText(place)),
    roles.length === 0
      ? ''
      : element(
          'SignerRoleV2',
          element('ClaimedRoles', roles.map((role) => textElement('ClaimedRole', role)).join('')),
        ),
  ];
  const formats = uris.map((uri) => {
    const isInside = uri === '' || uri.startsWith('#');
    const type = mimeTypes[uri] ?? (isInside ? 'text/xml' : 'application/octet-stream');
    return `<xades:DataObjectFormat ObjectReference="#${attributeText(idOf(uri))}">${textElement('MimeType', type)}</xades:DataObjectFormat>`;
  });
  const committed =
    commitment === undefined
      ? ''
      : element(
          'CommitmentTypeIndication',
          `${element('CommitmentTypeId', textElement('Identifier', commitments[commitment]))}<xades:AllSignedDataObjects/>`,
        );
  return `${element('SignedSignatureProperties', ofSignature.join(''))}${element('SignedDataObjectProperties', formats.join('') + committed)}`;
}

/** The digest of the certificate, with the name of its issuer and its number as DER. */
async function referenceToCertificate(
  certificate: Certificate,
  { digest = 'sha256' }: XadesSignatureOptions,
): Promise<string> {
  const { issuer, serialNumber } = readFields(certificate.der);
  const names = derWritten(derTags.sequence, derWritten(0xa4, issuer!.whole));
  const reference = derWritten(derTags.sequence, names, serialNumber!.whole);
  const value = toBase64(await digestOf(digest, certificate.der));
  return `${digestText('CertDigest', digestAlgorithms[digest].uri, value)}${element('IssuerSerialV2', toBase64(reference))}`;
}

const digestText = (name: string, uri: string, value: string): string =>
  element(name, `<ds:DigestMethod Algorithm="${uri}"/><ds:DigestValue>${elementText(value)}</ds:DigestValue>`);

function policyText({ policy }: XadesSignatureOptions): string {
  if (policy === undefined) {
    return '';
  }
  if (policy === 'implied') {
    return element('SignaturePolicyIdentifier', '<xades:SignaturePolicyImplied/>');
  }
  const { identifier, digest, algorithm = 'sha256', address } = policy;
  const qualifier = identifier.startsWith('urn:oid:') ? ' Qualifier="OIDAsURN"' : '';
  const parts = [
    element('SigPolicyId', `<xades:Identifier${qualifier}>${elementText(identifier)}</xades:Identifier>`),
    digestText('SigPolicyHash', digestAlgorithms[algorithm].uri, digest),
    address === undefined
      ? ''
      : element('SigPolicyQualifiers', element('SigPolicyQualifier', textElement('SPURI', address))),
  ];
  return element('SignaturePolicyIdentifier', element('SignaturePolicyId', parts.join('')));
}

function placeText(place: SignaturePlace): string {
  const parts = [
    ['City', place.city],
    ['StreetAddress', place.streetAddress],
    ['StateOrProvince', place.stateOrProvince],
    ['PostalCode', place.postalCode],
    ['CountryName', place.countryName],
  ] as const;
  return parts.map(([name, value]) => (value === undefined ? '' : textElement(name, value))).join('');
}
