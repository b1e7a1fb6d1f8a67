import { fileURLToPath } from 'node:url';
import { bareCall, measureCalls, ourCall } from './calls.mjs';
import { measureMessage } from './measure-message.mjs';
import { importGenerated } from './packages.mjs';
import { rounds } from './rounds.mjs';
import { measure, startLoad, startServer } from './servers.mjs';

/**
 * A noisy moment is not a slower program: what is over its budget is measured again, in longer turns, and the lowest result counts. Each number is the
 * milliseconds of a turn of an attempt. In short turns the compiler of V8 may not have come to the code yet: the same program gave 2.2 to 6.6 in turns of
 * 25 ms, and 2.3 in all of 100 ms. A server gets turns 16 times as long: a gateway gave 3.6 to 9.9 in turns of 400 ms, and 2.9 to 3.9 in those of 1,600.
 */
const attempts = [25, 100, 100, 250];

/** The ratios of one message that have a budget. */
const ofMessage = {
  decode: ({ decode }) => 1 / decode.ratios['JSON.parse'],
  strict: ({ decode }) => decode.ratios['ours, strict'],
  encode: ({ encode }) => 1 / encode.ratios['JSON.stringify'],
};
const titles = {
  decode: 'decoding, times JSON.parse',
  strict: 'strict decoding, times decoding',
  encode: 'encoding, times JSON.stringify',
};

async function messageRatios(name, turnMs) {
  const result = await measureMessage({ name, peers: [], turnMs, count: 5 });
  return Object.fromEntries(Object.entries(ofMessage).map(([key, of]) => [`${name}: ${titles[key]}`, of(result)]));
}

const recordsWsdl = fileURLToPath(new URL('../fixtures/Records.wsdl', import.meta.url));

async function callRatios() {
  const generated = await importGenerated('records', recordsWsdl);
  const { child, port } = await startServer('node:http');
  const bare = bareCall(port);
  const ours = await ourCall(port, generated);
  const each = (call) => () => measureCalls(call, 1500, 16);
  const results = await rounds({ bare: each(bare), ours: each(ours) }, 7);
  child.disconnect();
  return { 'client: a small call, times node:http': results.ours.ratio };
}

async function serverRatios(turnMs) {
  await importGenerated('records', recordsWsdl);
  const load = startLoad();
  const kinds = ['node:http', 'ours', 'gateway, JSON'];
  const servers = await Promise.all(kinds.map((kind) => startServer(kind)));
  const turn = { operation: 'Ping', connections: 32, milliseconds: turnMs * 16 };
  const contenders = kinds.map((kind, i) => [kind, () => measure(load, servers[i], turn)]);
  const results = await rounds(Object.fromEntries(contenders), 5);
  for (const { child } of [{ child: load }, ...servers]) {
    child.disconnect();
  }
  return {
    'server: a small request, times node:http': results.ours.ratios.cpu,
    'gateway: a small request as JSON, times node:http': results['gateway, JSON'].ratios.cpu,
  };
}

/** The ratios of a group: again where one is over its budget, as far as that may help. */
async function lowest(measureGroup, budgetOf) {
  let best = {};
  for (const turnMs of attempts) {
    for (const [what, value] of Object.entries(await measureGroup(turnMs))) {
      best = { ...best, [what]: Math.min(value, best[what] ?? Number.POSITIVE_INFINITY) };
    }
    if (Object.entries(best).every(([what, value]) => value <= budgetOf(what))) {
      break;
    }
  }
  return best;
}

/**
 * Ratios of processor time with their budgets: rows of a name, the measured value and the budget. `messages` has the budgets of each message, `network` those of a
 * call and of a request.
 */
export async function speeds({ messages, network }) {
  const budgets = new Map(Object.entries(network));
  const groups = [callRatios, serverRatios];
  for (const [name, own] of Object.entries(messages)) {
    for (const [key, budget] of Object.entries(own)) {
      budgets.set(`${name}: ${titles[key]}`, budget);
    }
    groups.push((turnMs) => messageRatios(name, turnMs));
  }
  const budgetOf = (what) => budgets.get(what) ?? Number.POSITIVE_INFINITY;
  const rows = [];
  for (const group of groups) {
    const ratios = Object.entries(await lowest(group, budgetOf));
    rows.push(...ratios.map(([what, value]) => [what, value, budgetOf(what)]));
  }
  return rows.filter(([, , budget]) => budget < Number.POSITIVE_INFINITY);
}
