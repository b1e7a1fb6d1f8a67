import { joinBytes } from '../../http/byte-collector.js';
import { formatBase64, formatHex } from '../../schema/lexical/binary.js';

/** Octets that are written in one go, a multiple of three. */
const pieceLength = 49_152;

/** Makes text of binary content that comes in pieces. */
export class BinaryText {
  readonly #form: 'base64' | 'hex';
  /** Octets that do not fill a group of three yet (RFC 4648, 4). */
  #rest: Uint8Array = new Uint8Array(0);

  constructor(form: 'base64' | 'hex') {
    this.#form = form;
  }

  /** The texts of a piece; of base64, what makes whole groups with what came before. */
  *add(piece: Uint8Array): Generator<string> {
    if (this.#form === 'hex') {
      for (let at = 0; at < piece.length; at += pieceLength) {
        yield formatHex(piece.subarray(at, at + pieceLength));
      }
      return;
    }
    let at = 0;
    if (this.#rest.length > 0) {
      at = Math.min(3 - this.#rest.length, piece.length);
      this.#rest = joinBytes(this.#rest, piece.subarray(0, at));
      if (this.#rest.length < 3) {
        return;
      }
      yield formatBase64(this.#rest);
    }
    const whole = piece.length - ((piece.length - at) % 3);
    for (; at < whole; at += pieceLength) {
      yield formatBase64(piece.subarray(at, Math.min(at + pieceLength, whole)));
    }
    this.#rest = piece.slice(whole);
  }

  /** The text of the last octets. */
  end(): string {
    return formatBase64(this.#rest);
  }
}
