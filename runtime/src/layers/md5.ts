/** Bits by which the four steps of each round turn (RFC 1321, 3.4). */
const turns = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const;

const sines = Array.from({ length: 64 }, (_, step) => Math.floor(2 ** 32 * Math.abs(Math.sin(step + 1))));

/** The MD5 of octets in hexadecimal digits (RFC 1321). For Digest authentication alone: Web Crypto has none, because it is not safe for anything new. */
export function md5(bytes: Uint8Array): string {
  const state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  const words = padded(bytes);
  for (let at = 0; at < words.length; at += 16) {
    addBlock(state, words.subarray(at, at + 16));
  }
  const view = new DataView(new ArrayBuffer(16));
  state.forEach((word, index) => {
    view.setUint32(4 * index, word, true);
  });
  return Array.from(new Uint8Array(view.buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The octets with a bit, zeros and their length, as words whose lowest octet comes first (3.1, 3.2). */
function padded(bytes: Uint8Array): Uint32Array {
  const blocks = Math.ceil((bytes.length + 9) / 64);
  const view = new DataView(new ArrayBuffer(64 * blocks));
  new Uint8Array(view.buffer).set(bytes);
  view.setUint8(bytes.length, 0x80);
  view.setUint32(64 * blocks - 8, (bytes.length * 8) >>> 0, true);
  view.setUint32(64 * blocks - 4, Math.floor(bytes.length / 2 ** 29), true);
  return Uint32Array.from({ length: 16 * blocks }, (_, index) => view.getUint32(4 * index, true));
}

function addBlock(state: number[], block: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0] = state;
  for (let step = 0; step < 64; step++) {
    const round = step >> 4;
    const [mixed, index] = mix(round, step, b, c, d);
    const turn = turns[round as 0 | 1 | 2 | 3][(step & 3) as 0 | 1 | 2 | 3];
    const sum = (a + mixed + (sines[step] ?? 0) + (block[index] ?? 0)) | 0;
    [a, d, c, b] = [d, c, b, (b + ((sum << turn) | (sum >>> (32 - turn)))) | 0];
  }
  [a, b, c, d].forEach((word, index) => {
    state[index] = ((state[index] ?? 0) + word) >>> 0;
  });
}

/** The function of a round, and the word of the block that its step takes. */
function mix(round: number, step: number, b: number, c: number, d: number): readonly [mixed: number, index: number] {
  if (round === 0) {
    return [(b & c) | (~b & d), step];
  }
  if (round === 1) {
    return [(d & b) | (~d & c), (5 * step + 1) & 15];
  }
  return round === 2 ? [b ^ c ^ d, (3 * step + 5) & 15] : [c ^ (b | ~d), (7 * step) & 15];
}
