import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { main } from '../../generator/cli.js';
import { repository, textOf } from '../support/repository.js';
import { TestProject } from '../support/test-project.js';
import { typeErrors } from '../support/type-errors.js';

/** The skill for coding agents, as `codegen init --agents` writes it: its commands run, and its program compiles, in the example that it names. */

const place = '.agents/skills/wsdl-codegen/SKILL.md';

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
  project.write('wsdl/Shop.wsdl', textOf('templates/init/Shop.wsdl'));
  const packages = [{ name: 'shop-api', inputs: ['wsdl/Shop.wsdl'], out: 'generated/shop-api' }];
  project.write('codegen.config.json', JSON.stringify({ packages }));
});
afterEach(() => project.remove());

const git = (...args: readonly string[]): void => {
  const own = ['-c', 'user.name=a', '-c', 'user.email=a@shop.example', '-c', 'commit.gpgsign=false'];
  execFileSync('git', [...own, ...args], { cwd: project.folder, stdio: 'pipe' });
};

async function skill(): Promise<string> {
  expect(await project.run('init', '--agents', '--yes')).toMatchObject({ status: 0, err: '' });
  return project.read(place);
}

/** The blocks of a language. */
const blocks = (text: string, language: string): readonly string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, block = '']) => block);

/** Serves a contract on a free port, as long as something is done with its address. */
async function withMock(args: readonly string[], during: (base: string) => Promise<void>): Promise<number> {
  const stop = new AbortController();
  let status: Promise<number> = Promise.resolve(0);
  const base = await new Promise<string>((resolve) => {
    status = main([...args, '--port', '0'], {
      out: (text) => {
        const [, found] = /listening on (http:\S+)/.exec(text) ?? [];
        if (found !== undefined) {
          resolve(found);
        }
      },
      err: () => undefined,
      isInteractive: false,
      environment: {},
      workingFolder: project.folder,
      stop: stop.signal,
    });
  });
  await during(base);
  stop.abort();
  return status;
}

it('has the front matter of skills (agentskills.io), and is a page', async () => {
  const text = await skill();
  const [, head = ''] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? [];
  const { name, description, ...rest } = parse(head) as Record<string, string>;
  expect([name, rest]).toEqual(['wsdl-codegen', {}]);
  expect(description).toMatch(/^[^<>]{100,1024}$/);
  expect(text.split('\n').length).toBeLessThan(90);
  expect(text).toContain('which is "." from the root');
});

it('names commands that run, in the order of a working day', async () => {
  const text = await skill();
  git('init', '--quiet', '--initial-branch', 'main');
  project.write('order.xml', '<GetOrder xmlns="urn:shop"><number>x</number></GetOrder>');
  const lines = blocks(text, 'sh').flatMap((block) => block.trim().split('\n'));
  const commands = lines.map((line) => line.replace(/ +# .*$/, '').split(' '));
  expect(commands.map(([runner]) => runner)).toEqual(commands.map(() => 'npx'));
  const statuses: Record<string, number> = {};
  const run = async (words: readonly string[]): Promise<void> => {
    const said = await project.run(...words);
    statuses[words[0] ?? 'codegen'] = said.status;
    expect(said.err).not.toMatch(/unknown (?:option|command)|config\/usage/);
  };
  for (const [index, [, , ...words]] of commands.entries()) {
    if (words[0] === 'mock') {
      const [call = []] = commands.splice(index + 1, 1);
      const wanted = words.filter((word) => !/^(?:--port|8080)$/.test(word));
      const end = await withMock(wanted, (base) =>
        run(call.slice(2).map((word) => word.replace('http://localhost:8080', base))),
      );
      expect(end).toBe(0);
    } else {
      await run(words);
    }
    if (words.length === 0) {
      git('add', '--all');
      git('commit', '--quiet', '--message', 'first');
    }
  }
  // There is no runtime in this folder, and the order is wrong.
  expect(statuses).toEqual({ inspect: 0, codegen: 0, sample: 0, call: 0, doctor: 1, diff: 0, validate: 1, check: 0 });
});

it('has a program that compiles', async () => {
  const [program = ''] = blocks(await skill(), 'ts');
  await project.run();
  project.write('call.ts', program);
  mkdirSync(project.at('node_modules'));
  for (const name of ['@wsdl-codegen', '@types']) {
    symlinkSync(join(repository, 'node_modules', name), project.at(`node_modules/${name}`));
  }
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    types: ['node'],
    paths: { 'shop-api': ['./generated/shop-api/src/index.ts'] },
  };
  project.write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['call.ts'] }));
  expect(typeErrors(project.at('tsconfig.json'))).toBe('');
});

it('names paths of the package that are there', async () => {
  const paths = [...(await skill()).matchAll(/node_modules\/wsdl-codegen\/([\w/.]+)/g)].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(1);
  const { files } = JSON.parse(textOf('package.json')) as { readonly files: readonly string[] };
  for (const path of paths.map((each) => each.replace('NAME', 'check').replace(/\.$/, ''))) {
    expect(existsSync(join(repository, path))).toBe(true);
    expect(files).toContain(path.split('/')[0]);
  }
});

it('stays as it is where it exists, is for the whole repository, and also for agents that look elsewhere', async () => {
  git('init', '--quiet');
  mkdirSync(project.at('.claude'));
  project.write(place, 'mine');
  project.write('packages/a/wsdl/Shop.wsdl', textOf('templates/init/Shop.wsdl'));
  let out = '';
  await main(['init', '--agents', '--yes', '--dry-run', '--json'], {
    out: (text) => {
      out += text;
    },
    err: () => undefined,
    isInteractive: false,
    environment: {},
    workingFolder: project.at('packages/a'),
  });
  expect(JSON.parse(out).files).toHaveProperty(['../../.claude/skills/wsdl-codegen/SKILL.md']);
  expect(project.exists('.claude/skills')).toBe(false);
  const said = await project.run('init', '--agents', '--yes');
  expect(said.out).toContain(`${place}: exists, and stays as it is\n`);
  expect(said.out).toContain('.claude/skills/wsdl-codegen/SKILL.md: written\n');
  expect(project.read(place)).toBe('mine');
  expect(out).toContain('which is \\"packages/a\\" from the root');
});
