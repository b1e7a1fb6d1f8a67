import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPkcs12 } from '@wsdl-codegen/ws-security';
import { authority, type Issued, issue } from '../../../../tests/support/chains.js';

/** Files of PKCS #12 as OpenSSL writes them. */

const root = issue({ subject: 'Root', extensions: [authority()] });
const between = issue({ subject: 'Between', issuer: root, extensions: [authority()] });
const ends = { RSA: issue({ kind: 'RSA', issuer: between }), 'P-256': issue({ issuer: between }) };
const password = 'pass "word" 5';
const folder = mkdtempSync(join(tmpdir(), 'pkcs12-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(end: Issued, options: readonly string[], own = password): Buffer {
  writeFileSync(join(folder, 'key.pem'), end.key);
  writeFileSync(join(folder, 'end.pem'), end.cert);
  writeFileSync(join(folder, 'others.pem'), root.cert + between.cert);
  const out = join(folder, 'out.p12');
  const inputs = [
    '-inkey',
    join(folder, 'key.pem'),
    '-in',
    join(folder, 'end.pem'),
    '-certfile',
    join(folder, 'others.pem'),
  ];
  const args = ['pkcs12', '-export', ...options, ...inputs, '-out', out, '-passout', `pass:${own}`];
  const { status, stderr } = spawnSync('openssl', args, { encoding: 'utf8' });
  expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
  return readFileSync(out);
}

const aes = ['-keypbe', 'AES-128-CBC', '-certpbe', 'AES-192-CBC'];
const rows: ReadonlyArray<readonly [string, readonly string[]]> = [
  ['as it does by itself', []],
  ['with other ciphers', aes],
  ['with a code of SHA-1', ['-macalg', 'sha1']],
  ['with a code of SHA-384', ['-macalg', 'sha384']],
  ['with a code of SHA-512', ['-macalg', 'sha512']],
  ['with one round', ['-iter', '1', '-nomaciter']],
  ['with many rounds', ['-iter', '20000']],
  ['without a code', ['-nomac']],
  ['with certificates in the clear', ['-certpbe', 'NONE']],
  ['with a key in the clear', ['-keypbe', 'NONE']],
];

it.each(rows)('%s', async (_, options) => {
  for (const end of Object.values(ends)) {
    for (const own of [password, '']) {
      const { key, certificate, certificates } = await readPkcs12(written(end, options, own), own);
      expect([key, certificate.toString()]).toEqual([end.key, end.cert]);
      expect(certificates.map(({ subject }) => subject).sort()).toEqual(['CN=Between', 'CN=Root', 'CN=Signer']);
      expect(certificates[0]).toBe(certificate);
    }
  }
});

it.each([
  ['3DES', ['-legacy', '-descert']],
  ['RC2', ['-legacy']],
  ['3DES for the key', ['-keypbe', 'PBE-SHA1-3DES']],
])('says how to convert a file with %s', async (_, options) => {
  await expect(readPkcs12(written(ends.RSA, options), password)).rejects.toThrow('`openssl pkcs12 -legacy -in old.p12');
});
