import { constants, createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { integer, objectId, octets, sequence, tagged, time } from './certificates.js';

/** Certificates for chains, right and wrong in one point. */

/** A certificate with its key, which may sign others. */
export interface Issued {
  readonly cert: string;
  readonly key: string;
  readonly der: Buffer;
  readonly name: Buffer;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly serial: number;
}

export interface IssueOptions {
  readonly subject?: string | Buffer;
  /** Without one it is signed with its own key. */
  readonly issuer?: Issued;
  /** The key of another certificate instead of a new one. */
  readonly keyOf?: Pick<Issued, 'publicKey' | 'privateKey'>;
  readonly kind?: 'RSA' | 'P-256' | 'P-384' | 'P-521';
  readonly modulusLength?: number;
  readonly extensions?: readonly Buffer[];
  readonly from?: number;
  readonly until?: number;
  readonly algorithm?: keyof typeof signatureIdentifiers | 'pss';
  readonly isFirstVersion?: boolean;
  readonly withoutKeyIdentifiers?: boolean;
  readonly serial?: number;
}

const signatureIdentifiers = {
  sha1: ['1.2.840.113549.1.1.5', '1.2.840.10045.4.1'],
  sha256: ['1.2.840.113549.1.1.11', '1.2.840.10045.4.3.2'],
  sha384: ['1.2.840.113549.1.1.12', '1.2.840.10045.4.3.3'],
  sha512: ['1.2.840.113549.1.1.13', '1.2.840.10045.4.3.4'],
} as const;

const yes = tagged(0x01, Buffer.from([0xff]));

export const extension = (identifier: string, value: Buffer, critical = false): Buffer =>
  sequence(objectId(identifier), ...(critical ? [yes] : []), octets(value));
const number = (value: number): Buffer => integer(Buffer.from([value]));
export const authority = (pathLength?: number): Buffer =>
  extension('2.5.29.19', sequence(yes, ...(pathLength === undefined ? [] : [number(pathLength)])), true);
export const notAuthority = (): Buffer => extension('2.5.29.19', sequence(), true);
/** Bits from the left: 0x80 signatures, 0x04 certificates, 0x02 lists. */
export const keyUsage = (bits: number): Buffer => extension('2.5.29.15', tagged(0x03, Buffer.from([1, bits])), true);
export const purposes = (...identifiers: readonly string[]): Buffer =>
  extension('2.5.29.37', sequence(...identifiers.map(objectId)));

const text = (value: string): Buffer => Buffer.from(value, 'utf8');
export const names = {
  email: (value: string): Buffer => tagged(0x81, text(value)),
  host: (value: string): Buffer => tagged(0x82, text(value)),
  directory: (value: Buffer): Buffer => tagged(0xa4, value),
  address: (value: string): Buffer => tagged(0x86, text(value)),
  network: (...octetsOfNetwork: readonly number[]): Buffer => tagged(0x87, Buffer.from(octetsOfNetwork)),
  registered: (identifier: string): Buffer => tagged(0x88, objectId(identifier).subarray(2)),
};
export const alternatives = (...all: readonly Buffer[]): Buffer => extension('2.5.29.17', sequence(...all));
export const nameLimits = (permitted: readonly Buffer[], excluded: readonly Buffer[] = []): Buffer => {
  const list = (tag: number, all: readonly Buffer[]): readonly Buffer[] =>
    all.length === 0 ? [] : [tagged(tag, Buffer.concat(all.map((base) => sequence(base))))];
  return extension('2.5.29.30', sequence(...list(0xa0, permitted), ...list(0xa1, excluded)), true);
};

const types = { CN: '2.5.4.3', O: '2.5.4.10', C: '2.5.4.6', E: '1.2.840.113549.1.9.1' } as const;
/** A name of its parts: `[['O', 'Firm'], ['CN', 'Signer']]`. */
export const nameOf = (...parts: ReadonlyArray<readonly [keyof typeof types, string]>): Buffer =>
  sequence(
    ...parts.map(([type, value]) =>
      tagged(0x31, sequence(objectId(types[type]), tagged(type === 'E' ? 0x16 : 0x0c, text(value)))),
    ),
  );

const identifierOf = (key: KeyObject): Buffer =>
  createHash('sha1')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest();

const sha256 = sequence(objectId('2.16.840.1.101.3.4.2.1'));
/** RSA-PSS with SHA-256 and a salt of 32 octets. */
const pssIdentifier = sequence(
  objectId('1.2.840.113549.1.1.10'),
  sequence(
    tagged(0xa0, sha256),
    tagged(0xa1, sequence(objectId('1.2.840.113549.1.1.8'), sha256)),
    tagged(0xa2, number(32)),
  ),
);

let serials = 1;

export function issue(options: IssueOptions = {}): Issued {
  const { issuer, keyOf, kind = 'P-256', subject = 'Signer', modulusLength = 2048, algorithm = 'sha256' } = options;
  const pair =
    keyOf ??
    (kind === 'RSA' ? generateKeyPairSync('rsa', { modulusLength }) : generateKeyPairSync('ec', { namedCurve: kind }));
  const { privateKey, publicKey } = pair;
  const name = typeof subject === 'string' ? nameOf(['CN', subject]) : subject;
  const signer = issuer ?? { name, privateKey, publicKey };
  const serial = options.serial ?? ++serials;
  const identifier =
    algorithm === 'pss'
      ? pssIdentifier
      : sequence(objectId(signatureIdentifiers[algorithm][signer.privateKey.asymmetricKeyType === 'rsa' ? 0 : 1]));
  const extensions = [
    ...(options.withoutKeyIdentifiers === true
      ? []
      : [
          extension('2.5.29.14', octets(identifierOf(publicKey))),
          extension('2.5.29.35', sequence(tagged(0x80, identifierOf(signer.publicKey)))),
        ]),
    ...(options.extensions ?? []),
  ];
  const body = sequence(
    ...(options.isFirstVersion === true ? [] : [tagged(0xa0, number(2))]),
    number16(serial),
    identifier,
    signer.name,
    sequence(time(options.from ?? -1), time(options.until ?? 1)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    ...(options.isFirstVersion === true ? [] : [tagged(0xa3, sequence(...extensions))]),
  );
  const der = signedBy(signer.privateKey, algorithm, body, identifier);
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  return { cert: pem('CERTIFICATE', der), key, der, name, privateKey, publicKey, serial };
}

const number16 = (value: number): Buffer => integer(Buffer.from([0x01, value >> 8, value & 255]));

function signedBy(key: KeyObject, algorithm: string, body: Buffer, identifier: Buffer): Buffer {
  const own = algorithm === 'pss' ? { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 } : key;
  const value = sign(algorithm === 'pss' ? 'sha256' : algorithm, body, own);
  return sequence(body, identifier, tagged(0x03, Buffer.concat([Buffer.from([0]), value])));
}

export function pem(label: string, der: Buffer): string {
  const lines = (der.toString('base64').match(/.{1,64}/g) ?? []).join('\n');
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`;
}

/** A list of revoked certificates. */
export function revocationList(
  issuer: Issued,
  revoked: readonly Issued[],
  options: { readonly extensions?: readonly Buffer[]; readonly until?: number; readonly entry?: Buffer } = {},
): string {
  const identifier = sequence(objectId(signatureIdentifiers.sha256[1]));
  const { extensions = [], until = 1, entry } = options;
  const entries = revoked.map(({ serial }) =>
    sequence(number16(serial), time(-0.5), ...(entry === undefined ? [] : [sequence(entry)])),
  );
  const body = sequence(
    number(1),
    identifier,
    issuer.name,
    time(-1),
    time(until),
    ...(entries.length === 0 ? [] : [sequence(...entries)]),
    ...(extensions.length === 0 ? [] : [tagged(0xa0, sequence(...extensions))]),
  );
  return pem('X509 CRL', signedBy(issuer.privateKey, 'sha256', body, identifier));
}
