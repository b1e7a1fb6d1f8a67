import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { TestProject } from '../support/test-project.js';
import { shopWsdl } from './shop.js';

const optional = '<x:element name="extra" type="x:int" minOccurs="0"/><x:element name="note"';
const required = '<x:element name="extra" type="x:int"/><x:element name="note"';

let project: TestProject;
const git = (...parameters: readonly string[]): void => {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false'];
  execFileSync('git', [...identity, ...parameters], { cwd: project.folder, stdio: 'ignore' });
};

beforeEach(async () => {
  project = new TestProject();
  project.write('shop.wsdl', shopWsdl());
  project.write(
    'codegen.config.json',
    JSON.stringify({ packages: [{ name: 'shop', inputs: ['shop.wsdl'], out: 'shop' }] }),
  );
  expect((await project.run('generate')).status).toBe(0);
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'first');
});
afterEach(() => project.remove());

it('compares what is generated with what the inputs say', async () => {
  expect(await project.run('diff')).toMatchObject({ status: 0, out: 'shop: no change\n', err: '' });
  project.edit('shop.wsdl', '<x:element name="note"', optional);
  const { status, out } = await project.run('diff');
  expect(out).toBe(
    [
      'shop: minor (1 change: 1 minor)',
      '  minor  type Order: element extra (xs:int, optional) was added  [element-added]',
      '         strict readers only: old clients on the wire, new clients at an old service and callers of JSON or tools',
      '         in Shop.Find, Shop.Place',
      '         shop.wsdl:20:1 -> shop.wsdl:22:3',
      '',
    ].join('\n'),
  );
  expect(status).toBe(0);
});

it('gives the verdict in check, in a dry run and when it generates', async () => {
  project.edit('shop.wsdl', '<x:element name="note"', optional);
  const line = 'shop: the contract changed, minor';
  // Before the files that follow from it.
  expect((await project.run('check')).out).toMatch(new RegExp(`^${line} \\(codegen diff shows how\\)\n`));
  expect((await project.run('--dry-run')).out).toContain(line);
  expect(JSON.parse((await project.run('check', '--json')).out)).toMatchObject({
    verdicts: [{ folder: 'shop', verdict: 'minor' }],
  });
  expect((await project.run('generate')).out).toContain('shop: the contract changed, minor\n');
  expect((await project.run('generate')).out).not.toContain('contract changed');
});

it('gives exit code 1 from a level on', async () => {
  project.edit('shop.wsdl', '<x:element name="note"', optional);
  expect((await project.run('diff', '--fail-on', 'major')).status).toBe(0);
  expect((await project.run('diff', '--fail-on', 'minor')).status).toBe(1);
  expect((await project.run('diff', '--fail-on', 'major', '--strict')).status).toBe(1);
  project.write(
    'shop.wsdl',
    shopWsdl(['<x:element name="remark"', '<x:element name="extra" type="x:int"/><x:element name="remark"']),
  );
  expect((await project.run('diff', '--fail-on', 'major')).status).toBe(0);
  expect((await project.run('diff', '--fail-on', 'major', '--for', 'implementers')).status).toBe(1);
});

it('compares revisions of the repository', async () => {
  project.edit('shop.wsdl', '<x:element name="note"', required);
  await project.run('generate');
  git('commit', '-qam', 'second');
  expect((await project.run('diff', 'git:HEAD')).out).toBe('shop: no change\n');
  expect((await project.run('diff', 'git:HEAD~1')).out).toContain('shop: major (1 change: 1 major)');
  expect((await project.run('diff', 'git:HEAD~1', 'git:HEAD')).out).toContain('shop: major (1 change: 1 major)');
  const descriptors = await project.run('diff', 'git:HEAD~1:shop.wsdl', 'shop.wsdl');
  expect(descriptors.out).toContain('git:HEAD~1:shop.wsdl -> shop.wsdl: major');
  expect((await project.run('diff', 'git:HEAD~1:shop', 'shop')).out).toContain('major  type Order');
});

it('compares folders of descriptors, on the disk and in a revision', async () => {
  project.write('wsdl/shop.wsdl', shopWsdl());
  git('add', '.');
  git('commit', '-qm', 'folder');
  project.write('now/shop.wsdl', shopWsdl(['<x:element name="note"', required]));
  expect((await project.run('diff', 'wsdl/', 'now')).out).toContain('wsdl/ -> now: major (1 change: 1 major)');
  expect((await project.run('diff', 'git:HEAD:wsdl', 'now')).out).toContain('git:HEAD:wsdl -> now: major');
  expect((await project.run('diff', 'git:HEAD:wsdl', 'wsdl')).out).toBe('git:HEAD:wsdl -> wsdl: no change\n');
});

it('reads imports of a revision from git, also those that are gone', async () => {
  project.write(
    'old.xsd',
    '<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:u"><x:element name="a" type="x:int"/></x:schema>',
  );
  project.write(
    'a.xsd',
    '<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t"><x:import namespace="urn:u" schemaLocation="old.xsd"/></x:schema>',
  );
  git('add', '.');
  git('commit', '-qm', 'imports');
  project.write('old.xsd', 'nothing');
  const { out, status } = await project.run('diff', 'git:HEAD:a.xsd', 'git:HEAD:a.xsd');
  expect({ out, status }).toEqual({ out: 'git:HEAD:a.xsd -> git:HEAD:a.xsd: no change\n', status: 0 });
});

it('prints Markdown, annotations and JSON', async () => {
  project.edit('shop.wsdl', '<x:element name="note"', required);
  const markdown = await project.run('diff', '--format', 'markdown');
  expect(markdown.out).toContain(
    '### Major\n\n- **type Order**: element extra (xs:int, required) was added `element-added`',
  );
  const github = await project.run('diff', '--format', 'github');
  expect(github.out).toMatch(/^::error file=shop\.wsdl,line=22,col=3,title=element-added::type Order: element extra/);
  const json = JSON.parse((await project.run('diff', '--json')).out) as {
    verdict: string;
    packages: { title: string; changes: unknown[] }[];
  };
  expect(json).toMatchObject({
    verdict: 'major',
    packages: [
      { title: 'shop', verdict: 'major', changes: [{ code: 'element-added', effects: { callers: 'breaks' } }] },
    ],
    diagnostics: [],
  });
});

it('says what a change breaks for callers of JSON and tools, and makes it the verdict where they count', async () => {
  // XML has the same digits; JSON has a number as a number, and one of 64 bits as a text.
  project.write('shop.wsdl', shopWsdl([/(<x:element name="Find">.*?)x:int/, '$1x:long']));
  const message = 'type of Find: element id has the type xs:long, before xs:int';
  const whom = "breaks callers' code, new clients at an old service, implementers' code and callers of JSON or tools";
  expect((await project.run('diff')).out).toContain(`${message}  [element-type-changed]\n         ${whom}\n`);
  expect((await project.run('diff', '--format', 'markdown')).out).toContain(`\`element-type-changed\` (${whom}; in`);
  expect((await project.run('diff', '--format', 'html')).out).toContain('and callers of JSON or tools');
  const json = JSON.parse((await project.run('diff', '--json')).out) as object;
  expect(json).toMatchObject({ packages: [{ changes: [{ effects: { json: 'breaks' } }] }] });
  expect(await project.run('diff', '--fail-on', 'major', '--for', 'oldClients')).toMatchObject({ status: 0 });
  expect(await project.run('diff', '--fail-on', 'major', '--for', 'json')).toMatchObject({ status: 1 });
  project.write('shop.wsdl', shopWsdl(['soapAction="urn:t/Find"', 'soapAction="urn:t/Search"']));
  expect(await project.run('diff', '--fail-on', 'major', '--for', 'json')).toMatchObject({ status: 0 });
});

it('says what is wrong with a version, and gives exit code 2', async () => {
  const failing = async (...parameters: readonly string[]) => {
    const { status, codes } = await project.run('diff', ...parameters);
    return [status, ...codes];
  };
  expect(await failing('git:nowhere')).toEqual([2, 'diff/revision']);
  expect(await failing('git:--output=x')).toEqual([2, 'diff/revision']);
  expect(await failing('git:HEAD:none.wsdl', 'shop.wsdl')).toEqual([2, 'diff/no-contract']);
  expect(await failing('none.wsdl', 'shop.wsdl')).toEqual([2, 'source/missing-file']);
  project.write('broken/codegen.contract.json', '{ "formatVersion": 1, "namespaces": 3 }');
  expect(await failing('broken', 'shop.wsdl')).toEqual([2, 'diff/unreadable-contract']);
  project.write(
    'codegen.config.json',
    JSON.stringify({
      packages: [
        { name: 'a', inputs: ['shop.wsdl'], out: 'a' },
        { name: 'b', inputs: ['shop.wsdl'], out: 'b' },
      ],
    }),
  );
  expect((await project.run('diff')).out).toContain('minor  package a: it was added, with the service Shop');
  expect(await failing('shop.wsdl')).toEqual([2, 'diff/which-package']);
  expect((await project.run('diff', '--fail-on', 'huge')).status).toBe(2);
});

it('shows nothing that a document says as a command of the terminal or of the workflow', async () => {
  project.write(
    'shop.wsdl',
    shopWsdl([
      '<x:enumeration value="sent"/>',
      '<x:enumeration value="sent"/><x:enumeration value="a&#10;::error::b&#x85;"/>',
    ]),
  );
  const { out } = await project.run('diff', '--format', 'github');
  expect(out.split('\n').filter((line) => line.startsWith('::error')).length).toBe(1);
  expect((await project.run('diff')).out).not.toMatch(/[\u0080-\u009f]/);
});

it('says that a version has mistakes', async () => {
  project.write('broken.wsdl', shopWsdl(['type="t:Payment"', 'type="t:Nowhere"']));
  const { out, err, status } = await project.run('diff', 'shop.wsdl', 'broken.wsdl');
  expect(err).toContain('warning diff/flawed-version: broken.wsdl has a mistake; what depends on it may be');
  expect(out).toContain('[element-type-changed]');
  expect(status).toBe(0);
});

describe('packages that one revision has not', () => {
  const config = (...names: readonly string[]): string =>
    JSON.stringify({ packages: names.map((name) => ({ name, inputs: [`${name}.wsdl`], out: name })) });

  beforeEach(async () => {
    project.write('more.wsdl', shopWsdl());
    project.write('codegen.config.json', config('shop', 'more'));
    expect((await project.run('generate')).status).toBe(0);
  });

  it('are new, which breaks nobody who is there', async () => {
    const { out, status } = await project.run('diff', 'git:HEAD', '--fail-on', 'major');
    expect({ out, status }).toEqual({
      out: [
        'shop: no change',
        '',
        'more: minor (1 change: 1 minor)',
        '  minor  package more: it was added, with the service Shop  [package-added]',
        '         breaks new clients at an old service',
        '',
      ].join('\n'),
      status: 0,
    });
    git('add', '.');
    git('commit', '-qm', 'more');
    expect((await project.run('diff', 'git:HEAD~1', 'git:HEAD')).out).toContain('[package-added]');
    expect((await project.run('diff', 'git:HEAD~1', '--format', 'html')).status).toBe(0);
  });

  it('are removed, which breaks code', async () => {
    git('add', '.');
    git('commit', '-qm', 'more');
    project.write('codegen.config.json', config('shop'));
    rmSync(project.at('more'), { recursive: true });
    const { out, status } = await project.run('diff', 'git:HEAD', '--fail-on', 'major');
    expect(out).toContain(
      'more: major (1 change: 1 major)\n  major  package more: it was removed, with the service Shop',
    );
    expect(status).toBe(1);
    git('add', '.');
    git('commit', '-qm', 'less');
    expect((await project.run('diff', 'git:HEAD~1', 'git:HEAD')).out).toContain('[package-removed]');
  });

  it('are the same package in another folder', async () => {
    git('add', '.');
    git('commit', '-qm', 'more');
    project.write('codegen.config.json', config('shop', 'more').replace('"out":"more"', '"out":"other/more"'));
    rmSync(project.at('more'), { recursive: true });
    expect((await project.run('generate')).status).toBe(0);
    project.edit('more.wsdl', '<x:element name="note"', optional);
    const { out } = await project.run('diff', 'git:HEAD');
    expect(out).toContain('more: minor (1 change: 1 minor)\n  minor  type Order: element extra');
  });

  it('are errors if an older version of codegen made them', async () => {
    rmSync(project.at('more/codegen.contract.json'));
    expect(await project.run('diff')).toMatchObject({ status: 2, codes: ['diff/no-contract'] });
    git('add', '.');
    git('commit', '-qm', 'more');
    expect(await project.run('diff', 'git:HEAD')).toMatchObject({ status: 2, codes: ['diff/no-contract'] });
  });
});

it('finds old places in the documents that a package was generated from', async () => {
  const lines = `<!-- -->\n${shopWsdl().replace('<x:element name="note"', optional)}`;
  project.write('shop.wsdl', lines);
  const place = 'shop.wsdl:20:1 -> shop.wsdl:23:3';
  expect((await project.run('diff')).out).toContain(place);
  expect((await project.run('diff', 'git:HEAD')).out).toContain(place);
  expect((await project.run('diff', 'git:HEAD:shop', 'shop.wsdl')).out).toContain(place);
  expect((await project.run('diff', 'shop', 'shop.wsdl')).out).toContain(place);
  git('commit', '-qam', 'without the package');
  expect((await project.run('diff')).out).toContain('         shop.wsdl:23:3\n');
});
