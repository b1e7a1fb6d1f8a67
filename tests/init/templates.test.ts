import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { toolVersions } from '../../generator/init/template/project.js';
import { beginTemplate, type TemplateOptions } from '../../generator/init/template/template.js';
import { buildCommand } from '../e2e/command.js';
import { wsdl } from '../support/descriptors.js';
import { itInAll } from '../support/in-all.js';
import { repository } from '../support/repository.js';
import { TestProject } from '../support/test-project.js';
import { someOf, thorough } from '../support/thorough.js';

let command: string;
beforeAll(() => {
  command = buildCommand();
});

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
});
afterEach(() => project.remove());

const templates = ['client', 'server', 'replace', 'xml', 'gateway'] as const;
const cases = templates.flatMap((template) => (['ts', 'js'] as const).map((language) => [template, language] as const));

/** What an install would do: the packages are those of the repository. */
function link(): void {
  mkdirSync(project.at('node_modules/.bin'), { recursive: true });
  for (const path of ['@wsdl-codegen', '@types', 'typescript', '.bin/tsc']) {
    symlinkSync(join(repository, 'node_modules', path), project.at(`node_modules/${path}`));
  }
  symlinkSync(repository, project.at('node_modules/wsdl-codegen'));
  symlinkSync(command, project.at('node_modules/.bin/codegen'));
}

/** Runs the script `test`, which generates, compiles and tests; gives what is wrong. */
function problems(manager = 'npm'): string {
  link();
  // Within a test of Node's own runner, another one would report to it.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(manager, ['run', 'test'], {
    cwd: project.folder,
    env,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  return status === 0 && /^# pass [1-9]|^ℹ pass [1-9]/m.test(stdout) ? '' : stdout + stderr;
}

const begin = (options: Omit<TemplateOptions, 'workingFolder'>) =>
  beginTemplate({ workingFolder: project.folder, write: true, ...options });

/** A service of that name with an operation, whose namespace has a placeholder. */
const service = (name: string, operation = 'Ask'): string =>
  wsdl(
    `<types><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="{base}/x">
       <xs:element name="${operation}"><xs:complexType><xs:sequence><xs:element name="big" type="xs:long"/><xs:element name="it-is" type="xs:base64Binary"/></xs:sequence></xs:complexType></xs:element>
       <xs:element name="Out"><xs:complexType/></xs:element></xs:schema></types>
     <message name="In"><part name="p" xmlns:x="{base}/x" element="x:${operation}"/></message><message name="Out"><part name="p" xmlns:x="{base}/x" element="x:Out"/></message>
     <portType name="P"><operation name="${operation}"><input message="t:In"/><output message="t:Out"/></operation></portType>
     <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
       <operation name="${operation}"><soap:operation soapAction="urn:t/Ask"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
     <service name="${name}"><port name="P" binding="t:B"><soap:address location="{host}/s"/></port></service>`,
  );

it.each(someOf(cases, 5))('%s in %s: the test of a new project passes', async (template, language) => {
  const { status, out, err } = await project.run('init', '--template', template, '--language', language);
  expect({ status, err }).toEqual({ status: 0, err: '' });
  expect(out).toContain('next: npm install\nnext: npm test\nnext: npm ');
  expect(problems()).toBe('');
});

it.each(
  someOf(
    templates
      .filter((each) => each !== 'xml')
      .flatMap((each) => ['Request', 'fallback', 'create-server'].map((name) => [each, name] as const)),
    5,
  ),
)('%s of a service with the name of something else, and placeholders: %s', async (template, name) => {
  project.write('a/It.wsdl', service(name, 'constructor'));
  const { diagnostics } = await begin({ template, input: 'a/It.wsdl' });
  expect(diagnostics).toEqual([]);
  expect(problems()).toBe('');
});

it('a service may be called as a word of the program around it', async () => {
  project.write('a/It.wsdl', service('Migration'));
  await begin({ template: 'replace', input: 'a/It.wsdl' });
  expect(project.read('src/server.ts')).toMatch(/^import \{ migration, type MigrationService \} from '\.\./m);
  expect(problems()).toBe('');
});

it('where the WSDL leaves the address open, programs name one', async () => {
  project.write('a/It.wsdl', service('It').replace(/<soap:address[^>]*>/, ''));
  const texts: string[] = [];
  for (const template of ['client', 'server', 'replace', 'gateway'] as const) {
    const { files } = await begin({ template, input: 'a/It.wsdl', write: false });
    texts.push(...([...files.values()].join('').match(/(?:new ItClient|fallback)\(\{[^,}]*/g) ?? []));
  }
  expect(texts).toEqual([
    "new ItClient({ address: process.env.SERVICE_URL ?? 'http://localhost:8080/It' ",
    "new ItClient({ address: 'http://mock/It'",
    "new ItClient({ address: 'http://localhost/It'",
    'fallback({ baseUrl: olderUrl ',
    "new ItClient({ address: newer.url + '/It' ",
    "new ItClient({ address: process.env.SERVICE_URL ?? 'http://localhost:8080/It' ",
    "new ItClient({ address: 'http://mock/It'",
  ]);
  await begin({ template: 'replace', input: 'a/It.wsdl' });
  expect(problems()).toBe('');
});

itInAll(
  'documents with trees of other schemas are compared as they are written: trees come back with more prefixes',
  async () => {
    project.write(
      'It.xsd',
      `<schema xmlns="http://www.w3.org/2001/XMLSchema" xmlns:a="urn:a" xmlns:b="urn:b" targetNamespace="urn:a" elementFormDefault="qualified">
       <import namespace="urn:b" schemaLocation="b.xsd"/>
       <element name="It"><complexType><sequence><element ref="b:one"/><any namespace="##other" processContents="lax" maxOccurs="2"/></sequence></complexType></element></schema>`,
    );
    project.write(
      'b.xsd',
      `<schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:b"><element name="one" type="string"/></schema>`,
    );
    await begin({ template: 'xml', input: 'It.xsd' });
    expect(problems()).toBe('');
  },
);

it('a class imports types of the runtime from there', async () => {
  const tree = '<xs:complexType><xs:sequence><xs:element name="It" type="xs:anyType"/></xs:sequence></xs:complexType>';
  const text = service('It')
    .replace('"Out"><xs:complexType/>', `"AskResponse">${tree}`)
    .replace('x:Out', 'x:AskResponse');
  project.write('a/It.wsdl', text);
  await begin({ template: 'server', input: 'a/It.wsdl' });
  expect(project.read('src/services/it.ts')).toMatch(/^import type .* from '@wsdl-codegen\/runtime';$/m);
  expect(problems()).toBe('');
});

describe.each(['pnpm', 'bun'])('%s', (manager) => {
  const isThere = thorough && spawnSync(manager, ['--version'], { shell: process.platform === 'win32' }).status === 0;
  (isThere ? it : it.skip)('runs the test of a project', async () => {
    await begin({ template: 'client' });
    expect(problems(manager)).toBe('');
  });
});

it('the client says in a line that there is no service', async () => {
  await begin({ template: 'client', language: 'js' });
  expect(problems()).toBe('');
  const env = { ...process.env, SERVICE_URL: 'http://127.0.0.1:9' };
  const { status, stderr } = spawnSync(process.execPath, ['src/main.js'], {
    cwd: project.folder,
    env,
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^TransportError: Shop\.GetOrder .*127\.0\.0\.1:9\n$/);
});

it('a start is of what the sources are now', async () => {
  for (const [language, build, folder] of [
    ['ts', 'codegen && tsc', 'dist'],
    ['js', 'codegen', 'src'],
  ] as const) {
    const { files } = await begin({ template: 'client', language, write: false });
    expect(JSON.parse(files.get('package.json') ?? '').scripts.start).toBe(`${build} && node ${folder}/main.js`);
  }
});

it('names the commands of the package manager that a lock file or an option names', async () => {
  project.write('bun.lock', '');
  expect((await project.run('init', '--template', 'client', '--dry-run')).out).not.toContain('next:');
  const { out } = await project.run('init', '--template', 'client');
  expect(out).toMatch(/next: bun install\nnext: bun run test\nnext: bun run mock, .* bun run start\n$/);
  project.remove();
  project = new TestProject();
  const other = await project.run('init', '--template', 'xml', '--package-manager', 'pnpm');
  expect(other.out).toMatch(/next: pnpm install\nnext: pnpm test\nnext: pnpm start\n$/);
});

it.each(['--language js', '--package-manager pnpm'])('%s without a template is refused', async (option) => {
  const { status, err } = await project.run('init', '--yes', ...option.split(' '));
  expect([status, err]).toEqual([1, expect.stringContaining(`${option.split(' ')[0]} goes with --template`)]);
});

it('overwrites nothing: what is there is an error, but for .gitignore', async () => {
  project.write('.gitignore', 'mine\n');
  project.write('src/main.ts', 'mine');
  const before = project.tree();
  const { codes, status, err } = await project.run('init', '--template', 'client');
  expect([codes, status, project.tree()]).toEqual([['init/occupied'], 1, before]);
  expect(err).toContain('there is already: src/main.ts.');
  project.write('codegen.config.json', '{"packages": []}');
  const { diagnostics } = await begin({ template: 'client', language: 'js' });
  expect(diagnostics.map(({ message }) => message)).toEqual([expect.stringContaining('already: codegen.config.json.')]);
});

it('leaves .gitignore as it is', async () => {
  project.write('.gitignore', 'mine\n');
  await begin({ template: 'client' });
  expect(project.read('.gitignore')).toBe('mine\n');
});

it('needs a document with what it begins from, and only one', async () => {
  project.write('a.xsd', '<schema xmlns="http://www.w3.org/2001/XMLSchema"/>');
  for (const template of ['xml', 'client'] as const) {
    const { diagnostics, files } = await begin({ template, input: 'a.xsd' });
    expect([diagnostics.at(-1)?.code, files.size]).toEqual(['init/nothing-to-begin', 0]);
  }
  expect((await project.run('init', '--template', 'xml', 'a.xsd', 'b.xsd')).codes).toEqual(['config/usage']);
  expect((await project.run('init', '--template', 'xml', 'missing.xsd')).status).toBe(1);
});

it('--json has the texts of the files, and --dry-run writes none', async () => {
  const { out } = await project.run('init', '--template', 'xml', '--language', 'js', '--json', '--dry-run');
  expect(Object.keys(JSON.parse(out).files)).toContain('samples/document.xml');
  expect(existsSync(project.at('package.json'))).toBe(false);
});

it('the tools have the versions of this release', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  expect(devDependencies).toMatchObject(toolVersions);
});
