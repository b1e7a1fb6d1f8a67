import { fileURLToPath } from 'node:url';
import { canonicalBits, expectedResult, unhex } from './cases.mjs';

/** The form of a request in each binding, to check that a driver really used it. */
const looks = {
  soap11: /^POST [\s\S]*?content-type: text\/xml/i,
  soap12: /^POST [\s\S]*?content-type: application\/soap\+xml/i,
  httpGet: /^GET /,
  httpPost: /^POST [\s\S]*?content-type: application\/x-www-form-urlencoded/i,
};

const canonical = (args) => args.map((a) => canonicalBits(a)).join(' ');
/** Messages of other stacks may name their files: the page is the same wherever the repository is. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const readable = ({ type, value }) =>
  type === 'int' || type === 'null' || type === 'data'
    ? `${type} ${value}`
    : `${type} ${JSON.stringify(short(unhex(value).replaceAll(root, '')))}`;
const short = (text) => (text.length > 160 ? `${text.slice(0, 160)}…` : text);

/**
 * One exchange judged: `arrival` says whether every parameter came bit for bit (and over the binding that was asked for), `result` whether the
 * caller got what the server answered. Undefined for what is right, else what is wrong.
 */
export function judge({ call, binding, seen, result, request }) {
  const want = call.args.map((a) => a.value);
  const expected = expectedResult(call);
  let arrival;
  if (seen.length !== 1) {
    arrival = `the server was called ${seen.length} times; the caller got ${readable(result)}`;
  } else if (seen[0].operation === call.operation && call.args[0]?.type === 'data' && seen[0].args[0] !== want[0]) {
    arrival = `arrived: ${difference(want[0], seen[0].args[0])}`;
  } else if (seen[0].operation !== call.operation || canonical(seen[0].args) !== canonical(want)) {
    arrival = `arrived: ${seen[0].operation} ${shown(call, seen[0].args)}; sent: ${shown(call, want)}`;
  } else if (!looks[binding].test(request)) {
    arrival = `the request was not one of ${binding}`;
  }
  // A wrong parameter makes another answer: that is one error, not two. Over GET and POST a failure has no reason that clients can read.
  const failed = result.type === 'fault' || result.type === 'error';
  const right =
    expected.type === 'fault' && !binding.startsWith('soap')
      ? failed
      : result.type === expected.type && result.value === expected.value;
  const wrong = arrival === undefined && !right ? unlike(expected, result) : undefined;
  return { arrival, result: wrong };
}

function unlike(expected, result) {
  if (expected.type === 'data' && result.type === 'data') {
    return `the caller got ${difference(expected.value, result.value)}`;
  }
  return `answered: ${readable(expected)}; the caller got ${readable(result)}`;
}

/** The first member in which two values of data contracts differ; the two values themselves if they are not of data contracts. */
function difference(expected, found) {
  let [want, got] = [expected, found];
  let path = '';
  try {
    [want, got] = [JSON.parse(expected), JSON.parse(found)];
  } catch {}
  for (;;) {
    const names = want !== null && got !== null && typeof want === 'object' && typeof got === 'object';
    const name = names && Object.keys(want).find((key) => JSON.stringify(want[key]) !== JSON.stringify(got[key]));
    if (!name) {
      break;
    }
    path += `/${name}`;
    [want, got] = [want[name], got[name]];
  }
  return `${path} ${short(JSON.stringify(got) ?? 'nothing')} for ${short(JSON.stringify(want))}`.trim();
}

function shown(call, args) {
  return call.args
    .map((a, i) => (a.type === 'string' && args[i] !== 'null' ? JSON.stringify(short(unhex(args[i] ?? ''))) : args[i]))
    .join(', ');
}
