import { hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { verdictLines, verdictsToJson, versionLines, versionsToJson } from './contract-verdicts.js';
import { differenceLines } from './differences.js';
import { accessToInputs } from './input-access.js';
import type { FileDifference, RemoteCheck } from './json-output.js';
import type { CheckCommandOptions } from './options.js';
import { keptWarnings, linesOf, printResult, upToDateText } from './report.js';
import { runCheck } from './run.js';
import { packageProgress, progress, type Terminal } from './terminal.js';

const same = 0;
const differs = 1;
const cannotTell = 2;

/**
 * `codegen check`: is the output on the disk up to date? Exit code 0 if it is, 1 if it is not, 2 if errors prevent an answer.
 * If versions and hashes in the manifest show that nothing changed, nothing is generated.
 */
export async function checkCommand(options: CheckCommandOptions, terminal: Terminal): Promise<number> {
  const line = progress(terminal, 'checking');
  const surroundings = {
    workingFolder: terminal.workingFolder,
    onProgress: packageProgress(line, 'checking'),
    accessTo: (inputs: readonly string[]) => accessToInputs(inputs, options, terminal),
  };
  const {
    jobs: { length: packages },
    warnings,
    differences,
    verdicts,
    versions,
    diagnostics: found,
  } = await runCheck(options, surroundings);
  const [remote, problems] = await remoteOf(options, terminal);
  line.done();
  const diagnostics = [...found, ...problems];
  const isSame = differences.length === 0 && (remote?.drifts ?? []).length === 0;
  const status = hasErrors(diagnostics) ? cannotTell : isSame ? same : differs;
  const remoteLines = remote ? (await import('./remote-check.js')).remoteReport(remote) : '';
  const lines = [
    ...verdictLines(verdicts, terminal).map((line) => `${line} (codegen diff shows how)`),
    ...versionLines(versions, terminal),
    ...differenceLines(differences),
  ];
  const end =
    status === same
      ? [`${upToDateText(packages)}${keptWarnings(warnings)}`]
      : status === differs
        ? conclusions(differences)
        : [];
  printResult<'check'>(options, diagnostics, terminal, {
    json: () => ({
      result: status === same ? 'same' : status === differs ? 'differs' : 'unknown',
      differences,
      verdicts: verdictsToJson(verdicts, terminal),
      versions: versionsToJson(versions, terminal),
      remote,
    }),
    text: () => linesOf(lines) + remoteLines + linesOf(end),
  });
  return status;
}

function conclusions(differences: readonly FileDifference[]): readonly string[] {
  if (differences.length === 0) {
    return [];
  }
  return differences.every(({ kind }) => kind === 'incomplete')
    ? ['Some classes lack methods that codegen does not add; the warnings say what to write.']
    : ['The output differs from what would be generated. Run codegen to update it.'];
}

/** The live services are asked only if the user wants it. */
async function remoteOf(options: CheckCommandOptions, terminal: Terminal): Promise<Result<RemoteCheck | undefined>> {
  if (!options.remote) {
    return [undefined, []];
  }
  const { checkRemote } = await import('./remote-check.js');
  return checkRemote(options, terminal);
}
