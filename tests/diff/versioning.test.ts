import { execFileSync } from 'node:child_process';
import { generate } from '../../generator/index.js';
import { TestProject } from '../support/test-project.js';
import { shopWsdl } from './shop.js';

const optional = '<x:element name="extra" type="x:int" minOccurs="0"/><x:element name="note"';
const required = '<x:element name="extra" type="x:int"/><x:element name="note"';
const note = '<x:element name="note"';

let project: TestProject;
const git = (...parameters: readonly string[]): void => {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false'];
  execFileSync('git', [...identity, ...parameters], { cwd: project.folder, stdio: 'ignore' });
};
const configure = (fields: object): void =>
  project.write(
    'codegen.config.json',
    JSON.stringify({
      packages: [{ name: 'shop', inputs: ['shop.wsdl'], out: 'shop', compiled: false, package: fields }],
    }),
  );
const version = (): unknown => JSON.parse(project.read('shop/package.json')).version;
const changelog = (): string => project.read('shop/CHANGELOG.md');
const run = async (...parameters: readonly string[]): Promise<string> => {
  const said = await project.run(...parameters);
  expect(said.err).toBe('');
  return said.out;
};
const tree = (): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(project.tree()).filter(([path]) => path.startsWith('shop/')));

beforeEach(async () => {
  project = new TestProject();
  project.write('shop.wsdl', shopWsdl());
  configure({ version: '1.2.0', versioning: true });
  await run('generate');
});
afterEach(() => project.remove());

it('begins a change log for a new package', async () => {
  expect(version()).toBe('1.2.0');
  expect(changelog()).toBe(
    [
      '# Changes of shop',
      '<!-- codegen: changes since 1.2.0. Text of your own belongs above or below these marks. -->',
      '<!-- codegen: end of the changes -->',
    ]
      .join('\n\n')
      .concat('\n'),
  );
  expect(JSON.parse(project.read('shop/package.json')).files).toContain('CHANGELOG.md');
  expect((await project.run('check')).status).toBe(0);
});

it('raises the version once for all that changed since the last release', async () => {
  project.edit('shop.wsdl', note, optional);
  expect(await run('generate')).toContain('shop: version 1.3.0, after 1.2.0\n');
  expect(version()).toBe('1.3.0');
  expect(changelog()).toContain(
    [
      '## 1.3.0',
      '',
      '### Other changes',
      '',
      '- **type Order**: element extra (xs:int, optional) was added `element-added` (strict readers only: old clients on the wire, new clients at an old service and callers of JSON or tools; in Shop.Find, Shop.Place)',
      '',
    ].join('\n'),
  );
  project.edit('shop.wsdl', 'name="remark"', 'name="comment"');
  await run('generate');
  expect(version()).toBe('2.0.0');
  expect(changelog()).toContain('## 2.0.0\n\n### Breaking changes\n\n- **type Receipt**');
  expect(changelog()).not.toContain('1.3.0');
});

it('writes nothing when it runs twice, and the same after a change was taken back', async () => {
  const before = tree();
  project.edit('shop.wsdl', note, required);
  await run('generate');
  const changed = tree();
  expect(await run('generate')).toContain('up to date');
  expect(await run('generate', '--full')).toContain('up to date');
  expect(tree()).toEqual(changed);
  project.write('shop.wsdl', shopWsdl());
  await run('generate');
  expect(tree()).toEqual(before);
});

it('is part of what check compares', async () => {
  project.edit('shop.wsdl', note, required);
  const { status, out } = await project.run('check');
  expect(status).toBe(1);
  expect(out).toContain('shop: version 2.0.0, after 1.2.0\n');
  expect(out).toContain('differs     shop/CHANGELOG.md');
  expect(await run('--dry-run')).toContain('shop: version 2.0.0, after 1.2.0\n');
  expect(version()).toBe('1.2.0');
  expect(JSON.parse((await project.run('check', '--json')).out).versions).toEqual([
    { folder: 'shop', from: '1.2.0', to: '2.0.0', verdict: 'major' },
  ]);
  await run('generate');
  expect((await project.run('check')).status).toBe(0);
  expect((await project.run('check', '--full')).status).toBe(0);
  project.edit('shop/package.json', '"version": "2.0.0"', '"version": "1.2.1"');
  expect((await project.run('check')).status).toBe(1);
});

it('keeps text of the user above and below the entry', async () => {
  project.edit('shop.wsdl', note, optional);
  await run('generate');
  project.write(
    'shop/CHANGELOG.md',
    changelog().replace('# Changes of shop', '# Shop\n\nHello.').concat('\n## 1.2.0\n\nFirst.\n'),
  );
  expect((await project.run('check')).status).toBe(0);
  expect(await run('generate')).toContain('up to date');
  project.edit('shop.wsdl', 'name="remark"', 'name="comment"');
  await run('generate', '--force');
  expect(changelog()).toMatch(
    /^# Shop\n\nHello\.\n\n<!-- codegen: changes since 1\.2\.0.*## 2\.0\.0.*\n## 1\.2\.0\n\nFirst\.\n$/s,
  );
});

it('puts its marks into a change log that exists', async () => {
  project.write('shop/CHANGELOG.md', '# Shop\r\n\r\n## 1.2.0\r\n\r\nFirst.\r\n');
  project.edit('shop.wsdl', note, required);
  await run('generate');
  expect(changelog()).toMatch(
    /^# Shop\r\n\r\n<!-- codegen: changes since 1\.2\.0.*\r\n\r\n## 1\.2\.0\r\n\r\nFirst\.\r\n$/s,
  );
  expect((await project.run('check', '--full')).status).toBe(0);
});

it('does not overwrite an entry that was changed by hand', async () => {
  project.edit('shop.wsdl', note, optional);
  await run('generate');
  project.edit('shop/CHANGELOG.md', 'was added', 'is here');
  project.edit('shop.wsdl', 'name="remark"', 'name="comment"');
  expect((await project.run('generate')).codes).toEqual(['output/changed-by-hand']);
  expect(version()).toBe('1.3.0');
  await run('generate', '--force');
  expect(version()).toBe('2.0.0');
});

it('starts again from a revision that was released', async () => {
  project.edit('shop.wsdl', note, optional);
  await run('generate');
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'released');
  git('tag', 'v1.3.0');
  project.edit(
    'shop.wsdl',
    'type="x:int" minOccurs="0"/><x:element name="note"',
    'type="x:long" minOccurs="0"/><x:element name="note"',
  );
  await run('generate', '--since', 'git:v1.3.0');
  expect(version()).toBe('2.0.0');
  const [next, released] = changelog().split('<!-- codegen: end of the changes -->');
  expect(next).toContain('changes since 1.3.0.');
  expect(next).toContain('## 2.0.0\n\n### Breaking changes\n\n- **type Order**: element extra');
  expect(released).toMatch(
    /^\n\n## 1\.3\.0\n\n### Other changes\n\n- \*\*type Order\*\*: element extra .* was added .*\n$/,
  );
  expect((await project.run('check')).status).toBe(0);
  expect((await project.run('check', '--since', 'git:v1.3.0')).status).toBe(0);
  const first = tree();
  await run('generate', '--since', 'git:v1.3.0');
  expect(tree()).toEqual(first);
});

it('gives the same files whether a change came before or after the release was named', async () => {
  project.edit('shop.wsdl', note, optional);
  await run('generate');
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'released');
  project.edit('shop.wsdl', 'name="remark"', 'name="comment"');
  await run('generate');
  await run('generate', '--since', 'git:HEAD');
  const late = tree();
  git('checkout', '-q', '--', 'shop');
  await run('generate', '--since', 'git:HEAD');
  expect(tree()).toEqual(late);
});

it('leaves a package as it was released', async () => {
  project.edit('shop.wsdl', note, optional);
  await run('generate');
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'released');
  const released = tree();
  expect((await project.run('check', '--since', 'git:HEAD')).status).toBe(0);
  await run('generate', '--since', 'git:HEAD');
  expect(tree()).toEqual(released);
});

it('never goes back to an earlier release', async () => {
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'first');
  git('tag', 'v1');
  project.edit('shop.wsdl', note, optional);
  await run('generate');
  git('commit', '-qam', 'second');
  project.edit('shop.wsdl', 'name="remark"', 'name="comment"');
  await run('generate', '--since', 'git:HEAD');
  const later = tree();
  await run('generate', '--since', 'git:v1');
  expect(tree()).toEqual(later);
});

it('takes what the package contains as released when nothing is recorded', async () => {
  project.edit('shop.wsdl', note, optional);
  configure({ version: '1.4.0' });
  await run('generate');
  expect(project.exists('shop/codegen.released.json')).toBe(false);
  expect(changelog()).toContain('# Changes of shop');
  configure({ versioning: true });
  await run('generate');
  expect(version()).toBe('1.4.0');
  project.edit('shop.wsdl', 'name="remark"', 'name="comment"');
  await run('generate');
  expect(version()).toBe('2.0.0');
});

it('has at least the version of the config', async () => {
  configure({ version: '3.0.0-rc.1', versioning: true });
  await run('generate');
  expect(version()).toBe('3.0.0-rc.1');
  expect(changelog()).toContain('## 3.0.0-rc.1\n\nThe contract did not change.\n');
  project.edit('shop.wsdl', note, required);
  await run('generate');
  expect(version()).toBe('3.0.0-rc.1');
});

it('asks the audiences that the config names, and writes no change log if the config says so', async () => {
  configure({ version: '1.2.0', versioning: { changelog: false, for: ['implementers'] } });
  const remark = '<x:element name="remark"';
  project.edit('shop.wsdl', remark, `<x:element name="extra" type="x:int"/>${remark}`);
  await run('generate');
  expect(version()).toBe('2.0.0');
  expect(JSON.parse(project.read('shop/codegen.lock.json')).files).not.toHaveProperty(['CHANGELOG.md']);
});

it('says what is wrong with a release', async () => {
  expect((await project.run('generate', '--since', 'git:gone')).codes).toEqual(['diff/revision']);
  expect((await project.run('generate', '--since', 'git:v1:shop')).codes).toEqual(['diff/revision']);
  project.write('shop/codegen.released.json', '<<<<<<< ours');
  expect((await project.run('check')).codes).toContain('diff/unreadable-release');
  configure({ version: 'one', versioning: true });
  expect((await project.run('check')).codes).toEqual(['config/invalid-value']);
});

it('follows the contract in programs, too', async () => {
  project.edit('shop.wsdl', note, required);
  const options = {
    workingFolder: project.folder,
    inputs: ['shop.wsdl'],
    name: 'shop',
    out: 'shop',
    compiled: false,
    write: false,
  };
  const { files } = await generate({ ...options, package: { versioning: true } });
  expect(JSON.parse(files.get('package.json') ?? '').version).toBe('2.0.0');
  expect(files.get('CHANGELOG.md')).toContain('## 2.0.0');
});
