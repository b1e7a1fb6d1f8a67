import { resolve } from 'node:path';
import { type Diagnostic, diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { visible } from '../diagnostics/format.js';
import { publicAddress } from '../diagnostics/public-address.js';
import { textReport } from '../diff/report/text.js';
import { disk } from '../output/disk.js';
import { type PullResult, pullDescriptor } from '../pull/pull.js';
import { readOrigins } from '../pull/write.js';
import { isRemote } from '../source/locate.js';
import { readHttpAccess } from './http-options.js';
import type { PullCommandOptions } from './options.js';
import { displayPath, printDiagnostics, printJson } from './report.js';
import { progress, rememberingAnswers, type Terminal } from './terminal.js';

/** A descriptor to pull. */
interface Pull {
  readonly address: string;
  /** Folder, as the user knows it. */
  readonly out: string;
  /** Its file in the folder, if that is settled. */
  readonly file?: string;
}

/** A descriptor that was pulled. */
interface Pulled extends Pull {
  readonly result: PullResult;
}

/** `codegen pull`: writes descriptors and all that they import. Exit code 0, or 1 when anything is an error. */
export async function pullCommand(options: PullCommandOptions, terminal: Terminal): Promise<number> {
  const done = progress(terminal, 'pulling');
  const [pulls, problems] = findPulls(options, terminal);
  const [pulled, found] = hasErrors(problems) ? [[], []] : await pullAll(pulls, options, terminal);
  done();
  const diagnostics = [...problems, ...found];
  if (options.json) {
    printJson({ descriptors: pulled.filter(isDone).map(toJson) }, diagnostics, terminal);
  } else {
    printDiagnostics(diagnostics, terminal);
    for (const each of pulled.filter(isDone)) {
      terminal.out(summary(each, options));
    }
  }
  return hasErrors(diagnostics) ? 1 : 0;
}

/** The descriptors that the arguments name: one by its address, or all that were pulled into a folder. */
function findPulls({ source, dir, name, update }: PullCommandOptions, terminal: Terminal): Result<readonly Pull[]> {
  if (source !== undefined && isRemote(source)) {
    return dir === undefined
      ? usage('An address was given, but no folder.', 'name the folder after the address: codegen pull URL DIR.')
      : [[{ address: source, out: dir, ...(name !== undefined && { file: name }) }], []];
  }
  if (source === undefined || dir !== undefined || name !== undefined) {
    return usage(
      source === undefined ? 'There is nothing to pull.' : `"${source}" is not an http address.`,
      'name an address and a folder, codegen pull URL DIR, or a folder to refresh, codegen pull --update DIR.',
    );
  }
  return update
    ? recordedPulls(source, terminal)
    : usage(`"${source}" is not an http address.`, `to refresh what was pulled into a folder, add --update.`);
}

/** What was pulled into a folder. */
function recordedPulls(out: string, { workingFolder }: Terminal): Result<readonly Pull[]> {
  const [{ descriptors }, problems] = readOrigins({ folder: resolve(workingFolder, out), display: out }, disk);
  const pulls = Object.entries(descriptors).map(([file, { address }]) => ({ address, out, file }));
  const none = pulls.length === 0 && !hasErrors(problems);
  const lost = pulls.filter(({ address }) => address.includes('***'));
  return [
    pulls,
    [
      ...problems,
      ...(none ? [diagnostic('pull/no-origin', { where: `"${out}"` })] : []),
      ...lost.map(({ address }) => diagnostic('pull/secret-address', { location: address })),
    ],
  ];
}

function usage(problem: string, advice: string): Result<readonly Pull[]> {
  return [[], [diagnostic('config/usage', { problem, advice })]];
}

/** Pulls one after the other; those after an error, too. */
async function pullAll(
  pulls: readonly Pull[],
  options: PullCommandOptions,
  terminal: Terminal,
): Promise<Result<readonly Pulled[]>> {
  const asking = rememberingAnswers(terminal);
  const pulled: Pulled[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const pull of pulls) {
    const [access, problems] = await readHttpAccess(options, [pull.address], asking);
    if (hasErrors(problems)) {
      return [pulled, problems];
    }
    const result = await pullDescriptor({
      ...access,
      ...pull,
      workingFolder: terminal.workingFolder,
      write: options.dryRun !== true,
      ...(options.allowHost && { allowHosts: options.allowHost }),
      ...(options.force && { force: true }),
    });
    pulled.push({ ...pull, result });
    diagnostics.push(...result.diagnostics);
  }
  return [pulled, diagnostics];
}

function isDone({ result }: Pulled): boolean {
  return result.file !== undefined;
}

function summary({ address, out, result }: Pulled, { dryRun }: PullCommandOptions): string {
  const counts = (['created', 'changed', 'removed'] as const)
    .filter((what) => result[what].length > 0)
    .map((what) => `${result[what].length} ${what}`);
  const { file = '', unchanged, diff } = result;
  const place = `${displayPath(out, '.')}/${file}`;
  if (counts.length === 0) {
    return `${place}: as at ${publicAddress(address)} (${files(unchanged.length)})\n`;
  }
  const list = [...counts, `${unchanged.length} unchanged`].join(', ');
  const first = `${place}: ${dryRun ? 'would be ' : ''}${list}, from ${publicAddress(address)}\n`;
  const names = (['created', 'changed', 'removed'] as const).flatMap((what) =>
    result[what].map((name) => `  ${what.padEnd(8)} ${name}\n`),
  );
  const report = diff ? textReport([{ title: 'the contract', ...diff }]) : '';
  return [first, ...names, ...report.split('\n').map(visible).join('\n')].join('');
}

function files(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}

function toJson({ address, out, result }: Pulled): object {
  const { file, created, changed, unchanged, removed, diff } = result;
  return {
    address: publicAddress(address),
    folder: displayPath(out, '.'),
    file,
    created,
    changed,
    unchanged,
    removed,
    ...(diff && { verdict: diff.verdict, changes: diff.changes }),
  };
}
