import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from '@wsdl-codegen/runtime/node';
import { checkUsernameToken, decrypt, x509 } from '@wsdl-codegen/ws-security';
import { documentContract } from 'wsdl-codegen';
import { describeContract } from '../../generator/commands/outline.js';
import { signingCertificate } from '../support/certificates.js';
import { type Exports, type InMemoryPackage, load, packageOf } from './package.js';

/** The services of the golden case of policies. */
const wsdl = readFileSync(join(__dirname, '../golden/policies/input.wsdl'), 'utf8');
let made: InMemoryPackage;
let shop: Exports;

beforeAll(async () => {
  made = await packageOf({ 'shop.wsdl': wsdl });
  shop = load(made.files);
});

const symmetric =
  '<sp:SymmetricBinding><wsp:Policy><sp:ProtectionToken><wsp:Policy><sp:KerberosToken/></wsp:Policy></sp:ProtectionToken></wsp:Policy></sp:SymmetricBinding>';
const unsupported = wsdl.replace(/<sp:AsymmetricBinding>.*?<\/sp:AsymmetricBinding>/s, symmetric);

describe('codegen inspect', () => {
  it('names the option that the policy of each port leads to', () => {
    const options = describeContract(made.contract).match(/^ {2}security .*$/gm);
    expect(options).toEqual([
      '  security P: [x509({ key, certificate }), usernameToken({ user, password })]',
      '  security P: usernameToken({ user, password }) or x509({ key, certificate })',
      '  security Named: usernameToken({ user, password })',
      '  security Newer: usernameToken({ user, password })',
      '  security P: x509({ key, certificate, peer })',
      '  security P: usernameToken({ user, password }) or nothing',
      '  security P: usernameToken({ user, password })',
    ]);
  });

  it('says what is not supported, in the words of the warning, and what no client can carry', async () => {
    const { contract, diagnostics } = await packageOf({ 'shop.wsdl': unsupported });
    const what = 'SymmetricBinding, SymmetricBinding/ProtectionToken/KerberosToken';
    expect(describeContract(contract)).toContain(`  security P: not supported: ${what}\n`);
    expect(diagnostics.map(({ message }) => message).join()).toContain(`does not support: ${what}.`);
    const http = `<wsdl:binding name="Get" type="tns:Shop"><wsp:PolicyReference URI="#User"/><http:binding verb="GET" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/"/>
<wsdl:operation name="Buy"><http:operation location="/Buy" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/"/><wsdl:input><http:urlEncoded xmlns:http="http://schemas.xmlsoap.org/wsdl/http/"/></wsdl:input><wsdl:output/></wsdl:operation></wsdl:binding>
<wsdl:service name="GetShop"><wsdl:port name="G" binding="tns:Get"/></wsdl:service></wsdl:definitions>`;
    const overGet = await packageOf({ 'shop.wsdl': wsdl.replace('</wsdl:definitions>', http) });
    expect(describeContract(overGet.contract)).toContain('  security G: not supported: header blocks over httpGet\n');
  });
});

describe('the pages of codegen docs', () => {
  let pages: ReadonlyMap<string, string>;
  beforeAll(async () => {
    pages = await documentContract(made.contract, { packageName: 'shop' });
  });
  const pageOf = (service: string): string => {
    return (
      [...pages].find(([path]) => path.endsWith('.html') && path.includes(service) && /Buy/i.test(path))?.[1] ?? ''
    );
  };

  it('show the option, and a program that has it', () => {
    const page = pageOf('BothShop').replaceAll('<wbr>', '');
    expect(page).toMatch(/Option security.*\[x509\(\{ key, certificate \}\), usernameToken\(\{ user, password \}\)\]/s);
    expect(page).toContain('import { usernameToken, x509 } from &#39;@wsdl-codegen/ws-security&#39;;');
    expect(page).toContain('security: [x509({ key, certificate }), usernameToken({ user, password })]');
  });

  it('show programs without it where a client may be made without it', () => {
    for (const service of ['TlsShop', 'OptionalShop', 'MixedShop']) {
      expect(pageOf(service)).toContain(`new ${service}Client(`);
      expect(pageOf(service)).not.toContain('security:');
    }
  });
});

describe('the pages of a server', () => {
  const service = signingCertificate('CN=shop.example');
  const own = { key: service.key, certificate: service.cert, peer: service.cert, allowUnsigned: ['aes256-cbc'] };
  const buy = { buy: (): number => 1 };

  async function pages(registration: unknown, options: object = {}): Promise<{ help: string; operation: string }> {
    const server = createServer({ services: [registration as never], ...options });
    const [name] = /\w+Shop/.exec(JSON.stringify(registration)) ?? [''];
    const get = async (query: string): Promise<string> => {
      const answer = await server.fetch(new Request(`https://shop.example/${name}/P${query}`));
      return (await answer.text()).replaceAll('<wbr>', '');
    };
    return { help: await get(''), operation: await get('?op=Buy') };
  }

  it('say what requests need that they cannot make, and do not show its lack as if it worked', async () => {
    const { help, operation } = await pages(shop.mutualShop(buy, { security: x509(own as never) }));
    expect(help).toContain('<p>Requests need a timestamp, a signature and encryption (WS-Security).</p>');
    expect(operation).toContain('Requests need a signature and encryption, which this page cannot make');
    expect(operation).toContain(' data-lacking="a signature and encryption"');
    expect(operation).toContain('The samples are messages without it, which the server refuses as they are.');
    expect(operation).not.toContain(' data-timestamp data-sender>');
    expect(operation).toContain('security: x509({ key, certificate, peer })');
  });

  it('ask for a user where a token is all that is needed', async () => {
    const passwords = (): string => 'secret';
    const { help, operation } = await pages(shop.userShop(buy, { security: checkUsernameToken({ passwords }) }));
    expect(help).toContain('<p>Requests need a user name token and a timestamp (WS-Security).</p>');
    expect(operation).not.toContain('which this page cannot make');
    expect(operation).toMatch(/<details open data-timestamp data-sender><summary>User and password/);
    expect(operation).toContain('<option value="token" selected>');
    expect(operation).toContain('security: usernameToken({ user, password })');
  });

  it('say nothing where nothing is checked', async () => {
    const { help, operation } = await pages(shop.mutualShop(buy, { security: 'unprotected' }), {
      extensions: [decrypt({ key: service.key, require: [] })],
    });
    expect(help + operation).not.toMatch(/Requests need|data-lacking/);
  });
});
