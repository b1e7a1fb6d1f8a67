/** Keys and certificates as PEM. */
import { fromBase64, toBase64 } from '../octets.js';
import { SignatureError } from '../signature-error.js';

/** The octets in the first block of PEM that has a label. */
export function pemOctets(pem: string, label: string, what: string): Uint8Array {
  const [first] = pemBlocks(pem, label);
  if (first !== undefined) {
    return first;
  }
  const found = /-----BEGIN ([A-Z0-9 ]{1,40})-----/.exec(pem)?.[1];
  const convert =
    found === 'ENCRYPTED PRIVATE KEY'
      ? ' `readPrivateKey` decrypts it with its password.'
      : found?.endsWith('PRIVATE KEY')
        ? ' Convert it with `openssl pkcs8 -topk8 -nodes -in old.pem -out key.pem`.'
        : '';
  const instead = found === undefined ? 'which is not in the text' : `not "BEGIN ${found}"`;
  throw new SignatureError('key', `${what} needs PEM with "BEGIN ${label}", ${instead}.${convert}`);
}

/** The octets in all blocks of PEM that have a label. */
export function pemBlocks(pem: string, label: string): readonly Uint8Array[] {
  const [begin, end] = [`-----BEGIN ${label}-----`, `-----END ${label}-----`];
  return pem
    .split(begin)
    .slice(1)
    .map((block) => block.slice(0, Math.max(0, block.indexOf(end))))
    .map((content) => fromBase64(content, `The PEM of "${label}"`));
}

/** DER as a block of PEM. */
export const pemText = (label: string, der: Uint8Array): string =>
  `-----BEGIN ${label}-----\n${toBase64(der).replace(/.{64}(?=.)/g, '$&\n')}\n-----END ${label}-----\n`;
