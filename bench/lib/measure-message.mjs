/**
 * Measures a message in a process of its own, because code that has seen other messages is slower. As a program: sends the result for the options in its
 * argument.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ownCodecs, peerCodecs } from './codecs.mjs';
import { loadMessage } from './messages.mjs';
import { turnOf, works } from './processor.mjs';
import { rounds } from './rounds.mjs';

const self = fileURLToPath(import.meta.url);

/** Megabytes of XML a second of ours, and the time of each contender as a multiple of ours. */
async function compare(work, length, { turnMs, count }) {
  const contenders = Object.entries(work)
    .filter(([, each]) => works(each))
    .map(([name, each]) => [name, turnOf(each, turnMs)]);
  const results = await rounds(Object.fromEntries(contenders), count);
  return {
    speed: length / results.ours.median,
    ratios: Object.fromEntries(Object.entries(results).map(([name, { ratio }]) => [name, ratio])),
  };
}

async function measureHere({ name, peers, ...turns }) {
  const message = await loadMessage(name);
  const own = ownCodecs(message);
  const others = await peerCodecs(message, peers);
  const { length } = message.xml;
  return {
    name,
    length,
    decode: await compare({ ...own.decode, ...others.decode }, length, turns),
    encode: await compare({ ...own.encode, ...others.encode }, message.writtenLength, turns),
  };
}

/** Decoding and encoding of a message beside JSON and `peers` (names of `peerNames`), in `count` rounds of turns of `turnMs` of processor time. */
export async function measureMessage(options) {
  const child = fork(self, [JSON.stringify(options)]);
  const result = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (typeof result[0] !== 'object' || result[0] === null) {
    throw new Error(`the process that measures "${options.name}" exited with ${result[0]}`);
  }
  return result[0];
}

if (process.argv[1] === self) {
  process.send(await measureHere(JSON.parse(process.argv[2])), () => process.exit(0));
}
