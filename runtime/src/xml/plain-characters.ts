/** What Node's `Buffer` can do; other hosts may have it as well, or not. */
interface NativeBytes extends Uint8Array {
  write(text: string, offset: number, length: number, encoding: 'latin1'): number;
}
interface NativeMaker {
  alloc(length: number): NativeBytes;
}
const native = (globalThis as { readonly Buffer?: NativeMaker }).Buffer;

/** The longest text that is looked at in one go: it stays near the processor. */
export const maxPlain = 32_768;
/** Words that are compared in one round. */
const round = 8;

let bytes: NativeBytes | undefined;
let words: Int32Array = new Int32Array(0);

/**
 * True for a text of at most `maxPlain` units, with surrogates only in pairs, that are all characters of XML from U+0020 on: finding this out takes
 * half of the time of a search. False if there may be something else, such as a line feed.
 */
export function arePlain(text: string): boolean {
  if (native === undefined || text.includes('\uffff') || text.includes('\ufffe')) {
    return false;
  }
  if (bytes === undefined) {
    bytes = native.alloc(maxPlain + round * 4);
    words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  }
  // Of a unit of two bytes the lower one is looked at: others of them are too low only where the text is searched for nothing.
  return !isAnyLow(bytes.write(text, 0, maxPlain, 'latin1'));
}

/** True if one of so many bytes, or of those that follow in the round, is below 0x20. */
function isAnyLow(length: number): boolean {
  let low = 0;
  for (let i = 0; i * 4 < length; i += round) {
    low |= below(words[i]!) | below(words[i + 1]!) | below(words[i + 2]!) | below(words[i + 3]!);
    low |= below(words[i + 4]!) | below(words[i + 5]!) | below(words[i + 6]!) | below(words[i + 7]!);
  }
  return (low & 0x80808080) !== 0;
}

/** The upper bits of bytes tell whether one of them is below 0x20. */
function below(word: number): number {
  return (word - 0x20202020) & ~word;
}
