import { basename, dirname, join } from 'node:path';
import { findJobs, type Job } from '../config/jobs.js';
import { append } from '../diagnostics/append.js';
import { type Diagnostic, diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { visibleLines } from '../diagnostics/format.js';
import { publicAddress } from '../diagnostics/public-address.js';
import { type TitledDiff, textReport } from '../diff/report/text.js';
import { disk } from '../output/disk.js';
import { hashLines } from '../output/hash.js';
import type { Layout } from '../pull/layout.js';
import { type KnownOrigin, originsOf } from '../pull/origins.js';
import { accessWith, diffVersions, fetchLayout } from '../pull/pull.js';
import { readHttpAccess } from './http-options.js';
import type { RemoteCheck, RemoteFile } from './json-output.js';
import type { CheckCommandOptions } from './options.js';
import { credentialsForSeveral, optionsOfOrigin } from './origin-access.js';
import { displayPath } from './report.js';
import { rememberingAnswers, type Terminal } from './terminal.js';
import { versionOfInputs } from './versions.js';

/** Compares the inputs that have an origin with the services as they are now. Nothing is written. */
export async function checkRemote(options: CheckCommandOptions, terminal: Terminal): Promise<Result<RemoteCheck>> {
  const { workingFolder } = terminal;
  const [jobs, problems] = await findJobs(options, workingFolder);
  if (hasErrors(problems)) {
    return [nothing, problems];
  }
  const [origins, unreadable] = originsOf(jobs, disk, workingFolder);
  const refused = [
    ...unreadable,
    ...(origins.length === 0 ? [diagnostic('pull/no-origin', { where: 'any input' })] : []),
    ...credentialsForSeveral(origins, options),
  ];
  if (hasErrors(refused)) {
    return [nothing, refused];
  }
  const [fetched, found] = await fetchAll(origins, options, rememberingAnswers(terminal));
  if (hasErrors(found)) {
    return [nothing, found];
  }
  const files = fetched.map((each) => comparedFile(each, workingFolder));
  const differs = files.some(({ differing }) => differing.length > 0);
  const [drifts, more] = differs ? await driftsOf(jobs, fetched, workingFolder) : [[], []];
  return [{ files, drifts }, [...found, ...more]];
}

const nothing: RemoteCheck = { files: [], drifts: [] };

/** A descriptor as its service sends it now. */
interface FetchedOrigin {
  readonly origin: KnownOrigin;
  readonly layout: Layout;
}

async function fetchAll(
  origins: readonly KnownOrigin[],
  options: CheckCommandOptions,
  terminal: Terminal,
): Promise<Result<readonly FetchedOrigin[]>> {
  const fetched: FetchedOrigin[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const origin of origins) {
    const [access, problems] = await readHttpAccess(optionsOfOrigin(origin, options), [origin.url], terminal);
    if (hasErrors(problems)) {
      return [fetched, problems];
    }
    const [result, found] = await fetchLayout({
      ...access,
      address: origin.url,
      out: dirname(origin.path),
      file: basename(origin.path),
      workingFolder: terminal.workingFolder,
      allowHosts: [...(origin.allowHosts ?? []), ...(options.allowHost ?? [])],
    });
    append(diagnostics, found);
    if (result) {
      fetched.push({ origin, layout: result.layout });
    }
  }
  return [fetched, diagnostics];
}

function comparedFile({ origin, layout }: FetchedOrigin, workingFolder: string): RemoteFile {
  const folder = dirname(origin.path);
  const differing = [...layout.files].flatMap(([name, bytes]) => {
    const current = disk.bytes(join(folder, name));
    return current !== undefined && hashLines(current) === hashLines(bytes) ? [] : [name];
  });
  return { file: displayPath(origin.path, workingFolder), address: publicAddress(origin.url), differing };
}

/** The changes of the contract of each package, if its inputs were what the services send now. */
async function driftsOf(
  jobs: readonly Job[],
  fetched: readonly FetchedOrigin[],
  workingFolder: string,
): Promise<Result<readonly TitledDiff[]>> {
  const texts = fetched.flatMap(({ origin, layout }) =>
    [...layout.files].map(([name, bytes]) => [join(dirname(origin.path), name), bytes] as const),
  );
  const access = accessWith(new Map(texts));
  const drifts: TitledDiff[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const job of jobs) {
    const [old, foundBefore] = await versionOfInputs(job, { workingFolder });
    const [now, foundNow] = await versionOfInputs(job, { workingFolder }, access);
    const errors = [...foundBefore, ...foundNow].filter(({ severity }) => severity === 'error');
    append(diagnostics, errors);
    if (errors.length === 0) {
      drifts.push({ title: job.settings.name, ...diffVersions(old, now) });
    }
  }
  return [drifts.filter(({ verdict }) => verdict !== 'none'), diagnostics];
}

/** The result in words, a line for each file and the changes of each package. */
export function remoteReport({ files, drifts }: RemoteCheck): string {
  const lines = files.map(({ file, address, differing }) => {
    const same = drifts.length === 0 ? ', but the contract is the same' : '';
    return differing.length === 0
      ? `${file}: as at ${address}\n`
      : `${file}: differs from ${address} (${differing.join(', ')})${same}\n`;
  });
  const changes =
    drifts.length === 0 ? '' : `${textReport(drifts)}The live service differs. codegen pull updates the files.\n`;
  return visibleLines(`${lines.join('')}${changes}`);
}
