import { bits, hex, strings } from '../cases.mjs';

/**
 * Calls of the service in SOAP encoding. Values are text as in `../cases.mjs`, in JSON where they have parts: structs with their members in
 * the order of the alphabet, arrays as lists.
 */

const data = (name, value) => ({ name, type: 'data', value: JSON.stringify(value) });
const text = (value) => ({ name: 'text', type: 'string', value: hex(value) });

function call(operation, name, arg, expected) {
  return { service: 'Registry', operation, name, args: [arg], expected };
}

function echo(operation, name, arg) {
  return call(operation, name, arg, { type: arg.type, value: arg.value });
}

const entry = (id, title, open, weight) => ({
  id: String(id),
  mark: { label: hex(`mark of ${title}`), weight: bits(weight) },
  open: String(open),
  title: hex(title),
});

const entries = {
  plain: entry(1n, 'plain', true, 1.5),
  markup: entry(-1n, '<&>', false, -0.1),
  cyrillic: entry(9007199254740993n, 'Привет', true, 1 / 3),
  greatest: entry(2n ** 63n - 1n, 'z', true, 1.7976931348623157e308),
  least: entry(-(2n ** 63n), 'a', false, 5e-324),
};
const numbers = { none: [], one: ['7'], several: ['-2147483648', '0', '2147483647'] };

/** Every call of the service. */
export function registryCalls() {
  return [
    ...Object.entries(strings).map(([name, value]) => echo('EchoText', `string ${name}`, text(value))),
    ...Object.entries(entries).map(([name, value]) => echo('EchoEntry', `struct ${name}`, data('entry', value))),
    ...Object.entries(numbers).map(([name, value]) => echo('EchoNumbers', `array ${name}`, data('numbers', value))),
    ...['', 'four'].map((value) =>
      call('Measure', `two results of ${JSON.stringify(value)}`, text(value), {
        type: 'data',
        value: JSON.stringify({ length: String(value.length), return: hex(value) }),
      }),
    ),
  ];
}
