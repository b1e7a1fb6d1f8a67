import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from '@wsdl-codegen/runtime';
import { checkSaml, issuedToken, type SamlPrincipal, saml, samlToken, x509 } from '@wsdl-codegen/ws-security';
import { signingCertificate } from '../support/certificates.js';
import { signedAssertion } from '../support/saml-assertions.js';
import { directTransport } from '../wire/connection.js';
import { type Exports, findings, load, packageOf } from './package.js';

/** Policies that demand assertions, met with the assertions and checks of the package. */

const wsdl = readFileSync(join(__dirname, '../golden/policies/input.wsdl'), 'utf8');
const issuedTokens = '<sp:IssuedToken><sp:Issuer/></sp:IssuedToken>';
const supporting = (use: string): string => `<sp:${use}><wsp:Policy>${issuedTokens}</wsp:Policy></sp:${use}>`;
const issuer = signingCertificate('Issuer');
const ann = signingCertificate('Ann');
const keys = signingCertificate('Shop');
const eve = signingCertificate('Eve');
const rules = { issuers: { 'urn:sts': { certificates: issuer.cert } }, audience: 'urn:service' };
const check = saml({ check: checkSaml(rules) });

interface Joined {
  readonly buy: () => Promise<number>;
  readonly sent: string[];
  readonly principals: unknown[];
}

function joined(exports: Exports, name: string, client: unknown, server: unknown, change = (text: string) => text) {
  const found: Joined = { buy: () => made.buy('tea'), sent: [], principals: [] };
  const buy = (_: string, { principal }: { readonly principal: unknown }): number => {
    found.principals.push(principal);
    return 7;
  };
  const factory = exports[name.charAt(0).toLowerCase() + name.slice(1)];
  const direct = directTransport(createServer({ services: [factory({ buy }, { security: server })] }));
  const made = new exports[`${name}Client`]({
    security: client,
    transport: (request: { readonly body: string }) => {
      found.sent.push(request.body);
      return direct({ ...request, body: change(request.body) } as never);
    },
  });
  return found;
}

const bearer = (): Promise<string> => signedAssertion({}, issuer);

describe('an assertion over HTTPS', () => {
  let shop: Exports;
  beforeAll(async () => {
    const made = await packageOf({
      'shop.wsdl': wsdl.replaceAll(/<sp:UsernameToken .*?<\/sp:UsernameToken>/g, issuedTokens),
    });
    expect(findings(made)).toEqual([]);
    shop = load(made.files);
  });
  const alice: Partial<SamlPrincipal> = { nameId: 'alice', issuer: 'urn:sts' };

  it('is sent, checked, and says who calls', async () => {
    const { buy, principals } = joined(shop, 'UserShop', saml({ token: samlToken(bearer) }), check);
    await expect(buy()).resolves.toBe(7);
    expect(principals).toMatchObject([alice]);
  });

  it('comes from a token service as well', async () => {
    const service = {
      token: async () => ({ xml: await bearer(), expires: undefined, secret: undefined }),
      knownToken: () => undefined,
      forget: () => undefined,
    };
    const { buy, principals } = joined(shop, 'UserShop', saml({ token: issuedToken(service as never) }), check);
    await expect(buy()).resolves.toBe(7);
    expect(principals).toMatchObject([alice]);
  });

  it.each([
    ['nothing', 'unprotected', undefined],
    ['an assertion of somebody else', saml({ token: samlToken(() => signedAssertion({}, eve)) }), undefined],
    [
      'one for another service',
      saml({ token: samlToken(() => signedAssertion({ audience: 'x' }, issuer)) }),
      undefined,
    ],
    ['a changed one', saml({ token: samlToken(bearer) }), (text: string) => text.replace('>alice<', '>bob<')],
    [
      'an old timestamp',
      saml({ token: samlToken(bearer) }),
      (text: string) => text.replace(/(?<=wsu:Created>)\d{4}/, '2001').replace(/(?<=wsu:Expires>)\d{4}/, '2001'),
    ],
    [
      'no timestamp',
      saml({ token: samlToken(bearer) }),
      (text: string) => text.replace(/<wsu:Timestamp.*<\/wsu:Timestamp>/s, ''),
    ],
  ])('is refused: %s', async (_, client, change) => {
    const { buy, principals } = joined(shop, 'UserShop', client, check, change);
    await expect(buy()).rejects.toThrow();
    expect(principals).toEqual([]);
  });

  it('endorsed by a certificate is that of the subject', async () => {
    const client = [x509({ key: ann.key, certificate: ann.cert }), saml({ token: samlToken(bearer) })];
    const { buy, principals } = joined(shop, 'BothShop', client, [x509({ peer: ann.cert }), check]);
    await expect(buy()).resolves.toBe(7);
    expect(principals).toMatchObject([alice]);
  });
});

describe.each(['SignedSupportingTokens', 'SupportingTokens', 'SignedEncryptedSupportingTokens'])(
  'an assertion in %s beside signatures',
  (use) => {
    const of = ({ key, cert }: typeof ann, peer: string) =>
      x509({ key, certificate: cert, peer, allowUnsigned: ['aes256-cbc'] });
    const client = [of(ann, keys.cert), saml({ token: samlToken(bearer) })];
    let shop: Exports;
    beforeAll(async () => {
      const made = await packageOf({
        'shop.wsdl': wsdl.replace('</sp:AsymmetricBinding>', `</sp:AsymmetricBinding>${supporting(use)}`),
      });
      expect(findings(made)).toEqual([]);
      shop = load(made.files);
    });

    it('is sent, signed as the policy says, and checked', async () => {
      const { buy, principals, sent } = joined(shop, 'MutualShop', client, [of(keys, ann.cert), check]);
      await expect(buy()).resolves.toBe(7);
      expect(principals).toMatchObject([{ nameId: 'alice' }]);
      expect(sent[0]!.includes('>alice<')).toBe(!use.includes('Encrypted'));
    });

    it('is refused where it is missing, or the signer is somebody else', async () => {
      const server = [of(keys, ann.cert), check];
      await expect(joined(shop, 'MutualShop', 'unprotected', server).buy()).rejects.toThrow();
      const others = [of(eve, keys.cert), saml({ token: samlToken(bearer) })];
      await expect(joined(shop, 'MutualShop', others, server).buy()).rejects.toThrow();
    });
  },
);
