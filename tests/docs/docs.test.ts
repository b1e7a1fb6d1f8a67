import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repository, textOf } from '../support/repository.js';
import { fenceProblems, packagesOfOthers, programsOf } from './fences.js';
import { pages } from './page-list.js';

it('every TypeScript fence compiles under the strict options', async () => {
  const accepts = (packages: readonly string[]): boolean => packages.every((name) => !packagesOfOthers.has(name));
  expect(await fenceProblems(pages, accepts)).toBe('');
}, 60_000);

/** Links to files of the repository, and to headings in them. */
it.each(pages)('%s: the targets of its links exist', (page) => {
  const links = [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '');
  const broken = links.filter((link) => !/^[a-z]+:/.test(link) && !linkWorks(page, link));
  expect(broken).toEqual([]);
});

/** Few WSDLs have placeholders, and readers copy what they see. */
it.each(pages.filter((page) => page.startsWith('docs/') && !page.startsWith('docs/api/')))(
  '%s: below its first program with a placeholder of wallet-api, it says when to leave that out',
  (page) => {
    const [, first, below = ''] =
      /^(```[tj]s\n(?:(?!```)[\s\S])*?\bnamespaces(?:: \{| = \{) api_namespace(?:(?!```)[\s\S])*?^```)\n([\s\S]{0,300})/m.exec(
        textOf(page),
      ) ?? [];
    if (first !== undefined) {
      expect(below).toMatch(/`namespaces`[^.]* unless your WSDL has \[placeholders\]|placeholder/);
    }
  },
);

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

function linkWorks(page: string, link: string): boolean {
  const [path = '', heading] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path).replaceAll('\\', '/');
  if (!existsSync(join(repository, target))) {
    return false;
  }
  if (heading === undefined) {
    return true;
  }
  return anchorsOf(target).has(heading);
}

/** Pages of the reference have many links to few pages: each page is read once. */
const anchors = new Map<string, ReadonlySet<string>>();

/** The names of the headings of a page. */
function anchorsOf(page: string): ReadonlySet<string> {
  const known = anchors.get(page);
  if (known !== undefined) {
    return known;
  }
  const read = new Set([...textOf(page).matchAll(/^#+ (.+)$/gm)].map((match) => anchorOf(match[1] ?? '')));
  anchors.set(page, read);
  return read;
}

/** The name that sites give a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
