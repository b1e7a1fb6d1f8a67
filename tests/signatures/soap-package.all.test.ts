import { checkSecurity } from '@wsdl-codegen/runtime/security';
import { verify } from '@wsdl-codegen/ws-security';
import { WSSecurity, WSSecurityCert, WSSecurityPlusCert } from 'soap';
import { signingCertificate } from '../support/certificates.js';
import { payNamespace, signedCalls } from '../support/signed-calls.js';

/**
 * A server of this package reads what the package `soap` signs beside a token. Its `WSSecurityCertWithToken` is left out: it puts the reference to its certificate into the
 * signature without `KeyInfo`, which XML Signature does not allow.
 */

const { key, cert } = signingCertificate('Alice');
const [user, password] = ['me', 'a secret'];
const soap = 'http://schemas.xmlsoap.org/soap/envelope/';

it.each([
  ['its defaults', {}],
  ['wsu:Id', { signerOptions: { idMode: 'wssecurity' } }],
  ['RSA and SHA-1', { signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }],
])('WSSecurityPlusCert signs with %s, and this package reads it', async (_, options) => {
  const { called, post } = signedCalls({
    server: {
      extensions: [
        checkSecurity({ passwords: (name) => (name === user ? password : undefined) }),
        verify({
          trust: { certificates: cert },
          require: ['body', 'timestamp'],
          unsigned: ['usernameToken'],
          algorithms: ['rsa-sha256', 'rsa-sha1', 'sha256', 'sha1'],
        }),
      ],
    },
  });
  const security = new WSSecurityPlusCert(
    new WSSecurity(user, password, { hasTimeStamp: false, mustUnderstand: true }),
    new WSSecurityCert(key, cert, '', options as never),
  );
  const body = `<p:Pay xmlns:p="${payNamespace}"><p:to>Bob</p:to></p:Pay>`;
  const text = `<soap:Envelope xmlns:soap="${soap}"><soap:Header></soap:Header><soap:Body>${body}</soap:Body></soap:Envelope>`;
  const signed = security.postProcess(text, 'soap');
  expect(await post(signed.replace('Bob', 'Eve'))).toContain('FailedCheck');
  expect(called).toEqual([]);
  await post(signed);
  expect(called).toMatchObject([{ input: { to: 'Bob' } }]);
});
