import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shopWsdl } from '../diff/shop.js';
import { TestProject } from '../support/test-project.js';

const required = '<x:element name="extra" type="x:int"/><x:element name="note"';

let project: TestProject;
const git = (...parameters: readonly string[]): string => {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...identity, ...parameters], { cwd: project.folder, stdio: 'pipe', encoding: 'utf8' });
};
const configure = (...inputs: readonly string[]): void =>
  project.write('codegen.config.json', JSON.stringify({ packages: [{ name: 'shop', inputs, out: 'shop' }] }));
const commit = (message: string): void => {
  git('add', '.');
  git('commit', '-qm', message);
};
/** The page of a review that succeeds. */
async function pageOf(...parameters: readonly string[]): Promise<string> {
  expect(await project.run('review', ...parameters, '--out', 'review.html')).toMatchObject({
    status: 0,
    out: 'review.html: written\n',
  });
  return project.read('review.html');
}
/** The text that a reader sees, a line for each piece. */
const shown = (page: string): string =>
  page
    .slice(page.indexOf('<body'))
    .replace(/<wbr>/g, '')
    .replace(/<\/(?:td|th)>(?=<t[dh])/g, ' | ')
    .replace(/<[^>]*>/g, '')
    .replace(/[0-9a-f]{12}(?=, where)/, 'COMMIT')
    .replace(/\n\s*\n+/g, '\n');

/** `UPDATE_GOLDEN=1` writes the file. */
function expectGolden(name: string, text: string): void {
  const path = join(__dirname, name);
  if (process.env.UPDATE_GOLDEN === '1') {
    writeFileSync(path, text);
  }
  expect(text).toBe(readFileSync(path, 'utf8'));
}

beforeEach(() => {
  project = new TestProject();
  project.write('shop.wsdl', shopWsdl());
  configure('shop.wsdl');
  git('init', '-q', '-b', 'main');
  commit('first');
  git('checkout', '-qb', 'work');
});
afterEach(() => project.remove());

it('shows what the work does to a contract, with TypeScript and samples: the golden page', async () => {
  project.edit('shop.wsdl', '<x:element name="note"', required);
  const page = await pageOf();
  expectGolden('page.expected.txt', shown(page));
  // A second run replaces the page with the same one.
  expect(await pageOf()).toBe(page);
});

it('compares with the commit where the work left the main branch, not with what others did there', async () => {
  project.edit('shop.wsdl', '<x:element name="note"', required);
  commit('work');
  git('checkout', '-q', 'main');
  project.edit('shop.wsdl', '"remark"', '"comment"');
  commit('others');
  git('checkout', '-q', 'work');
  const page = await pageOf('main');
  expect(page).toContain('element extra (xs:int, required) was added');
  expect(page).not.toContain('comment');
});

it('names a commit once, if it was named', async () => {
  project.edit('shop.wsdl', '<x:element name="note"', required);
  const { out } = await project.run('review', git('rev-parse', 'main').trim(), '--markdown');
  expect(out).toMatch(/^Compared with [0-9a-f]{12}\.$/m);
});

it('sees what is not committed, and what was committed in several steps', async () => {
  project.edit('shop.wsdl', '<x:element name="note"', required);
  commit('one');
  project.edit('shop.wsdl', '"remark"', '"comment"');
  commit('two');
  project.edit('shop.wsdl', 'value="sent"', 'value="shipped"');
  const page = await pageOf();
  for (const text of ['extra', 'comment', 'shipped']) {
    expect(page).toContain(text);
  }
});

it('compares the packages that are checked in, where they are', async () => {
  await project.run('generate');
  commit('generated');
  git('branch', '-f', 'main');
  project.edit('shop.wsdl', '<x:element name="note"', required);
  expect(await pageOf()).toContain('element extra (xs:int, required) was added');
  // The input and its package are gone, and something else is there.
  project.write('codegen.config.json', JSON.stringify({ packages: [{ name: 'b', inputs: ['b.wsdl'], out: 'b' }] }));
  renameSync(project.at('shop.wsdl'), project.at('b.wsdl'));
  rmSync(project.at('shop'), { recursive: true });
  expect(await pageOf()).toMatch(/<code>package-<wbr>removed<\/code>|<code>package-removed<\/code>/);
});

it('finds inputs under the names that they had', async () => {
  git('mv', 'shop.wsdl', 'store.wsdl');
  project.edit('store.wsdl', '<x:element name="note"', required);
  configure('store.wsdl');
  for (const step of [() => undefined, () => commit('renamed')]) {
    step();
    const { status, codes } = await project.run('review', '--out', 'review.html');
    expect({ status, codes }).toEqual({ status: 0, codes: ['diff/other-config'] });
    expect(project.read('review.html')).toContain('element extra (xs:int, required) was added');
  }
});

it('says that what only the old config names is not compared', async () => {
  project.write('more.wsdl', shopWsdl().replaceAll('Shop', 'More'));
  configure('shop.wsdl', 'more.wsdl');
  commit('two inputs');
  git('branch', '-f', 'main');
  git('rm', '-q', 'more.wsdl');
  configure('shop.wsdl');
  commit('one input');
  expect(await project.run('review', '--out', 'review.html')).toMatchObject({
    status: 0,
    codes: ['diff/other-config'],
  });
});

it('calls a package new that the base has no inputs of', async () => {
  project.write('more.wsdl', shopWsdl().replaceAll('Shop', 'More'));
  configure('more.wsdl');
  expect(await pageOf()).toContain('it was added, with the service More');
});

it('prints a comment, or writes one, with the verdict as exit code', async () => {
  project.edit('shop.wsdl', '<x:element name="note"', required);
  const { status, out } = await project.run('review', '--markdown', '--fail-on', 'major');
  expect(status).toBe(1);
  expectGolden('comment.expected.md', out.replace(/[0-9a-f]{12}(?=, where)/, 'COMMIT'));
  const written = await project.run('review', '--markdown', '--out', 'review.md');
  expect([written.out, project.read('review.md')]).toEqual(['review.md: written\n', out]);
});

it('writes into a temporary folder where no file is named', async () => {
  const { status, out } = await project.run('review');
  const address = /^open (file:.*\/codegen-review-[\w-]+\/review\.html)\n$/.exec(out)?.[1] ?? '';
  expect({ status, address }).toEqual({ status: 0, address: expect.stringMatching(/^file:/) });
  rmSync(new URL('.', address), { recursive: true });
});

it('leaves a file as it is that is no review', async () => {
  const said = await project.run('review', '--out', 'shop.wsdl');
  expect(said).toMatchObject({ status: 2, out: '', codes: ['diff/other-file'] });
  expect(project.read('shop.wsdl')).toBe(shopWsdl());
});

it.each([['--upload-pack=x'], ['-x']])('takes no option for a revision: %s', async (revision) => {
  const { status, codes } = await project.run('review', '--out', 'review.html', '--', revision);
  expect({ status, codes }).toEqual({ status: 2, codes: ['diff/revision'] });
});

it('says what is missing: a repository, the revision, the history', async () => {
  expect(await project.run('review', 'nowhere')).toMatchObject({ status: 2, codes: ['diff/revision'] });
  project.edit('shop.wsdl', '<x:element name="note"', required);
  commit('second');
  const clone = new TestProject();
  execFileSync('git', ['clone', '-q', '--depth=1', '--no-single-branch', `file://${project.folder}`, clone.at('c')], {
    stdio: 'pipe',
  });
  const shallow = new TestProject();
  rmSync(shallow.folder, { recursive: true });
  renameSync(clone.at('c'), shallow.folder);
  expect(await shallow.run('review', 'origin/main')).toMatchObject({ status: 2, codes: ['diff/no-base'] });
  rmSync(shallow.at('.git'), { recursive: true });
  expect(await shallow.run('review')).toMatchObject({ status: 2, codes: ['diff/revision'] });
  clone.remove();
  shallow.remove();
});

it('runs nothing that the settings of a repository name', async () => {
  const script = project.at('ran.sh');
  project.write('ran.sh', `#!/bin/sh\ntouch ${project.at('ran')}\ncat\n`);
  execFileSync('chmod', ['+x', script]);
  project.write('.gitattributes', '*.wsdl diff=evil filter=evil\n');
  git('add', '.');
  git('commit', '-qm', 'attributes');
  for (const name of [
    'core.fsmonitor',
    'diff.external',
    'diff.evil.textconv',
    'diff.evil.command',
    'filter.evil.smudge',
    'filter.evil.clean',
    'core.pager',
    'core.sshCommand',
    'remote.origin.uploadpack',
  ]) {
    git('config', name, script);
  }
  git('config', 'remote.origin.url', project.folder);
  git('config', 'remote.origin.promisor', 'true');
  git('config', 'extensions.partialClone', 'origin');
  git('config', 'core.hooksPath', project.folder);
  const blob = execFileSync('git', ['-c', 'core.fsmonitor=', 'rev-parse', 'main:shop.wsdl'], {
    cwd: project.folder,
    encoding: 'utf8',
  }).trim();
  project.edit('shop.wsdl', '<x:element name="note"', required);
  rmSync(project.at('ran'), { force: true });
  expect((await project.run('review', '--out', 'review.html')).status).toBe(0);
  // A file that a partial clone lacks is not fetched, and not taken for one that is not there.
  rmSync(project.at(`.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`), { force: true });
  expect((await project.run('review', '--out', 'review.html')).status).toBe(2);
  expect(project.exists('ran')).toBe(false);
});

it('takes nothing in a contract for markup', async () => {
  const hostile = '&lt;/code&gt;&lt;script&gt;alert(1)&lt;/script&gt; ``` @team &lt;!-- --&gt; [a](javascript:b)';
  project.edit(
    'shop.wsdl',
    '<x:complexType name="Item">',
    `<x:complexType name="Item"><x:annotation><x:documentation>${hostile}\n\`\`\`\u202e</x:documentation></x:annotation>`,
  );
  project.edit('shop.wsdl', 'value="sent"', 'value="&lt;img src=x onerror=alert(1)&gt;"');
  const page = await pageOf();
  expect(page).not.toMatch(/<script|<img|\u202e/);
  expect(page).toContain('default-src &#39;none&#39;; style-src &#39;sha256-');
  const { out } = await project.run('review', '--markdown');
  expect(out).not.toMatch(/\u202e/);
  const outside = out.replace(/^(`{3,})diff\n[\s\S]*?\n\1$/gm, '');
  expect(outside).not.toMatch(/<script|<img|(?<!\\)@team/);
});
