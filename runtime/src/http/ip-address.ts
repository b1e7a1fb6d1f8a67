/** Addresses of the internet protocol, of both versions, as 16 octets: one of version 4 is mapped into version 6 (RFC 4291, 2.5.5.2). */
export type IpAddress = Uint8Array;

const v4Form = /^(?:0|[1-9][0-9]{0,2})(?:\.(?:0|[1-9][0-9]{0,2})){3}$/;
const group = /^[0-9A-Fa-f]{1,4}$/;
/** The longest text of an address: six groups and a whole address of version 4. */
const maxLength = 45;

/** Reads an address: `192.0.2.1`, `2001:db8::1`, also with a zone (`fe80::1%eth0`), which is dropped. Undefined for anything else. */
export function parseIpAddress(text: string): IpAddress | undefined {
  const zone = text.indexOf('%');
  const bare = zone < 0 ? text : text.slice(0, zone);
  if (bare.length > maxLength) {
    return undefined;
  }
  return bare.includes(':') ? parseV6(bare) : zone < 0 ? mapped(parseV4(bare)) : undefined;
}

function parseV4(text: string): readonly number[] | undefined {
  const octets = v4Form.test(text) ? text.split('.').map(Number) : undefined;
  return octets?.every((octet) => octet <= 255) === true ? octets : undefined;
}

function mapped(octets: readonly number[] | undefined): IpAddress | undefined {
  return octets && Uint8Array.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, ...octets]);
}

function parseV6(text: string): IpAddress | undefined {
  const [before = '', after, more] = text.split('::');
  if (more !== undefined) {
    return undefined;
  }
  const start = groupsOf(before, after === undefined);
  const end = after === undefined ? [] : groupsOf(after, true);
  if (start === undefined || end === undefined) {
    return undefined;
  }
  const left = 16 - start.length - end.length;
  // `::` stands for at least one group of zeros.
  if (after === undefined ? left !== 0 : left < 2) {
    return undefined;
  }
  return Uint8Array.from([...start, ...new Array<number>(left).fill(0), ...end]);
}

/** Octets of groups; the last may be an address of version 4 where the whole address ends. */
function groupsOf(text: string, isEnd: boolean): readonly number[] | undefined {
  const octets: number[] = [];
  const groups = text === '' ? [] : text.split(':');
  for (const [index, each] of groups.entries()) {
    const v4 = isEnd && index === groups.length - 1 ? parseV4(each) : undefined;
    if (v4 !== undefined) {
      octets.push(...v4);
    } else if (group.test(each)) {
      const value = Number.parseInt(each, 16);
      octets.push(value >> 8, value & 0xff);
    } else {
      return undefined;
    }
  }
  return octets;
}

/** The first octets of addresses that belong together. */
interface AddressRange {
  readonly start: IpAddress;
  readonly bits: number;
}

/** Addresses and ranges of them: `10.0.0.7`, `10.0.0.0/8`, `2001:db8::/32`. */
export class AddressRanges {
  readonly #ranges: readonly AddressRange[];

  /** Throws `TypeError` for an entry that is none; `option` is the name of the option that it is from. */
  constructor(entries: readonly string[], option: string) {
    this.#ranges = entries.map((entry) => requireRange(entry, option));
  }

  /** True for an address in one of the ranges. */
  has(address: IpAddress): boolean {
    return this.#ranges.some(({ start, bits }) => sameStart(address, start, bits));
  }
}

const rangeForm = /^([^/]+)(?:\/([0-9]{1,3}))?$/;

function requireRange(entry: string, option: string): AddressRange {
  const [, text = '', length] = rangeForm.exec(String(entry)) ?? [];
  const start = parseIpAddress(text);
  const width = text.includes(':') ? 128 : 32;
  const bits = length === undefined ? width : Number(length);
  if (start === undefined || bits > width) {
    throw new TypeError(
      `${option}: ${JSON.stringify(entry)} is not an address or a range of addresses. Write for example "10.0.0.7", "10.0.0.0/8" or "2001:db8::/32".`,
    );
  }
  return { start, bits: 128 - width + bits };
}

function sameStart(address: IpAddress, start: IpAddress, bits: number): boolean {
  const whole = bits >> 3;
  for (let index = 0; index < whole; index++) {
    if (address[index] !== start[index]) {
      return false;
    }
  }
  const rest = bits & 7;
  return rest === 0 || ((address[whole] ?? 0) ^ (start[whole] ?? 0)) >> (8 - rest) === 0;
}

/** An address as it is shown and compared: one of version 4 that a listener for both versions wrote in version 6 (`::ffff:192.0.2.1`) is written as such. */
export function plainIpAddress(text: string): string {
  return text.startsWith('::ffff:') && text.includes('.') ? text.slice('::ffff:'.length) : text;
}

const loopback = new AddressRanges(['127.0.0.0/8', '::1'], 'loopback');

/** True for an address that only programs on the same machine can reach. */
export function isLoopbackAddress(text: string): boolean {
  const address = parseIpAddress(text);
  return address !== undefined && loopback.has(address);
}
