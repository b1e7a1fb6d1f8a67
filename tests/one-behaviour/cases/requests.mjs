/** What is sent, and which inputs are refused. */
import { calling, order, sending } from '../kit.mjs';

const whole = {
  id: 5,
  note: 'a "b" <c>\n\t&',
  title: 'A & <B> ]]> "c"',
  count: 3,
  price: '1.50',
  weight: 1.5e300,
  big: 9007199254740993n,
  at: '2024-05-06T07:08:09Z',
  day: '2024-05-06',
  state: 'paid',
  sizes: [1, 2, 3],
  paid: false,
  card: 'c',
  item: [
    { name: 'n', amount: 2, code: 'x' },
    { $type: 'Gift', name: 'm', card: 'g' },
  ],
  scan: Uint8Array.of(1, 2, 255),
  $any: [
    {
      namespace: 'urn:o',
      name: 'extra',
      attributes: [{ namespace: '', name: 'a', value: '<1>' }],
      children: ['t', { namespace: '', name: 'in', attributes: [], children: [] }],
    },
  ],
};

const orders = {
  'the whole of an order': whole,
  'the least': order,
  'null where it is allowed': { ...order, count: null },
  undefined: { ...order, count: undefined, item: undefined },
  'numbers that are special': { ...order, weight: -0, price: '0' },
  'a number without end': { ...order, weight: Number.POSITIVE_INFINITY },
  'texts with characters beyond ASCII': { ...order, title: 'Жжé😀\u2028' },
  'line ends': { ...order, title: 'a\r\nb\rc\n', note: 'a\r\nb' },
  'a Date': { ...order, at: new Date(0) },
  'no required property': { id: 1 },
  'no required attribute': { title: 'A' },
  'null where it is not allowed': { ...order, title: null },
  'a number in the place of a text': { ...order, title: 5 },
  'a text in the place of a number': { ...order, count: '5' },
  'a fraction in the place of an integer': { ...order, count: 1.5 },
  'an integer that is too large': { ...order, count: 2 ** 31 },
  'a number in the place of a bigint': { ...order, big: 5 },
  'a bigint that is too large': { ...order, big: 2n ** 63n },
  'a decimal that is none': { ...order, price: '1,5' },
  'a date that is none': { ...order, day: 'tomorrow' },
  'a value that the enumeration does not have': { ...order, state: 'payed' },
  'text in the place of bytes': { ...order, scan: 'AQID' },
  'an array in the place of a value': { ...order, title: ['A'] },
  'a value in the place of an array': { ...order, item: { name: 'n' } },
  'a hole in an array': { ...order, item: [undefined, { name: 'n' }] },
  'a misspelt property': { ...order, tittle: 'B' },
  'a property of an item that does not exist': { ...order, item: [{ name: 'n', colour: 'red' }] },
  'both branches of a choice': { ...order, card: 'c', cash: '1' },
  'a type that does not exist': { ...order, item: [{ $type: 'Present', name: 'n' }] },
  'a character that XML does not have': { ...order, title: 'a\u0000b' },
  'half a character': { ...order, title: 'a\ud800b' },
  'a tree that is none': { ...order, $any: [{ name: 5 }] },
  'a tree whose name is none': { ...order, $any: [{ namespace: '', name: 'a b', attributes: [], children: [] }] },
  'a tree of the namespace that is not allowed': {
    ...order,
    $any: [{ namespace: 'urn:shop', name: 'a', attributes: [], children: [] }],
  },
};

const cases = {};
for (const [name, value] of Object.entries(orders)) {
  cases[`request: ${name}`] = () => sending({ order: value });
}
for (const binding of ['soap11', 'soap12', 'httpGet', 'httpPost']) {
  cases[`request over ${binding}`] = () =>
    calling(binding.startsWith('soap') ? '' : '<string xmlns="urn:shop">x</string>', {
      method: 'describe',
      input: { id: 7, password: 'a&b=ж +' },
      options: { binding },
      requests: true,
    });
  cases[`request over ${binding}: a wrong value`] = () =>
    sending({ id: 'x' }, { method: 'describe', options: { binding } });
}

export const requests = {
  ...cases,
  'request: no input': () => sending(null),
  'request: an input that is a text': () => sending('order'),
  'request: one way': () => calling({ status: 202, type: '' }, { method: 'forget', input: {}, requests: true }),
  'request: one way with a property': () =>
    calling({ status: 202, type: '' }, { method: 'forget', input: { id: 1 }, requests: true }),
  'request over GET of an operation without it': () => sending({ order }, { options: { binding: 'httpGet' } }),
  'request: text as MTOM': () => mtom({ order: { ...order, scan: Uint8Array.of(1, 2, 3) } }),
  'request: MTOM without bytes': () => mtom({ order }),
};

/** A package, whose boundary is new each time. */
async function mtom(input) {
  const outcome = await sending(input, { options: { mtom: true } });
  const boundary = /boundary="?([^";]+)/.exec(outcome.sent?.[0]?.headers['Content-Type'])?.[1];
  return boundary === undefined ? outcome : JSON.parse(JSON.stringify(outcome).replaceAll(boundary, '(boundary)'));
}
