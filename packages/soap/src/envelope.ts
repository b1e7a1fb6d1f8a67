import type { SoapSecurity } from './soap-package.js';

/** Prefix of the SOAP namespace in the envelopes that clients of this runtime write. */
const prefix = 'soap';
const bodyStart = `<${prefix}:Body>`;
const headerEnd = `</${prefix}:Header>`;

/** True if a request's body is an envelope as clients of this runtime write it, with the Body's start tag findable. */
export function isEnvelope(body: unknown): body is string {
  return typeof body === 'string' && body.startsWith('<?xml') && body.includes(bodyStart);
}

/** True for a security object that works on envelopes, and so does nothing over GET and POST. */
export function worksOnEnvelopes(security: SoapSecurity): boolean {
  return security.postProcess !== undefined || (security.toXML?.() ?? '') !== '';
}

/** The envelope with the additions of the security object: header blocks, or a signature over the whole. */
export function secureEnvelope(envelope: string, security: SoapSecurity): string {
  if (security.postProcess !== undefined) {
    // It puts its block before the end of a Header, which therefore has to be there.
    return protectLineEnds(security.postProcess(withHeader(protectLineEnds(envelope), ''), prefix));
  }
  const blocks = security.toXML?.() ?? '';
  return blocks === '' ? envelope : withHeader(envelope, blocks);
}

/**
 * The package signs the text as its XML parser reads it, and that reads U+0085 and U+2028, line ends in XML 1.1, as line
 * feeds; so does a receiver with the same parser. References to them mean the same everywhere.
 */
function protectLineEnds(envelope: string): string {
  return envelope.replace(/[\u0085\u2028]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function withHeader(envelope: string, blocks: string): string {
  // Whatever a text in the message contains, `<` is escaped there: the first of these tags is the envelope's.
  const body = envelope.indexOf(bodyStart);
  const end = envelope.indexOf(headerEnd);
  if (end >= 0 && end < body) {
    return envelope.slice(0, end) + blocks + envelope.slice(end);
  }
  return `${envelope.slice(0, body)}<${prefix}:Header>${blocks}${headerEnd}${envelope.slice(body)}`;
}
