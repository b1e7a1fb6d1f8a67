import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { timestamp, wsSecurity } from '@wsdl-codegen/runtime/security';
import { checkSaml, type SamlPrincipal, samlToken } from '@wsdl-codegen/ws-security';
import { signingCertificate } from '../support/certificates.js';
import { joinedEcho } from '../support/joined.js';
import { assertionText, signedAssertion } from '../support/saml-assertions.js';

/** Assertions of OpenSAML are read by this package, and what this package sends is read by it. */

const issuer = signingCertificate('Issuer');
const folder = mkdtempSync(join(tmpdir(), 'assertions-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const isThere = spawnSync('samlsign', ['-v']).error === undefined;
const whereTool: jest.It = isThere ? it : it.skip;

function samlsign(
  assertion: string,
  ...more: readonly string[]
): { readonly status: number | null; readonly out: string } {
  const args = ['-c', file('certificate.pem', issuer.cert), '-f', file('assertion.xml', assertion), ...more];
  const { status, stdout } = spawnSync('samlsign', args, { encoding: 'utf8' });
  return { status, out: stdout };
}

const server = checkSaml({ issuers: { 'urn:sts': { certificates: issuer.cert } }, audience: 'urn:service' });

describe.each(['1.1', '2.0'] as const)('OpenSAML and SAML %s', (version) => {
  whereTool('its assertions are accepted', async () => {
    const sha256 = [
      '-alg',
      'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      '-dig',
      'http://www.w3.org/2001/04/xmlenc#sha256',
    ];
    const made = samlsign(assertionText({ version }), '-s', '-k', file('key.pem', issuer.key), ...sha256);
    expect(made.status).toBe(0);
    const { client, principals } = joinedEcho(
      { extensions: [wsSecurity({ parts: [timestamp(), samlToken(made.out)] })] },
      { extensions: [server] },
    );
    await client.call('echo', {});
    expect(principals.map((principal) => (principal as SamlPrincipal).nameId)).toEqual(['alice']);
  });

  whereTool('an assertion that went through a message is good for it', async () => {
    const assertion = await signedAssertion({ version }, issuer);
    const { client, sent } = joinedEcho(
      { extensions: [wsSecurity({ parts: [timestamp(), samlToken(assertion)] })] },
      { extensions: [server] },
    );
    await client.call('echo', {});
    const [received = ''] = /<saml:Assertion.*<\/saml:Assertion>/s.exec(sent[0] ?? '') ?? [];
    expect(samlsign(received).status).toBe(0);
    expect(samlsign(received.replaceAll('alice', 'mallory')).status).not.toBe(0);
  });
});
