import {
  createHash,
  createHmac,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto';

/** A certificate of version 3 with its key, as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** An authority, and a certificate that it signed for these names and addresses. */
export function authorityWithHost(names: readonly string[]): {
  readonly authority: Certificate;
  readonly host: Certificate;
} {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const of = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    authority: certificate(
      'Test authority',
      own.publicKey,
      own.privateKey,
      'Test authority',
      own.privateKey,
      authorityExtensions(),
    ),
    host: certificate(
      'Test host',
      of.publicKey,
      of.privateKey,
      'Test authority',
      own.privateKey,
      hostExtensions(names),
    ),
  };
}

/** A certificate that is signed with its own key. */
export function selfSigned(names: readonly string[]): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return certificate('Test host', publicKey, privateKey, 'Test host', privateKey, hostExtensions(names));
}

/** A certificate for signatures, with its key. It is signed with that key. */
export function signingCertificate(
  subject: string,
  kind: 'RSA' | 'P-256' | 'P-384' | 'P-521' = 'RSA',
  options: { readonly mayEncryptOnly?: boolean; readonly modulusLength?: number } = {},
): Certificate & { readonly publicKey: string } {
  const { publicKey, privateKey } =
    kind === 'RSA'
      ? generateKeyPairSync('rsa', { modulusLength: options.modulusLength ?? 2048 })
      : generateKeyPairSync('ec', { namedCurve: kind });
  const usage = Buffer.from(options.mayEncryptOnly === true ? [5, 0x20] : [7, 0x80]);
  const extensions = sequence(
    sequence(objectId('2.5.29.14'), octets(octets(Buffer.from(subject)))),
    sequence(objectId('2.5.29.15'), octets(tagged(0x03, usage))),
  );
  return {
    ...certificate(subject, publicKey, privateKey, subject, privateKey, extensions),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }) as string,
  };
}

const ecdsaWithSha256 = '1.2.840.10045.4.3.2';
const rsaWithSha256 = '1.2.840.113549.1.1.11';

/** RFC 5280, 4.1. */
function certificate(
  subject: string,
  publicKey: KeyObject,
  privateKey: KeyObject,
  issuer: string,
  signer: KeyObject,
  extensions: Buffer,
): Certificate {
  const algorithm = sequence(objectId(signer.asymmetricKeyType === 'rsa' ? rsaWithSha256 : ecdsaWithSha256));
  const validity = sequence(time(-1), time(1));
  const body = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.from([...subject].map((character) => character.charCodeAt(0) & 0x7f))),
    algorithm,
    commonName(issuer),
    validity,
    commonName(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, extensions),
  );
  const signature = sign('sha256', body, signer);
  const whole = sequence(body, algorithm, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = (whole.toString('base64').match(/.{1,64}/g) ?? []).join('\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}

const data = '1.2.840.113549.1.7.1';
const sha256 = '2.16.840.1.101.3.4.2.1';

/** A key and its certificate in one file with a password (PKCS #12), which is not encrypted. */
export function identity(key: string, cert: string, password: string): Buffer {
  const keyBag = createPrivateKey(key).export({ type: 'pkcs8', format: 'der' });
  const certificateBag = sequence(
    objectId('1.2.840.113549.1.9.22.1'),
    tagged(0xa0, octets(new X509Certificate(cert).raw)),
  );
  const bags = sequence(
    sequence(objectId('1.2.840.113549.1.12.10.1.1'), tagged(0xa0, keyBag)),
    sequence(objectId('1.2.840.113549.1.12.10.1.3'), tagged(0xa0, certificateBag)),
  );
  const content = sequence(sequence(objectId(data), tagged(0xa0, octets(bags))));
  const salt = randomBytes(64);
  const mac = createHmac('sha256', macKey(password, salt)).update(content).digest();
  return sequence(
    integer(Buffer.from([3])),
    sequence(objectId(data), tagged(0xa0, octets(content))),
    sequence(sequence(sequence(objectId(sha256)), octets(mac)), octets(salt)),
  );
}

/** RFC 7292, B.2: the key of one round; the salt is as long as a block. */
function macKey(password: string, salt: Buffer): Buffer {
  const text = Buffer.from(`${password}\0`, 'utf16le').swap16();
  const filled = Buffer.alloc(Math.ceil(text.length / 64) * 64, text);
  return createHash('sha256').update(Buffer.alloc(64, 3)).update(salt).update(filled).digest();
}

function authorityExtensions(): Buffer {
  const isAuthority = sequence(tagged(0x01, Buffer.from([0xff])));
  return sequence(sequence(objectId('2.5.29.19'), tagged(0x01, Buffer.from([0xff])), octets(isAuthority)));
}

function hostExtensions(names: readonly string[]): Buffer {
  const alternatives = names.map((name) =>
    /^[\d.]+$/.test(name)
      ? tagged(0x87, Buffer.from(name.split('.').map(Number)))
      : tagged(0x82, Buffer.from(name, 'ascii')),
  );
  return sequence(sequence(objectId('2.5.29.17'), octets(sequence(...alternatives))));
}

function commonName(name: string): Buffer {
  return sequence(tagged(0x31, sequence(objectId('2.5.4.3'), tagged(0x0c, Buffer.from(name)))));
}

/** A time that lies this many years from now. */
export function time(years: number): Buffer {
  const date = new Date(Date.now() + years * 365 * 86_400_000);
  return tagged(0x17, Buffer.from(`${date.toISOString().replace(/\D/g, '').slice(2, 14)}Z`));
}

/** DER. */
export function octets(bytes: Buffer): Buffer {
  return tagged(0x04, bytes);
}

/** DER. */
export function integer(bytes: Buffer): Buffer {
  return tagged(0x02, bytes);
}

/** DER. */
export function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

/** DER. */
export function objectId(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  return tagged(0x06, Buffer.from([40 * first + second, ...rest.flatMap(base128)]));
}

function base128(value: number): readonly number[] {
  const digits = [value & 127];
  for (let rest = value >> 7; rest > 0; rest >>= 7) {
    digits.unshift((rest & 127) | 128);
  }
  return digits;
}

/** A value of DER with its tag and length. */
export function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
