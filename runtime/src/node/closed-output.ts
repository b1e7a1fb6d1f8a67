import type { Writable } from 'node:stream';

/** What a response of `node:http2` has: it says nothing of its end itself, but its stream does. */
interface HasStream {
  readonly stream?: Pick<Writable, 'destroyed' | 'closed'>;
}

/** True for an output that nobody reads any longer, of whichever version of HTTP. */
export function isClosed(output: Writable & HasStream): boolean {
  const { stream } = output;
  return output.destroyed || output.closed || stream?.destroyed === true || stream?.closed === true;
}
