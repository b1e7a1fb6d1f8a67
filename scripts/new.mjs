// `npm run new entry|option|command|diagnostic NAME`: makes the places that the compiler and the tests ask for, and says what is left
// for a person. docs/architecture.md has the reasons under "How to".
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const kebab = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** What can be made: the form of its name, its places, and what is left to do. */
const kinds = {
  entry: { form: kebab, example: 'entry http', make: newEntry },
  option: { form: /^[a-z][A-Za-z0-9]*$/, example: 'option wrappedArrays', make: newOption },
  command: { form: /^[a-z]+$/, example: 'command inspect', make: newCommand },
  diagnostic: {
    form: /^[a-z]+\/[a-z0-9]+(-[a-z0-9]+)*$/,
    example: 'diagnostic xsd/unresolved-type',
    make: newDiagnostic,
  },
};

const [kind, name = ''] = process.argv.slice(2);
const chosen = Object.hasOwn(kinds, kind ?? '') ? kinds[kind] : undefined;
if (!chosen?.form.test(name)) {
  const examples = Object.values(chosen ? { chosen } : kinds).map(({ example }) => `  npm run new ${example}`);
  console.error(`What shall be new? For example:\n${examples.join('\n')}`);
  process.exit(1);
}
/** Changed and new files by their path; written when all places were found. */
const texts = new Map();
try {
  const left = chosen.make(name);
  for (const [path, text] of texts) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  console.log(`${[...texts.keys()].join('\n')}\n\nLeft for you:\n${left.map((line) => `- ${line}`).join('\n')}`);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

/** An entry of the runtime: `@wsdl-codegen/runtime/NAME`. */
function newEntry(entry) {
  create(
    `runtime/src/${entry}/index.ts`,
    `/** The entry \`${entry}\`: every name that it exports is of the published interface. */\nexport {};\n`,
  );
  const manifest = JSON.parse(read('runtime/package.json'));
  const places = JSON.stringify(manifest.exports['./stream']).replaceAll('/stream/', `/${entry}/`);
  manifest.exports = before(manifest.exports, './package.json', `./${entry}`, JSON.parse(places));
  manifest.files.push(entry);
  texts.set('runtime/package.json', `${JSON.stringify(manifest, null, 2)}\n`);
  create(
    `runtime/${entry}/package.json`,
    `${JSON.stringify({ main: `../dist/cjs/${entry}/index.js`, types: `../dist/cjs/${entry}/index.d.ts`, sideEffects: false }, null, 2)}\n`,
  );
  insert('tests/architecture/layers.test.ts', "'exchange', 'stream', 'node'", `, '${entry}'`);
  insert(
    'docs/architecture.md',
    '| `generated.ts` | The entry `generated`',
    `| \`${entry}/\` | The entry \`${entry}\`. |\n`,
    'before',
  );
  return [
    `what \`runtime/src/${entry}/index.ts\` exports, each with a doc comment, and tests beside it`,
    'npm run api, and npm run build where a test imports the built runtime',
    'the line in docs/architecture.md, and a section in docs/guide/ or a page of its own',
  ];
}

/** An option of a package in the config. */
function newOption(option) {
  insert(
    'generator/config/types.ts',
    /export interface PackageConfig \{\n[\s\S]*?(?=\n\})/,
    `\n  /** True: . */\n  readonly ${option}?: boolean;`,
  );
  insert(
    'generator/config/package-settings.ts',
    /export const packageSettings: [\s\S]*?(?=\n\};)/,
    `\n  ${option}: { kind: flag },`,
  );
  insert('docs/guide/config.md', /\n\| of a package \| \|\n(?:\|.*\n)+/, `| \`${option}\` | |\n`);
  create(
    `generator/config/${hyphened(option)}.test.ts`,
    `import { beginningOf } from './places.js';
import { validateConfig } from './validate.js';

const problems = (value: unknown): readonly string[] => {
  const packages = [{ name: 'a', inputs: ['a.wsdl'], out: 'gen', ${option}: value }];
  return validateConfig({ packages }, beginningOf('codegen.config.ts'))[1].map(({ message }) => message);
};

describe('${option}', () => {
  it('is true or false', () => {
    expect(problems(true)).toEqual([]);
    expect(problems('yes')).toEqual([expect.stringContaining('true or false')]);
  });

  it('does what the guide says', () => {
    throw new Error('What does it do?');
  });
});
`,
  );
  return [
    'its comment in generator/config/types.ts, and its row in docs/guide/config.md',
    'its kind in generator/config/types.ts and package-settings.ts, if it is not true or false',
    'UPDATE_GOLDEN=1 npx jest tests/docs writes it into schemas/config.schema.json; npm run api',
    'commands/compile.ts hands it to the stage that needs it',
    `what it does, and a test of that instead of the last one in generator/config/${hyphened(option)}.test.ts`,
  ];
}

/** A command of `codegen`. */
function newCommand(command) {
  const upper = command[0].toUpperCase() + command.slice(1);
  insert('generator/config/command-names.ts', "  'completion',\n", `  '${command}',\n`, 'before');
  insert('generator/cli.ts', '  completion: addCompletion,\n', `  ${command}: add${upper},\n`, 'before');
  insert(
    'generator/cli.ts',
    /$/,
    `
function add${upper}(program: Command, terminal: Terminal, done: Run): void {
  program
    .command('${command}')
    .description('')
    .option(...allMessages)
    .option(...jsonResult)
    .action(async (options: { readonly allMessages?: boolean; readonly json?: boolean }) => {
      const { ${command}Command } = await import('./commands/${command}.js');
      done(await ${command}Command(options, terminal));
    });
}
`,
  );
  create(
    `generator/commands/${command}.ts`,
    `import { printResult, type ReportOptions } from './report.js';
import type { Terminal } from './terminal.js';

/** \`codegen ${command}\`: . Exit code 1 on errors. */
export async function ${command}Command(
  options: ReportOptions & { readonly json?: boolean },
  terminal: Terminal,
): Promise<number> {
  printResult<'${command}'>(options, [], terminal, { json: () => ({ done: true }), text: () => '' });
  return 0;
}
`,
  );
  insert(
    'generator/commands/json-output.ts',
    '  migrate: MigrateOutput;\n',
    `  ${command}: { readonly done: boolean };\n`,
  );
  insert('docs/guide/command.md', /\n\| \| \|\n(?:\|.*\n)+/, `| \`codegen ${command}\` | |\n`);
  insert(
    'tests/e2e/command.test.ts',
    "describe('the command line', () => {",
    `describe('codegen ${command}', () => {
  it('does what the guide says', async () => {
    expect((await run('--help')).stdout).toContain('${command}');
    expect(await run('${command}')).toMatchObject({ status: 0, stdout: 'What does it print?' });
  });
});

`,
    'before',
  );
  return [
    'its description and options in generator/cli.ts, those of several commands in commands/options.ts',
    `what it does in generator/commands/${command}.ts`,
    'what it prints with --json in generator/commands/json-output.ts, and runs in tests/docs/command-schemas.test.ts, which writes the schema with UPDATE_GOLDEN=1',
    'its row in docs/guide/command.md, with every option',
    'its case in tests/e2e/command.test.ts',
  ];
}

/** A diagnostic: its wording, its section and its case. */
function newDiagnostic(code) {
  const [stage] = code.split('/');
  const catalogue = `generator/diagnostics/catalogue/${stage}.ts`;
  if (!existsSync(join(root, catalogue))) {
    throw new Error(`There is no ${catalogue}: the first word is the stage that finds the problem.`);
  }
  insert(
    catalogue,
    /\n\}(?: as const)?(?: satisfies [^;]*)?;\s*$/,
    `\n  '${code}': error('"{name}" .', ''),`,
    'before',
  );
  const page = read('docs/diagnostics.md');
  const later = [...page.matchAll(/^### `([^`]+)`$/gm)].find((match) => match[1] > code);
  const heading = later?.[1].startsWith(`${stage}/`) ? `### \`${later[1]}\`\n` : undefined;
  const section = `### \`${code}\`\n\n**error.** .\n\n`;
  const last = [...page.matchAll(new RegExp(`^### \`${stage}/[\\s\\S]*?(?=^##|(?![\\s\\S]))`, 'gm'))].at(-1);
  if (heading !== undefined) {
    insert('docs/diagnostics.md', heading, section, 'before');
  } else {
    insert('docs/diagnostics.md', last?.[0] ?? /$/, section);
  }
  create(`tests/diagnostics/${code}/args.txt`, 'inspect input.wsdl\n');
  create(`tests/diagnostics/${code}/input.wsdl`, '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"/>\n');
  create(`tests/diagnostics/${code}/expected.txt`, `${code}\n`);
  return [
    `message and help in ${catalogue}; another severity, other parameters`,
    `diagnostic('${code}', { … }, span) where it is found`,
    `an input that provokes it in tests/diagnostics/${code}; UPDATE_GOLDEN=1 npx jest tests/diagnostics writes what is expected`,
    'its section in docs/diagnostics.md',
  ];
}

function read(path) {
  return texts.get(path) ?? readFileSync(join(root, path), 'utf8');
}

/** A new file, which may not be there. */
function create(path, text) {
  if (existsSync(join(root, path))) {
    throw new Error(`${path} is there already.`);
  }
  texts.set(path, text);
}

/** Puts text after a place of a file, or before it. */
function insert(path, place, text, where = 'after') {
  const old = read(path);
  const [found] = typeof place === 'string' ? [old.includes(place) ? place : undefined] : (old.match(place) ?? []);
  if (found === undefined) {
    throw new Error(`${path} has changed so much that scripts/new.mjs does not find the place for this.`);
  }
  const at = typeof place === 'string' ? old.indexOf(place) : old.search(place);
  const cut = where === 'after' ? at + found.length : at;
  texts.set(path, old.slice(0, cut) + text + old.slice(cut));
}

/** A record with one more member in front of another, or at its end. */
function before(record, next, key, value) {
  const members = Object.entries(record).filter(([existing]) => existing !== key);
  const at = members.findIndex(([existing]) => existing === next);
  members.splice(at < 0 ? members.length : at, 0, [key, value]);
  return Object.fromEntries(members);
}

function hyphened(text) {
  return text.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
