/** How a key is encrypted: the algorithm with its parameters, read and written (`EncryptionMethod`). */
import { fromBase64, toBase64 } from '../octets.js';
import { digestAlgorithms } from '../signature/algorithms.js';
import type { PlacedElement } from '../xml/document.js';
import { attributeOf, elementsIn, isNamed, namespaces, textIn } from '../xml/elements.js';
import {
  allowedAlgorithm,
  digestWith,
  encryptionNamespaces,
  type KeyTransport,
  keyTransports,
  maskUri,
  maskWith,
  type OaepParameters,
} from './algorithms.js';
import { EncryptionError } from './encryption-error.js';

/** An algorithm that encrypts keys, with its parameters. */
export interface TransportMethod {
  readonly name: KeyTransport;
  /** Those of OAEP; undefined for the other algorithms. */
  readonly oaep: OaepParameters | undefined;
}

/** Reads the method of an encrypted key. */
export function readTransportMethod(
  element: PlacedElement | undefined,
  allowed: readonly string[] | undefined,
): TransportMethod {
  const name = allowedAlgorithm(keyTransports, element && attributeOf(element, 'Algorithm'), allowed);
  const parameters = element === undefined ? [] : elementsIn(element);
  const isOaep = keyTransports[name].scheme === 'OAEP';
  const oaep = { digest: 'sha1', mask: 'sha1', label: new Uint8Array() } as {
    -readonly [Name in keyof OaepParameters]: OaepParameters[Name];
  };
  for (const parameter of parameters) {
    if (isOaep && isNamed(parameter, namespaces.signature, 'DigestMethod')) {
      oaep.digest = digestWith(attributeOf(parameter, 'Algorithm'));
    } else if (name === 'rsa-oaep' && isNamed(parameter, encryptionNamespaces.encryption11, 'MGF')) {
      oaep.mask = maskWith(attributeOf(parameter, 'Algorithm'));
    } else if (isOaep && isNamed(parameter, encryptionNamespaces.encryption, 'OAEPparams')) {
      oaep.label = fromBase64(textIn(parameter), 'The element "OAEPparams"');
    } else if (!isNamed(parameter, encryptionNamespaces.encryption, 'KeySize')) {
      throw new EncryptionError('algorithm', `The parameter "${parameter.name}" of "${name}" is not supported.`);
    }
  }
  return { name, oaep: isOaep ? oaep : undefined };
}

/** The element `EncryptionMethod` of an encrypted key. */
export function transportMethodText({ name, oaep }: TransportMethod): string {
  const parameters: string[] = [];
  if (oaep !== undefined) {
    if (oaep.label.length > 0) {
      parameters.push(`<xenc:OAEPparams>${toBase64(oaep.label)}</xenc:OAEPparams>`);
    }
    const digest = digestAlgorithms[oaep.digest].uri;
    parameters.push(`<ds:DigestMethod xmlns:ds="${namespaces.signature}" Algorithm="${digest}"/>`);
    if (name === 'rsa-oaep') {
      parameters.push(
        `<xenc11:MGF xmlns:xenc11="${encryptionNamespaces.encryption11}" Algorithm="${maskUri(oaep.mask)}"/>`,
      );
    }
  }
  const { uri } = keyTransports[name];
  return `<xenc:EncryptionMethod Algorithm="${uri}">${parameters.join('')}</xenc:EncryptionMethod>`;
}
