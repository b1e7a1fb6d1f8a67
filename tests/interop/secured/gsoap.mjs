import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort, startDriver } from '../driver.mjs';
import { password, user } from '../headers/own.mjs';
import { encrypted, signed } from './cases.mjs';
import { secret } from './keys.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const shared = '/usr/share/gsoap';

/** Packages of Debian that are needed. */
export const gsoapPackages = ['gsoap', 'libgsoap-dev', 'libssl-dev', 'g++', 'openssl'];

const ciphers = ['aes128-cbc', 'aes192-cbc', 'aes256-cbc', 'tripledes-cbc', 'aes128-gcm', 'aes192-gcm', 'aes256-gcm'];
const signatures = ['rsa-sha1', 'rsa-sha256', 'rsa-sha512', 'hmac-sha1', 'hmac-sha256', 'hmac-sha384', 'hmac-sha512'];
const inside = { keyInfo: 'certificate' };

/**
 * What its client sends. Left out is what it writes in a way of its own: signatures of RSA with SHA-384 have the name of SHA-512, those of ECDSA are DER, its inclusive form
 * is not canonical, and keys that it calls OAEP are encrypted with RSA 1.5.
 */
export const gsoapSends = [
  ...signatures.map((name) => signed(name)),
  signed('rsa-sha256', { user: true }),
  signed('rsa-sha256', { changed: true }),
  signed('rsa-sha256', { form: 'prefixes' }),
  signed('rsa-sha256', inside),
  ...ciphers.map((cipher) => encrypted(cipher, 'rsa-1_5', inside)),
  ...ciphers.map((cipher) => encrypted(cipher, 'rsa-1_5', { ...inside, by: 'rsa-sha256' })),
  encrypted('aes256-gcm', 'rsa-1_5', { ...inside, by: 'rsa-sha256', signature: true }),
  encrypted('aes256-cbc', 'rsa-1_5', { ...inside, by: 'rsa-sha512', signature: true }),
  encrypted('aes256-gcm', 'direct'),
  encrypted('aes256-cbc', 'direct', { by: 'hmac-sha256' }),
];

/**
 * What its server reads: in SOAP 1.2 it does not read messages that are signed and encrypted with CBC and a key of RSA, which its client reads, and its answers of empty texts are
 * encrypted without an end.
 */
export const gsoapReads = [
  ...gsoapSends.map((one) => ({ ...one, only11: isTooMuchIn12(one) })),
  ...['issuerSerial', 'subjectKeyIdentifier', 'thumbprint', 'keyValue'].map((keyInfo) =>
    signed('rsa-sha256', { keyInfo }),
  ),
  encrypted('aes256-gcm', 'rsa-1_5', { by: 'rsa-sha256', signature: true, keyInfo: 'subjectKeyIdentifier' }),
];

function isTooMuchIn12({ sign, encrypt }) {
  return sign !== undefined && encrypt?.algorithm.endsWith('-cbc') === true && encrypt.keyTransport === 'rsa-1_5';
}

/** Compiles the program with the plug-in, which comes as source. */
export async function compileGsoap(run, work) {
  writeFileSync(`${work}/notes.h`, readFileSync(`${here}../headers/notes.h`, 'utf8').replace('#import "wsa5.h"', ''));
  await run('soapcpp2', ['-c', '-L', '-x', `-I${shared}/import:${shared}`, 'notes.h'], { cwd: work });
  const plugins = ['wsseapi', 'smdevp', 'mecevp', 'threads'].map((name) => `${shared}/plugin/${name}.c`);
  const generated = ['soapC.c', 'soapClient.c', 'soapServer.c'];
  const sources = [`${here}gsoap.c`, ...generated, ...plugins, `${shared}/custom/struct_timeval.c`];
  const flags = ['-O0', '-w', '-DWITH_OPENSSL', '-DWITH_DOM', '-I.', `-I${shared}/plugin`, `-I${shared}`];
  await run('gcc', [...flags, '-o', 'peer', ...sources, '-lgsoapssl', '-lssl', '-lcrypto'], { cwd: work });
}

/** What the program has to know of a case. */
function wordsOf(one, binding, own, peer, trusted) {
  const { sign: { algorithm = '', keyInfo = '' } = {}, encrypt: cipher = {} } = one;
  const kind = algorithm.startsWith('ecdsa') ? 'ec' : 'rsa';
  const words = {
    text: one.text,
    version: binding,
    sign: algorithm,
    check: algorithm,
    form: one.form ?? '',
    token: keyInfo,
    user: one.user ? user : '',
    password,
    secret,
    encrypt: cipher.algorithm ?? '',
    decrypt: cipher.algorithm ?? '',
    transport: cipher.keyTransport ?? '',
    tags: cipher.signature ? 'ds:Signature SOAP-ENV:Body' : '',
    key: own[kind].files.key,
    certificate: own[kind].files.certificate,
    peer: peer[kind].files.certificate,
    trusted,
  };
  return Object.entries(words).map(([name, value]) => `${name}=${value}`);
}

const readable = ({ type, value }) => ({ type, value: Buffer.from(value, 'hex').toString() });

/** Its client calls a server. */
export async function askGsoap(work, one, binding, url, keys) {
  const words = wordsOf(one, binding, keys.client, keys.server, keys.trusted);
  const { stdout } = await promisify(execFile)(`${work}/peer`, ['client', url, ...words], { timeout: 20_000 });
  return readable(JSON.parse(stdout));
}

/** Its server, which is told before each call what the message has. */
export async function startGsoap(work, keys) {
  const port = String(await freePort());
  const driver = startDriver({ command: `${work}/peer`, args: ['server', port] });
  await driver.next();
  return {
    url: `http://127.0.0.1:${port}/notes`,
    expect: async (one, binding) => {
      await driver.tell(wordsOf(one, binding, keys.server, keys.client, keys.trusted).join('\t'));
      await driver.next();
    },
    served: async () => readable(await driver.next()),
    stop: () => driver.stop(),
  };
}
