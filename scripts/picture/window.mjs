/** Draws a window as SVG: a tab, a file with its problem and a tooltip, and a terminal below. Its colours are those of the page that shows it, light or dark. */

const character = 7.2;
const rowHeight = 20;
const gutter = 44;
const top = 36;
const margin = 12;

const light = {
  text: '#1f2328',
  dim: '#59636e',
  comment: '#59636e',
  keyword: '#cf222e',
  string: '#0a3069',
  number: '#0550ae',
  type: '#953800',
  function: '#8250df',
  red: '#cf222e',
  green: '#1a7f37',
  yellow: '#9a6700',
  cyan: '#0550ae',
  window: '#ffffff',
  bar: '#f6f8fa',
  line: '#d1d9e0',
  box: '#f6f8fa',
  wrong: '#ffebe9',
  word: '#ddf4ff',
};

const dark = {
  text: '#e6edf3',
  dim: '#9198a1',
  comment: '#9198a1',
  keyword: '#ff7b72',
  string: '#a5d6ff',
  number: '#79c0ff',
  type: '#ffa657',
  function: '#d2a8ff',
  red: '#ff7b72',
  green: '#7ee787',
  yellow: '#e3b341',
  cyan: '#79c0ff',
  window: '#0d1117',
  bar: '#161b22',
  line: '#3d444d',
  box: '#1c2128',
  wrong: '#3c1618',
  word: '#1f3a5f',
};

/** The SVG of what an editor and a terminal show, in a width. */
export function drawnWindow({ editor, terminal }, width) {
  const file = drawnFile(editor, width);
  const panel = top + file.height;
  const rows = terminal.flatMap((line) => rowsOf(line, columnsIn(width - 2 * margin), false));
  const height = panel + 46 + rows.length * 18;
  const output = rows.map((row, at) => textRow(row, margin, panel + 50 + at * 18));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="t d">
<title id="t">An editor and its terminal</title>
<desc id="d">${escaped(described(editor))}</desc>
<style>
text { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre }
.code { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
.ui { font: 12px system-ui, sans-serif }
.bold { font-weight: 600 }
.pointer { fill: #ffffff; stroke: #1f2328 }
${style(light)}
@media (prefers-color-scheme: dark) {
${style(dark)}
}
</style>
<rect class="bar edge" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8"/>
<circle cx="20" cy="18" r="5" fill="#ff5f57"/><circle cx="38" cy="18" r="5" fill="#febc2e"/><circle cx="56" cy="18" r="5" fill="#28c840"/>
<rect class="window" x="1" y="${top}" width="${width - 2}" height="${height - top - 9}"/>
<rect class="window" x="1" y="${height - 20}" width="${width - 2}" height="19" rx="7"/>
<rect class="window" x="80" y="1" width="118" height="${top}"/>
<rect class="accent" x="80" y="1" width="118" height="2"/>
<text x="92" y="23"><tspan class="cyan bold">TS</tspan></text>
<text class="ui" x="114" y="23">${editor.name}</text>
<text class="ui dim" x="180" y="23">×</text>
${file.content}
<path class="edge" d="M1 ${panel + 0.5}H${width - 1}"/>
<text class="ui dim" x="${margin}" y="${panel + 21}">Problems</text>
<rect class="badge" x="72" y="${panel + 9}" width="16" height="16" rx="8"/>
<text class="ui badged" x="80" y="${panel + 21}" text-anchor="middle">1</text>
<text class="ui" x="108" y="${panel + 21}">Terminal</text>
<rect class="accent" x="104" y="${panel + 29}" width="58" height="1.5"/>
${output.join('')}</svg>
`;
}

/** What the picture shows, for those who do not see it. */
function described({ name, problem, tooltip }) {
  const signature = tooltip.signature.map(([, text]) => text).join('');
  return `${name}, line ${problem.line + 1}: ${problem.message} The tooltip: ${signature}. ${tooltip.documentation.replaceAll(/\s+/g, ' ')}`;
}

/** The rules of a set of colours. */
function style({ text, window, bar, line, box, wrong, word, ...colours }) {
  const texts = Object.entries(colours).map(([name, colour]) => `.${name} { fill: ${colour} }`);
  return `text { fill: ${text} }
${texts.join(' ')}
.window { fill: ${window} } .bar { fill: ${bar} } .edge { stroke: ${line} } .box { fill: ${box} } .wrong { fill: ${wrong} } .word { fill: ${word} } .accent { fill: ${colours.cyan} } .wave { fill: none; stroke: ${colours.red}; stroke-width: 1.3 } .badge { fill: ${colours.red} } .badged { fill: ${window} }`;
}

/** The file, from below the tab to the panel. */
function drawnFile({ lines, problem, tooltip }, width) {
  const columns = columnsIn(width - gutter - margin);
  const content = [];
  let y = top + 8;
  let end = y;
  let [box, pointer] = ['', ''];
  for (const [at, line] of lines.entries()) {
    const message = at === problem.line ? [['red', `   ■\u00a0${problem.message}`]] : [];
    const rows = rowsOf([...line, ...message], columns, true);
    const base = y + 14;
    if (at === problem.line) {
      content.push(`<rect class="wrong" x="1" y="${y}" width="${width - 2}" height="${rows.length * rowHeight}"/>\n`);
      content.push(wave(gutter + problem.character * character, base + 3, problem.length * character));
    }
    if (at === tooltip.line) {
      const x = gutter + tooltip.character * character;
      content.push(
        `<rect class="word" x="${round(x - 1)}" y="${y + 2}" width="${round(tooltip.length * character + 2)}" height="16" rx="2"/>\n`,
      );
      const drawn = drawnTooltip(tooltip, x, y + rows.length * rowHeight + 2, width);
      box = drawn.content;
      end = drawn.end;
      pointer = `<path class="pointer" d="M${round(x + 16)} ${y + 13}v14l3.3-3 2.3 5 2.4-1-2.3-5h4.4z"/>\n`;
    }
    content.push(`<text class="dim" x="${gutter - 18}" y="${base}" text-anchor="end">${at + 1}</text>\n`);
    content.push(...rows.map((row, below) => textRow(row, gutter, base + below * rowHeight)));
    y += rows.length * rowHeight;
  }
  return { content: content.join('') + box + pointer, height: Math.max(y, end) + 12 - top };
}

/** A tooltip with a signature and its documentation, below a place. */
function drawnTooltip({ signature, documentation }, place, y, width) {
  const boxWidth = Math.min(width - 2 * margin, 555);
  const x = round(Math.min(place, width - boxWidth - margin));
  const rows = rowsOf(signature, columnsIn(boxWidth - 20), true);
  const texts = documentation
    .split('\n\n')
    .flatMap((paragraph) => rowsOf(codeOf(paragraph.replaceAll('\n', ' ')), columnsIn(boxWidth - 20, 6.3), true));
  const line = y + 10 + rows.length * 18;
  const end = line + 10 + texts.length * 18;
  const content = [
    `<rect class="box edge" x="${x}" y="${y}" width="${boxWidth}" height="${end - y}" rx="4"/>\n`,
    ...rows.map((row, at) => textRow(row, x + 10, y + 19 + at * 18)),
    `<path class="edge" d="M${x} ${line}h${boxWidth}"/>\n`,
    ...texts.map((row, at) => `<text class="ui" x="${x + 10}" y="${line + 19 + at * 18}">${spans(row)}</text>\n`),
  ];
  return { content: content.join(''), end };
}

/** Text with `code` in it, as pieces. */
function codeOf(text) {
  return text.split('`').map((part, at) => [at % 2 === 1 ? 'code' : '', part]);
}

/** A wavy line, as editors draw below what is wrong. */
function wave(x, y, length) {
  const waves = Math.max(2, Math.round(length / 4));
  return `<path class="wave" d="M${round(x)} ${y}${'q1 -3 2 0t2 0'.repeat(waves)}"/>\n`;
}

/** Pieces in rows of at most so many characters: broken between words, as an editor does it, or anywhere, as a terminal does it. */
function rowsOf(pieces, columns, betweenWords) {
  const cells = pieces.flatMap(([colour, text]) => [...text].map((each) => [colour, each]));
  const rows = [];
  while (cells.length > columns) {
    const space = betweenWords ? cells.slice(0, columns + 1).findLastIndex(([, each]) => each === ' ') : -1;
    rows.push(cells.splice(0, space > 0 ? space + 1 : columns));
  }
  return [...rows, cells];
}

/** A row of text in which each piece stands in its column, whatever the font. */
function textRow(pieces, x, y) {
  let column = 0;
  const spans = [];
  for (const [colour, text] of joined(pieces)) {
    const shown = text.trim();
    if (shown !== '') {
      const at = round(x + (column + text.length - text.trimStart().length) * character);
      spans.push(`<tspan${colour === '' ? '' : ` class="${colour}"`} x="${at}">${escaped(shown)}</tspan>`);
    }
    column += text.length;
  }
  return spans.length === 0 ? '' : `<text y="${y}">${spans.join('')}</text>\n`;
}

/** A row of text that flows. */
function spans(pieces) {
  return joined(pieces)
    .map(([colour, text]) => (colour === '' ? escaped(text) : `<tspan class="${colour}">${escaped(text)}</tspan>`))
    .join('');
}

/** Neighbours of one colour become one piece. */
function joined(pieces) {
  const found = [];
  for (const [colour, text] of pieces) {
    if (found.at(-1)?.[0] === colour) {
      found.at(-1)[1] += text;
    } else {
      found.push([colour, text]);
    }
  }
  return found;
}

const columnsIn = (width, each = character) => Math.floor(width / each);
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const round = (value) => Math.round(value * 10) / 10;
