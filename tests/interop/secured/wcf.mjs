import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { wsAddressing } from '@wsdl-codegen/runtime/addressing';
import { freePort, startDriver } from '../driver.mjs';
import { encrypted } from './cases.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

/** Packages of Debian that are needed. */
export const wcfPackages = ['mono-mcs', 'mono-devel', 'openssl'];

/**
 * How each suite encrypts. All are signed with RSA and SHA-256 over digests of the suite, whatever it says of signatures. Mono has others that are not as their specifications
 * say: 3DES with the block of AES, and a digest of OAEP in RSA 1.5.
 */
const suites = { Basic256: 'aes256-cbc', Basic192: 'aes192-cbc', Basic128: 'aes128-cbc', Basic256Sha256: 'aes256-cbc' };
/** Encrypting before signing is not implemented in Mono. */
const orders = ['SignBeforeEncryptAndEncryptSignature', 'SignBeforeEncrypt'];

/** Suites of algorithms with each order of signing and encrypting. Mono writes what is outside of the security block anew before it verifies it, with the prefix `s`. */
export const wcfCases = Object.entries(suites).flatMap(([suite, algorithm]) =>
  orders.map((order) => {
    const one = encrypted(algorithm, 'rsa-oaep-mgf1p', { by: 'rsa-sha256', signature: order === orders[0] });
    const digest = suite.endsWith('Sha256') ? 'sha256' : 'sha1';
    const options = { addressing: wsAddressing('1.0'), prefixes: { soap: 's' } };
    return { ...one, ...options, name: `${suite}, ${order}`, sign: { ...one.sign, digest }, kind: `${suite}/${order}` };
  }),
);

/** Compiles the program, and puts the keys where it finds them. */
export async function compileWcf(run, work) {
  for (const side of ['client', 'server']) {
    const [key, certificate, file] = ['key', 'pem', 'p12'].map((end) => `${work}/${side}-rsa.${end}`);
    // Mono reads these algorithms alone.
    const algorithms = ['-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES', '-macalg', 'sha1'];
    const args = ['pkcs12', '-export', '-inkey', key, '-in', certificate, '-out', file, '-passout', 'pass:secret'];
    execFileSync('openssl', [...args, ...algorithms], { stdio: 'ignore' });
  }
  const references = ['-r:System.ServiceModel', '-r:System.IdentityModel'];
  await run('mcs', [...references, `-out:${work}/wcf.exe`, `${here}Wcf.cs`]);
}

const readable = ({ type, value }) => ({ type, value: Buffer.from(value, 'hex').toString() });

/** Its client calls a server for each case; the results in their order. */
export async function askWcf(run, work, calls) {
  const args = calls.flatMap(({ one, url }) => [one.kind, url]);
  const { stdout } = await run('mono', [`${work}/wcf.exe`, 'client', work, ...args]);
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => readable(JSON.parse(line)));
}

/** Its server, with an address for each case. */
export async function startWcf(work, cases) {
  const port = String(await freePort());
  const args = [`${work}/wcf.exe`, 'server', work, port, ...cases.map(({ kind }) => kind)];
  const driver = startDriver({ command: 'mono', args });
  await driver.next();
  return {
    urlOf: ({ kind }) => `http://127.0.0.1:${port}/${kind}`,
    served: () => driver.take().map(readable),
    stop: () => driver.stop(),
  };
}
