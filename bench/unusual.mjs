/**
 * How fast records are read whose documents have rare forms, beside the same records as services usually write them: what is rare costs its own record, not
 * the document. Arguments: names of messages; without any, all are measured.
 */
import { measureMessage } from './lib/measure-message.mjs';
import { saveResults } from './lib/results.mjs';
import { fixed, table } from './lib/table.mjs';
import unusual from './messages/unusual.mjs';

const wanted = process.argv.slice(2);
const names = unusual.map(({ name }) => name).filter((name) => wanted.length === 0 || wanted.includes(name));
const turns = { peers: [], turnMs: 60, count: 7 };
const { decode: usual } = await measureMessage({ name: 'flat', ...turns });
const results = [];
for (const name of names) {
  const { length, decode } = await measureMessage({ name, ...turns });
  results.push({
    name,
    length,
    speed: decode.speed,
    ofUsual: decode.speed / usual.speed,
    times: 1 / decode.ratios['JSON.parse'],
  });
}
table(
  `Decode of unusual documents: processor time; the usual one is read at ${fixed(usual.speed, 0)} MB/s`,
  ['document', 'KB', 'MB/s', 'of the usual one', 'times JSON.parse'],
  results.map(({ name, length, speed, ofUsual, times }) => [
    name,
    fixed(length / 1e3, 0),
    fixed(speed, 0),
    fixed(ofUsual, 2),
    fixed(times, 1),
  ]),
);
if (wanted.length === 0) {
  saveResults('unusual', results);
}
