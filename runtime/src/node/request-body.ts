import type { IncomingMessage } from 'node:http';
import { ByteCollector } from '../http/byte-collector.js';
import type { ServerCore } from '../server/core.js';
import { type IncomingBody, uncountedBytes } from '../server/incoming-bodies.js';

/** What comes of a body that is read. One of the three is called, once; none when the client goes away. */
export interface BodyReader {
  /** `counted` has to be ended when the body is not held any longer. */
  done(body: Uint8Array, counted: IncomingBody | undefined): void;
  /** The body is too long (413), or there is no room for it (503). */
  refuse(status: 413 | 503): void;
  /** The stream ended before the length that was announced: somebody else has read the beginning. */
  taken(): void;
}

/** Chunks of fewer bytes than this cost more by their number than by their length. */
const shortChunk = 64;
/** So many of them are taken in one go. */
const shortChunks = 2048;

/** Reads a body from its stream. */
export function readBody(
  request: IncomingMessage,
  { settings, incoming, turns }: Pick<ServerCore, 'settings' | 'incoming' | 'turns'>,
  reader: BodyReader,
): void {
  const { maxBodyBytes } = settings.limits;
  const length = Number(request.headers['content-length'] ?? Number.NaN);
  if (length > maxBodyBytes) {
    reader.refuse(413);
    return;
  }
  const body = new ByteCollector();
  let counted: IncomingBody | undefined;
  let short = 0;
  const stop = (status: 413 | 503): void => {
    request.off('data', onData).off('end', onEnd).off('close', onClose);
    reader.refuse(status);
  };
  const onClose = (): void => counted?.end();
  const onData = (data: Uint8Array | string): void => {
    // Text where somebody has set an encoding on the stream.
    const chunk = typeof data === 'string' ? Buffer.from(data, request.readableEncoding ?? 'utf8') : data;
    if (body.length + chunk.length > maxBodyBytes) {
      counted?.end();
      stop(413);
      return;
    }
    body.add(chunk);
    if (counted !== undefined) {
      counted.grow(chunk.length);
    } else if (body.length > uncountedBytes) {
      counted = incoming.begin(() => stop(503));
      request.once('close', onClose);
      counted.grow(body.length);
    }
    if (chunk.length < shortChunk && ++short % shortChunks === 0) {
      request.pause();
      turns.later(maxBodyBytes, () => request.resume());
    }
  };
  const onEnd = (): void => {
    request.off('close', onClose);
    counted?.complete();
    if (body.length < length) {
      counted?.end();
      reader.taken();
    } else {
      reader.done(body.bytes(), counted);
    }
  };
  // A client that goes away in the middle gets no answer, and its error must not end the process.
  request.on('data', onData).on('end', onEnd).on('error', ignore);
  // Somebody may have paused the stream.
  request.resume();
}

function ignore(): void {}
