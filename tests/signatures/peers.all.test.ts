import { spawnSync } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CanonicalForm,
  type KeyInfoKind,
  type SignatureName,
  signXml,
  verifyXml,
} from '@wsdl-codegen/ws-security';
import { SignedXml } from 'xml-crypto';
import { signingCertificate } from '../support/certificates.js';

/** Signatures of this package are read by others, and theirs by it. */

const secret = 'a secret of both sides';
const pairs = {
  rsa: signingCertificate('Signer'),
  'ecdsa-sha256': signingCertificate('Signer', 'P-256'),
  'ecdsa-sha384': signingCertificate('Signer', 'P-384'),
  'ecdsa-sha512': signingCertificate('Signer', 'P-521'),
};
const pairFor = (algorithm: SignatureName): (typeof pairs)['rsa'] =>
  pairs[algorithm as keyof typeof pairs] ?? pairs.rsa;

const xml =
  '<?xml version="1.0"?>\n<?style sheet?>\n<a:order xmlns:a="urn:a" xmlns:unused="urn:u" xml:lang="de" b="1" a:b=" &#9;&#10;&quot;">\r\n<!-- c --><item xmlns="urn:i" Id="i1" xml:space="preserve">5 &gt; 4 &#13;<![CDATA[ <&> ]]> \u{1F600}</item><?p  q ?></a:order>\n<!-- after -->';

const folder = mkdtempSync(join(tmpdir(), 'signatures-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const forms: readonly CanonicalForm[] = ['exclusive', 'inclusive', 'inclusive-1.1'];
/** Those that Debian's xmlsec1 has. */
const algorithms: readonly SignatureName[] = [
  'rsa-sha256',
  'rsa-sha384',
  'rsa-sha512',
  'ecdsa-sha256',
  'ecdsa-sha384',
  'ecdsa-sha512',
  'hmac-sha256',
  'hmac-sha384',
  'hmac-sha512',
  'rsa-sha1',
  'hmac-sha1',
];

const whereXmlsec1: jest.It = spawnSync('xmlsec1', ['--version']).status === 0 ? it : it.skip;

describe('xmlsec1', () => {
  function run(mode: '--verify' | '--sign', algorithm: SignatureName, document: string): string {
    const pair = pairFor(algorithm);
    const key = algorithm.startsWith('hmac')
      ? ['--hmackey', file('secret', secret)]
      : mode === '--sign'
        ? ['--privkey-pem', file('key.pem', pair.key)]
        : ['--pubkey-cert-pem', file('certificate.pem', pair.cert)];
    const ids = ['--id-attr:Id', 'urn:i:item', '--id-attr:Id', 'http://www.w3.org/2000/09/xmldsig#:Object'];
    const output = mode === '--sign' ? ['--output', join(folder, 'out.xml')] : [];
    const { status, stderr, stdout } = spawnSync(
      'xmlsec1',
      [mode, '--enabled-key-data', 'key-name', ...key, ...ids, ...output, file('in.xml', document)],
      { encoding: 'utf8' },
    );
    expect([status, status === 0 ? '' : stderr + stdout]).toEqual([0, '']);
    return mode === '--sign' ? spawnSync('cat', [join(folder, 'out.xml')], { encoding: 'utf8' }).stdout : '';
  }

  const rows = algorithms.flatMap((algorithm) => forms.map((form) => [algorithm, form] as const));
  whereXmlsec1.each(rows)('%s, %s: both ways', async (algorithm, form) => {
    const isSecret = algorithm.startsWith('hmac');
    const pair = pairFor(algorithm);
    const digest = `sha${algorithm.split('sha')[1]}` as 'sha256';
    const key = isSecret ? { secret } : pair.key;
    for (const comments of [false, true]) {
      for (const where of [{}, { ids: ['i1'] }, { ids: ['i1'], into: 'i1' }, { form: 'enveloping' as const }]) {
        const canonical = {
          form,
          comments,
          ...(form === 'exclusive' ? { inclusivePrefixes: ['unused', '#default'] } : {}),
        };
        const signed = await signXml(xml, { key, algorithm, digest, canonical, ...where });
        run('--verify', algorithm, signed);
        const template = signed.replace(/(<ds:(DigestValue|SignatureValue)>)[^<]*/g, '$1');
        const theirs = run('--sign', algorithm, template);
        const own = isSecret ? { secret } : pair.cert;
        await verifyXml(theirs, { key: own, algorithms: [algorithm, digest] });
        await expect(
          verifyXml(theirs.replace('5 &gt;', '6 &gt;'), { key: own, algorithms: [algorithm, digest] }),
        ).rejects.toMatchObject({ code: 'digest' });
      }
    }
  });
});

describe('xml-crypto', () => {
  const rows = (['rsa-sha256', 'rsa-sha512'] as const).flatMap((algorithm) =>
    (['exclusive', 'inclusive'] as const).map((form) => [algorithm, form] as const),
  );

  it.each(rows)('%s, %s: reads what this package signs', async (algorithm, canonical) => {
    const { key, cert } = pairs.rsa;
    // Its canonical forms leave instructions out, and attributes such as `xml:lang` of elements around.
    const known = xml.replace(/<\?(?!xml).*?\?>| xml:lang="de"/g, '');
    for (const ids of [undefined, ['i1']]) {
      const signed = await signXml(known, { key, algorithm, canonical: { form: canonical }, ...(ids && { ids }) });
      const peer = new SignedXml({ publicCert: cert });
      peer.loadSignature(/<ds:Signature[\s\S]*<\/ds:Signature>/.exec(signed)?.[0] ?? '');
      expect([ids, peer.checkSignature(signed)]).toEqual([ids, true]);
    }
  });

  it.each(rows)('%s, %s: this package reads what it signs', async (algorithm, form) => {
    const { key, cert } = pairs.rsa;
    const canonical =
      form === 'exclusive'
        ? 'http://www.w3.org/2001/10/xml-exc-c14n#'
        : 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
    const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
    for (const idMode of [undefined, 'wssecurity' as const]) {
      const peer = new SignedXml({
        privateKey: key,
        publicCert: cert,
        signatureAlgorithm: `http://www.w3.org/2001/04/xmldsig-more#${algorithm}`,
        canonicalizationAlgorithm: canonical,
        ...(idMode && { idMode }),
      });
      const digestAlgorithm = 'http://www.w3.org/2001/04/xmlenc#sha256';
      peer.addReference({ xpath: "//*[local-name(.)='line']", digestAlgorithm, transforms: [canonical] });
      peer.addReference({ xpath: '/*', digestAlgorithm, isEmptyUri: true, transforms: [enveloped, canonical] });
      peer.computeSignature('<o:order xmlns:o="urn:o" xmlns:p="urn:p"><line a="&lt;">5 &gt; 4</line></o:order>');
      const { parts } = await verifyXml(peer.getSignedXml(), {
        trust: { certificates: cert },
        require: [{ namespace: '', name: 'line' }],
      });
      expect(parts).toHaveLength(2);
    }
  });
});

/** Verifies and signs with `System.Security.Cryptography.Xml`. */
const monoProgram = `
using System; using System.IO; using System.Security.Cryptography.X509Certificates; using System.Security.Cryptography.Xml; using System.Xml;
class Program {
  static int Main(string[] args) {
    var document = new XmlDocument { PreserveWhitespace = true, XmlResolver = null };
    document.Load(args[1]);
    var signed = new SignedXml(document);
    if (args[0] == "verify") {
      signed.LoadXml((XmlElement)document.GetElementsByTagName("Signature", SignedXml.XmlDsigNamespaceUrl)[0]);
      return signed.CheckSignature(new X509Certificate2(args[2]), true) ? 0 : 1;
    }
    var key = System.Security.Cryptography.RSA.Create(); key.FromXmlString(File.ReadAllText(args[2]));
    signed.SigningKey = key;
    signed.SignedInfo.CanonicalizationMethod = args[3];
    signed.SignedInfo.SignatureMethod = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";
    var reference = new Reference(args[4]) { DigestMethod = "http://www.w3.org/2001/04/xmlenc#sha256" };
    if (args[4] == "") { reference.AddTransform(new XmlDsigEnvelopedSignatureTransform()); }
    if (args[3].Contains("exc")) { reference.AddTransform(new XmlDsigExcC14NTransform()); }
    signed.AddReference(reference);
    signed.ComputeSignature();
    document.DocumentElement.AppendChild(document.ImportNode(signed.GetXml(), true));
    document.Save(args[5]);
    return 0;
  }
}`;

describe('System.Security.Cryptography.Xml of Mono', () => {
  const isThere = spawnSync('mcs', ['--version']).status === 0;
  const whereTool: jest.It = isThere ? it : it.skip;
  const program = join(folder, 'program.exe');

  beforeAll(() => {
    if (isThere) {
      spawnSync('mcs', ['-r:System.Security', '-r:System.Xml', `-out:${program}`, file('program.cs', monoProgram)]);
    }
  });

  /** A key as .NET reads it. */
  function keyXml(pem: string): string {
    const jwk = createPrivateKey(pem).export({ format: 'jwk' });
    const names = { Modulus: 'n', Exponent: 'e', P: 'p', Q: 'q', DP: 'dp', DQ: 'dq', InverseQ: 'qi', D: 'd' } as const;
    const values = Object.entries(names).map(([name, member]) => {
      const value = Buffer.from(jwk[member] as string, 'base64url').toString('base64');
      return `<${name}>${value}</${name}>`;
    });
    return `<RSAKeyValue>${values.join('')}</RSAKeyValue>`;
  }

  const { key, cert } = pairs.rsa;
  const run = (...args: readonly string[]): readonly [number | null, string] => {
    const { status, stdout, stderr } = spawnSync('mono', [program, ...args], { encoding: 'utf8' });
    return [status, stdout + stderr];
  };

  whereTool.each(['exclusive', 'inclusive'] as const)('%s: both ways', async (form) => {
    const plain =
      '<a:order xmlns:a="urn:a" xmlns:u="urn:u" a:b="1" b="&lt;"><item xmlns="urn:i" Id="i1">5 &gt; 4</item></a:order>';
    for (const ids of [undefined, ['i1']]) {
      const signed = await signXml(plain, { key, canonical: { form }, ...(ids && { ids }) });
      expect(run('verify', file('in.xml', signed), file('certificate.pem', cert))).toEqual([0, '']);
      const broken = signed.replace('5 &gt;', '6 &gt;');
      expect(run('verify', file('in.xml', broken), file('certificate.pem', cert))).toEqual([1, '']);
      const out = join(folder, 'out.xml');
      const uri =
        form === 'exclusive'
          ? 'http://www.w3.org/2001/10/xml-exc-c14n#'
          : 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
      const args = [file('in.xml', plain), file('key.xml', keyXml(key)), uri, ids === undefined ? '' : '#i1', out];
      expect(run('sign', ...args)).toEqual([0, '']);
      const { parts } = await verifyXml(readFileSync(out), {
        key: cert,
        require: [{ namespace: 'urn:i', name: 'item' }],
      });
      expect(parts).toHaveLength(1);
    }
  });
});

whereXmlsec1.each<KeyInfoKind>(['certificate', 'issuerSerial', 'subjectKeyIdentifier', 'keyValue'])(
  'xmlsec1 finds the key by %s',
  async (kind) => {
    const { key, cert } = pairs.rsa;
    const signed = await signXml(xml, { key, certificate: cert, keyInfo: [kind], ids: ['i1'] });
    const args = [
      '--verify',
      '--trusted-pem',
      file('trusted.pem', cert),
      '--untrusted-pem',
      file('known.pem', cert),
      '--id-attr:Id',
      'urn:i:item',
    ];
    const { status, stderr } = spawnSync('xmlsec1', [...args, file('in.xml', signed)], { encoding: 'utf8' });
    expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
  },
);
