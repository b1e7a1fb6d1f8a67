import { createDecipheriv } from 'node:crypto';
import { type DataAlgorithm, encryptXml } from '@wsdl-codegen/ws-security';
import { nodeCrypto } from '@wsdl-codegen/ws-security/node';

/** Receivers such as gSOAP read the padding of PKCS #7 alone, which Node checks as well. */
it.each([
  ['aes128-cbc', 'aes-128-cbc', 16, 16],
  ['aes256-cbc', 'aes-256-cbc', 32, 16],
  ['tripledes-cbc', 'des-ede3-cbc', 24, 8],
] as const)('%s is padded as PKCS #7 says', async (algorithm: DataAlgorithm, cipher, length, block) => {
  const secret = Buffer.alloc(length, 'a secret of both sides');
  for (let size = 0; size < 2 * block; size++) {
    const options = { key: { secret }, keyTransport: 'direct', algorithm, provider: nodeCrypto() } as const;
    const text = await encryptXml(`<a>${'x'.repeat(size)}</a>`, { ...options, type: 'element' });
    const octets = Buffer.from(/CipherValue>([^<]*)</.exec(text)?.[1] ?? '', 'base64');
    const decipher = createDecipheriv(cipher, secret, octets.subarray(0, block));
    const content = Buffer.concat([decipher.update(octets.subarray(block)), decipher.final()]).toString();
    expect(content).toMatch(new RegExp(`^<a.*>x{${size}}</a>$|^<a.*/>$`));
  }
});
