import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chains, readCertificate, revocationLists, SignatureError } from '@wsdl-codegen/ws-security';
import { sequence, tagged } from '../../../../../tests/support/certificates.js';
import { authority, extension, issue, keyUsage, names, revocationList } from '../../../../../tests/support/chains.js';
import { itInAll } from '../../../../../tests/support/in-all.js';
import { readKeyInfo } from '../../signature/key-info.js';

/** Verdicts on revoked certificates, compared with those of `openssl verify -crl_check`. */

const root = issue({ subject: 'Root', extensions: [authority()] });
const namesake = issue({ subject: 'Root', extensions: [authority()] });
const point = (address: string): Buffer => tagged(0xa0, tagged(0xa0, names.address(address)));
const end = issue({
  issuer: root,
  extensions: [extension('2.5.29.31', sequence(sequence(point('http://lists.test/1'))))],
});
const other = issue({ issuer: root });
const mute = issue({ subject: 'Mute', extensions: [authority(), keyUsage(0x04)] });
const issuingPoint = (...parts: readonly Buffer[]): { extensions: readonly Buffer[] } => ({
  extensions: [extension('2.5.29.28', sequence(...parts), true)],
});
const yes = Buffer.from([0xff]);

const good = 'good';
const revoked = 'was revoked';
const silent = 'No valid list';

/** A reason, whose value does not matter. */
const reason = extension('2.5.29.21', tagged(0x0a, Buffer.from([1])));

const rows: ReadonlyArray<readonly [title: string, lists: readonly string[], expected: string]> = [
  ['on no list', [revocationList(root, [other])], good],
  ['on an empty list', [revocationList(root, [])], good],
  ['on the list', [revocationList(root, [other, end])], revoked],
  ['on the list with a reason', [revocationList(root, [end], { entry: reason })], revoked],
  ['of whose issuer there is no list', [revocationList(other, [end])], silent],
  ['with a list of somebody else with the name', [revocationList(namesake, [])], silent],
  ['with an old list', [revocationList(root, [], { until: -0.5 })], silent],
  ['on the second list', [revocationList(root, []), revocationList(root, [end])], revoked],
  ['with an old list and a new one', [revocationList(root, [], { until: -0.5 }), revocationList(root, [end])], revoked],
  [
    'with a list that has an unknown extension',
    [revocationList(root, [], { extensions: [extension('1.2.3.4', yes, true)] })],
    silent,
  ],
  [
    'with a list of changes',
    [revocationList(root, [], { extensions: [extension('2.5.29.27', tagged(2, Buffer.from([1])), true)] })],
    silent,
  ],
  [
    'with a list whose entries have an unknown extension',
    [revocationList(root, [other], { entry: extension('1.2.3.4', yes, true) })],
    silent,
  ],
  ['with the list of its part', [revocationList(root, [], issuingPoint(point('http://lists.test/1')))], good],
  ['with the list of another part', [revocationList(root, [], issuingPoint(point('http://lists.test/2')))], silent],
  ['with the list of authorities', [revocationList(root, [], issuingPoint(tagged(0x82, yes)))], silent],
  ['with the list of those that are no authorities', [revocationList(root, [], issuingPoint(tagged(0x81, yes)))], good],
  [
    'with a list of some reasons',
    [revocationList(root, [], issuingPoint(tagged(0x83, Buffer.from([1, 0x40]))))],
    silent,
  ],
  ['with a list of several issuers', [revocationList(root, [], issuingPoint(tagged(0x84, yes)))], silent],
];

async function verdict(certificate: typeof end, lists: readonly (string | Uint8Array)[]): Promise<string> {
  const rule = chains({ authorities: [root.cert, mute.cert], isRevoked: revocationLists(lists) });
  try {
    await rule({ ...readKeyInfo(undefined), certificates: [readCertificate(certificate.der)] });
    return good;
  } catch (error) {
    expect(error).toBeInstanceOf(SignatureError);
    return (error as Error).message;
  }
}

it.each(rows)('a certificate %s', async (_, lists, expected) => {
  expect(await verdict(end, lists)).toContain(expected);
});

it('a list of DER, and several in one text', async () => {
  const text = revocationList(root, [end]);
  const der = Buffer.from(text.replace(/-----.*/g, ''), 'base64');
  expect(await verdict(end, [new Uint8Array(der)])).toContain(revoked);
  expect(await verdict(end, [revocationList(root, []) + text])).toContain(revoked);
});

it('an authority that may not sign lists is not heard', async () => {
  const own = issue({ issuer: mute });
  expect(await verdict(own, [revocationList(mute, [])])).toContain(silent);
});

it('a text without lists is refused when it is given', () => {
  expect(() => revocationLists('nothing')).toThrow('X509 CRL');
  expect(() => revocationLists([])).toThrow('no list');
});

const folder = mkdtempSync(join(tmpdir(), 'lists-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What OpenSSL accepts: it asks one list, where we ask all, and takes a list of changes for a whole one. */
const differs = new Set(['on the second list', 'with a list of changes']);

itInAll('openssl has the same verdicts', () => {
  for (const [title, lists, expected] of rows) {
    const file = (name: string, content: string): string => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const args = [
      '-CAfile',
      file('root.pem', root.cert),
      '-CRLfile',
      file('lists.pem', lists.join('')),
      file('end.pem', end.cert),
    ];
    const { stdout } = spawnSync('openssl', ['verify', '-crl_check', ...args], { encoding: 'utf8' });
    const isAccepted = expected === good || differs.has(title);
    expect([title, stdout.includes(': OK')]).toEqual([title, isAccepted]);
  }
});
