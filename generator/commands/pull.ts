import { resolve } from 'node:path';
import { given } from '../config/given.js';
import { append } from '../diagnostics/append.js';
import { type Diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { visibleLines } from '../diagnostics/format.js';
import { publicAddress } from '../diagnostics/public-address.js';
import { textReport } from '../diff/report/text.js';
import { type PullResult, pullDescriptor } from '../pull/pull.js';
import { findPulls, type PullJob } from './find-pulls.js';
import { readHttpAccess } from './http-options.js';
import type { CommandResults } from './json-output.js';
import type { PullCommandOptions } from './options.js';
import { changeCounts, displayPath, printResult } from './report.js';
import { progress, rememberingAnswers, type Terminal } from './terminal.js';

/** A descriptor that was pulled. */
interface Pulled extends PullJob {
  readonly result: PullResult;
}

/** `codegen pull`: writes descriptors and all that they import. Exit code 0, or 1 when anything is an error. */
export async function pullCommand(options: PullCommandOptions, terminal: Terminal): Promise<number> {
  const [pulls, problems] = await findPulls(options, terminal.workingFolder);
  const [pulled, found] = hasErrors(problems) ? [[], []] : await pullAll(pulls, options, terminal);
  const diagnostics = [...problems, ...found];
  const done = pulled.filter(({ result }) => result.file !== undefined);
  printResult<'pull'>(options, diagnostics, terminal, {
    json: () => ({ descriptors: done.map(toJson) }),
    text: () => done.map((each) => summary(each, options)).join(''),
  });
  return hasErrors(diagnostics) ? 1 : 0;
}

/** Pulls one after the other; those after an error, too. */
async function pullAll(
  pulls: readonly PullJob[],
  options: PullCommandOptions,
  terminal: Terminal,
): Promise<Result<readonly Pulled[]>> {
  const asking = rememberingAnswers(terminal);
  const pulled: Pulled[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const pull of pulls) {
    const [access, problems] = await readHttpAccess(pull.http, [pull.address], asking);
    if (hasErrors(problems)) {
      return [pulled, [...diagnostics, ...problems]];
    }
    const { address, out, file, allowHosts } = pull;
    const line = progress(terminal, `pulling ${publicAddress(address)}`);
    const result = await pullDescriptor({
      ...access,
      address,
      out,
      allowHosts,
      workingFolder: terminal.workingFolder,
      write: options.dryRun !== true,
      ...given({ file, force: options.force }),
    });
    line.done();
    pulled.push({ ...pull, out: displayPath(resolve(terminal.workingFolder, out), terminal.workingFolder), result });
    append(diagnostics, result.diagnostics);
  }
  return [pulled, diagnostics];
}

function summary({ address, out, result }: Pulled, { dryRun }: PullCommandOptions): string {
  const { file = '', created, changed, removed, unchanged, diff } = result;
  const changes = { created, changed, removed };
  const counts = changeCounts(changes, unchanged.length);
  const place = `${out}/${file}`;
  if (counts === '') {
    const files = unchanged.length === 1 ? '1 file' : `${unchanged.length} files`;
    return `${place}: as at ${publicAddress(address)} (${files})\n`;
  }
  const first = `${place}: ${dryRun ? 'would be ' : ''}${counts}, from ${publicAddress(address)}\n`;
  const names = Object.entries(changes).flatMap(([what, list]) => list.map((name) => `  ${what.padEnd(8)} ${name}\n`));
  const report = diff ? textReport([{ title: 'the contract', ...diff }]) : '';
  return [first, ...names, ...visibleLines(report)].join('');
}

function toJson({ address, out, result }: Pulled): CommandResults['pull']['descriptors'][number] {
  const { file, created, changed, unchanged, removed, diff } = result;
  return {
    address: publicAddress(address),
    folder: out,
    file,
    created,
    changed,
    unchanged,
    removed,
    ...(diff && { verdict: diff.verdict, changes: diff.changes }),
  };
}
