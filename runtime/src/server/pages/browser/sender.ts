import { newMessageId } from '../../../addressing/blocks.js';
import { formatBase64 } from '../../../schema/lexical/binary.js';
import { digestOf } from '../../../security/digest.js';
import { base64Encoding, passwordDigest, passwordText, wsse, wsu } from '../../../security/names.js';

/** What a form says about who sends its request. */
interface Sender {
  readonly user: string;
  readonly password: string;
  readonly way: string;
  readonly needsTimestamp: boolean;
}

/** Milliseconds for which a message is good. */
const lifetimeMs = 300_000;

function senderOf(form: HTMLElement): Sender {
  const value = (name: string): string => form.querySelector<HTMLInputElement | HTMLSelectElement>(name)?.value ?? '';
  return {
    user: value('[data-user]'),
    password: value('[data-password]'),
    way: value('[data-way]'),
    needsTimestamp: form.querySelector('[data-timestamp]') !== null,
  };
}

/** Header fields of HTTP Basic (RFC 7617) or with a token (RFC 6750), if the form says so. */
export function credentialHeaders(form: HTMLElement): [name: string, value: string][] {
  const { user, password, way } = senderOf(form);
  if (way === 'bearer') {
    return password === '' ? [] : [['Authorization', `Bearer ${password}`]];
  }
  return way !== 'basic' || user === ''
    ? []
    : [['Authorization', `Basic ${formatBase64(new TextEncoder().encode(`${user}:${password}`))}`]];
}

/** An envelope with the block of WS-Security that the form asks for. Rejects where a digest cannot be made. */
export async function signedIn(envelope: string, form: HTMLFormElement): Promise<string> {
  const sender = senderOf(form);
  const now = new Date();
  const timestamp = sender.needsTimestamp
    ? `<u:Timestamp><u:Created>${now.toISOString()}</u:Created><u:Expires>${new Date(now.getTime() + lifetimeMs).toISOString()}</u:Expires></u:Timestamp>`
    : '';
  const token = sender.way === 'basic' || sender.user === '' ? '' : await tokenOf(sender, now.toISOString());
  return timestamp + token === ''
    ? envelope
    : withBlock(envelope, `<s:Security xmlns:s="${wsse}" xmlns:u="${wsu}">${timestamp}${token}</s:Security>`);
}

async function tokenOf({ user, password, way }: Sender, created: string): Promise<string> {
  const name = `<s:Username>${escaped(user)}</s:Username>`;
  if (way === 'token') {
    return `<s:UsernameToken>${name}<s:Password Type="${passwordText}">${escaped(password)}</s:Password></s:UsernameToken>`;
  }
  if (!isSecureContext) {
    throw new Error('Browsers make digests only in pages over HTTPS, and of this machine.');
  }
  const nonce = crypto.getRandomValues(new Uint8Array(16));
  const digest = await digestOf(nonce, created, password);
  return `<s:UsernameToken>${name}<s:Password Type="${passwordDigest}">${digest}</s:Password><s:Nonce EncodingType="${base64Encoding}">${formatBase64(nonce)}</s:Nonce><u:Created>${created}</u:Created></s:UsernameToken>`;
}

/** An envelope with one more header block; the same if it has no Body. */
function withBlock(envelope: string, block: string): string {
  const header = /<([\w.-]*:?)Header(\s[^<>]*?)?(\/?)>/.exec(envelope);
  const body = /<([\w.-]*:?)Body[\s/>]/.exec(envelope);
  if (header !== null && (body === null || header.index < body.index)) {
    const [tag, prefix = '', attributes = '', empty] = header;
    const end = header.index + tag.length;
    const written = empty === '' ? `${tag}${block}` : `<${prefix}Header${attributes}>${block}</${prefix}Header>`;
    return envelope.slice(0, header.index) + written + envelope.slice(end);
  }
  return body === null
    ? envelope
    : `${envelope.slice(0, body.index)}<${body[1]}Header>${block}</${body[1]}Header>${envelope.slice(body.index)}`;
}

/** An envelope with another id, if WS-Addressing gives it one: two requests must not have the same. */
export function withNewId(envelope: string): string {
  return envelope.replace(
    /(<[\w.-]*:?MessageID(?:\s[^<>]*)?>)urn:uuid:[^<]*(?=<)/,
    (_, tag: string) => tag + newMessageId(),
  );
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
