import { chains, type SoapSignOptions, sign, verify } from '@wsdl-codegen/ws-security';
import { authority, type Issued, issue } from '../../../../../tests/support/chains.js';
import { signedCalls } from '../../../../../tests/support/signed-calls.js';

/** Signed messages whose signers are trusted by chains. */

const root = issue({ subject: 'Root', extensions: [authority()] });
const between = issue({ subject: 'Between', issuer: root, extensions: [authority()] });
const alice = issue({ subject: 'Alice', issuer: between });
const shop = issue({ subject: 'Shop', issuer: root, kind: 'RSA' });
const as = ({ key, cert }: Issued, keyInfo: SoapSignOptions['keyInfo'] = 'binarySecurityToken'): SoapSignOptions => ({
  key,
  certificate: cert,
  keyInfo,
});
const trust = chains({ authorities: root.cert, intermediates: between.cert });
const known = chains({ authorities: root.cert, intermediates: [between.cert, alice.cert] });

it('calls and answers are verified by chains', async () => {
  const { client, called } = signedCalls({
    client: { extensions: [sign(as(alice)), verify({ trust })] },
    server: { extensions: [sign(as(shop)), verify({ trust })] },
  });
  await client.call('pay', { to: 'Bob' });
  expect(called).toMatchObject([{ principal: expect.objectContaining({ subject: 'CN=Alice' }) }]);
});

it.each(['issuerSerial', 'subjectKeyIdentifier', 'thumbprint'] as const)(
  'a certificate that is named by %s has to be known',
  async (keyInfo) => {
    const callWith = (rule: typeof trust): Promise<unknown> =>
      signedCalls({
        client: { extensions: [sign(as(alice, keyInfo))] },
        server: { extensions: [verify({ trust: rule })] },
      }).client.call('pay', { to: 'Bob' });
    await expect(callWith(trust)).rejects.toMatchObject({
      reason: expect.stringContaining('could not be authenticated'),
    });
    expect(await callWith(known)).toMatchObject({ to: 'Bob' });
  },
);

it('a stranger of whom no authority knows is refused', async () => {
  const { client, called } = signedCalls({
    client: { extensions: [sign(as(issue()))] },
    server: { extensions: [verify({ trust })] },
  });
  await expect(client.call('pay', {})).rejects.toMatchObject({
    reason: expect.stringContaining('could not be authenticated'),
  });
  expect(called).toEqual([]);
});
