import { createServer as createHttpServer } from 'node:http';
import { SoapFaultError } from '@wsdl-codegen/runtime';
import { createServer } from '@wsdl-codegen/runtime/node';
import { checkSecurity, timestamp, usernameToken, wsSecurity } from '@wsdl-codegen/runtime/security';
import { decrypt, encrypt, sign, verify } from '@wsdl-codegen/ws-security';
import { nodeCrypto } from '@wsdl-codegen/ws-security/node';
import { password, user } from '../headers/own.mjs';
import { secret } from './keys.mjs';

const pairOf = (keys, { algorithm }) => keys[algorithm.startsWith('ecdsa') ? 'ec' : 'rsa'];

/** What signs and encrypts the messages of one side, and verifies and decrypts those of the other one. */
function protection(one, own, peer, side) {
  const { sign: signed, encrypt: encrypted, user: hasUser, addressing } = one;
  const extensions = [];
  if (signed !== undefined) {
    const parts = ['body', 'timestamp'];
    const received = addressing ? ['addressing'] : [];
    const token = hasUser ? ['usernameToken'] : [];
    extensions.push(
      sign({ ...signing(signed, own), parts: [...parts, ...(side === 'client' ? token : [])] }),
      verify({ ...verifying(signed, peer), require: [...parts, ...received, ...(side === 'server' ? token : [])] }),
    );
  }
  if (encrypted !== undefined) {
    extensions.push(encrypt(encryption(encrypted, peer)), decrypt(decryption(encrypted, own)));
  }
  return extensions;
}

function signing({ algorithm, digest, canonical, keyInfo }, own) {
  const pair = pairOf(own, { algorithm });
  const shared = { key: { secret }, keyName: 'shared' };
  const key = algorithm.startsWith('hmac') ? shared : { key: pair.key, certificate: pair.certificate, keyInfo };
  return { ...key, algorithm, digest, canonical };
}

function verifying({ algorithm, digest }, peer) {
  const trust = { certificates: pairOf(peer, { algorithm }).certificate };
  return { ...(algorithm.startsWith('hmac') ? { key: { secret } } : { trust }), algorithms: [algorithm, digest] };
}

function encryption({ algorithm, keyTransport, keyInfo, signature }, { rsa }) {
  const parts = ['body', ...(signature ? ['signature'] : [])];
  const receiver = keyTransport === 'direct' ? { key: { secret } } : { certificate: rsa.certificate, keyInfo };
  return { ...receiver, algorithm, keyTransport, parts, provider: nodeCrypto() };
}

function decryption({ algorithm, keyTransport, signature }, { rsa }) {
  const isWeak = [algorithm, keyTransport].filter((name) => name.endsWith('-cbc') || name === 'rsa-1_5');
  return {
    key: keyTransport === 'direct' ? { secret } : rsa.key,
    require: ['body', ...(signature ? ['signature'] : [])],
    // Who signs before encrypting leaves no signature over the ciphertext.
    allowUnsigned: isWeak,
    provider: nodeCrypto(),
  };
}

/** A server whose messages are protected as a case says, and that records what arrived. */
export async function startSecured({ notes }, one, keys) {
  const seen = [];
  const echo = ({ text }, context) => {
    seen.push({ text, principal: context.principal });
    return text;
  };
  const check = one.user ? { passwords: (name) => (name === user ? password : undefined) } : {};
  const extensions = [
    checkSecurity({ ...check, timestamp: true }),
    ...protection(one, keys.server, keys.client, 'server'),
  ];
  const { addressing, prefixes } = one;
  const options = { addressing: addressing !== undefined, prefixes, extensions };
  const server = createServer({ services: [notes({ echo })], ...options });
  const http = createHttpServer(server.nodeListener);
  await new Promise((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${http.address().port}/notes`;
  return { url, seen, close: () => http.close() };
}

/** Calls a server of another stack with messages that are protected as a case says. */
export async function callSecured({ NotesClient }, address, one, keys, binding) {
  const token = one.user ? [usernameToken(user, password, { digest: true, nonce: true })] : [];
  const stamped = wsSecurity({ parts: [timestamp(), ...token] });
  const extensions = [stamped, ...protection(one, keys.client, keys.server, 'client')];
  const { addressing, prefixes } = one;
  const client = new NotesClient({ address, extensions, addressing, prefixes, timeoutMs: 20_000 });
  try {
    return { type: 'text', value: await client.echo({ text: one.text }, { binding }) };
  } catch (error) {
    const type = error instanceof SoapFaultError ? 'fault' : 'error';
    return { type, value: `${error.message} ${error.cause ?? ''} ${error.cause?.cause ?? ''}` };
  }
}

/** Passes messages on, and changes what is in requests. */
export async function startChanger(target, from, to) {
  const http = createHttpServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) {
      chunks.push(chunk);
    }
    const { 'content-type': type, soapaction: action = '""' } = request.headers;
    const body = Buffer.concat(chunks).toString().replace(from, to);
    const answer = await fetch(target, { method: 'POST', headers: { 'content-type': type, soapaction: action }, body });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/xml' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise((resolve) => http.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${http.address().port}/notes`, close: () => http.close() };
}
