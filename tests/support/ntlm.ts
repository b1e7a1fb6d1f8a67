import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** True for a request that ends the handshake of NTLM with the user `user` of `DOMAIN` and the password `secret`; others are answered with the next step. */
export function admitsByNtlm(request: IncomingMessage, response: ServerResponse): boolean {
  const message = Buffer.from((request.headers.authorization ?? '').replace(/^NTLM /, ''), 'base64');
  if (message.length > 12 && message.readUInt32LE(8) === 3 && provesPassword(message)) {
    return true;
  }
  request.resume();
  const challenge = message.length < 12 ? 'NTLM' : `NTLM ${ntlmChallenge.toString('base64')}`;
  response.writeHead(401, { 'WWW-Authenticate': challenge, Connection: 'keep-alive' }).end();
  return false;
}

/** The server's message of the handshake (MS-NLMP, 2.2.1.2): a challenge, and an empty list of names. */
const ntlmChallenge: Buffer = Buffer.alloc(52);
ntlmChallenge.write('NTLMSSP\0', 'latin1');
ntlmChallenge.writeUInt32LE(2, 8);
ntlmChallenge.writeUInt32LE(48, 16);
ntlmChallenge.writeUInt32LE(0x00888201, 20);
ntlmChallenge.writeUInt32LE(0x01234567, 24);
ntlmChallenge.writeUInt16LE(4, 40);
ntlmChallenge.writeUInt16LE(4, 42);
ntlmChallenge.writeUInt32LE(48, 44);

/** True if the client's message (MS-NLMP, 3.3.2) could only be made with the password `secret`. */
function provesPassword(message: Buffer): boolean {
  const hmac = (hashKey: Buffer, data: Buffer): Buffer => createHmac('md5', hashKey).update(data).digest();
  const passwordHash = Buffer.from('878d8014606cda29677a44efa1353fc7', 'hex');
  const userHash = hmac(passwordHash, Buffer.from('USERDOMAIN', 'utf16le'));
  const start = message.readUInt32LE(24);
  const proof = message.subarray(start, start + message.readUInt16LE(20));
  const expected = hmac(userHash, Buffer.concat([ntlmChallenge.subarray(24, 32), proof.subarray(16)]));
  return expected.equals(proof.subarray(0, 16));
}
