/**
 * Writes the table of speeds into `bench/README.md`, from the results that the last runs of `codec`, `call` and `server` have left, and the chart of the
 * front page from the table. Without results, the table stays as it is. With `--check`, only says whether the chart shows the table.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { speedChart } from './lib/chart.mjs';
import { loadResults } from './lib/results.mjs';
import { fixed, median } from './lib/table.mjs';

const page = new URL('README.md', import.meta.url);
const chart = new URL('../docs/images/speed.svg', import.meta.url);
const check = argv.includes('--check');
const begin = '<!-- speed: `node bench/readme.mjs` writes this table -->';
const end = '<!-- end of speed -->';

const shown = (value) => fixed(value, value < 0.1 ? 2 : value < 10 ? 1 : 0);
/** `2.1 to 9.8`, or one number where both are the same. */
function range(values, show = shown) {
  const [least, greatest] = [show(Math.min(...values)), show(Math.max(...values))];
  return least === greatest ? least : `${least} to ${greatest}`;
}
const rangeAndMedian = (values) => `${range(values)} (median ${shown(median(values))})`;
const percent = (values) => `${range(values, (value) => fixed(value * 100, 0))} %`;

function codecRow(title, results, direction, json) {
  const ratios = results.map((result) => result[direction].ratios);
  const bySoap = ratios.map(({ soap }) => soap).filter((ratio) => typeof ratio === 'number');
  const byJson = ratios.map((each) => 1 / each[json]);
  return `| ${title} | ${rangeAndMedian(bySoap)} times as fast as \`soap\`; ${rangeAndMedian(byJson)} times the time of \`${json}\` of the same data |`;
}

function rows({ codec, call, server }) {
  const calls = Object.values(call);
  const pings = Object.entries(server)
    .filter(([name]) => name.startsWith('Ping '))
    .map(([, result]) => result);
  const strict = codec.map(({ decode }) => decode.ratios['ours, strict']);
  const faster = calls.map((each) => each.soap / each.ours);
  const rates = pings.map((each) => each.ours.rate / each['soap.listen'].rate);
  return [
    codecRow(`Decode messages of ${codec.length} kinds`, codec, 'decode', 'JSON.parse'),
    `| Decode them strictly | ${rangeAndMedian(strict)} times the time of decoding |`,
    codecRow('Encode them', codec, 'encode', 'JSON.stringify'),
    `| A small SOAP 1.1 call, 1, 16 and 64 at a time | ${range(faster)} times as fast as \`soap\`; ${range(calls.map(({ ours }) => ours))} times the time of bare \`node:http\`, ${range(calls.map((each) => each['ours over undici']))} times over undici |`,
    `| Small requests a second of a server, 1, 32 and 256 connections | ${range(rates)} times as many as \`soap.listen\`; ${percent(pings.map(({ ours }) => ours.rate))} of bare \`node:http\` |`,
  ];
}

const text = readFileSync(page, 'utf8');
const [before, rest] = text.split(begin);
const [written, after] = rest?.split(end) ?? [];
if (after === undefined) {
  throw new Error(`bench/README.md has no place for the table: ${begin} … ${end}`);
}
const results = loadResults();
const measured = ['codec', 'call', 'server'].every((name) => results[name] !== undefined);
const table = measured && !check ? `\n${['| | |', '|---|---|', ...rows(results)].join('\n')}\n` : written;
const picture = speedChart(table);
if (!check) {
  writeFileSync(page, `${before}${begin}${table}${end}${after}`);
  mkdirSync(new URL('.', chart), { recursive: true });
  writeFileSync(chart, picture);
} else if (readFileSync(chart, 'utf8') !== picture) {
  throw new Error('docs/images/speed.svg does not show the table of bench/README.md: run node bench/readme.mjs');
}
