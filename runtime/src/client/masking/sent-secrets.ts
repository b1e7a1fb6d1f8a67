import type { TransportRequest } from '../transport.js';
import type { IsSecret } from './small-names.js';

/** Shorter values stand for too many other things. */
const minSecret = 4;
/** Code units of a body that are searched. */
const maxBody = 262_144;

/** An element that begins with text. */
const element = /<([^\s<>/]+)(?:\s[^<>]*)?>([^<]+)/g;
/** An attribute, a parameter, a part of a header. */
const pair = /[\s<>"'&?;]([^\s<>"'&?;=]{1,64})=(?:"([^"]+)|([^"&;<>\s]+))/g;

/** The credentials in a request, by their names and in its address, as they are in it: the longest first. */
export function sentSecrets(
  { url, headers, addedHeaders = [], body = '' }: TransportRequest,
  isSecret: IsSecret,
): readonly string[] {
  const fields = [headers, ...addedHeaders].flatMap(Object.entries<string>);
  const sent = typeof body === 'string' ? body : new TextDecoder().decode(body.subarray(0, maxBody));
  const user = /\/\/([^/]*)@/.exec(url)?.[1] ?? '';
  const all = [
    ` password=${user.split(':').at(-1)} ${url.replace('#', ' ')}`,
    // Without the name of a scheme: `Bearer x`. A value may have parts: `a=x; b=y`.
    ...fields.map(([name, value]) => `${name}=${value.replace(/^\w+ /, '')} ${value}`),
    sent.slice(0, maxBody),
  ].join(' ');
  return [element, pair]
    .flatMap((named) => [...all.matchAll(named)])
    .filter(([, name = '']) => isSecret(name))
    .map(([, , value = '', plain = value]) => plain.trim())
    .filter((value) => value.length >= minSecret && !/^(?:true|false)$/.test(value))
    .sort((a, b) => b.length - a.length);
}
