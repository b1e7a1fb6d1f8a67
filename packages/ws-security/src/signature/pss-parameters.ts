/** The form of RSA-PSS whose algorithms are parameters (RFC 9231, 2.3.9). */
import { SignatureError } from '../signature-error.js';
import type { PlacedElement } from '../xml/document.js';
import { attributeOf, elementsIn, isNamed, namespaces, textIn } from '../xml/elements.js';
import { allowedName, type DigestName, digestAlgorithms, type SignatureName } from './algorithms.js';

const more = 'http://www.w3.org/2007/05/xmldsig-more#';

/** The address of this form. */
export const pssWithParameters: string = `${more}rsa-pss`;

/** The algorithm that the parameters name, which has to be among those that are allowed. What is left out has its default: SHA-256, the mask of the same digest, and a salt as long as the digest. */
export function pssAlgorithm(method: PlacedElement, allowed: readonly string[]): SignatureName {
  const [parameters, ...others] = elementsIn(method);
  const items = parameters === undefined ? [] : elementsIn(parameters);
  if (others.length > 0 || (parameters !== undefined && !isNamed(parameters, more, 'RSAPSSParams'))) {
    throw notSupported();
  }
  const digest = digestIn(items) ?? 'sha256';
  for (const item of items) {
    requireUsual(item, digest);
  }
  const name = `rsa-pss-${digest}` as SignatureName;
  // SHA-1 has no name here.
  if (!allowed.includes(name)) {
    throw new SignatureError('algorithm', `The algorithm "${name}" is not among those that are allowed.`);
  }
  return name;
}

/** The digest among some elements. Whether it is allowed is decided with the whole algorithm. */
function digestIn(items: readonly PlacedElement[]): DigestName | undefined {
  const [found] = items.filter((item) => isNamed(item, namespaces.signature, 'DigestMethod'));
  const all = Object.keys(digestAlgorithms);
  return found && allowedName(digestAlgorithms, attributeOf(found, 'Algorithm'), all);
}

/** Refuses parameters for which Web Crypto has no algorithm. */
function requireUsual(item: PlacedElement, digest: DigestName): void {
  const bits = digest === 'sha1' ? 160 : Number(digest.slice(3));
  const isUsual =
    isNamed(item, namespaces.signature, 'DigestMethod') ||
    (isNamed(item, more, 'MaskGenerationFunction') &&
      (attributeOf(item, 'Algorithm') ?? `${more}MGF1`) === `${more}MGF1` &&
      (digestIn(elementsIn(item)) ?? 'sha256') === digest) ||
    (isNamed(item, more, 'SaltLength') && textIn(item).trim() === String(bits / 8)) ||
    (isNamed(item, more, 'TrailerField') && textIn(item).trim() === '1');
  if (!isUsual) {
    throw notSupported();
  }
}

const notSupported = (): SignatureError =>
  new SignatureError(
    'algorithm',
    'The parameters of RSA-PSS are not supported: the mask needs the same digest, the salt its length, and the trailer 1.',
  );
