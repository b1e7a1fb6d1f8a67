import { formatBase64 } from '../schema/lexical/binary.js';

const utf8 = new TextEncoder();

/** `Base64(SHA-1(nonce + created + password))` (UsernameToken Profile 1.1, 3.1). Needs `crypto.subtle`, which pages without TLS do not have. */
export async function digestOf(nonce: Uint8Array, created: string, password: string): Promise<string> {
  const text = utf8.encode(created + password);
  const all = new Uint8Array(nonce.length + text.length);
  all.set(nonce);
  all.set(text, nonce.length);
  return formatBase64(new Uint8Array(await crypto.subtle.digest('SHA-1', all)));
}

/** True for equal texts, in a time that says nothing about where they differ: what is compared are hashes with a key that nobody knows. */
export async function equalInConstantTime(a: string, b: string): Promise<boolean> {
  const key = crypto.getRandomValues(new Uint8Array(32));
  const [one, other] = await Promise.all([hashOf(key, a), hashOf(key, b)]);
  let difference = 0;
  one.forEach((octet, index) => {
    difference |= octet ^ (other[index] ?? 0);
  });
  return difference === 0;
}

async function hashOf(key: Uint8Array, text: string): Promise<Uint8Array> {
  const content = utf8.encode(text);
  const all = new Uint8Array(key.length + content.length);
  all.set(key);
  all.set(content, key.length);
  return new Uint8Array(await crypto.subtle.digest('SHA-256', all));
}
