import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

/** A secret of both sides. */
export const secret = '0123456789abcdef0123456789abcdef';

/** Keys of RSA and P-256 with certificates that are signed with themselves, for a client and a server, as files of `folder` and as text. */
export function makeKeys(folder) {
  const kinds = { rsa: ['rsa:2048'], ec: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'] };
  const keys = {};
  for (const side of ['client', 'server']) {
    keys[side] = {};
    for (const [kind, newKey] of Object.entries(kinds)) {
      const [key, certificate] = [`${folder}/${side}-${kind}.key`, `${folder}/${side}-${kind}.pem`];
      const usage = 'keyUsage=digitalSignature,keyEncipherment,keyCertSign';
      const subject = ['-subj', `/CN=${side} ${kind}`, '-days', '2', '-addext', usage];
      const args = ['-x509', '-newkey', ...newKey, '-nodes', '-keyout', key, '-out', certificate, ...subject];
      execFileSync('openssl', ['req', ...args], { stdio: 'ignore' });
      const [keyText, certificateText] = [key, certificate].map((path) => readFileSync(path, 'utf8'));
      keys[side][kind] = { files: { key, certificate }, key: keyText, certificate: certificateText };
    }
  }
  const all = Object.values(keys).flatMap((pair) => Object.values(pair).map(({ certificate }) => certificate));
  writeFileSync(`${folder}/trusted.pem`, all.join(''));
  return { ...keys, trusted: `${folder}/trusted.pem` };
}
