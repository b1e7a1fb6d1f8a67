import { spawnSync } from 'node:child_process';
import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  chains,
  type SignatureName,
  type Signer,
  signXades,
  signXml,
  verifyXades,
  verifyXml,
} from '@wsdl-codegen/ws-security';
import { authority, issue } from '../support/chains.js';

/** Keys that never leave an HSM (SoftHSM, through PKCS #11) sign by a function of the program. */

const modules = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so',
  '/usr/lib/aarch64-linux-gnu/softhsm/libsofthsm2.so',
];
const softHsm = modules.find((path) => existsSync(path));
const isThere = softHsm !== undefined && spawnSync('pkcs11-tool', ['--help']).error === undefined;
const whereTool: jest.It = isThere ? it : it.skip;

const folder = mkdtempSync(join(tmpdir(), 'hsm-'));
afterAll(() => rmSync(folder, { recursive: true }));
const inFolder = (name: string): string => join(folder, name);
const env = { ...process.env, SOFTHSM2_CONF: inFolder('softhsm2.conf') };

function run(command: string, args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8', env });
  expect([command, error, status, status === 0 ? '' : stderr]).toEqual([command, undefined, 0, '']);
}

const tool = (...args: readonly string[]): void =>
  run('pkcs11-tool', ['--module', softHsm!, '--token-label', 'test', '--login', '--pin', '1234', ...args]);

/** What the module is asked for: the mechanism, and whether it gets the digest alone. */
const mechanisms: Partial<Record<SignatureName, readonly [digest: string | undefined, ...mechanism: string[]]>> = {
  'rsa-sha256': [undefined, 'SHA256-RSA-PKCS'],
  'rsa-sha512': [undefined, 'SHA512-RSA-PKCS'],
  'rsa-pss-sha256': ['sha256', 'RSA-PKCS-PSS', '--hash-algorithm', 'SHA256', '--salt-len', '32'],
  'ecdsa-sha256': ['sha256', 'ECDSA'],
};

const signerOf =
  (id: string): Signer =>
  async (data, algorithm) => {
    const [digest, ...mechanism] = mechanisms[algorithm]!;
    const [input, output] = [inFolder('data'), inFolder('signature')];
    writeFileSync(input, digest === undefined ? data : createHash(digest).update(data).digest());
    tool('--sign', '--id', id, '-m', ...mechanism, '-i', input, '-o', output);
    return readFileSync(output);
  };

function publicKeyOf(id: string): KeyObject {
  const output = inFolder(`public-${id}`);
  tool('--read-object', '--type', 'pubkey', '--id', id, '-o', output);
  return createPublicKey({ key: readFileSync(output), format: 'der', type: 'spki' });
}

const root = issue({ subject: 'Root', extensions: [authority()] });
const trust = chains({ authorities: root.cert });
const certificates = new Map<string, string>();

beforeAll(() => {
  if (isThere) {
    mkdirSync(inFolder('tokens'));
    writeFileSync(env.SOFTHSM2_CONF, `directories.tokendir = ${inFolder('tokens')}\nobjectstore.backend = file\n`);
    run('softhsm2-util', ['--init-token', '--free', '--label', 'test', '--pin', '1234', '--so-pin', '1234']);
    for (const [id, type] of [
      ['01', 'rsa:2048'],
      ['02', 'EC:prime256v1'],
    ] as const) {
      tool('--keypairgen', '--key-type', type, '--id', id, '--label', `key ${id}`);
      const keyOf = { publicKey: publicKeyOf(id), privateKey: root.privateKey };
      certificates.set(id, issue({ subject: `Key ${id}`, issuer: root, keyOf }).cert);
    }
  }
});

whereTool.each([
  ['rsa-sha256', '01'],
  ['rsa-sha512', '01'],
  ['rsa-pss-sha256', '01'],
  ['ecdsa-sha256', '02'],
] as const)('%s', async (algorithm, id) => {
  const options = { key: signerOf(id), algorithm, certificate: certificates.get(id)! };
  const signed = await signXml('<a xmlns="urn:a">1</a>', options);
  const found = await verifyXml(signed, { trust });
  expect([found.algorithm, found.certificate?.subject]).toEqual([algorithm, `CN=Key ${id}`]);
  await expect(verifyXml(signed.replace('>1<', '>2<'), { trust })).rejects.toMatchObject({ code: 'digest' });
  expect((await verifyXades(await signXades('<a/>', options), { trust })).algorithm).toBe(algorithm);
});

whereTool('the certificate of another key is noticed when it is signed', async () => {
  const options = { key: signerOf('01'), algorithm: 'rsa-sha256' as const, certificate: issue({ kind: 'RSA' }).cert };
  await expect(signXml('<a/>', options)).rejects.toThrow('is not that of the key');
});
