import { execFile, execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { shopWsdl } from '../diff/shop.js';
import { TestProject } from '../support/test-project.js';

const places = {
  github: '.github/workflows/codegen-review.yml',
  gitlab: '.gitlab/codegen-review.yml',
  azure: '.azure/codegen-review.yml',
} as const;
type Service = keyof typeof places;
const services = Object.keys(places) as Service[];

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
  project.write('shop.wsdl', shopWsdl());
});
afterEach(() => project.remove());

async function workflow(service: Service): Promise<string> {
  expect((await project.run('init', '--yes', '--ci', service)).status).toBe(0);
  return project.read(places[service]);
}
/** All texts in a document of YAML that are commands of a shell. */
const scripts = (value: unknown, key = ''): readonly string[] =>
  typeof value === 'string'
    ? ['run', 'script'].includes(key)
      ? [value]
      : []
    : Object.entries(value ?? {}).flatMap(([name, each]) => scripts(each, Array.isArray(value) ? key : name));

it.each(services)(
  '%s: the workflow installs, reviews and checks, and is YAML with shells that parse',
  async (service) => {
    const text = await workflow(service);
    const commands = scripts(parse(text));
    const all = commands.join('\n');
    for (const part of ['npm ci', 'npx --no codegen check', '--markdown --out', 'review.html', 'codegen review "$']) {
      expect(all).toContain(part);
    }
    for (const command of commands) {
      execFileSync('bash', ['-n', '-c', command]);
      // What others name is a variable of the environment, and no text of the command.
      expect(command).not.toMatch(/\$\{\{|\$\([A-Z]\w+\.|set -x|echo .*TOKEN/);
    }
    expect(text).not.toMatch(/\b(?:INSTALL|FOLDER|RUN)\b/);
  },
);

it.each(['gitlab', 'azure'] as const)(
  '%s: writes one comment, brings it up to date, and prints no token',
  async (service) => {
    const [, program = ''] =
      /<<'END'\n([\s\S]*?)\n\s*END\n/.exec(scripts(parse(await workflow(service))).join('\n')) ?? [];
    project.write('program.mjs', program);
    const own: { id: number; body: string; comments: { id: number; content: string }[] }[] = [];
    const seen: string[] = [];
    const server = createServer(async (request, response) => {
      let text = '';
      for await (const piece of request) {
        text += String(piece);
      }
      const { method = '', url = '' } = request;
      seen.push(`${method} ${url.replace(/\?.*/, '')}`);
      const {
        body = '',
        content = '',
        comments,
      } = JSON.parse(text || '{}') as Partial<(typeof own)[0]> & { content?: string };
      if (method !== 'GET') {
        const said = body || content || (comments?.[0]?.content ?? '');
        own.splice(0, 1, { id: 7, body: said, comments: [{ id: 1, content: said }] });
      }
      const others = [{ id: 1, body: 'x', comments: [{ id: 1, content: 'x' }] }, ...own];
      response.end(JSON.stringify(service === 'gitlab' ? others : { value: others }));
    }).listen(0);
    const address = `http://localhost:${(server.address() as AddressInfo).port}`;
    const environment = {
      ...{ CI_API_V4_URL: address, CI_PROJECT_ID: '1', CI_MERGE_REQUEST_IID: '2', CODEGEN_REVIEW_TOKEN: 'secret' },
      ...{ SYSTEM_COLLECTIONURI: `${address}/`, SYSTEM_TEAMPROJECTID: 'p', BUILD_REPOSITORY_ID: 'r' },
      ...{ SYSTEM_PULLREQUEST_PULLREQUESTID: '2', SYSTEM_ACCESSTOKEN: 'secret', PIPELINE_WORKSPACE: project.folder },
    };
    for (const text of ['first', 'second']) {
      const comment = `<!-- codegen review -->\n${text}`;
      project.write('review.md', comment);
      project.write('contract-review/review.md', comment);
      const env = { PATH: process.env.PATH, ...environment };
      const { stdout, stderr } = await promisify(execFile)(process.execPath, ['program.mjs'], {
        cwd: project.folder,
        env,
      });
      expect(stdout + stderr).not.toContain('secret');
      expect(own.map(({ body }) => body)).toEqual([comment]);
    }
    server.close();
    const place =
      service === 'gitlab'
        ? '/projects/1/merge_requests/2/notes'
        : '/p/_apis/git/repositories/r/pullRequests/2/threads';
    const update = service === 'gitlab' ? `PUT ${place}/7` : `PATCH ${place}/7/comments/1`;
    expect(seen).toEqual([`GET ${place}`, `POST ${place}`, `GET ${place}`, update]);
  },
);

it('github: only a job without code of the pull request may write, and not for forks', async () => {
  const { on, permissions, jobs } = parse(await workflow('github')) as {
    readonly on: string;
    readonly permissions: object;
    readonly jobs: Readonly<
      Record<
        string,
        { readonly if?: string; readonly permissions: object; readonly steps: readonly { readonly uses?: string }[] }
      >
    >;
  };
  expect([on, permissions]).toEqual(['pull_request', {}]);
  expect(jobs.review?.permissions).toEqual({ contents: 'read' });
  expect(jobs.comment?.permissions).toEqual({ 'pull-requests': 'write' });
  expect(jobs.comment?.if).toContain('head.repo.full_name == github.repository');
  expect(jobs.comment?.if).toContain("needs.review.outputs.written == 'success'");
  expect(jobs.review?.steps).toContainEqual(expect.objectContaining({ id: 'review' }));
  expect(JSON.stringify(jobs.comment)).not.toMatch(/checkout|npm|npx/);
  expect(JSON.stringify(jobs.review)).not.toMatch(/token|secrets/i);
  const actions = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
  expect(actions.every((action) => /^actions\/[\w-]+@v\d+$/.test(action))).toBe(true);
});

it('gitlab: a fork compares with the commit that the merge request names, because its own branch may be old', async () => {
  const choice = scripts(parse(await workflow('gitlab'))).find((each) => each.includes('DIFF_BASE')) ?? '';
  const base = (source: string): string =>
    execFileSync('bash', ['-c', `git() { echo "git $*"; }\n${choice}\necho "$BASE"`], {
      encoding: 'utf8',
      env: {
        ...{
          BASE: 'origin/main',
          CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
          CI_MERGE_REQUEST_DIFF_BASE_SHA: '1a2b3c',
        },
        ...{ CI_MERGE_REQUEST_PROJECT_ID: '1', CI_MERGE_REQUEST_SOURCE_PROJECT_ID: source },
      },
    });
  expect(base('2')).toBe('1a2b3c\n');
  expect(base('1')).toBe('git fetch --quiet origin +refs/heads/main:refs/remotes/origin/main\norigin/main\n');
});

it('azure: nothing runs without a pull request, and no thread is written where there is none', async () => {
  const { jobs } = parse(await workflow('azure')) as { readonly jobs: readonly { readonly condition: string }[] };
  expect(jobs[0]?.condition).toBe("eq(variables['Build.Reason'], 'PullRequest')");
  for (const each of [
    "dependencies.review.outputs['page.written'], 'true'",
    "'Build.Repository.Provider'], 'TfsGit'",
  ]) {
    expect(jobs[1]?.condition).toContain(each);
  }
});

it('runs the command by Yarn where that installs: npx would find none', async () => {
  project.write('yarn.lock', '');
  const commands = scripts(parse(await workflow('github'))).join('\n');
  expect(commands).toContain('yarn codegen check');
  expect(commands).not.toContain('npx');
});

it.each(services)('%s: a file that exists stays as it is, and a dry run writes nothing', async (service) => {
  const dry = await project.run('init', '--yes', '--ci', service, '--dry-run');
  expect(dry.out).toContain(`${places[service]}: would be written`);
  expect(project.exists(places[service])).toBe(false);
  project.write(places[service], 'mine');
  const { out, status } = await project.run('init', '--yes', '--ci', service);
  expect({ status, out }).toEqual({
    status: 0,
    out: expect.stringContaining(`${places[service]}: exists, and stays as it is\n`),
  });
  expect(project.read(places[service])).toBe('mine');
});

it('goes to the top of the repository, for the folder and the package manager of the project', async () => {
  project.write('my "app"/shop.wsdl', shopWsdl());
  project.write('my "app"/pnpm-lock.yaml', '');
  execFileSync('git', ['init', '-q'], { cwd: project.folder });
  const inner = Object.assign(Object.create(Object.getPrototypeOf(project) as object) as TestProject, {
    folder: project.at('my "app"'),
  });
  expect((await inner.run('init', '--yes', '--ci', 'github')).out).toContain(`../${places.github}: written`);
  const { jobs } = parse(project.read(places.github)) as {
    readonly jobs: {
      readonly review: { readonly defaults: object; readonly steps: readonly { readonly run?: string }[] };
    };
  };
  expect(jobs.review.defaults).toEqual({ run: { 'working-directory': 'my "app"' } });
  expect(jobs.review.steps.some(({ run }) => run === 'corepack enable && pnpm install --frozen-lockfile')).toBe(true);
});
