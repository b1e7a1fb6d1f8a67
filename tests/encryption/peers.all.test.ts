import { spawnSync } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  canonicalize,
  type DataAlgorithm,
  type DigestName,
  decryptXml,
  type EncryptXmlOptions,
  encryptXml,
  type KeyTransport,
} from '@wsdl-codegen/ws-security';
import { nodeCrypto } from '@wsdl-codegen/ws-security/node';
import { signingCertificate } from '../support/certificates.js';

/** What this package encrypts is read by others, and theirs by it. */

const { key, cert } = signingCertificate('Receiver');
const provider = nodeCrypto();
const xml =
  '<a:order xmlns:a="urn:a" xmlns="urn:d"><!-- c --><item a:b="1">5 &gt; 4 \u{1F600}<x xml:space="preserve"> </x></item><item>7</item></a:order>';

const folder = mkdtempSync(join(tmpdir(), 'encryption-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
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
const withoutGcm = data.filter((algorithm) => !algorithm.endsWith('gcm'));
const allowUnsigned = [...data, 'rsa-1_5'] as const;
const isThere = (command: string): jest.It => (spawnSync(command, ['--version']).status === 0 ? it : it.skip);

/** The text that counts: others write declarations and references of their own. */
const bare = (text: string): string => canonicalize(text, { comments: true });
const expected = bare(xml);

const own = { key, provider, allowUnsigned };

describe('xmlsec1', () => {
  function run(...args: readonly string[]): string {
    const out = join(folder, 'out.xml');
    const { status, stderr } = spawnSync('xmlsec1', [...args.slice(0, 1), '--output', out, ...args.slice(1)], {
      encoding: 'utf8',
    });
    expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
    return readFileSync(out, 'utf8');
  }
  const secrets = {
    'kw-aes128': ['--aeskey', 16],
    'kw-aes192': ['--aeskey', 24],
    'kw-aes256': ['--aeskey', 32],
  } as const;

  const rows = data.flatMap((algorithm) =>
    (['rsa-oaep-mgf1p', 'rsa-1_5'] as const).map((keyTransport) => [algorithm, keyTransport] as const),
  );
  isThere('xmlsec1').each(rows)('%s, %s: both ways', (algorithm, keyTransport) =>
    bothWays(
      { certificate: cert, algorithm, keyTransport },
      ['--privkey-pem', file('key.pem', key)],
      ['--pubkey-cert-pem', file('cert.pem', cert)],
    ),
  );

  isThere('xmlsec1').each(Object.keys(secrets) as Array<keyof typeof secrets>)('%s: both ways', async (name) => {
    const [option, length] = secrets[name];
    const secret = new Uint8Array(length).fill(5);
    const args = [option, file('secret.bin', secret)];
    await bothWays({ key: { secret } }, args, args);
  });

  async function bothWays(
    options: EncryptXmlOptions,
    reading: readonly string[],
    writing: readonly string[],
  ): Promise<void> {
    const ours = await encryptXml(xml, { ...options, provider });
    expect(bare(run('--decrypt', ...reading, file('in.xml', ours)))).toBe(expected);
    const template = ours.replace(/(<xenc:CipherValue>)[^<]*/g, '$1').replace(/<ds:X509Data>.*?<\/ds:X509Data>/g, '');
    const theirs = run(
      '--encrypt',
      ...writing,
      '--session-key',
      sessionKey(options.algorithm ?? 'aes256-gcm'),
      '--xml-data',
      file('plain.xml', xml),
      file('template.xml', template),
    );
    expect(theirs).not.toContain('5 &gt;');
    const reader = options.key === undefined ? own : { ...own, key: options.key as { secret: Uint8Array } };
    expect(bare(await decryptXml(theirs, reader))).toBe(expected);
  }

  const sessionKey = (algorithm: DataAlgorithm): string =>
    algorithm.startsWith('aes') ? `aes-${algorithm.slice(3, 6)}` : 'des-192';
});

/** Encrypts and decrypts with `System.Security.Cryptography.Xml`. */
const monoProgram = `
using System; using System.IO; using System.Security.Cryptography; using System.Security.Cryptography.Xml; using System.Xml;
class Program {
  static int Main(string[] args) {
    var document = new XmlDocument { PreserveWhitespace = true, XmlResolver = null };
    document.Load(args[1]);
    var key = RSA.Create(); key.FromXmlString(File.ReadAllText(args[2]));
    var encrypted = new EncryptedXml(document);
    if (args[0] == "decrypt") {
      // DecryptDocument does not know AES by its address.
      var element = (XmlElement)document.GetElementsByTagName("EncryptedData", EncryptedXml.XmlEncNamespaceUrl)[0];
      while (element != null) {
        var data = new EncryptedData(); data.LoadXml(element);
        EncryptedKey wrapped = null;
        foreach (KeyInfoClause clause in data.KeyInfo) { wrapped = ((KeyInfoEncryptedKey)clause).EncryptedKey; }
        var uri = data.EncryptionMethod.KeyAlgorithm;
        SymmetricAlgorithm content = uri.Contains("tripledes") ? (SymmetricAlgorithm)TripleDES.Create() : Aes.Create();
        content.Padding = PaddingMode.ISO10126;
        content.Key = EncryptedXml.DecryptKey(wrapped.CipherData.CipherValue, key, wrapped.EncryptionMethod.KeyAlgorithm.Contains("oaep"));
        encrypted.ReplaceData(element, encrypted.DecryptData(data, content));
        element = (XmlElement)document.GetElementsByTagName("EncryptedData", EncryptedXml.XmlEncNamespaceUrl)[0];
      }
    } else {
      SymmetricAlgorithm content = args[4].Contains("tripledes") ? (SymmetricAlgorithm)TripleDES.Create() : Aes.Create();
      if (args[4].Contains("aes")) { content.KeySize = int.Parse(args[4].Substring(args[4].IndexOf("#aes") + 4, 3)); }
      content.GenerateKey();
      var element = (XmlElement)document.GetElementsByTagName("item")[0];
      var data = new EncryptedData { Type = args[6] == "content" ? EncryptedXml.XmlEncElementContentUrl : EncryptedXml.XmlEncElementUrl, EncryptionMethod = new EncryptionMethod(args[4]) };
      var oaep = args[5].Contains("oaep");
      var encryptedKey = new EncryptedKey { CipherData = new CipherData(EncryptedXml.EncryptKey(content.Key, key, oaep)), EncryptionMethod = new EncryptionMethod(args[5]) };
      data.KeyInfo = new KeyInfo();
      data.KeyInfo.AddClause(new KeyInfoEncryptedKey(encryptedKey));
      data.CipherData = new CipherData(encrypted.EncryptData(element, content, args[6] == "content"));
      EncryptedXml.ReplaceElement(element, data, args[6] == "content");
    }
    document.Save(args[3]);
    return 0;
  }
}`;

describe('System.Security.Cryptography.Xml of Mono', () => {
  const program = join(folder, 'program.exe');
  const where = isThere('mcs');

  beforeAll(() => {
    if (where === it) {
      spawnSync('mcs', ['-r:System.Security', '-r:System.Xml', `-out:${program}`, file('program.cs', monoProgram)]);
    }
  });

  /** A key as .NET reads it. */
  function keyXml(): string {
    const jwk = createPrivateKey(key).export({ format: 'jwk' });
    const names = { Modulus: 'n', Exponent: 'e', P: 'p', Q: 'q', DP: 'dp', DQ: 'dq', InverseQ: 'qi', D: 'd' } as const;
    const values = Object.entries(names).map(
      ([name, member]) => `<${name}>${Buffer.from(jwk[member] as string, 'base64url').toString('base64')}</${name}>`,
    );
    return `<RSAKeyValue>${values.join('')}</RSAKeyValue>`;
  }

  function run(mode: string, document: string, ...args: readonly string[]): string {
    const out = join(folder, 'out.xml');
    const all = [program, mode, file('in.xml', document), file('key.xml', keyXml()), out, ...args];
    const { status, stdout, stderr } = spawnSync('mono', all, { encoding: 'utf8' });
    expect([status, stdout + stderr]).toEqual([0, '']);
    return readFileSync(out, 'utf8').replace(/^\uFEFF/, '');
  }

  const rows = withoutGcm.flatMap((algorithm) =>
    (['rsa-oaep-mgf1p', 'rsa-1_5'] as const).map((keyTransport) => [algorithm, keyTransport] as const),
  );
  where.each(rows)('%s, %s: both ways', async (algorithm, keyTransport) => {
    for (const type of ['element', 'content'] as const) {
      const ours = await encryptXml(xml, {
        key: cert,
        keyName: 'receiver',
        keyInfo: [],
        algorithm,
        keyTransport,
        provider,
        elements: [{ namespace: 'urn:d', name: 'item' }],
        type,
      });
      expect(bare(run('decrypt', ours))).toBe(expected);
      const uris = ours.match(/<xenc:EncryptionMethod Algorithm="[^"]*/g)!.map((match) => match.split('"')[1]!);
      const theirs = run('encrypt', xml, uris[0]!, uris[1]!, type);
      expect(theirs).not.toContain('5 &gt;');
      expect(bare(await decryptXml(theirs, own))).toBe(expected);
    }
  });
});

describe('Santuario', () => {
  const jars = ['xmlsec', 'commons-codec', 'slf4j-api', 'slf4j-nop'].map((jar) => `/usr/share/java/${jar}.jar`);
  const where: jest.It = existsSync(jars[0]!) ? it : it.skip;
  const [encryption, encryption11] = ['http://www.w3.org/2001/04/xmlenc#', 'http://www.w3.org/2009/xmlenc11#'];
  const uris: Readonly<Record<DigestName, string>> = {
    sha1: 'http://www.w3.org/2000/09/xmldsig#sha1',
    sha256: `${encryption}sha256`,
    sha384: 'http://www.w3.org/2001/04/xmldsig-more#sha384',
    sha512: `${encryption}sha512`,
  };

  interface Job {
    readonly algorithm?: DataAlgorithm;
    readonly transport: KeyTransport;
    readonly digest?: DigestName;
    readonly mask?: DigestName;
    readonly label?: string;
    readonly secret?: Uint8Array;
  }
  const digests = Object.keys(uris) as readonly DigestName[];
  const jobs: readonly Job[] = [
    ...data.flatMap((algorithm) =>
      (['rsa-oaep-mgf1p', 'rsa-1_5'] as const).map((transport) => ({ algorithm, transport })),
    ),
    ...digests.map((digest) => ({ transport: 'rsa-oaep-mgf1p' as const, digest })),
    ...digests.flatMap((digest) => digests.map((mask) => ({ transport: 'rsa-oaep' as const, digest, mask }))),
    { transport: 'rsa-oaep', digest: 'sha256', mask: 'sha256', label: 'AQID' },
    { transport: 'rsa-oaep', digest: 'sha256', mask: 'sha1', label: 'AQID' },
    ...[16, 24, 32].map((length) => ({
      transport: `kw-aes${(length * 8) as 128}` as const,
      secret: new Uint8Array(length).fill(5),
    })),
  ];

  function run(mode: 'encrypt' | 'decrypt', texts: readonly string[]): readonly string[] {
    const [keyFile, certificateFile] = [file('key.pem', key), file('cert.pem', cert)];
    const lines = texts.map((text, index) => {
      const { algorithm = 'aes256-gcm', transport, digest, mask, label = '', secret = new Uint8Array() } = jobs[index]!;
      return [
        mode,
        file(`in-${index}`, text),
        join(folder, `out-${index}`),
        keyFile,
        certificateFile,
        (algorithm.endsWith('gcm') ? encryption11 : encryption) + algorithm,
        (transport === 'rsa-oaep' ? encryption11 : encryption) + transport,
        digest === undefined ? '' : uris[digest],
        mask === undefined ? '' : `${encryption11}mgf1${mask}`,
        label,
        Buffer.from(secret).toString('base64'),
      ].join('|');
    });
    const program = join(__dirname, 'peers', 'SantuarioEncryption.java');
    const args = ['-cp', jars.join(':'), program, file('jobs', lines.join('\n'))];
    const { stdout } = spawnSync('java', args, { encoding: 'utf8' });
    expect(stdout.trim().split('\n')).toEqual(texts.map(() => 'done'));
    return texts.map((_, index) => readFileSync(join(folder, `out-${index}`), 'utf8'));
  }

  where('theirs are read', async () => {
    const texts = run(
      'encrypt',
      jobs.map(() => xml),
    );
    for (const [index, text] of texts.entries()) {
      const { secret } = jobs[index]!;
      expect(text).not.toContain('5 &gt;');
      const read = await decryptXml(text, secret === undefined ? own : { ...own, key: { secret } });
      expect([index, bare(read)]).toEqual([index, expected]);
    }
  });

  where('ours are read', async () => {
    const texts = await Promise.all(
      jobs.map(({ algorithm, transport, digest, mask, secret }) =>
        encryptXml(xml, {
          ...(secret === undefined ? { key: cert } : { key: { secret } }),
          ...(algorithm && { algorithm }),
          keyTransport: transport,
          oaep: { ...(digest && { digest }), ...(mask && { mask }) },
          provider,
          elements: [{ namespace: 'urn:d', name: 'item' }],
          type: 'element',
        }),
      ),
    );
    // It decrypts one part: the second one stays as it is.
    for (const [index, text] of run('decrypt', texts).entries()) {
      expect([index, text]).toEqual([index, expect.stringContaining('5 &gt; 4')]);
    }
  });
});
