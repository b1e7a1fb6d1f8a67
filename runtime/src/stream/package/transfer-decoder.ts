import { ByteCollector } from '../../http/byte-collector.js';
import { base64Text, decodeBase64, decodeQuotedPrintable, decodeTransfer } from '../../soap/transfer-encoding.js';

/** Undoes a transfer encoding piece by piece, as `decodeTransfer` does it at once. Both throw `PackageError`. */
export interface TransferDecoder {
  /** The octets that are known with more of the content. */
  add(bytes: Uint8Array): Uint8Array;
  /** The last ones. */
  end(): Uint8Array;
}

const nothing = new Uint8Array(0);
const lineFeed = 0x0a;

/** The decoder for a `Content-Transfer-Encoding`. Throws `PackageError` for one that is not known. */
export function transferDecoder(encoding: string): TransferDecoder {
  decodeTransfer(nothing, encoding);
  switch (encoding) {
    case 'base64':
      return base64Decoder();
    case 'quoted-printable':
      return quotedPrintableDecoder();
    default:
      return { add: (bytes) => decodeTransfer(bytes, encoding), end: () => nothing };
  }
}

/** What it holds back are characters that are no whole group of four. */
function base64Decoder(): TransferDecoder {
  let rest = '';
  /** True after padding and after what is no base64: whatever comes then is an error. */
  let isOver = false;
  const decode = (text: string): Uint8Array => {
    if (text === '') {
      return nothing;
    }
    const group = isOver ? `=${text}` : text;
    isOver = true;
    const octets = decodeBase64(group);
    isOver = text.endsWith('=');
    return octets;
  };
  return {
    add(bytes) {
      const text = rest + base64Text(bytes);
      const whole = text.length - (text.length % 4);
      rest = text.slice(whole);
      return decode(text.slice(0, whole));
    },
    end: () => decode(rest),
  };
}

/** What it holds back is the line that has not ended. */
function quotedPrintableDecoder(): TransferDecoder {
  let line = new ByteCollector();
  return {
    add(bytes) {
      const end = bytes.lastIndexOf(lineFeed) + 1;
      line.add(bytes.subarray(0, end));
      const lines = end === 0 ? nothing : line.bytes();
      line = end === 0 ? line : new ByteCollector();
      line.add(bytes.subarray(end));
      return decodeQuotedPrintable(lines);
    },
    end: () => decodeQuotedPrintable(line.bytes()),
  };
}
