import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { main } from '../../generator/cli.js';
import { catalogue } from '../../generator/diagnostics/catalogue/index.js';

/**
 * Closes the loop around the catalogue: every code has a section in docs/diagnostics.md and a test that provokes it, and
 * there are no others.
 *
 * A golden case is a folder `tests/diagnostics/<stage>/<what>/`: inputs (or a config), optionally `args.txt` with the
 * command's arguments, and `expected.txt` with what the command prints on standard error. `UPDATE_GOLDEN=1` rewrites it.
 * Codes that an input alone cannot provoke are listed in `elsewhere.txt` with the test that provokes them.
 */
const root = resolve(__dirname, '../..');
const codes = Object.keys(catalogue).sort();
const stages = [...new Set(codes.map((code) => code.split('/')[0] ?? ''))];

const cases = stages.flatMap((stage) => {
  const folder = join(__dirname, stage);
  return existsSync(folder) ? readdirSync(folder).map((what) => `${stage}/${what}`) : [];
});

const elsewhere = new Map(
  readFileSync(join(__dirname, 'elsewhere.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/\s+/) as [string, string]),
);

describe('every code of the catalogue', () => {
  it('has a section in docs/diagnostics.md, in order, and no other section exists', () => {
    const text = readFileSync(join(root, 'docs/diagnostics.md'), 'utf8');
    const sections = [...text.matchAll(/^### `([^`]+)`$/gm)].map((match) => match[1]);
    expect(sections).toEqual(codes);
  });

  it('is provoked by a golden case, or by a test that elsewhere.txt names', () => {
    expect(codes.filter((code) => !cases.includes(code) && !elsewhere.has(code))).toEqual([]);
  });

  it('is named stage/what', () => {
    for (const code of codes) expect(code).toMatch(/^[a-z]+\/[a-z0-9.]+(-[a-z0-9.]+)*$/);
  });

  it('is shown in docs/diagnostics.md as its golden case prints it', () => {
    const path = join(root, 'docs/diagnostics.md');
    const text = readFileSync(path, 'utf8');
    const current = text.replace(/^### `([^`]+)`\n\n\*\*(\w+)\.\*\* (.*)\n(\n```text\n(?:(?!```)[^])*```\n)?/gm, section);
    if (process.env.UPDATE_GOLDEN) writeFileSync(path, current);
    expect(readFileSync(path, 'utf8')).toBe(current);
  });
});

describe('elsewhere.txt', () => {
  it('is sorted, and names only codes that have no golden case', () => {
    expect([...elsewhere.keys()]).toEqual([...elsewhere.keys()].sort());
    expect([...elsewhere.keys()].filter((code) => cases.includes(code) || !codes.includes(code))).toEqual([]);
  });

  it.each([...elsewhere])('%s: %s provokes it', (code, path) => {
    expect(readFileSync(join(root, path), 'utf8')).toContain(code);
  });
});

describe('golden case', () => {
  it.each(cases)('%s', async (code) => {
    const source = join(__dirname, code);
    const folder = mkdtempSync(join(tmpdir(), 'golden-'));
    try {
      cpSync(source, folder, { recursive: true });
      rmSync(join(folder, 'expected.txt'), { force: true });
      const output = await run(folder);
      const expected = join(source, 'expected.txt');
      if (process.env.UPDATE_GOLDEN) writeFileSync(expected, output);
      expect(output).toBe(existsSync(expected) ? readFileSync(expected, 'utf8') : 'expected.txt is missing');
      expect(output).toContain(` ${code}: `);
      expect(output).not.toMatch(/help: [A-Z][a-z]/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** A section of the docs, with the severity of the catalogue and the paragraph that the golden case prints. */
function section(_: string, code: string, __: string, explanation: string): string {
  const severity = codes.includes(code) ? catalogue[code as keyof typeof catalogue].severity : 'unknown';
  const path = join(__dirname, code, 'expected.txt');
  const paragraphs = existsSync(path) ? readFileSync(path, 'utf8').split(/(?<=\n {2}help: .*\n)/) : [];
  const own = paragraphs.find((paragraph) => paragraph.includes(` ${code}: `));
  const example = own === undefined ? '' : `\n\`\`\`text\n${own}\`\`\`\n`;
  return `### \`${code}\`\n\n**${severity}.** ${explanation}\n${example}`;
}

/** Standard error of the command in a folder. */
async function run(workingFolder: string): Promise<string> {
  let output = '';
  const err = (text: string): void => {
    output += text;
  };
  await main(argumentsFor(workingFolder), {
    out: () => undefined,
    err,
    isInteractive: false,
    environment: {},
    workingFolder,
  });
  return output.replaceAll(workingFolder, '.');
}

function argumentsFor(folder: string): readonly string[] {
  if (existsSync(join(folder, 'args.txt'))) return readFileSync(join(folder, 'args.txt'), 'utf8').trim().split(/\s+/);
  if (existsSync(join(folder, 'codegen.config.json'))) return ['generate'];
  const inputs = readdirSync(folder).filter((name) => /^input\.(wsdl|xsd|xml|ya?ml|json)$/.test(name));
  return ['generate', ...inputs, '--out', 'out', '--strict'];
}
