/**
 * Decoding and encoding of messages of many shapes: ours, strict, and JSON, `soap`, XML parsers and protobuf with the same data. Arguments: names of messages;
 * without any, all are measured.
 */
import { peerNames } from './lib/codecs.mjs';
import { measureMessage } from './lib/measure-message.mjs';
import { messages } from './lib/messages.mjs';
import { saveResults } from './lib/results.mjs';
import { fixed, table } from './lib/table.mjs';

const size = (length) =>
  length < 1000 ? `${length} B` : length < 1e6 ? `${fixed(length / 1e3)} KB` : `${fixed(length / 1e6)} MB`;

function print(title, results, direction, json) {
  const names = new Set(results.flatMap((result) => Object.keys(result[direction].ratios)));
  const others = [...names].filter((name) => name !== 'ours' && name !== json);
  table(
    title,
    ['message', 'XML', 'ours, MB/s', `ours, times ${json}`, ...others.map((name) => `${name}, times ours`)],
    results.map((result) => {
      const { speed, ratios } = result[direction];
      const cells = others.map((name) => fixed(ratios[name], 2));
      return [result.name, size(result.length), fixed(speed, 0), fixed(1 / ratios[json], 1), ...cells];
    }),
  );
}

const wanted = process.argv.slice(2);
const results = [];
for (const { name } of messages) {
  if (wanted.length === 0 || wanted.includes(name)) {
    results.push(await measureMessage({ name, peers: peerNames, turnMs: 60, count: 7 }));
  }
}
print('Decode: processor time, by message', results, 'decode', 'JSON.parse');
print('Encode: processor time, by message', results, 'encode', 'JSON.stringify');
if (wanted.length === 0) {
  saveResults('codec', results);
}
