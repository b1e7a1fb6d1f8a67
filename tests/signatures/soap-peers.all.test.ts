import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SoapKeyInfoKind, type SoapVerifyOptions, sign, verify } from '@wsdl-codegen/ws-security';
import { WSSecurityCert } from 'soap';
import { SignedXml } from 'xml-crypto';
import { signingCertificate } from '../support/certificates.js';
import { openedBy, sealedBy } from '../support/signed-calls.js';

/** Signed messages of this package are read by others, and theirs by it. */

const alice = signingCertificate('Alice');
const ec = signingCertificate('Curve', 'P-256');
const folder = mkdtempSync(join(tmpdir(), 'soap-peers-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function file(content: string): string {
  const path = join(folder, `${files++}`);
  writeFileSync(path, content);
  return path;
}
const keyFile = file(alice.key);
const certificateFile = file(alice.cert);

const wsse = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
const wsu = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';
const soaps = ['http://schemas.xmlsoap.org/soap/envelope/', 'http://www.w3.org/2003/05/soap-envelope'] as const;
const schema = 'http://www.w3.org/2001/XMLSchema';
const body = `<order xmlns="urn:o" xmlns:p="urn:p" p:a="1 &lt; 2"><p:item xsi:type="xs:string"> ä\u{1F600} &amp; </p:item></order>`;
const envelope = (soap: string, header = ''): string =>
  `<soap:Envelope xmlns:soap="${soap}" xmlns:xs="${schema}" xmlns:xsi="${schema}-instance">${header}<soap:Body>${body}</soap:Body></soap:Envelope>`;
const created = (soap: string): string => {
  const [now, end] = [0, 300_000].map((later) => new Date(Date.now() + later).toISOString());
  return envelope(
    soap,
    `<soap:Header><wsse:Security xmlns:wsse="${wsse}"><wsu:Timestamp xmlns:wsu="${wsu}"><wsu:Created>${now}</wsu:Created><wsu:Expires>${end}</wsu:Expires></wsu:Timestamp></wsse:Security></soap:Header>`,
  );
};
const names = ['rsa-sha256', 'rsa-sha512', 'rsa-sha1'] as const;
const digests = { 'rsa-sha256': 'sha256', 'rsa-sha512': 'sha512', 'rsa-sha1': 'sha1' } as const;
const kinds: readonly SoapKeyInfoKind[] = [
  'binarySecurityToken',
  'issuerSerial',
  'subjectKeyIdentifier',
  'thumbprint',
  'certificate',
  'keyValue',
];

/** Verifies, and gives what is read. The namespace of types is known to both sides. */
async function read(text: string, options: Partial<SoapVerifyOptions> = {}): Promise<string> {
  const verifying = verify({
    trust: { certificates: [alice.cert, ec.cert] },
    require: ['body', 'timestamp'],
    algorithms: ['rsa-sha256', 'rsa-sha512', 'rsa-sha1', 'ecdsa-sha256', 'sha256', 'sha512', 'sha1'],
    prefixes: { xs: schema },
    ...options,
  });
  const { text: opened } = await openedBy(verifying, text);
  expect(opened).toContain('ä\u{1F600} &amp;');
  await expect(openedBy(verifying, text.replace('1 &lt; 2', '1 &lt; 3'))).rejects.toMatchObject({ name: 'SoapFault' });
  return opened;
}

const exists = (program: string, ...args: readonly string[]): jest.It =>
  spawnSync(program, args).status === 0 ? it : it.skip;

describe('zeep', () => {
  const where = exists('/usr/bin/python3', '-c', 'import zeep, xmlsec');
  const peer = join(__dirname, 'peers', 'zeep_peer.py');
  const run = (mode: string, text: string, algorithm: string): string => {
    const { stdout, stderr, status } = spawnSync(
      '/usr/bin/python3',
      [peer, mode, file(text), keyFile, certificateFile, algorithm],
      { encoding: 'utf8' },
    );
    return status === 0 ? stdout : `failed: ${stderr}`;
  };
  const rows = names.flatMap((algorithm) => soaps.map((soap) => [algorithm, soap] as const));

  where.each(rows)('%s, %s: both ways', async (algorithm, soap) => {
    await read(run('sign', created(soap), algorithm));
    await read(run('signBinary', created(soap), algorithm));
    const own = await sealedBy(
      sign({ key: alice.key, certificate: alice.cert, algorithm, digest: digests[algorithm] }),
      created(soap),
    );
    expect(run('verify', own, algorithm).trim()).toBe('verified');
    expect(run('verify', own.replace('1 &lt; 2', '1 &lt; 3'), algorithm)).toContain('failed');
  });
});

describe('WSS4J', () => {
  const jars = ['wss4j', 'xmlsec', 'commons-logging', 'commons-codec', 'slf4j-api', 'slf4j-nop', 'jcl-over-slf4j'];
  const path = jars.map((jar) => `/usr/share/java/${jar}.jar`).join(':');
  const where = exists('test', '-e', '/usr/share/java/wss4j.jar');
  const peer = join(__dirname, 'peers', 'Wss4jPeer.java');
  interface Job {
    readonly mode: 'sign' | 'signToken' | 'verify';
    readonly text: string;
    readonly kind?: string;
    readonly algorithm?: string;
  }
  const more = 'http://www.w3.org/2001/04/xmldsig-more#';
  const uris: Readonly<Record<string, readonly [string, string]>> = {
    'rsa-sha256': [`${more}rsa-sha256`, 'http://www.w3.org/2001/04/xmlenc#sha256'],
    'rsa-sha512': [`${more}rsa-sha512`, 'http://www.w3.org/2001/04/xmlenc#sha512'],
    'rsa-sha1': ['http://www.w3.org/2000/09/xmldsig#rsa-sha1', 'http://www.w3.org/2000/09/xmldsig#sha1'],
    'ecdsa-sha256': [`${more}ecdsa-sha256`, 'http://www.w3.org/2001/04/xmlenc#sha256'],
  };

  /** One process for all of them: it begins slowly. */
  function run(jobs: readonly Job[]): readonly string[] {
    const outputs = jobs.map(() => file(''));
    const lines = jobs.map(({ mode, text, kind = '', algorithm = 'rsa-sha256' }, i) => {
      const [key, certificate] =
        algorithm === 'ecdsa-sha256' ? [file(ec.key), file(ec.cert)] : [keyFile, certificateFile];
      return [mode, file(text), outputs[i], key, certificate, kind, ...(uris[algorithm] ?? [])].join('|');
    });
    const { stdout, stderr } = spawnSync('java', ['-cp', path, peer, file(lines.join('\n'))], { encoding: 'utf8' });
    const results = stdout.trim().split('\n');
    expect([results.length, results.length === jobs.length ? '' : stderr]).toEqual([jobs.length, '']);
    return jobs.map(({ mode }, i) =>
      results[i] === 'done' && mode !== 'verify' ? readFileSync(outputs[i] ?? '', 'utf8') : (results[i] ?? ''),
    );
  }

  where('signs, and this package reads it', async () => {
    const jobs: readonly Job[] = [
      ...kinds.map((kind): Job => ({ mode: 'sign', text: envelope(soaps[0]), kind })),
      ...Object.keys(uris)
        .filter((algorithm) => algorithm !== 'rsa-sha256')
        .map((algorithm): Job => ({ mode: 'sign', text: envelope(soaps[1]), kind: 'binarySecurityToken', algorithm })),
      { mode: 'signToken', text: envelope(soaps[0]), kind: 'binarySecurityToken' },
    ];
    const texts = run(jobs);
    for (const text of texts) {
      await read(text);
    }
    await read(texts.at(-1) ?? '', { require: ['body', 'timestamp', 'binarySecurityToken'] });
  });

  where('reads what this package signs', async () => {
    const seal = (kind: SoapKeyInfoKind, algorithm: (typeof names)[number] | 'ecdsa-sha256', soap: string) => {
      const pair = algorithm === 'ecdsa-sha256' ? ec : alice;
      const digest = digests[algorithm as (typeof names)[number]] ?? 'sha256';
      const options = { key: pair.key, certificate: pair.cert, keyInfo: kind, algorithm, digest };
      return sealedBy(sign({ ...options, parts: ['body', 'timestamp', 'binarySecurityToken'] }), created(soap));
    };
    // It does not read `X509Data` with a certificate.
    const readable = kinds.filter((kind) => kind !== 'certificate');
    const texts = [
      ...(await Promise.all(readable.map((kind) => seal(kind, 'rsa-sha256', soaps[0])))),
      await seal('binarySecurityToken', 'rsa-sha512', soaps[1]),
      await seal('binarySecurityToken', 'rsa-sha1', soaps[1]),
    ];
    const jobs = texts.map((text, i): Job => ({ mode: 'verify', text, kind: readable[i] ?? '' }));
    const curve: Job = {
      mode: 'verify',
      text: await seal('binarySecurityToken', 'ecdsa-sha256', soaps[0]),
      algorithm: 'ecdsa-sha256',
    };
    const changed: Job = { mode: 'verify', text: texts[0]?.replace('1 &lt; 2', '1 &lt; 3') ?? '' };
    const results = run([...jobs, curve, changed]);
    expect(results.slice(0, -1)).toEqual([...jobs, curve].map(() => 'done'));
    expect(results.at(-1)).toContain('failed');
  });
});

describe('soap', () => {
  it.each([false, true])('signs with WSSecurityCert, and this package reads it (wsu:Id: %s)', async (utility) => {
    const options = {
      signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      ...(utility && { signerOptions: { idMode: 'wssecurity' as const } }),
    };
    const security = new WSSecurityCert(alice.key, alice.cert, '', options as never);
    await read(security.postProcess(envelope(soaps[0], '<soap:Header></soap:Header>'), 'soap'));
  });
});

describe('xml-crypto', () => {
  it('reads what this package signs', async () => {
    const text = await sealedBy(sign({ key: alice.key, certificate: alice.cert }), created(soaps[0]));
    const check = (given: string): boolean => {
      const signature = /<ds:Signature .*<\/ds:Signature>/s.exec(given)?.[0] ?? '';
      const signed = new SignedXml({ publicCert: alice.cert, idMode: 'wssecurity', idAttributes: ['Id'] } as never);
      signed.loadSignature(signature);
      try {
        return signed.checkSignature(given);
      } catch {
        return false;
      }
    };
    expect(check(text)).toBe(true);
    expect(check(text.replace('1 &lt; 2', '1 &lt; 3'))).toBe(false);
  });
});
