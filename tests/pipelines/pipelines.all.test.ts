import { execFile, execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { shopWsdl } from '../diff/shop.js';
import { buildCommand, removeFolder, temporaryFolder, writeFiles } from '../e2e/command.js';
import { TestService } from '../pull/service.js';
import { runScript, runWorkflow, type WorkflowResult } from './workflow.js';

// One story: the workflows of a project, one after the other, as its service changes.

const nightly = 'examples/pipelines/github/contract-nightly.yml';
const pullRequest = 'examples/pipelines/github/contract-pull-request.yml';
const publish = 'examples/pipelines/github/contract-publish.yml';
const gitlab = 'examples/pipelines/gitlab/.gitlab-ci.yml';

/** Stand-ins for the commands that reach outside: each notes its parameters, and the text of a body. */
const tools: Readonly<Record<string, string>> = {
  gh: `#!/bin/bash
echo "gh $*" >> "$NOTES"
[ "$1 $2" = 'pr create' ] && touch "$NOTES.open"
while [ $# -gt 0 ]; do [ "$1" = --body-file ] && cat "$2" >> "$NOTES"; [ "$1" = list ] && { [ -f "$NOTES.open" ] && echo 1 || echo 0; }; shift; done
exit 0
`,
  npm: `#!/bin/bash
case "$1" in
  ci) ;;
  view) grep -qx "published $2" "$NOTES" ;;
  publish) PATH="$REAL_PATH" npm publish --dry-run --offline "$2" 2> /dev/null | sed 's/^+ /published /' >> "$NOTES" ;;
  *) exit 1 ;;
esac
`,
};

let bin: string;
let folder: string;
let service: TestService;

const at = (path: string): string => join(folder, path);
const git = (where: string, ...parameters: readonly string[]): string =>
  execFileSync('git', parameters, { cwd: at(where), encoding: 'utf8', env: { ...process.env, ...identity } });
const identity = {
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.org',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.org',
};
/** What the stand-ins noted since the last look. */
const notes = (): string => {
  const text = readFileSync(at('notes'), 'utf8').slice(looked);
  looked += text.length;
  return text;
};
let looked = 0;

/** A fresh clone of a branch, with the command installed, as a runner has it. */
function checkOut(branch: string): string {
  rmSync(at('work'), { recursive: true, force: true });
  git('.', 'clone', '--quiet', '--branch', branch, 'remote.git', 'work');
  install('work');
  return at('work');
}

function install(where: string): void {
  mkdirSync(at(`${where}/node_modules/.bin`), { recursive: true });
  writeFileSync(at(`${where}/node_modules/.bin/codegen`), `#!/bin/bash\nexec "${process.execPath}" "${bin}" "$@"\n`);
  chmodSync(at(`${where}/node_modules/.bin/codegen`), 0o755);
}

const environment = (): Readonly<Record<string, string>> => ({
  ...identity,
  PATH: [at('tools'), process.env.PATH ?? ''].join(delimiter),
  RUNNER_TEMP: at('temp'),
  NOTES: at('notes'),
  REAL_PATH: process.env.PATH ?? '',
  CI: 'true',
});

function runNightly(): Promise<WorkflowResult> {
  const expressions = { 'secrets.SHOP_TOKEN': 'secret', 'github.token': 'token' };
  return runWorkflow(nightly, { folder: checkOut('main'), environment: environment(), expressions });
}

function runPullRequest(branch: string, isLabelled: boolean): Promise<WorkflowResult> {
  const expressions = {
    'github.base_ref': 'main',
    'github.token': 'token',
    'github.event.pull_request.number': '7',
    'github.event.pull_request.head.repo.full_name == github.repository': 'true',
    "!contains(github.event.pull_request.labels.*.name, 'breaking')": String(!isLabelled),
  };
  return runWorkflow(pullRequest, { folder: checkOut(branch), environment: environment(), expressions });
}

function runPublish(): Promise<WorkflowResult> {
  return runWorkflow(publish, { folder: checkOut('main'), environment: environment() });
}

function merge(): void {
  checkOut('main');
  git('work', 'merge', '--quiet', '--no-edit', 'origin/codegen/contract');
  git('work', 'push', '--quiet', 'origin', 'main');
  git('remote.git', 'branch', '--quiet', '-D', 'codegen/contract');
  rmSync(at('notes.open'), { force: true });
}

const versionOn = (branch: string): unknown =>
  JSON.parse(git('remote.git', 'show', `${branch}:generated/shop/package.json`)).version;

beforeAll(async () => {
  bin = buildCommand();
  folder = temporaryFolder();
  service = new TestService();
  const address = await service.start();
  service.publish({ '/Shop.svc?wsdl': shopWsdl() });
  writeFiles(folder, {
    notes: '',
    ...Object.fromEntries(Object.entries(tools).map(([name, text]) => [`tools/${name}`, text])),
  });
  for (const name of Object.keys(tools)) {
    chmodSync(at(`tools/${name}`), 0o755);
  }
  mkdirSync(at('temp'));
  const fields = { version: '1.0.0', versioning: true };
  const config = {
    packages: [{ name: 'shop', inputs: ['wsdl/Shop.wsdl'], out: 'generated/shop', package: fields }],
    origins: {
      'wsdl/Shop.wsdl': { url: `${address}/Shop.svc?wsdl`, headers: { Authorization: 'Bearer $SHOP_TOKEN' } },
    },
  };
  writeFiles(at('seed'), { 'codegen.config.json': JSON.stringify(config), '.gitignore': 'node_modules\n' });
  install('seed');
  const path = at('seed');
  const run = (...parameters: readonly string[]): Promise<unknown> =>
    new Promise((resolve) => {
      execFile(
        process.execPath,
        [bin, ...parameters],
        { cwd: path, env: { ...process.env, SHOP_TOKEN: 's' } },
        resolve,
      );
    });
  expect(await run('pull')).toBeNull();
  expect(await run('generate')).toBeNull();
  git('.', 'init', '--quiet', '--bare', '--initial-branch', 'main', 'remote.git');
  git('seed', 'init', '--quiet', '--initial-branch', 'main');
  git('seed', 'add', '.');
  git('seed', 'commit', '--quiet', '--message', 'first');
  git('seed', 'push', '--quiet', '../remote.git', 'main');
}, 240_000);
afterAll(async () => {
  await service.stop();
  removeFolder(folder);
});

it('publishes packages that the registry does not have, once', async () => {
  expect((await runPublish()).status).toBe(0);
  expect(notes()).toBe('published shop@1.0.0\n');
  expect(git('remote.git', 'tag')).toBe('shop@1.0.0\n');
  expect((await runPublish()).out).toContain('shop@1.0.0 is published.');
  expect(notes()).toBe('');
}, 240_000);

it('opens no pull request while the service is as it was', async () => {
  const { status, out } = await runNightly();
  expect(out).toContain('The services are as they were.');
  expect(status).toBe(0);
  expect(notes()).toBe('');
}, 240_000);

it('opens a pull request for a change, and brings it up to date', async () => {
  service.publish({ '/Shop.svc?wsdl': shopWsdl(['name="remark"', 'name="comment"']) });
  expect((await runNightly()).status).toBe(0);
  const noted = notes();
  expect(noted).toContain('gh pr create --head codegen/contract');
  expect(noted).toContain('## shop: major');
  expect(versionOn('codegen/contract')).toBe('2.0.0');
  expect(git('remote.git', 'show', 'codegen/contract:generated/shop/CHANGELOG.md')).toContain('## 2.0.0\n');
  expect(versionOn('main')).toBe('1.0.0');
  expect((await runNightly()).status).toBe(0);
  expect(notes()).toContain('gh pr edit codegen/contract');
  expect(git('remote.git', 'rev-list', '--count', 'main..codegen/contract')).toBe('1\n');
}, 240_000);

it('shows a breaking change on the pull request, and refuses it without a label', async () => {
  const refused = await runPullRequest('codegen/contract', false);
  expect(refused.status).toBe(1);
  expect(refused.out).toMatch(/^::error file=wsdl\/Shop\.wsdl,line=\d+,col=\d+,title=element-renamed::type Receipt/m);
  expect(notes()).toMatch(/^gh pr comment 7 --edit-last --create-if-none --body-file \S+\n## shop: major\n/);
  expect((await runPullRequest('codegen/contract', true)).status).toBe(0);
  notes();
}, 240_000);

it('checks a merge request on GitLab', async () => {
  const runner = {
    folder: checkOut('codegen/contract'),
    environment: { ...environment(), CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main' },
  };
  expect((await runScript(gitlab, 'contracts', runner)).status).toBe(1);
  expect(readFileSync(at('work/contract.md'), 'utf8')).toContain('## shop: major');
}, 240_000);

it('refuses a pull request whose packages were not generated, or were changed by hand', async () => {
  checkOut('main');
  git('work', 'switch', '--quiet', '--create', 'stale');
  appendFileSync(at('work/generated/shop/src/index.ts'), '// mine\n');
  git('work', 'commit', '--quiet', '--all', '--message', 'stale');
  git('work', 'push', '--quiet', 'origin', 'stale');
  const { status, out } = await runPullRequest('stale', true);
  expect(status).toBe(1);
  expect(out).toContain('differs     generated/shop/src/index.ts');
  expect(notes()).toBe('');
}, 240_000);

it('publishes the next version after the merge, and raises the one after that from it', async () => {
  merge();
  expect((await runPublish()).status).toBe(0);
  expect(notes()).toBe('published shop@2.0.0\n');
  expect((await runNightly()).out).toContain('The services are as they were.');
  const extra = '<x:element name="extra" type="x:int" minOccurs="0"/><x:element name="note"';
  service.publish({
    '/Shop.svc?wsdl': shopWsdl(['name="remark"', 'name="comment"'], ['<x:element name="note"', extra]),
  });
  expect((await runNightly()).status).toBe(0);
  expect(notes()).toContain('## shop: minor');
  expect(versionOn('codegen/contract')).toBe('2.1.0');
  expect((await runPullRequest('codegen/contract', false)).status).toBe(0);
  const log = git('remote.git', 'show', 'codegen/contract:generated/shop/CHANGELOG.md');
  expect([...log.matchAll(/^## .*$/gm)].map(([line]) => line)).toEqual(['## 2.1.0', '## 2.0.0']);
  expect(existsSync(at('notes.open'))).toBe(true);
}, 240_000);
