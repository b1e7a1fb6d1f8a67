/**
 * Draws the editor and the terminal of the front page, `docs/images/editor.svg` and `editor-narrow.svg` for phones, from real runs: of TypeScript's language service over
 * the client of README with a mistake in it, and of the commands. With `--check`, only says whether the pictures are up to date. Needs `npm run build`.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { argv, env, execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { editorView } from './picture/editor.mjs';
import { terminalLines } from './picture/terminal.mjs';
import { drawnWindow } from './picture/window.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const pictures = { 'docs/images/editor.svg': 820, 'docs/images/editor-narrow.svg': 464 };
const bin = join(root, 'dist/generator/bin.js');

/** The code of a page below a line. */
function codeBelow(page, line) {
  const text = readFileSync(join(root, page), 'utf8').split(line)[1];
  const code = /^```\w+\n([\s\S]*?)^```$/m.exec(text ?? '')?.[1];
  if (code === undefined) {
    throw new Error(`${page} has no code below ${line}`);
  }
  return code;
}

/** Text with a part of it replaced, which has to be there. */
function changed(text, before, after) {
  if (!text.includes(before)) {
    throw new Error(`There is no ${before} in:\n${text}`);
  }
  return text.replace(before, after);
}

/** The project of the front page with the contract of the tutorial, and a mistake in its client. */
function writeProject(folder) {
  const links = {
    calculator: join(folder, 'generated/calculator'),
    '@wsdl-codegen': join(root, 'node_modules/@wsdl-codegen'),
    '@types': join(root, 'node_modules/@types'),
  };
  for (const inside of ['src', 'node_modules']) {
    mkdirSync(join(folder, inside));
  }
  for (const [name, target] of Object.entries(links)) {
    symlinkSync(target, join(folder, 'node_modules', name), 'junction');
  }
  writeFileSync(join(folder, 'package.json'), '{ "name": "till", "type": "module", "private": true }');
  writeFileSync(join(folder, 'tsconfig.json'), codeBelow('docs/tutorial.md', '`tsconfig.json`:'));
  const client = codeBelow('README.md', 'npm install ./generated/calculator\n```');
  writeFileSync(join(folder, 'src/client.ts'), changed(client, 'b: 3', "b: '3'"));
}

/** Writes `calculator.wsdl` from a description. */
function writeContract(folder, description) {
  writeFileSync(join(folder, 'Calculator.yaml'), description);
  run(folder, execPath, [bin, 'wsdl', 'Calculator.yaml', '--out', 'wsdl']);
  writeFileSync(join(folder, 'calculator.wsdl'), readFileSync(join(folder, 'wsdl/Calculator.wsdl')));
}

/** What a program prints, in colours. It does not know of the repository that a hook of git may have started this script in, nor of a person's settings. */
function run(folder, program, args) {
  const outside = Object.entries(env).filter(([name]) => !name.startsWith('GIT_'));
  const own = { NO_COLOR: '', FORCE_COLOR: '1', NODE_OPTIONS: '', GIT_CONFIG_GLOBAL: '', GIT_CONFIG_NOSYSTEM: '1' };
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...Object.fromEntries(outside), ...own },
  });
  if (status !== 0) {
    throw error ?? new Error(`${program} ${args.join(' ')}: exit code ${status}\n${stdout}${stderr}`);
  }
  return (stdout + stderr).trimEnd();
}

/** What the editor and the terminal show. */
function session() {
  const folder = mkdtempSync(join(tmpdir(), 'picture-'));
  try {
    const shown = (command) =>
      `\x1b[32m$\x1b[0m \x1b[1mnpx ${command}\x1b[0m\n${run(folder, execPath, [bin, ...command.split(' ').slice(1)])}`;
    const description = codeBelow('docs/tutorial.md', '`calculator.yaml`:');
    writeProject(folder);
    writeContract(folder, description);
    const generated = shown('wsdl-codegen calculator.wsdl --out generated/calculator').replace(/\nnext: .*/, '');
    const editor = editorView(folder, 'src/client.ts', 'add');
    for (const args of [
      ['init', '-q', '-b', 'main'],
      ['add', 'calculator.wsdl'],
      ['-c', 'user.name=till', '-c', 'user.email=till@calculator.example', 'commit', '-q', '-m', 'The contract'],
    ]) {
      run(folder, 'git', args);
    }
    writeContract(folder, changed(description, 'result: int', 'result: long'));
    const compared = shown('wsdl-codegen diff git:main calculator.wsdl');
    return { editor, terminal: terminalLines(`${generated}\n\n${compared}`) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const shown = session();
for (const [name, width] of Object.entries(pictures)) {
  const svg = drawnWindow(shown, width);
  if (!argv.includes('--check')) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), svg);
  } else if (readFileSync(join(root, name), 'utf8') !== svg) {
    throw new Error(
      `${name} is not what the editor and the commands show: run npm run build && node scripts/readme-picture.mjs`,
    );
  }
}
