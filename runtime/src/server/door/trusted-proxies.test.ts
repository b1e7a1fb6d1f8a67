import { withinSeconds } from '../../../../tests/support/processor-time.js';
import { TrustedProxies, type TrustProxy } from './trusted-proxies.js';

/** What proxies say of a request that came from an address. */
function seen(option: TrustProxy, from: string | undefined, fields: Readonly<Record<string, string>>): unknown {
  const headers = Object.fromEntries(Object.entries(fields).map(([name, value]) => [`x-forwarded-${name}`, value]));
  const head = { method: 'GET', url: '/', headers, remoteAddress: from };
  const proxies = new TrustedProxies(option);
  return [proxies.caller(head), proxies.forwarded(head, 'host'), proxies.forwarded(head, 'proto')];
}

const spoofed = { for: '6.6.6.6, 192.0.2.7', host: 'evil.example, shop.example', proto: 'http, https' };
const chain = { for: '6.6.6.6, 192.0.2.7, 10.0.0.3', host: 'evil.example, shop.example, inner', proto: 'https, http' };

it.each<[TrustProxy, string | undefined, Readonly<Record<string, string>>, readonly (string | undefined)[]]>([
  // Nobody is believed.
  [false, '192.0.2.1', spoofed, ['192.0.2.1', undefined, undefined]],
  [0, '192.0.2.1', spoofed, ['192.0.2.1', undefined, undefined]],
  [[], '192.0.2.1', spoofed, ['192.0.2.1', undefined, undefined]],
  [false, '::ffff:192.0.2.1', {}, ['192.0.2.1', undefined, undefined]],
  [false, undefined, spoofed, [undefined, undefined, undefined]],
  // A number of proxies: so many of the last entries are theirs.
  [true, '10.0.0.1', spoofed, ['192.0.2.7', 'shop.example', 'https']],
  [1, undefined, spoofed, ['192.0.2.7', 'shop.example', 'https']],
  [2, '10.0.0.1', chain, ['192.0.2.7', 'shop.example', 'https']],
  [2, '10.0.0.1', { for: '192.0.2.7', host: 'shop.example' }, ['192.0.2.7', 'shop.example', undefined]],
  [1, '10.0.0.1', {}, ['10.0.0.1', undefined, undefined]],
  // Addresses of proxies: the first that is none of them is the caller's.
  [['10.0.0.0/8'], '10.0.0.1', spoofed, ['192.0.2.7', 'shop.example', 'https']],
  [['10.0.0.0/8'], '10.0.0.1', chain, ['192.0.2.7', 'shop.example', 'https']],
  [['10.0.0.0/8'], '::ffff:10.0.0.1', chain, ['192.0.2.7', 'shop.example', 'https']],
  [['10.0.0.0/8'], '192.0.2.9', chain, ['192.0.2.9', undefined, undefined]],
  [['10.0.0.0/8'], undefined, chain, [undefined, undefined, undefined]],
  [['10.0.0.0/8'], '10.0.0.1', { for: '10.0.0.9', host: 'shop.example' }, ['10.0.0.9', 'shop.example', undefined]],
  // With ports, as some proxies write them; what is no address is not the caller's.
  [1, '10.0.0.1', { for: '192.0.2.7:4711' }, ['192.0.2.7', undefined, undefined]],
  [1, '10.0.0.1', { for: '[2001:db8::7]:4711' }, ['2001:db8::7', undefined, undefined]],
  [1, '10.0.0.1', { for: 'unknown' }, ['10.0.0.1', undefined, undefined]],
  [['10.0.0.0/8'], '10.0.0.1', { for: '192.0.2.7, <script>' }, ['10.0.0.1', undefined, undefined]],
])('%j, from %s: %j', (option, from, fields, expected) => {
  expect(seen(option, from, fields)).toEqual(expected);
});

it('reads long lists in the time of a short one for each entry', async () => {
  const list = Array.from({ length: 100_000 }, () => '10.0.0.1').join(', ');
  const found = await withinSeconds(1, () => seen(['10.0.0.0/8'], '10.0.0.1', { for: list }));
  expect(found).toEqual(['10.0.0.1', undefined, undefined]);
});
