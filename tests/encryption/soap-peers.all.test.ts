import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EnvelopeContext, ExtensionStates, type SoapHeaderExtension } from '@wsdl-codegen/runtime';
import {
  type DataAlgorithm,
  decrypt,
  encrypt,
  type SoapEncryptOptions,
  type SoapKeyInfoKind,
  sign,
  verify,
} from '@wsdl-codegen/ws-security';
import { nodeCrypto } from '@wsdl-codegen/ws-security/node';
import { signingCertificate } from '../support/certificates.js';

/** Encrypted messages of this package are read by WSS4J and gSOAP, and theirs by it. */

const { key, cert } = signingCertificate('Peer');
const provider = nodeCrypto();
const folder = mkdtempSync(join(tmpdir(), 'soap-encryption-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function file(content: string): string {
  const path = join(folder, `${files++}`);
  writeFileSync(path, content);
  return path;
}
const keyFile = file(key);
const certificateFile = file(cert);

const jars = ['wss4j', 'xmlsec', 'commons-logging', 'commons-codec', 'slf4j-api', 'slf4j-nop', 'jcl-over-slf4j'];
const path = jars.map((jar) => `/usr/share/java/${jar}.jar`).join(':');
const where: jest.It = existsSync('/usr/share/java/wss4j.jar') ? it : it.skip;

const soaps = ['http://schemas.xmlsoap.org/soap/envelope/', 'http://www.w3.org/2003/05/soap-envelope'] as const;
const body = '<order xmlns="urn:o" xmlns:p="urn:p" p:a="1"><p:item> ä\u{1F600} &amp; </p:item></order>';
const plain = (soap: string): string =>
  `<soap:Envelope xmlns:soap="${soap}"><soap:Header><h:id xmlns:h="urn:h">secret id</h:id></soap:Header><soap:Body>${body}</soap:Body></soap:Envelope>`;

interface Job {
  readonly mode: 'encrypt' | 'signEncrypt' | 'encryptSign' | 'decrypt';
  readonly text: string;
  readonly kind?: SoapKeyInfoKind;
  readonly algorithm?: string;
  readonly transport?: string;
  readonly digest?: string;
  readonly header?: string;
}

const [encryption, encryption11] = ['http://www.w3.org/2001/04/xmlenc#', 'http://www.w3.org/2009/xmlenc11#'];
const uriOf = (algorithm: string): string => (algorithm.endsWith('gcm') ? encryption11 : encryption) + algorithm;

/** One process for all of them: it begins slowly. */
function run(jobs: readonly Job[]): readonly string[] {
  const outputs = jobs.map(() => file(''));
  const lines = jobs.map(({ mode, text, kind, algorithm = 'aes256-gcm', transport, digest, header }, index) =>
    [
      mode,
      file(text),
      outputs[index],
      keyFile,
      certificateFile,
      kind ?? 'issuerSerial',
      uriOf(algorithm),
      uriOf(transport ?? 'rsa-oaep-mgf1p'),
      digest ?? '',
      header ?? '',
    ].join('|'),
  );
  const program = join(__dirname, 'peers', 'Wss4jEncryption.java');
  const { stdout, stderr } = spawnSync('java', ['-cp', path, program, file(lines.join('\n'))], { encoding: 'utf8' });
  const states = stdout.trim().split('\n');
  expect([states, stderr.replace(/.*WARNING.*\n/gi, '')]).toEqual([jobs.map(() => 'done'), expect.anything()]);
  return outputs.map((output) => readFileSync(output, 'utf8').replace('&#128512;', '\u{1F600}'));
}

const context = { side: 'server', message: 'request', version: '1.1', url: '/' } as const;

async function sealed(extensions: readonly SoapHeaderExtension[], text: string): Promise<string> {
  let envelope = { text, parts: [] as never[] };
  const states = { ...context, extensions: new ExtensionStates() } as EnvelopeContext;
  for (const extension of extensions) {
    envelope = (await extension.seal!(envelope, states)) as typeof envelope;
  }
  return envelope.text;
}

async function opened(extensions: readonly SoapHeaderExtension[], text: string): Promise<string> {
  let envelope = { text, parts: [] as never[] };
  const states = { ...context, extensions: new ExtensionStates() } as EnvelopeContext;
  for (const extension of extensions) {
    try {
      envelope = (await extension.open!(envelope, states)) as typeof envelope;
    } catch (error) {
      throw (error as Error).cause ?? error;
    }
  }
  return envelope.text;
}

const data: readonly DataAlgorithm[] = [
  'aes256-gcm',
  'aes192-gcm',
  'aes128-gcm',
  'aes256-cbc',
  'aes192-cbc',
  'aes128-cbc',
  'tripledes-cbc',
];
const decrypting = decrypt({ key, certificate: cert, provider, allowUnsigned: [...data, 'rsa-1_5'] });
const kinds: readonly SoapKeyInfoKind[] = [
  'binarySecurityToken',
  'issuerSerial',
  'subjectKeyIdentifier',
  'thumbprint',
  'certificate',
];

/** What is tried with each stack, as options of ours and as a job of theirs. */
const cases: ReadonlyArray<readonly [SoapEncryptOptions, Omit<Job, 'mode' | 'text'>]> = [
  ...data.flatMap((algorithm) =>
    (['rsa-oaep-mgf1p', 'rsa-1_5'] as const).map(
      (keyTransport) =>
        [
          { algorithm, keyTransport },
          { algorithm, transport: keyTransport },
        ] as const,
    ),
  ),
  ...kinds.map((kind) => [{ keyInfo: kind }, { kind }] as const),
  // A digest of its own, and the mask with SHA-1.
  [{ oaep: { digest: 'sha256' }, keyTransport: 'rsa-oaep-mgf1p' }, { digest: `${encryption}sha256` }],
  [{ parts: ['body', { namespace: 'urn:h', name: 'id' }] }, { header: 'id' }],
];

where.each(soaps)('%s: theirs are read', async (soap) => {
  const texts = run(cases.map(([, job]) => ({ ...job, mode: 'encrypt', text: plain(soap) })));
  for (const [index, text] of texts.entries()) {
    const hidden = cases[index]![1].header === undefined ? '' : 'secret id';
    expect([index, text.includes('urn:o'), hidden !== '' && text.includes(hidden)]).toEqual([index, false, false]);
    const read = await opened([decrypting], text);
    expect([index, read]).toEqual([index, expect.stringContaining(body)]);
    expect([index, read]).toEqual([index, expect.stringContaining('secret id')]);
    expect([index, read]).toEqual([index, expect.not.stringContaining('Security')]);
  }
});

where.each(soaps)('%s: ours are read', async (soap) => {
  const jobs: Job[] = [];
  // A certificate in the reference itself is something that it does not look for.
  for (const [options] of cases.filter(([{ keyInfo }]) => keyInfo !== 'certificate')) {
    const text = await sealed([encrypt({ certificate: cert, provider, ...options })], plain(soap));
    expect(text).not.toContain('urn:o');
    jobs.push({ mode: 'decrypt', text });
  }
  for (const [index, text] of run(jobs).entries()) {
    expect([index, text]).toEqual([index, expect.stringContaining('ä\u{1F600} &amp;')]);
    expect([index, text]).toEqual([index, expect.stringContaining('secret id')]);
  }
});

where.each(soaps)('%s: signed as well, in both orders', async (soap) => {
  const verifying = verify({ trust: { certificates: cert }, unsigned: [{ namespace: 'urn:h', name: 'id' }] });
  const plainKey = decrypt({ key, certificate: cert });
  const [signedFirst, encryptedFirst, cbc] = run([
    { mode: 'signEncrypt', text: plain(soap) },
    { mode: 'encryptSign', text: plain(soap), header: 'id' },
    { mode: 'encryptSign', text: plain(soap), algorithm: 'aes128-cbc' },
  ]) as [string, string, string];
  expect(await opened([plainKey, verifying], signedFirst)).toContain('ä\u{1F600} &amp;');
  expect(await opened([verifying, plainKey], encryptedFirst)).toContain('ä\u{1F600} &amp;');
  // The signature covers the ciphertext, which is why CBC is read.
  expect(await opened([verifying, plainKey], cbc)).toContain('ä\u{1F600} &amp;');
  await expect(opened([plainKey, verifying], cbc)).rejects.toThrow('only after a signature over it');
  const signing = sign({ key, certificate: cert });
  const encrypting = encrypt({ certificate: cert, parts: ['body', 'signature'] });
  const jobs: Job[] = [
    { mode: 'decrypt', text: await sealed([signing, encrypting], plain(soap)) },
    { mode: 'decrypt', text: await sealed([encrypt({ certificate: cert }), signing], plain(soap)) },
  ];
  for (const text of run(jobs)) {
    expect(text).toContain('ä\u{1F600} &amp;');
  }
});

describe('gSOAP', () => {
  const home = '/usr/share/gsoap';
  const built = join(folder, 'gsoap');
  const whereBuilt: jest.It = existsSync(`${home}/plugin/wsseapi.c`) && existsSync('/usr/bin/gcc') ? it : it.skip;
  /** It has no OAEP: what it calls so is the padding of RSA 1.5. */
  const known: readonly DataAlgorithm[] = ['aes256-gcm', 'aes256-cbc', 'aes128-cbc', 'tripledes-cbc'];
  const text =
    '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><order xmlns="urn:o"><item>5 &gt; 4 ä</item></order></soap:Body></soap:Envelope>';

  beforeAll(() => {
    if (whereBuilt === it) {
      cpSync(join(__dirname, 'peers', 'gsoap'), built, { recursive: true });
      const run = (program: string, ...args: readonly string[]): void => {
        const { status, stderr } = spawnSync(program, args, { cwd: built, encoding: 'utf8' });
        expect([program, status, status === 0 ? '' : stderr]).toEqual([program, 0, '']);
      };
      run('soapcpp2', '-c', '-L', '-x', `-I${home}/import:${home}`, 'order.h');
      const plugins = ['wsseapi', 'mecevp', 'smdevp', 'threads'].map((name) => `${home}/plugin/${name}.c`);
      const sources = [
        'peer.c',
        'soapC.c',
        'soapServer.c',
        'soapClient.c',
        ...plugins,
        `${home}/custom/struct_timeval.c`,
      ];
      const libraries = ['-lgsoapssl', '-lssl', '-lcrypto', '-lz', '-lpthread'];
      const options = [
        '-w',
        '-O0',
        '-DWITH_OPENSSL',
        '-DWITH_DOM',
        '-DWITH_GZIP',
        '-I.',
        `-I${home}/plugin`,
        `-I${home}`,
      ];
      run('gcc', ...options, '-o', 'peer', ...sources, ...libraries);
    }
  });

  const run = (mode: 'encrypt' | 'decrypt', algorithm: DataAlgorithm, input = ''): SpawnSyncReturns<string> =>
    spawnSync(join(built, 'peer'), [mode, keyFile, certificateFile, algorithm], { encoding: 'utf8', input });

  whereBuilt.each(known)('%s: both ways', async (algorithm) => {
    const theirs = run('encrypt', algorithm).stdout;
    expect(theirs).not.toContain('5 &gt; 4');
    expect(await opened([decrypting], theirs)).toContain('5 &gt; 4 ä');
    const options = { certificate: cert, provider, algorithm, keyTransport: 'rsa-1_5' as const };
    const ours = await sealed([encrypt(options)], text);
    expect(ours).not.toContain('5 &gt; 4');
    const { stderr, stdout } = run('decrypt', algorithm, ours);
    expect([stderr, stdout]).toEqual(['item: 5 > 4 ä\n', expect.any(String)]);
  });
});
