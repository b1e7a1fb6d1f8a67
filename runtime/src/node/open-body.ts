import type { IncomingMessage } from 'node:http';
import type { OpenBody } from '../server/receiving.js';
import { askForBody } from './request-body.js';

/** The body of a request in parts. Whoever does not read it to its end must end the connection. */
export function openBody(request: IncomingMessage): OpenBody {
  let chunks: AsyncIterator<Uint8Array | string> | undefined;
  return {
    async next() {
      if (chunks === undefined) {
        askForBody(request);
      }
      chunks ??= request.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array | string>;
      const { done, value } = await chunks.next();
      if (done === true) {
        return { done: true, value: undefined };
      }
      return {
        done: false,
        value: typeof value === 'string' ? Buffer.from(value, request.readableEncoding ?? 'utf8') : value,
      };
    },
    async return() {
      await chunks?.return?.();
      return { done: true, value: undefined };
    },
  };
}
