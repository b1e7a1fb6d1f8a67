import { deepStrictEqual } from 'node:assert/strict';
import { comparablePath, requestPath, unescapePath, writtenPath } from '../../../runtime/src/http/paths.js';
import { joinPaths, rebaseAddress, splitAddress, splitTarget } from '../../../runtime/src/http/urls.js';
import { fillAction, fillPlaceholders } from '../../../runtime/src/service/placeholders.js';
import { mutate } from '../../support/mutate.js';
import { drawn } from '../../support/plain-data.js';
import { wellFormed } from '../../support/random-text.js';
import type { FuzzPart } from '../part.js';

/** A request target, an address of a service, and pieces of a path. */
interface Input {
  readonly target: string;
  readonly address: string;
  readonly pieces: readonly string[];
}

const targets = [
  '/a/B.asmx/Op?x=1&y=%20',
  'http://user@h:1/a/%D1%8F/b?q#f',
  'https://[::1]:8/%2e%2e/a//b/./..',
  '/%41%2f%25%C3%A9|{}"<>',
  '*',
];
const addresses = [
  'https://h:1/a/B.asmx',
  '{base_url}:8080/X.asmx',
  '{base_url}X.asmx',
  '/a',
  'net.tcp://h',
  '{a}{b}/c',
];

/** A path is seen as every reader of addresses sees it, or by nobody; addresses keep the base that a program gives them. */
export const urls: FuzzPart<Input> = {
  name: 'urls',
  cases: 8000,
  inputs: drawn((random) => ({
    target: mutate(random.pick(targets), random),
    address: mutate(random.pick(addresses), random),
    pieces: Array.from({ length: random.below(4) }, () => mutate('/a/', random)),
  })),
  check: ({ target, address, pieces }) => {
    requireSamePath(target);
    requireComparable(target);
    requireBase(address);
    const joined = joinPaths(...pieces);
    if (!joined.startsWith('/') || (joined !== '/' && joined.endsWith('/'))) {
      throw new Error(`joined as ${joined}`);
    }
    fillAction(address, { base_url: fillPlaceholders(target, { a: address }) });
  },
};

/** Where a service may be meant, WHATWG's reader of URLs sees the same path. It takes a backslash for a slash, which no service has. */
function requireSamePath(target: string): void {
  const { path } = splitTarget(target);
  const known = requestPath(path);
  if (known === undefined || !path.startsWith('/') || path.includes('\\')) {
    return;
  }
  const whole = /^https?:/i.test(target) ? target : `http://h${target}`;
  // Some hosts are none, such as `296.1`.
  if (URL.canParse(whole)) {
    deepStrictEqual(requestPath(new URL(whole).pathname), known);
  }
}

/** The comparable form is that of itself, means the same octets, and is written as a path that has it. */
function requireComparable(text: string): void {
  const path = comparablePath(text);
  deepStrictEqual(comparablePath(path), path);
  deepStrictEqual(octetsOf(path), octetsOf(text));
  unescapePath(path);
  // Escapes of control characters stay, and those that are not UTF-8.
  if (path === wellFormed(path) && !/[\0-\x1f\x7f]/.test(path) && isUtf8(path)) {
    deepStrictEqual(comparablePath(writtenPath(path)), path);
  }
}

function isUtf8(path: string): boolean {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}

function octetsOf(text: string): string {
  const latin1 = Buffer.from(text).toString('latin1');
  return latin1.replace(/%([0-9A-Fa-f]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

function requireBase(address: string): void {
  const split = splitAddress(address);
  if (split !== undefined && split.path !== '' && !'/?#'.includes(split.path.charAt(0))) {
    throw new Error(`a path that begins with ${split.path}`);
  }
  const rebased = rebaseAddress(address, 'https://base.example/root/');
  const isBelow = URL.canParse(rebased) && new URL(rebased).host === 'base.example';
  if (!isBelow || !rebased.startsWith('https://base.example/root')) {
    throw new Error(`the address became ${rebased}`);
  }
}
