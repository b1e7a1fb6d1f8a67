import { createHash } from 'node:crypto';
import { withLineFeeds } from './decode.js';

/** SHA-256 in hex of an input as it was read: neither its line ends nor a byte order mark count. */
export function hashInput(text: string): string {
  return createHash('sha256').update(withLineFeeds(text)).digest('hex');
}
