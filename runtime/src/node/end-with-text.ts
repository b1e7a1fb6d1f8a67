import type { OutgoingMessage } from 'node:http';

/** Texts up to this length are sent in one piece with the head. */
const joinedLength = 4096;
/** So much of a longer text is. */
const beginning = 256;

/**
 * Ends a message with a text as UTF-8; `length` are its octets. Node joins the head with the text that comes first. Of a long text that is only the beginning, because
 * joining copies both; the rest still leaves with the head in one call. It is not made into a `Buffer`, whose memory would stay until it is collected.
 */
export function endWithText(message: OutgoingMessage, text: string, length: number): void {
  // Only ASCII has one byte for each unit. Its bytes are those of Latin-1, too, which Node writes without looking at them.
  const encoding = length === text.length ? 'latin1' : 'utf8';
  if (text.length > joinedLength) {
    const at = isHighSurrogate(text.charCodeAt(beginning - 1)) ? beginning + 1 : beginning;
    message.write(text.slice(0, at), encoding);
    message.end(text.slice(at), encoding);
  } else {
    message.end(text, encoding);
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
