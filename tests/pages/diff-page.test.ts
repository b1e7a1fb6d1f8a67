import { documentDiff, readContract } from 'wsdl-codegen';
import { lineDiff } from '../../generator/pages/line-diff.js';
import { TestProject } from '../support/test-project.js';
import { hostile, library } from './library.js';

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
  project.write('old.wsdl', library);
});
afterEach(() => project.remove());

const edited = library
  .replace('name="author" type="xs:string"', 'name="author" type="xs:token"')
  .replaceAll('t:Genre', 't:Kind')
  .replace('simpleType name="Genre"', 'simpleType name="Kind"')
  .replace('Lends books.', 'Lends books and films.');

it('shows both sides of what changed, with level, code and whom it breaks', async () => {
  project.write('new.wsdl', edited);
  const { status, out } = await project.run('diff', 'old.wsdl', 'new.wsdl', '--format', 'html');
  expect(status).toBe(0);
  expect(out).toContain('<td class="old"><del>    author: xs:string [1]</del></td>');
  expect(out).toContain('<td class="new"><ins>    author: xs:token [1]</ins></td>');
  expect(out).toContain('<span class="level major">major</span>');
  expect(out).toMatch(/<code>type-renamed<\/code><br><span class="dim">[^<]*callers/);
});

it('shows a thing with a new name next to what it was', async () => {
  project.write('new.wsdl', edited);
  const { out } = await project.run('diff', 'old.wsdl', 'new.wsdl', '--format', 'html');
  expect(out).toContain('<th scope="col">Old: type Genre</th>');
  const json = JSON.parse((await project.run('diff', 'old.wsdl', 'new.wsdl', '--json')).out) as {
    readonly packages: readonly {
      readonly changes: readonly { readonly code: string; readonly formerly?: string }[];
    }[];
  };
  const renamed = json.packages[0]?.changes.find(({ code }) => code === 'type-renamed');
  expect(renamed?.formerly).toBe('type Genre');
});

it('has links that lead to sections, and takes nothing in a contract for markup', async () => {
  project.write(
    'new.wsdl',
    edited
      .replace(/<xs:element name="Unknown"/, '<xs:element name="Unknown" nillable="true"')
      .replace('Finds items', 'Looks for items'),
  );
  const { out } = await project.run('diff', 'old.wsdl', 'new.wsdl', '--format', 'html');
  const ids = [...out.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  const links = [...out.matchAll(/ href="#([^"]*)"/g)].map(([, anchor]) => anchor);
  expect(links.length).toBeGreaterThan(4);
  expect(links.filter((anchor) => !ids.includes(anchor))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(out).toContain('&lt;script&gt;globalThis.hit = 1&lt;/script&gt;');
  expect(out).not.toMatch(/<script|<img| style=/);
  expect(out).not.toContain(hostile);
});

it('says that nothing changed', async () => {
  const { status, out } = await project.run('diff', 'old.wsdl', 'old.wsdl', '--format', 'html', '--fail-on', 'patch');
  expect([status, out]).toEqual([0, expect.stringContaining('<p>No change.</p>')]);
});

it('gives the exit codes of the other formats, and no page if a contract cannot be read', async () => {
  project.write('new.wsdl', edited);
  const failing = await project.run('diff', 'old.wsdl', 'new.wsdl', '--format', 'html', '--fail-on', 'major');
  expect(failing.status).toBe(1);
  expect(await project.run('diff', 'old.wsdl', 'gone.wsdl', '--format', 'html')).toMatchObject({ status: 2, out: '' });
});

it('is made in programs as well', async () => {
  project.write('new.wsdl', edited);
  const read = async (input: string): ReturnType<typeof readContract> =>
    readContract({ inputs: [input], workingFolder: project.folder });
  const [old, now] = [await read('old.wsdl'), await read('new.wsdl')];
  const page = await documentDiff(old.contract, now.contract, { title: 'Library' });
  expect(page).toContain('<h1 id="top">Library <span class="level major">major</span></h1>');
  expect(await documentDiff(old.contract, now.contract, { title: 'Library' })).toBe(page);
});

describe('lines side by side', () => {
  it('stand next to each other where they are equal, or in the same place', () => {
    expect(lineDiff(['a', 'b', 'c', 'd'], ['a', 'x', 'c', 'd', 'e'])).toEqual([
      { old: 'a', new: 'a' },
      { old: 'b', new: 'x' },
      { old: 'c', new: 'c' },
      { old: 'd', new: 'd' },
      { new: 'e' },
    ]);
    expect(lineDiff([], ['a'])).toEqual([{ new: 'a' }]);
    expect(lineDiff(['a', 'b'], [])).toEqual([{ old: 'a' }, { old: 'b' }]);
  });

  it('lose nothing, whatever the lines are', () => {
    const texts = Array.from({ length: 40 }, (_, seed) =>
      Array.from({ length: seed % 9 }, (_, i) => 'abc'[(seed * 7 + i * i) % 3] as string),
    );
    for (const old of texts) {
      for (const now of texts) {
        const pairs = lineDiff(old, now);
        expect(pairs.flatMap((pair) => pair.old ?? [])).toEqual(old);
        expect(pairs.flatMap((pair) => pair.new ?? [])).toEqual(now);
      }
    }
  });

  it('are compared as wholes where there are very many', () => {
    const old = Array.from({ length: 3000 }, (_, i) => `old ${i}`);
    const now = Array.from({ length: 3000 }, (_, i) => `new ${i}`);
    expect(lineDiff(old, now)).toHaveLength(3000);
  });
});
