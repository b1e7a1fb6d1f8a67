/**
 * Draws the terminal of the front page, `docs/images/terminal.svg`, from real runs of the command and of the compiler on the calculator of the tutorial.
 * With `--check`, only says whether the picture is up to date. Needs `npm run build`.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { argv, env, execPath } from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const picture = join(root, 'docs/images/terminal.svg');
const programs = { codegen: 'dist/generator/bin.js', tsc: 'node_modules/typescript/bin/tsc' };
const columns = 108;

/** The texts of a page that stand below the name of a file. */
function fileOf(page, name) {
  const text = readFileSync(join(root, page), 'utf8');
  const [, found] = text.split(`\`${name}\`:\n\n\`\`\``)[1]?.match(/^\w+\n([\s\S]*?)^```$/m) ?? [];
  if (found === undefined) {
    throw new Error(`${page} has no file ${name}`);
  }
  return found;
}

/** A project as the tutorial makes it, with the mistake that it shows, and a next version of the contract. */
function project(folder) {
  const write = (name, text) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const [yaml, client, config] = ['calculator.yaml', 'src/client.ts', 'tsconfig.json'].map((name) =>
    fileOf('docs/tutorial.md', name),
  );
  write('package.json', '{ "name": "till", "type": "module", "private": true }');
  write('tsconfig.json', config);
  write('src/client.ts', client.replace('b: 3', "b: '3'"));
  write('calculator.yaml', yaml);
  write('next.yaml', yaml.replace('result: int', 'result: long'));
  run(folder, 'codegen wsdl calculator.yaml --out wsdl');
  run(folder, 'codegen wsdl next.yaml --out next');
  const links = {
    'wsdl-codegen': root,
    calculator: join(folder, 'generated/calculator'),
    '@wsdl-codegen': join(root, 'node_modules/@wsdl-codegen'),
    '@types': join(root, 'node_modules/@types'),
  };
  mkdirSync(join(folder, 'node_modules'));
  for (const [name, target] of Object.entries(links)) {
    symlinkSync(target, join(folder, 'node_modules', name), 'junction');
  }
}

/** What a command prints, in colours. */
function run(folder, command) {
  const [program, ...args] = command.split(' ');
  const { stdout, stderr } = spawnSync(execPath, [join(root, programs[program]), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...env, NO_COLOR: '', FORCE_COLOR: '1', NODE_OPTIONS: '' },
  });
  return (stdout + stderr).trimEnd();
}

/** The lines of the session. */
function session() {
  const folder = mkdtempSync(join(tmpdir(), 'picture-'));
  try {
    project(folder);
    const shown = (command, args = '') =>
      `\x1b[32m$\x1b[0m \x1b[1mnpx ${command}\x1b[0m\n${run(folder, command + args)}`;
    return [
      shown('codegen wsdl/Calculator.wsdl --out generated/calculator').replace(/\nnext: .*/, ''),
      shown('tsc', ' --pretty').replace(/\n\n {2}[^\n]*generated[\s\S]*/, ''),
      shown('codegen diff wsdl/Calculator.wsdl next/Calculator.wsdl'),
    ].flatMap((text) => [...text.split('\n'), '']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const colours = {
  31: 'red',
  32: 'green',
  33: 'yellow',
  36: 'cyan',
  90: 'dim',
  91: 'red',
  96: 'cyan',
  93: 'yellow',
  2: 'dim',
  1: 'bold',
  7: 'dim',
};

/** Pieces of a line with their colours, folded as a terminal folds it. */
function folded(line, state) {
  const rows = [[]];
  let length = 0;
  for (const part of line.split(/(\x1b\[[\d;]*m)/)) {
    const codes = /^\x1b\[([\d;]*)m$/.exec(part)?.[1];
    if (codes !== undefined) {
      const names = codes.split(';').map((code) => colours[code]);
      state.colour = names.findLast((name) => name !== undefined) ?? '';
      continue;
    }
    for (let rest = part; rest !== ''; ) {
      const piece = rest.slice(0, columns - length);
      rows.at(-1).push([state.colour, piece]);
      rest = rest.slice(piece.length);
      length += piece.length;
      if (rest !== '') {
        rows.push([]);
        length = 0;
      }
    }
  }
  return rows;
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function drawn(lines) {
  const state = { colour: '' };
  const rows = lines.slice(0, -1).flatMap((line) => folded(line, state));
  const height = rows.length * 18 + 54;
  const texts = rows.map((pieces, at) => {
    const spans = pieces.map(([colour, text]) =>
      colour === '' ? escaped(text) : `<tspan class="${colour}">${escaped(text)}</tspan>`,
    );
    return spans.length === 0 ? '' : `<text x="18" y="${at * 18 + 54}">${spans.join('')}</text>\n`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 820 ${height}" width="820" height="${height}" role="img" aria-label="A terminal: codegen makes a package, the compiler finds a wrong type, codegen diff says whom a change breaks">
<style>
text { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #e6edf3; white-space: pre }
.red { fill: #ff7b72 } .green { fill: #7ee787 } .yellow { fill: #e3b341 } .cyan { fill: #79c0ff } .dim { fill: #8d96a0 } .bold { font-weight: 600 }
</style>
<rect x=".5" y=".5" width="819" height="${height - 1}" rx="8" fill="#161b22" stroke="#3d444d"/>
<circle cx="20" cy="18" r="5" fill="#ff7b72"/><circle cx="38" cy="18" r="5" fill="#e3b341"/><circle cx="56" cy="18" r="5" fill="#7ee787"/>
${texts.join('')}</svg>
`;
}

const svg = drawn(session());
if (!argv.includes('--check')) {
  mkdirSync(dirname(picture), { recursive: true });
  writeFileSync(picture, svg);
} else if (readFileSync(picture, 'utf8') !== svg) {
  throw new Error(
    'docs/images/terminal.svg is not what the commands print: run npm run build && node scripts/readme-picture.mjs',
  );
}
