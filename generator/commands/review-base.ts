import { relative, resolve } from 'node:path';
import type { Job } from '../config/jobs.js';
import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';
import { disk } from '../output/disk.js';
import { isRemote } from '../source/places.js';
import type { CompileOptions } from './compile.js';
import type { Version } from './contract-text.js';
import { fileTree, git } from './file-tree.js';
import { displayPath } from './report.js';
import { versionOfInputs, withFlaws } from './versions.js';

/** What a review compares with: the commit at which the work began. */
export interface ReviewBase {
  readonly commit: string;
  /** For readers: `1a2b3c4, where this left origin/main`, or the commit alone, if that was named. */
  readonly label: string;
}

/** The names that a main branch has, best first. */
const mainBranches = ['origin/main', 'origin/master', 'main', 'master'];

/** The commit at which the work in a folder left a revision, or the main branch. */
export async function reviewBase(
  revision: string | undefined,
  folder: string,
): Promise<Result<ReviewBase | undefined>> {
  const name = revision ?? (await mainBranch(folder)) ?? 'main';
  const [tree, unknown] = await fileTree(name, folder);
  if (tree === undefined) {
    return [undefined, unknown];
  }
  const commit = (await git(folder, ['merge-base', name, 'HEAD']))?.trim();
  return commit === undefined
    ? [undefined, [diagnostic('diff/no-base', { revision: name })]]
    : [{ commit, label: labelOf(commit, name) }, []];
}

function labelOf(commit: string, name: string): string {
  const short = commit.slice(0, 12);
  return commit.startsWith(name) ? short : `${short}, where this left ${name}`;
}

async function mainBranch(folder: string): Promise<string | undefined> {
  const named = await git(folder, ['symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD']);
  for (const name of [...(named === undefined ? [] : [named.trim()]), ...mainBranches]) {
    if ((await git(folder, ['rev-parse', '--verify', '--quiet', `${name}^{commit}`])) !== undefined) {
      return name;
    }
  }
  return undefined;
}

/** What the inputs of a job were at the base, also under other names; undefined if there were none. */
export async function inputsBefore(
  { commit }: ReviewBase,
  job: Job,
  options: CompileOptions,
): Promise<Result<Version | undefined>> {
  const { inputs } = job.settings;
  const [tree, unknown] = await fileTree(commit, job.folder);
  if (tree === undefined || inputs.some(isRemote)) {
    const where = displayPath(job.out, options.workingFolder);
    return [undefined, [...unknown, diagnostic('diff/no-contract', { where: `git:${commit.slice(0, 12)}:${where}` })]];
  }
  const former = await formerNames(commit, job.folder);
  const there: string[] = [];
  for (const input of inputs) {
    const path = resolve(job.folder, input);
    const before = (await tree.has(path)) ? path : former.get(path);
    if (before !== undefined) {
      there.push(relative(job.folder, before));
    }
  }
  if (there.length === 0) {
    return [undefined, []];
  }
  const then = { ...job, settings: { ...job.settings, inputs: there } };
  const [version, found] = withFlaws(await versionOfInputs(then, options, tree), `git:${commit.slice(0, 12)}`);
  return [version, [...found, ...(await otherConfig(job, tree.bytes, options))]];
}

/** A config may be a program, and that of another revision is not run: what only it names is not compared. */
async function otherConfig(
  { configFile }: Job,
  bytesThen: (path: string) => Promise<Uint8Array | undefined>,
  { workingFolder }: CompileOptions,
): Promise<readonly Diagnostic[]> {
  const then = configFile === undefined ? undefined : await bytesThen(configFile);
  const now = configFile === undefined ? undefined : disk.bytes(configFile);
  return configFile === undefined || (then && now && Buffer.compare(then, now) === 0)
    ? []
    : [diagnostic('diff/other-config', { file: displayPath(configFile, workingFolder) })];
}

/** The paths of files before they were renamed, by those that they have now, in commits or in what is to be committed. */
async function formerNames(commit: string, folder: string): Promise<ReadonlyMap<string, string>> {
  const root = (await git(folder, ['rev-parse', '--show-toplevel']))?.trim() ?? folder;
  const plain = ['--no-ext-diff', '--no-textconv', '--name-status', '--diff-filter=R'];
  const found = (await git(root, ['diff-index', '--cached', '-z', '-M', ...plain, commit])) ?? '';
  const names = found.split('\0');
  const pairs = Array.from({ length: Math.floor(names.length / 3) }, (_, at) => names.slice(at * 3 + 1, at * 3 + 3));
  return new Map(pairs.map(([old = '', now = '']) => [resolve(root, now), resolve(root, old)]));
}
