import { main } from '../../generator/cli.js';
import { commandNames } from '../../generator/config/command-names.js';
import { textOf } from '../support/repository.js';

/** The guide's tables of commands, options and errors have a row for each that exists, and no others. */

/** The text between the title of a page and the next heading. */
function sectionOf(page: string): string {
  const [, section = ''] = textOf(`docs/guide/${page}.md`).split(/^#+ .*$/m);
  return section;
}

/** First cells of the table whose first column has this title. */
function firstCells(section: string, title: string): readonly string[] {
  const [, table = ''] = section.split(`\n| ${title} | |\n`);
  const [rows = ''] = table.split('\n\n');
  return [...rows.matchAll(/^\| ([^|]+) \|/gm)].map(([, cell = '']) => cell);
}

const inCode = (text: string): readonly string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

/** Names of the properties of an interface. */
function propertiesOf(file: string, name: string): readonly string[] {
  const [, rest = ''] = textOf(file).split(new RegExp(`^export interface ${name}\\b[^\\n]* \\{\\n`, 'm'));
  const [body = ''] = rest.split('\n}\n');
  return [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, property = '']) => property);
}

async function helpOf(...args: readonly string[]): Promise<string> {
  let text = '';
  const write = (part: string): void => {
    text += part;
  };
  await main([...args, '--help'], {
    out: write,
    err: write,
    isInteractive: false,
    environment: {},
    workingFolder: '/',
  });
  return text;
}

const flagsIn = (text: string): readonly string[] => [...text.matchAll(/--[a-z][a-z-]*/g)].map(([flag]) => flag);

describe('the options in the guide', () => {
  it.each([
    ['of a package', 'config', 'generator/config/types.ts', 'PackageConfig'],
    ['of the whole config', 'config', 'generator/config/types.ts', 'CodegenConfig'],
    ['option of a client', 'clients', 'runtime/src/client/options/options.ts', 'ClientOptions'],
    [
      'option',
      'servers',
      'runtime/src/server/settings/options.ts',
      'ServerOptions',
      'runtime/src/server/door/door-options.ts',
      'DoorOptions',
    ],
  ])('%s, in %s.md, has every property of %s, %s', (title, page, file, name, ...base) => {
    const documented = firstCells(sectionOf(page), title).flatMap(inCode);
    const [baseFile, baseName] = base;
    const inherited = baseFile === undefined || baseName === undefined ? [] : propertiesOf(baseFile, baseName);
    const options = [...inherited, ...propertiesOf(file, name)].filter(
      (option) => name !== 'CodegenConfig' || option !== 'packages',
    );
    expect([...documented].sort()).toEqual([...options].sort());
  });
});

describe('the command in the guide', () => {
  const section = sectionOf('command');

  it('has every command', () => {
    const documented = inCode(section).flatMap((code) => /^codegen ([a-z]+)\b/.exec(code)?.[1] ?? []);
    expect([...new Set(documented)].sort()).toEqual([...commandNames].sort());
  });

  it('has every option of every command', async () => {
    const options = new Set<string>();
    for (const name of commandNames) {
      for (const flag of flagsIn(await helpOf(name))) {
        options.add(flag);
      }
    }
    const documented = new Set(inCode(section).flatMap(flagsIn));
    expect([...options].filter((flag) => !documented.has(flag) && !standard.has(flag))).toEqual([]);
    expect([...documented].filter((flag) => !options.has(flag))).toEqual([]);
  });
});

/** Options that need no explanation. */
const standard: ReadonlySet<string> = new Set(['--help', '--config']);

it('the table of errors in the guide has every class of error of clients', () => {
  const classes = [...textOf('runtime/src/client/errors/errors.ts').matchAll(/^export class (\w+)/gm)];
  expect(classes.length).toBeGreaterThan(8);
  const documented = inCode(sectionOf('errors'));
  expect(classes.map(([, name = '']) => name).filter((name) => !documented.includes(name))).toEqual([]);
});
