import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ChainOptions,
  chains,
  readCertificate,
  SignatureError,
  type SignOptions,
  signXml,
  verifyXml,
} from '@wsdl-codegen/ws-security';
import { sequence, tagged } from '../../../../../tests/support/certificates.js';
import {
  alternatives,
  authority,
  extension,
  type Issued,
  type IssueOptions,
  issue,
  keyUsage,
  nameLimits,
  nameOf,
  names,
  notAuthority,
  purposes,
} from '../../../../../tests/support/chains.js';
import { itInAll } from '../../../../../tests/support/in-all.js';
import { readKeyInfo } from '../../signature/key-info.js';

/** Verdicts on chains, compared with those of `openssl verify`. */

const root = issue({ subject: 'Root', extensions: [authority()] });
const other = issue({ subject: 'Root', extensions: [authority()] });
const between = (options: IssueOptions = {}): Issued =>
  issue({ subject: 'Between', issuer: root, extensions: [authority()], ...options });
const middle = between();

interface Row {
  readonly title: string;
  readonly end: Issued;
  readonly through?: readonly Issued[];
  readonly roots?: readonly Issued[];
  readonly isGood?: true;
  /** Why the verdict of OpenSSL is the other one. */
  readonly differs?: string;
  readonly options?: Partial<ChainOptions>;
}

const limited = (limits: Buffer, options: IssueOptions): Pick<Row, 'end' | 'through'> => {
  const issuer = between({ extensions: [authority(), limits] });
  return { end: issue({ issuer, ...options }), through: [issuer] };
};
const firm = nameOf(['O', 'Firm'], ['CN', 'Signer']);
const cross = (isOwnThere: boolean): Pick<Row, 'end' | 'through' | 'roots'> => {
  const own = issue({ subject: 'Own root', extensions: [authority()] });
  const signed = issue({ subject: 'Own root', keyOf: own, issuer: root, extensions: [authority()] });
  return { end: issue({ issuer: own }), through: [...(isOwnThere ? [own] : []), signed], roots: [root] };
};
const loop = (isLedOut: boolean): Pick<Row, 'end' | 'through'> => {
  const a = issue({ subject: 'A', extensions: [authority()] });
  const b = issue({ subject: 'B', issuer: a, extensions: [authority()] });
  const aAgain = issue({ subject: 'A', keyOf: a, issuer: b, extensions: [authority()] });
  const out = issue({ subject: 'A', keyOf: a, issuer: root, extensions: [authority()] });
  return { end: issue({ issuer: b }), through: [b, aAgain, ...(isLedOut ? [out] : [])] };
};
const long = (count: number): Pick<Row, 'end' | 'through'> => {
  const through: Issued[] = [];
  let issuer = root;
  for (let i = 0; i < count; i++) {
    issuer = issue({ subject: `Between ${i}`, issuer, extensions: [authority()] });
    through.push(issuer);
  }
  return { end: issue({ issuer }), through };
};
const pathLengths = (own: number, isSelfIssued: boolean): Pick<Row, 'end' | 'through'> => {
  const first = between({ extensions: [authority(own)] });
  const second = issue({
    subject: isSelfIssued ? 'Between' : 'Below',
    issuer: first,
    extensions: [authority()],
  });
  return { end: issue({ issuer: second }), through: [first, second] };
};
const broken = (): Issued => {
  const good = issue({ issuer: root });
  const der = Buffer.from(good.der);
  der[der.length - 1]! ^= 1;
  return { ...good, cert: readCertificate(der).toString(), der };
};
const below = (issuer: Issued, options: IssueOptions = {}): Pick<Row, 'end' | 'through'> => ({
  end: issue({ issuer, ...options }),
  through: [issuer],
});

const rows: readonly Row[] = [
  { title: 'signed by the root', end: issue({ issuer: root }), isGood: true },
  { title: 'signed by another certificate', ...below(middle), isGood: true },
  { title: 'signed over three others', ...long(3), isGood: true },
  { title: 'without the certificate between', end: issue({ issuer: middle }) },
  { title: 'of another root of the same name', end: issue({ issuer: other }) },
  {
    title: 'of two roots of the same name, without identifiers of keys',
    end: issue({ issuer: other, withoutKeyIdentifiers: true }),
    roots: [root, other],
    isGood: true,
    differs: 'OpenSSL takes the first root of the name, and does not try the second one',
  },
  { title: 'with a broken signature', end: broken() },
  { title: 'expired', end: issue({ issuer: root, from: -2, until: -1 }) },
  { title: 'not valid yet', end: issue({ issuer: root, from: 1, until: 2 }) },
  { title: 'below an expired authority', ...below(between({ from: -2, until: -1 })) },
  {
    title: 'below an expired root',
    ...((): Pick<Row, 'end' | 'roots'> => {
      const old = issue({ subject: 'Old', from: -2, until: -1, extensions: [authority()] });
      return { end: issue({ issuer: old }), roots: [old] };
    })(),
  },
  { title: 'signed by the signer of something else', ...below(between({ extensions: [] })) },
  { title: 'signed by what says that it is no authority', ...below(between({ extensions: [notAuthority()] })) },
  {
    title: 'signed by what may not sign certificates',
    ...below(between({ extensions: [authority(), keyUsage(0x02)] })),
  },
  {
    title: 'signed by what may sign certificates',
    ...below(between({ extensions: [authority(), keyUsage(0x06)] })),
    isGood: true,
  },
  {
    title: 'signed by what may sign certificates, and does not say that it is an authority',
    ...below(between({ extensions: [keyUsage(0x04)] })),
  },
  { title: 'signed by a certificate of version 1', ...below(between({ isFirstVersion: true })) },
  {
    title: 'signed by a root of version 1',
    ...((): Pick<Row, 'end' | 'roots'> => {
      const first = issue({ subject: 'First', isFirstVersion: true });
      return { end: issue({ issuer: first }), roots: [first] };
    })(),
    isGood: true,
  },
  { title: 'with as many authorities as allowed', ...pathLengths(1, false), isGood: true },
  { title: 'with more authorities than allowed', ...pathLengths(0, false) },
  { title: 'with an authority that made another certificate for itself', ...pathLengths(0, true), isGood: true },
  {
    title: 'with an unknown extension',
    end: issue({ issuer: root, extensions: [extension('1.2.3.4', Buffer.from([5, 0]))] }),
    isGood: true,
  },
  {
    title: 'with an unknown critical extension',
    end: issue({ issuer: root, extensions: [extension('1.2.3.4', Buffer.from([5, 0]), true)] }),
  },
  {
    title: 'below an unknown critical extension',
    ...below(between({ extensions: [authority(), extension('1.2.3.4', Buffer.from([5, 0]), true)] })),
  },
  {
    title: 'below an authority that asks for policies',
    ...below(
      between({ extensions: [authority(), extension('2.5.29.36', sequence(tagged(0x80, Buffer.from([0]))), true)] }),
    ),
    differs: 'policies are not computed; OpenSSL does that only with -policy_check',
  },
  { title: 'signed by itself', end: issue() },
  {
    title: 'signed by itself and trusted',
    ...((): Pick<Row, 'end' | 'roots'> => {
      const end = issue();
      return { end, roots: [end] };
    })(),
    isGood: true,
  },
  { title: 'cross-signed', ...cross(false), isGood: true },
  {
    title: 'cross-signed, with the root that is not trusted',
    ...cross(true),
    isGood: true,
    differs: 'OpenSSL takes the certificate that leads nowhere, and does not try the other one',
  },
  { title: 'in a loop', ...loop(false) },
  {
    title: 'in a loop with a way out',
    ...loop(true),
    isGood: true,
    differs: 'OpenSSL goes the other way, and does not come back',
  },
  { title: 'with SHA-1', ...below(between({ algorithm: 'sha1' })) },
  { title: 'with SHA-1 of the end', end: issue({ issuer: root, algorithm: 'sha1' }) },
  { title: 'with SHA-384', end: issue({ issuer: root, algorithm: 'sha384' }), isGood: true },
  { title: 'below an RSA key', ...below(between({ kind: 'RSA' })), isGood: true },
  { title: 'below a weak RSA key', ...below(between({ kind: 'RSA', modulusLength: 1024 })) },
  { title: 'below RSA-PSS', ...below(between({ kind: 'RSA' }), { algorithm: 'pss' }), isGood: true },
  { title: 'below P-384', ...below(between({ kind: 'P-384' }), { algorithm: 'sha384' }), isGood: true },
  { title: 'below P-521', ...below(between({ kind: 'P-521' }), { algorithm: 'sha512' }), isGood: true },
  {
    title: 'in a permitted directory',
    ...limited(nameLimits([names.directory(nameOf(['O', 'FIRM']))]), { subject: firm }),
    isGood: true,
  },
  {
    title: 'outside of the permitted directory',
    ...limited(nameLimits([names.directory(nameOf(['O', 'Other']))]), { subject: firm }),
  },
  {
    title: 'in an excluded directory',
    ...limited(nameLimits([], [names.directory(nameOf(['O', 'Firm']))]), { subject: firm }),
  },
  ...(
    [
      ['host.firm.test', 'firm.test', true],
      ['firm.test', 'firm.test', true],
      ['FIRM.test', 'firm.TEST', true],
      ['badfirm.test', 'firm.test', false],
      ['firm.test.evil', 'firm.test', false],
    ] as const
  ).flatMap(([host, base, isWithin]): Row[] => [
    {
      title: `host ${host} in ${base}`,
      ...limited(nameLimits([names.host(base)]), { extensions: [alternatives(names.host(host))] }),
      ...(isWithin && { isGood: true }),
    },
    {
      title: `host ${host} not in ${base}`,
      ...limited(nameLimits([], [names.host(base)]), { extensions: [alternatives(names.host(host))] }),
      ...(!isWithin && { isGood: true }),
    },
  ]),
  ...(
    [
      ['me@firm.test', 'firm.test', true],
      ['me@FIRM.test', 'me@firm.test', true],
      ['ME@firm.test', 'me@firm.test', false],
      ['me@host.firm.test', 'firm.test', false],
      ['me@host.firm.test', '.firm.test', true],
    ] as const
  ).flatMap(([email, base, isWithin]): Row[] => [
    {
      title: `mail ${email} in ${base}`,
      ...limited(nameLimits([names.email(base)]), { extensions: [alternatives(names.email(email))] }),
      ...(isWithin && { isGood: true }),
    },
    {
      title: `mail ${email} of a subject in ${base}`,
      ...limited(nameLimits([names.email(base)]), { subject: nameOf(['CN', 'Signer'], ['E', email]) }),
      ...(isWithin && { isGood: true }),
    },
    {
      title: `mail ${email} not in ${base}`,
      ...limited(nameLimits([], [names.email(base)]), { extensions: [alternatives(names.email(email))] }),
      ...(!isWithin && { isGood: true }),
    },
  ]),
  ...(
    [
      ['http://firm.test/a', 'firm.test', true],
      ['http://host.firm.test:80/a', '.firm.test', true],
      ['http://host.firm.test/', 'firm.test', false],
      ['urn:firm.test', 'firm.test', false],
    ] as const
  ).map(
    ([address, base, isWithin]): Row => ({
      title: `address ${address} in ${base}`,
      ...limited(nameLimits([names.address(base)]), { extensions: [alternatives(names.address(address))] }),
      ...(isWithin && { isGood: true }),
    }),
  ),
  {
    title: 'in a network',
    ...limited(nameLimits([names.network(10, 0, 0, 0, 255, 0, 0, 0)]), {
      extensions: [alternatives(names.network(10, 1, 2, 3))],
    }),
    isGood: true,
  },
  {
    title: 'outside of the network',
    ...limited(nameLimits([names.network(10, 0, 0, 0, 255, 0, 0, 0)]), {
      extensions: [alternatives(names.network(11, 1, 2, 3))],
    }),
  },
  {
    title: 'with names of a kind that is limited in a way that nobody knows',
    ...limited(nameLimits([names.registered('1.2.3')]), { extensions: [alternatives(names.registered('1.2.3'))] }),
  },
  {
    title: 'permitted by the second authority, and not by the first',
    ...((): Pick<Row, 'end' | 'through'> => {
      const first = between({ extensions: [authority(), nameLimits([names.host('firm.test')])] });
      const second = issue({
        subject: 'Below',
        issuer: first,
        extensions: [authority(), nameLimits([names.host('evil.test')])],
      });
      return {
        end: issue({ issuer: second, extensions: [alternatives(names.host('evil.test'))] }),
        through: [first, second],
      };
    })(),
  },
  {
    title: 'limited by the root',
    ...((): Pick<Row, 'end' | 'roots'> => {
      const narrow = issue({ subject: 'Narrow', extensions: [authority(), nameLimits([names.host('firm.test')])] });
      return { end: issue({ issuer: narrow, extensions: [alternatives(names.host('evil.test'))] }), roots: [narrow] };
    })(),
  },
];

const hintsOf = (...all: readonly Issued[]): ReturnType<typeof readKeyInfo> => ({
  ...readKeyInfo(undefined),
  certificates: all.map(({ der }) => readCertificate(der)),
});

async function verdict({ end, through = [], roots = [root], options }: Row): Promise<string> {
  const rule = chains({ authorities: roots.map(({ cert }) => cert), ...options });
  try {
    const found = await rule(hintsOf(end, ...through));
    return found.map(({ subject }) => subject).join();
  } catch (error) {
    expect(error).toBeInstanceOf(SignatureError);
    return (error as SignatureError).code;
  }
}

it.each(rows.map((row) => [row.title, row] as const))('a certificate %s', async (_, row) => {
  const found = await verdict(row);
  expect(row.isGood === true ? found : found.replace('limit', 'untrusted')).toBe(
    row.isGood === true ? readCertificate(row.end.der).subject : 'untrusted',
  );
});

it.each([
  ['SHA-1', below(between({ algorithm: 'sha1' })), ['sha1']],
  ['RSA keys of 1024 bits', below(between({ kind: 'RSA', modulusLength: 1024 })), ['rsa1024']],
] as const)('takes authorities with %s where a program names them', async (_, row, weak) => {
  expect(await verdict({ title: '', ...row, options: { weak } })).toBe('CN=Signer');
});

it.each([
  ['another purpose', [purposes('1.3.6.1.5.5.7.3.1')], 'untrusted'],
  ['the purpose', [purposes('1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.4')], 'CN=Signer'],
  ['any purpose', [purposes('2.5.29.37.0')], 'CN=Signer'],
  ['no purpose', [], 'CN=Signer'],
  ['a key for encryption', [keyUsage(0x20)], 'untrusted'],
  ['a key for signatures', [keyUsage(0x80)], 'CN=Signer'],
])('a certificate with %s', async (_, extensions, expected) => {
  const row = { title: '', end: issue({ issuer: root, extensions }) };
  for (const own of ['emailProtection', '1.3.6.1.5.5.7.3.4'] as const) {
    expect(await verdict({ ...row, options: { purposes: [own] } })).toBe(expected);
  }
});

it('a chain below an authority for other purposes is refused', async () => {
  const row = below(between({ extensions: [authority(), purposes('1.3.6.1.5.5.7.3.1')] }));
  expect(await verdict({ title: '', ...row, options: { purposes: ['emailProtection'] } })).toBe('untrusted');
  expect(await verdict({ title: '', ...row })).toBe('CN=Signer');
});

it('the time is that of the program', async () => {
  const row = { title: '', end: issue({ issuer: root, from: -1, until: -0.5 }) };
  const at = new Date(Date.now() - 0.75 * 365 * 86_400_000);
  expect(await verdict({ ...row, options: { at } })).toBe('CN=Signer');
});

it('asks the program about each certificate but the authority, with its issuer', async () => {
  const asked: string[][] = [];
  const at = new Date();
  const isRevoked: ChainOptions['isRevoked'] = (certificate, issuer, time) => {
    asked.push([certificate.subject, issuer.subject, String(time === at)]);
    return certificate.subject === 'CN=Between';
  };
  expect(await verdict({ title: '', ...below(middle), options: { at, isRevoked } })).toBe('untrusted');
  expect(asked).toEqual([
    ['CN=Signer', 'CN=Between', 'true'],
    ['CN=Between', 'CN=Root', 'true'],
  ]);
});

it('certificates that are a maze end the search', async () => {
  // Twenty certificates of one authority with one key: each may be the issuer of each.
  const first = issue({ subject: 'Maze', extensions: [authority()] });
  const maze = Array.from({ length: 20 }, () => issue({ subject: 'Maze', keyOf: first, extensions: [authority()] }));
  expect(await verdict({ title: '', end: issue({ issuer: first }), through: maze })).toBe('limit');
});

it('a chain is no longer than eight certificates', async () => {
  expect([await verdict({ title: '', ...long(6) }), await verdict({ title: '', ...long(7) })]).toEqual([
    'CN=Signer',
    'untrusted',
  ]);
});

it('signatures are verified by chains, however they name their certificates', async () => {
  const end = issue({ issuer: middle });
  const trust = chains({ authorities: root.cert, intermediates: middle.cert });
  const sign = (options: Partial<SignOptions>): Promise<string> =>
    signXml('<a xmlns="urn:a"/>', { key: end.key, certificate: end.cert, ...options });
  const { certificate } = await verifyXml(await sign({}), { trust });
  expect(certificate?.subject).toBe('CN=Signer');
  // The certificate between comes with the message, too, and in any order.
  for (const order of [(own: string, others: string) => own + others, (own: string, others: string) => others + own]) {
    const signed = (await sign({})).replace(/<ds:X509Certificate>.*<\/ds:X509Certificate>/, (own) =>
      order(own, `<ds:X509Certificate>${middle.der.toString('base64')}</ds:X509Certificate>`),
    );
    const found = await verifyXml(signed, { trust: chains({ authorities: root.cert }) });
    expect(found.certificate?.subject).toBe('CN=Signer');
  }
  // A certificate that does not come with the message has to be known.
  const named = await sign({ keyInfo: ['issuerSerial'] });
  await expect(verifyXml(named, { trust })).rejects.toMatchObject({ code: 'untrusted' });
  const known = chains({ authorities: root.cert, intermediates: [middle.cert, end.cert] });
  expect((await verifyXml(named, { trust: known })).certificate?.subject).toBe('CN=Signer');
  await expect(verifyXml(await sign({ certificate: undefined! }), { trust: known })).rejects.toMatchObject({
    code: 'untrusted',
  });
});

it('a chain of somebody else does not help a signature', async () => {
  const own = issue({ issuer: middle });
  const stranger = issue();
  const signed = (await signXml('<a xmlns="urn:a"/>', { key: stranger.key, certificate: stranger.cert })).replace(
    stranger.der.toString('base64'),
    own.der.toString('base64'),
  );
  const trust = chains({ authorities: root.cert, intermediates: middle.cert });
  await expect(verifyXml(signed, { trust })).rejects.toMatchObject({ code: 'signature' });
});

it.each([
  [{ authorities: [] }, 'has no certificate'],
  [{ authorities: 'nothing' }, 'has no certificate'],
  [{ authority: root.cert }, 'authority'],
  [{ authorities: root.cert, weak: ['md5'] }, 'weak'],
  [{ authorities: root.cert, at: 'now' }, 'at'],
])('options that mean nothing are refused: %j', (options, message) => {
  expect(() => chains(options as never)).toThrow(message);
});

const folder = mkdtempSync(join(tmpdir(), 'chains-'));
afterAll(() => rmSync(folder, { recursive: true }));

itInAll('openssl has the same verdicts', () => {
  for (const { title, end, through = [], roots = [root], isGood, differs } of rows) {
    const file = (name: string, all: readonly Issued[]): string => {
      writeFileSync(join(folder, name), all.map(({ cert }) => cert).join(''));
      return join(folder, name);
    };
    const untrusted = through.length === 0 ? [] : ['-untrusted', file('through.pem', through)];
    const args = ['verify', '-auth_level', '2', '-CAfile', file('roots.pem', roots), ...untrusted];
    const { stdout, stderr } = spawnSync('openssl', [...args, file('end.pem', [end])], { encoding: 'utf8' });
    const isAccepted = stdout.includes(': OK');
    expect([title, isAccepted ? '' : stderr, isAccepted]).toEqual([
      title,
      isAccepted ? '' : stderr,
      (isGood === true) === (differs === undefined),
    ]);
  }
});
