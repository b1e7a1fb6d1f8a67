import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repository, textOf } from '../support/repository.js';
import { typeErrors } from '../support/type-errors.js';
import { programsOf } from './fences.js';

const generated = readdirSync(join(repository, 'generated')).map((name) => `generated/${name}/README.md`);
const docs = readdirSync(join(repository, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name.replaceAll('\\', '/')}`);
const examples = readdirSync(join(repository, 'examples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(repository, 'examples', entry.name, 'README.md')))
  .map((entry) => `examples/${entry.name}/README.md`);
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'examples/README.md',
  ...docs,
  ...examples,
  ...generated,
];

it('every TypeScript fence compiles under the strict options', () => {
  const cache = join(repository, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'docs-'));
  try {
    const files = pages.flatMap((page) =>
      programsOf(textOf(page)).map(({ line, text }) => {
        const name = `${page.replaceAll('/', '__')}.${line}.ts`;
        writeFileSync(join(folder, name), text);
        return name;
      }),
    );
    expect(files.length).toBeGreaterThan(20);
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(projectOf(files)));
    expect(problemsIn(folder)).toBe('');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);

/** Links to files of the repository, and to headings in them. */
it.each(pages)('%s: the targets of its links exist', (page) => {
  const links = [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '');
  const broken = links.filter((link) => !/^[a-z]+:/.test(link) && !linkWorks(page, link));
  expect(broken).toEqual([]);
});

describe('programsOf', () => {
  const program =
    '# T\n\n```ts\nimport a from "a";\nconst x = 1;\n```\n\ntext\n\n```ts\nconst y = x;\n```\n\n```ts\nimport b from "b";\n```\n';

  it('keeps the numbers of lines', () => {
    const [first, second, ...more] = programsOf(program);
    expect(more).toEqual([]);
    expect(first?.text.split('\n')[3]).toBe('import a from "a";');
    expect(first?.text.split('\n')[10]).toBe('const y = x;');
    expect(second?.text.split('\n')[14]).toBe('import b from "b";');
  });

  it('goes on in a block', () => {
    expect(programsOf(program)[0]?.text.split('\n').slice(9, 12)).toEqual(['{', 'const y = x;', '}']);
  });
});

function projectOf(files: readonly string[]): object {
  const paths = {
    'wsdl-codegen': [join(repository, 'generator/index.ts')],
    'wallet-api': [join(repository, 'generated/wallet-api/src/index.ts')],
    'address-locator': [join(repository, 'generated/address-locator/src/index.ts')],
  };
  return {
    extends: join(repository, 'tsconfig.check.json'),
    compilerOptions: { paths, noUnusedLocals: false, noUnusedParameters: false },
    include: [],
    exclude: [],
    files,
  };
}

/** The compiler's messages, by page and line. */
function problemsIn(folder: string): string {
  return typeErrors('.', folder)
    .replaceAll('__', '/')
    .replace(/(\.md)\.\d+\.ts\((\d+),/g, '$1($2,');
}

function linkWorks(page: string, link: string): boolean {
  const [path = '', heading] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path).replaceAll('\\', '/');
  if (!existsSync(join(repository, target))) {
    return false;
  }
  if (heading === undefined) {
    return true;
  }
  const headings = [...textOf(target).matchAll(/^#+ (.+)$/gm)].map((match) => anchorOf(match[1] ?? ''));
  return headings.includes(heading);
}

/** The name that sites give a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
