/**
 * The public form of addresses, which may be shown, logged and stored. User and password are left out, and values of
 * parameters that look like secrets become `***`. The real form is used only for fetching.
 */

/** A part of a text that must not be shown, and its replacement. */
export interface Secret {
  readonly start: number;
  readonly end: number;
  readonly shown: string;
}

/** Maximum depth of addresses within parameters of addresses. */
const maxNesting = 3;

/** The text that replaces the value of a parameter. */
const mask = '***';

/** True for what is written as an address, whatever its scheme: `ftp://host/x`, or `http:/host` by mistake. A drive of Windows is none. */
export function isAddress(text: string): boolean {
  return /^[a-z][a-z0-9+.-]+:\//i.test(text);
}

/** The public form of an address, absolute or relative. Applied twice it changes nothing more. */
export function publicAddress(address: string): string {
  return replaceAll(address, secretsOf(address, true));
}

/** An address without user and password; parameters stay. */
export function withoutUser(address: string): string {
  return replaceAll(address, userOf(address, true));
}

/** A text in which all addresses have their public form. One that begins like an address counts as an address as a whole. */
export function publicText(text: string): string {
  return replaceAll(text, secretsOf(text, /^[a-z][a-z0-9+.-]*:[/\\]/i.test(text)));
}

/** The places of secrets in a text, in order and without overlap. */
export function secretsIn(text: string): readonly Secret[] {
  return secretsOf(text, false);
}

function replaceAll(text: string, secrets: readonly Secret[]): string {
  let result = '';
  let from = 0;
  for (const { start, end, shown } of secrets) {
    result += text.slice(from, start) + shown;
    from = end;
  }
  return result + text.slice(from);
}

/** `whole` if the text is one address, in which blanks and quotes are part of the address. */
function secretsOf(text: string, whole: boolean, depth = 0): readonly Secret[] {
  if (!/[@=]/.test(text)) {
    return [];
  }
  const users = whole && !/[/\\]{2}/.test(text) ? userWithoutSlashes(text) : userOf(text, whole);
  const found = [...users, ...parametersOf(text, whole, depth)].sort((a, b) => a.start - b.start);
  let end = 0;
  return found.filter((secret) => {
    const isFree = secret.start >= end;
    if (isFree) {
      end = secret.end;
    }
    return isFree;
  });
}

/** The user and password of each address. */
function userOf(text: string, whole: boolean): readonly Secret[] {
  if (!text.includes('@')) {
    return [];
  }
  const found: Secret[] = [];
  const start = /[/\\]{2,}/g;
  for (let match = start.exec(text); match !== null; match = start.exec(text)) {
    const from = match.index + match[0].length;
    const at = endOfUser(text, from, whole);
    if (at >= 0) {
      found.push({ start: from, end: at + 1, shown: '' });
      start.lastIndex = at + 1;
    } else if (whole) {
      return found;
    }
  }
  return found;
}

/** The index of the `@` after the user of an authority that begins at `from`, or -1. */
function endOfUser(text: string, from: number, whole: boolean): number {
  const authority = firstMatch(whole ? /[^/\\?#]*/y : /[^/\\?#\s"'<>]*/y, text, from);
  const at = authority.lastIndexOf('@');
  if (at >= 0) {
    return from + at;
  }
  // If the port is not valid, there is a password with a character that should have been escaped.
  if (/^(?:\[[^\]]*\]|[^:]*)(?::\d*)?$/.test(authority) && !(whole && isBroken(text))) {
    return -1;
  }
  const rest = firstMatch(whole ? /.*/sy : /[^"<>\n]{0,500}/y, text, from);
  return rest.includes('@') ? from + rest.lastIndexOf('@') : -1;
}

function isBroken(address: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(address) && !URL.canParse(address);
}

function firstMatch(pattern: RegExp, text: string, from: number): string {
  pattern.lastIndex = from;
  return pattern.exec(text)?.[0] ?? '';
}

/** Where the slashes were forgotten: `https:user:password@host`, `http:/user:password@host`, `user:password@host`. */
function userWithoutSlashes(text: string): readonly Secret[] {
  if (namesPattern.test(text)) {
    return [];
  }
  const [, before = '', user = ''] = (/^https?:/i.test(text) ? httpUser : bareUser).exec(text) ?? [];
  return user === '' ? [] : [{ start: before.length, end: before.length + user.length, shown: '' }];
}

const httpUser = /^(https?:[/\\]?)([^/\\]*@)/i;
const bareUser = /^([/\\]?)([^/\\:@]*:[^/\\]*@)/;

/** Schemes whose addresses are names with an `@` in them, and no locations. */
const namesPattern = /^(?:mailto|sips?|xmpp|acct|news|cid|mid|tag|urn|jms):/i;

/** Values of parameters that look like secrets: in the query, in the fragment, and after semicolons of the path. */
function parametersOf(text: string, whole: boolean, depth: number): readonly Secret[] {
  const values = (part: string, parameter: RegExp, value: RegExp): readonly Secret[] =>
    secretValues(part, parameter, value, depth);
  if (!whole) {
    return values(text, /[?&;#]([^=&;?#\s"'<>]{1,100})=([^&;#\s"'<>]+)/g, /[^&#\s"'<>]*/y);
  }
  const query = /[?#]|$/.exec(text)?.index ?? text.length;
  const ofQuery = values(text.slice(query), /[?&;#]([^=&;?#]{1,100})=([^&;#]+)/g, /[^&#]*/y);
  return [
    ...values(text.slice(0, query), /;([^=;/]{1,100})=([^;/]+)/g, /[^;/]*/y),
    ...ofQuery.map(({ start, end, shown }) => ({ start: start + query, end: end + query, shown })),
  ];
}

/** `value` matches the characters that may belong to a secret: a semicolon separates parameters only for some servers. */
function secretValues(text: string, parameter: RegExp, value: RegExp, depth: number): readonly Secret[] {
  const found: Secret[] = [];
  for (let match = parameter.exec(text); match !== null; match = parameter.exec(text)) {
    const [all, name = '', first = ''] = match;
    if (!isSecretName(decoded(name)) && !isSecretValue(decoded(first), depth)) {
      continue;
    }
    const start = match.index + all.length - first.length;
    parameter.lastIndex = start + firstMatch(value, text, start).length;
    found.push({ start, end: parameter.lastIndex, shown: mask });
  }
  return found;
}

/** Words of a name that make its value a secret. */
const secretWord =
  /^(?:keys?|sig|sign|pass|passwd|pwd|pw|pin|otp|totp|code|sas|auth|authorization|authentication|creds?|sid|jwt|bearer|ticket|hmac|nonce|user|username|login)$/;

/** Parts of a name, its words written together, that do the same. */
const secretPart =
  /token|secret|passw|passphrase|passcode|apikey|accesskey|authkey|sharedkey|signature|credential|session|authorization/;

function isSecretName(name: string): boolean {
  const words = name.replace(/([a-z\d])(?=[A-Z])/g, '$1 ').toLowerCase();
  const list = words.split(/[^a-z\d]+/);
  return list.some((word) => secretWord.test(word)) || secretPart.test(list.join(''));
}

/** A JSON Web Token under any name, or an address with secrets of its own. */
function isSecretValue(value: string, depth: number): boolean {
  if (/^eyJ[\w-]{10,}\.[\w-]+/.test(value)) {
    return true;
  }
  return depth < maxNesting && /[/\\]{2}/.test(value) && secretsOf(value, true, depth + 1).length > 0;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
