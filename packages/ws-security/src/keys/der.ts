/** Reads DER, the form in which certificates and keys are written. */
import { joined } from '../octets.js';
import { SignatureError } from '../signature-error.js';

/** A value of DER with its tag. */
export interface DerValue {
  readonly tag: number;
  readonly content: Uint8Array;
  /** Tag, length and content. */
  readonly whole: Uint8Array;
}

/** Tags of the values that certificates and keys consist of. */
export const derTags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** The values that stand one after the other in octets. */
function derValues(octets: Uint8Array): readonly DerValue[] {
  const values: DerValue[] = [];
  for (let at = 0; at < octets.length; ) {
    const value = valueAt(octets, at);
    values.push(value);
    at += value.whole.length;
  }
  return values;
}

/** The only value in octets, which has to have a tag. */
export function derValue(octets: Uint8Array, tag: number): DerValue {
  const [value, ...others] = derValues(octets);
  if (others.length > 0) {
    throw notDer();
  }
  return derOf(value, tag);
}

/** The values in a sequence or set. */
export const derItems = (value: DerValue | undefined, tag: number = derTags.sequence): readonly DerValue[] =>
  derValues(derOf(value, tag).content);

/** A value that has to be there and to have a tag. */
export function derOf(value: DerValue | undefined, tag: number): DerValue {
  if (value?.tag !== tag) {
    throw notDer();
  }
  return value;
}

/** The octets of a bit string of whole octets. */
export function derBits(value: DerValue | undefined): Uint8Array {
  const { content } = derOf(value, derTags.bitString);
  if (content[0] !== 0) {
    throw notDer();
  }
  return content.subarray(1);
}

/** True for the boolean that is true. */
export const isDerTrue = (value: DerValue | undefined): boolean => derOf(value, derTags.boolean).content[0] === 0xff;

/** An object identifier in digits and points. */
export function derIdentifier(value: DerValue | undefined): string {
  const { content } = derOf(value, derTags.objectIdentifier);
  const arcs: number[] = [];
  let arc = 0;
  for (const octet of content) {
    arc = arc * 128 + (octet & 0x7f);
    if (octet < 0x80) {
      arcs.push(arc);
      arc = 0;
    }
  }
  const [first = 0, ...others] = arcs;
  const root = Math.min(2, Math.floor(first / 40));
  return [root, first - root * 40, ...others].join('.');
}

/** An integer of any length. */
export function derInteger(value: DerValue | undefined): bigint {
  const { content } = derOf(value, derTags.integer);
  const digits = Array.from(content, (octet) => octet.toString(16).padStart(2, '0')).join('');
  const unsigned = BigInt(`0x${digits === '' ? '0' : digits}`);
  return (content[0] ?? 0) >= 0x80 ? unsigned - (1n << BigInt(content.length * 8)) : unsigned;
}

/** A value of DER: its tag, its length and what it contains. */
export function derWritten(tag: number, ...contents: readonly Uint8Array[]): Uint8Array {
  const length = contents.reduce((sum, { length: own }) => sum + own, 0);
  const digits: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) {
    digits.unshift(rest % 256);
  }
  const head = length < 0x80 ? [tag, length] : [tag, 0x80 + digits.length, ...digits];
  return joined([Uint8Array.from(head), ...contents]);
}

function valueAt(octets: Uint8Array, at: number): DerValue {
  const tag = octets[at]!;
  const short = octets[at + 1] ?? -1;
  const lengthOctets = short < 0x80 ? 0 : short & 0x7f;
  let length = short;
  // Tags of several octets, indefinite lengths and lengths beyond 4 octets are in no certificate.
  if ((tag & 0x1f) === 0x1f || short < 0 || short === 0x80 || lengthOctets > 4) {
    throw notDer();
  }
  const start = at + 2 + lengthOctets;
  if (lengthOctets > 0) {
    length = octets.subarray(at + 2, start).reduce((sum, octet) => sum * 256 + octet, 0);
  }
  if (start + length > octets.length) {
    throw notDer();
  }
  return { tag, content: octets.subarray(start, start + length), whole: octets.subarray(at, start + length) };
}

const notDer = (): SignatureError => new SignatureError('key', 'A key or certificate is not valid DER.');
