import { generateKeyPairSync, sign } from 'node:crypto';

/** A new key, and a certificate of it for a day that it signs itself, as PEM. Services get theirs from an authority. */
export function selfSigned(name: string): { key: string; certificate: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  // RFC 5280, 4.1: version 3, signed with RSA over SHA-256, and the name as issuer, subject and name of a host.
  const version = der(0xa0, der(0x02, Buffer.from([2])));
  const serial = der(0x02, Buffer.from([1]));
  const algorithm = der(0x30, id('2a864886f70d01010b'), der(0x05));
  const named = der(0x30, der(0x31, der(0x30, id('550403'), der(0x0c, Buffer.from(name)))));
  const validity = der(0x30, time(-1), time(1));
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const host = der(0x04, der(0x30, der(0x82, Buffer.from(name))));
  const extensions = der(0xa3, der(0x30, der(0x30, id('551d11'), host)));
  const content = der(0x30, version, serial, algorithm, named, validity, named, spki, extensions);
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, privateKey));
  const text = der(0x30, content, algorithm, signature).toString('base64').replace(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    certificate: `-----BEGIN CERTIFICATE-----\n${text.trimEnd()}\n-----END CERTIFICATE-----\n`,
  };
}

/** The identifier of an object. */
function id(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

/** The time some days from now. */
function time(days: number): Buffer {
  const date = new Date(Date.now() + days * 86_400_000);
  return der(0x17, Buffer.from(`${date.toISOString().replace(/\D/g, '').slice(2, 14)}Z`));
}

/** A value of DER with its tag and length. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const value = Buffer.concat(parts);
  const long = value.length < 128 ? [] : value.length < 256 ? [0x81] : [0x82, value.length >> 8];
  return Buffer.concat([Buffer.from([tag, ...long, value.length & 255]), value]);
}
