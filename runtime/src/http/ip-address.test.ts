import { AddressRanges, isLoopbackAddress, parseIpAddress, plainIpAddress } from './ip-address.js';

const hex = (text: string): string | undefined => {
  const address = parseIpAddress(text);
  return address && Buffer.from(address).toString('hex');
};

it.each([
  ['192.0.2.1', '00000000000000000000ffffc0000201'],
  ['::ffff:192.0.2.1', '00000000000000000000ffffc0000201'],
  ['::FFFF:c000:201', '00000000000000000000ffffc0000201'],
  ['::', '00000000000000000000000000000000'],
  ['::1', '00000000000000000000000000000001'],
  ['1::', '00010000000000000000000000000000'],
  ['2001:db8:0:1::a', '20010db800000001000000000000000a'],
  ['1:2:3:4:5:6:7:8', '00010002000300040005000600070008'],
  ['1:2:3:4:5:6:1.2.3.4', '00010002000300040005000601020304'],
  ['fe80::1%eth0', 'fe800000000000000000000000000001'],
])('reads %s', (text, octets) => {
  expect(hex(text)).toBe(octets);
});

it.each([
  '',
  '1.2.3',
  '1.2.3.4.5',
  '1.2.3.256',
  '01.2.3.4',
  '1.2.3.4%a',
  '0x7f.0.0.1',
  '127.1',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '1:2:3:4:5:6:7::8',
  '1::2::3',
  ':1',
  '12345::',
  'g::',
  '1.2.3.4::',
  'localhost',
  '1'.repeat(100_000),
])('%.30j is no address', (text) => {
  expect(parseIpAddress(text)).toBeUndefined();
});

it.each<[string, string, boolean]>([
  ['10.0.0.0/8', '10.255.0.1', true],
  ['10.0.0.0/8', '11.0.0.1', false],
  ['10.0.0.0/8', '::ffff:10.1.2.3', true],
  ['192.0.2.128/25', '192.0.2.127', false],
  ['192.0.2.128/25', '192.0.2.200', true],
  ['0.0.0.0/0', '8.8.8.8', true],
  ['0.0.0.0/0', '2001:db8::1', false],
  ['::/0', '8.8.8.8', true],
  ['10.0.0.7', '10.0.0.7', true],
  ['10.0.0.7', '10.0.0.6', false],
  ['2001:db8::/33', '2001:db8:7fff::1', true],
  ['2001:db8::/33', '2001:db8:8000::1', false],
])('%s and %s: %s', (range, text, isIn) => {
  expect(new AddressRanges([range], 'x').has(parseIpAddress(text) ?? new Uint8Array())).toBe(isIn);
});

it.each(['10.0.0.0/33', '10.0.0.0/', '::/129', 'a/8', '10.0.0.0/8/8', ''])('%j is no range', (entry) => {
  expect(() => new AddressRanges([entry], 'trustProxy')).toThrow(
    `trustProxy: ${JSON.stringify(entry)} is not an address`,
  );
});

it('knows what only this machine reaches', () => {
  const texts = ['127.0.0.1', '127.9.9.9', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '0.0.0.0', '::', '128.0.0.1'];
  expect(texts.map(isLoopbackAddress)).toEqual([true, true, true, true, true, false, false, false]);
  expect(['::ffff:192.0.2.1', '::1', '::ffff:c000:201'].map(plainIpAddress)).toEqual([
    '192.0.2.1',
    '::1',
    '::ffff:c000:201',
  ]);
});
