import { everyBody } from './other-body.js';

/** The body of an answer in chunks. `tooLong` throws if a length in bytes is too much. Rejects with the host's own error. */
export async function* bodyChunks(
  response: Response,
  tooLong: (length: number) => void,
): AsyncGenerator<Uint8Array, undefined> {
  const reader = response.body?.getReader?.();
  if (reader === undefined) {
    yield* everyBody(response, tooLong);
    return;
  }
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      yield part.value;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
