/** The chart of speeds on the front page, made from the table of `bench/README.md`: its numbers are those of the table. */

const width = 720;
const left = 190;
/** What labels need at the end of the longest bar. */
const right = 160;
const rowHeight = 22;

/** The SVG of a table of speeds. */
export function speedChart(table) {
  const groups = groupsOf(table);
  const unit = (width - left - right) / Math.max(...groups.flatMap(({ bars }) => bars.map(({ to }) => to)));
  let y = 52;
  const body = [];
  for (const { title, bars } of groups) {
    body.push(text(16, y, 'title', title));
    y += 10;
    for (const bar of bars) {
      body.push(...drawn(bar, y, unit));
      y += rowHeight;
    }
    y += 26;
  }
  const height = y - 12;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Processor time beside soap, JSON and bare node:http; shorter is better">
<style>
text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.title { font-weight: 600 }
.head, .value { fill: #59636e }
.card { fill: #ffffff; stroke: #d1d9e0 }
.ours { fill: #0969da } .soap { fill: #bc4c00 } .bare { fill: #818b98 } .range { opacity: .4 }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc }
.head, .value { fill: #9198a1 }
.card { fill: #0d1117; stroke: #3d444d }
.ours { fill: #4493f8 } .soap { fill: #db6d28 } .bare { fill: #656c76 }
}
</style>
<rect class="card" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="6"/>
${text(16, 26, 'head', 'Time, with that of wsdl-codegen as 1: shorter is better')}
${body.join('\n')}
</svg>
`;
}

function groupsOf(table) {
  const row = (begin) => table.split('\n').find((line) => line.startsWith(`| ${begin}`)) ?? fail(begin);
  const ours = { name: 'wsdl-codegen', kind: 'ours', from: 1, to: 1, label: '1' };
  const codec = (begin, title, json) => {
    const [, soap] = find(row(begin), /\(median ([\d.]+)\) times as fast as `soap`/);
    const [, bare] = find(row(begin), /\(median ([\d.]+)\) times the time of/);
    const median = { name: 'soap', kind: 'soap', from: +soap, to: +soap, label: `${soap} times as long` };
    const part = { name: json, kind: 'bare', from: 1 / bare, to: 1 / bare, label: `ours takes ${bare} times as long` };
    return { title, bars: [ours, median, part] };
  };
  const [, least, most] = find(row('A small'), /\| ([\d.]+) to ([\d.]+) times as fast as `soap`/);
  const [, low, high] = find(row('A small'), /; ([\d.]+) to ([\d.]+) times the time of bare/);
  const [, slow, slower] = find(row('Small requests'), /\| ([\d.]+) to ([\d.]+) times as many/);
  const [, few, many] = find(row('Small requests'), /; (\d+) to (\d+) % of bare/);
  return [
    codec('Decode messages', `${row('Decode messages').split('|')[1].trim()} (medians)`, 'JSON.parse'),
    codec('Encode', 'Encode them (medians)', 'JSON.stringify'),
    {
      title: 'A small SOAP call',
      bars: [
        ours,
        { name: 'soap', kind: 'soap', from: +least, to: +most, label: `${least} to ${most} times as long` },
        {
          name: 'bare node:http',
          kind: 'bare',
          from: 1 / high,
          to: 1 / low,
          label: `ours takes ${low} to ${high} times as long`,
        },
      ],
    },
    {
      title: 'A small request at a server',
      bars: [
        ours,
        { name: 'soap.listen', kind: 'soap', from: +slow, to: +slower, label: `${slow} to ${slower} times as long` },
        {
          name: 'bare node:http',
          kind: 'bare',
          from: few / 100,
          to: many / 100,
          label: `${few} to ${many} % of the time`,
        },
      ],
    },
  ];
}

/** A bar that reaches from 0 to the least value, and in a lighter tone to the greatest. */
function drawn({ name, kind, from, to, label }, y, unit) {
  const bar = (x, end, more) =>
    `<rect class="${kind}${more}" x="${left + round(x * unit)}" y="${y}" width="${round((end - x) * unit)}" height="14" rx="2"/>`;
  return [
    text(28, y + 12, 'name', name),
    bar(0, from, ''),
    ...(to > from ? [bar(from, to, ' range')] : []),
    text(left + round(to * unit) + 8, y + 12, 'value', label),
  ];
}

const text = (x, y, kind, content) => `<text class="${kind}" x="${x}" y="${y}">${content}</text>`;
const round = (value) => Math.round(value * 10) / 10;

function find(line, expression) {
  return expression.exec(line) ?? fail(`${expression} in: ${line}`);
}

function fail(what) {
  throw new Error(`the table of speeds has no ${what}`);
}
