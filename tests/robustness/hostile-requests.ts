import type { Random } from '../support/random.js';
import { areas } from './cost/families/index.js';
import { parseMessage, server } from './cost/wire.js';

/** Families of requests to a server. */
const families = areas.flatMap((area) => area.families).filter(({ entry }) => entry === server);

/** Characters of a request, about. */
const minSize = 100;
const maxSize = 16_000;

/** A request that makes work, of the families whose cost is measured, as the bytes of HTTP, one for each character. */
export function hostileRequest(random: Random): string {
  const size = minSize + random.below(maxSize - minSize);
  const { start, headers, body } = parseMessage(random.pick(families).grammar(size, random));
  const lines = Object.entries({ ...headers, host: 'localhost', 'content-length': body.length });
  const head = [`${start} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`)].join('\r\n');
  return `${Buffer.from(head).toString('latin1')}\r\n\r\n${Buffer.from(body).toString('latin1')}`;
}
