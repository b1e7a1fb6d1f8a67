import { given } from '../config/given.js';
import { findJobs, type Job, readDefines } from '../config/jobs.js';
import { type Diagnostic, diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { visible } from '../diagnostics/format.js';
import { renderContract } from '../disk-pipeline.js';
import { loadCompiler } from '../emit/skeleton/compiler.js';
import { type DecodedSource, decodeSource } from '../emit/skeleton/encoding.js';
import { targetOf } from '../from-soap/bound-target.js';
import { type ProgramFile, type Rewritten, rewriteProgram } from '../from-soap/index.js';
import { kindOfText, moduleKinds } from '../from-soap/modules.js';
import { relatedFiles } from '../from-soap/related-files.js';
import type { TargetPackage } from '../from-soap/targets.js';
import { unifiedDiff } from '../from-soap/unified-diff.js';
import { disk } from '../output/disk.js';
import { namedFiles } from '../output/named-files.js';
import { readContractOfJob } from './compile.js';
import type { MigrateCommandOptions } from './options.js';
import { displayPath, printDiagnostics, printJson } from './report.js';
import { changeTo, writeFiles } from './single-files.js';
import type { Terminal } from './terminal.js';

/** A file of the program, with the way back to its bytes. */
interface SourceFile extends ProgramFile {
  /** Its path on this system. */
  readonly native: string;
  readonly bytes: Uint8Array;
  readonly encode: NonNullable<DecodedSource['encode']>;
}

/**
 * `codegen migrate`: changes a program that uses `soap` to use a generated package; without `--write` the difference is shown. Exit code 1 on errors; what
 * is left for a person to do is a warning.
 */
export async function migrateCommand(options: MigrateCommandOptions, terminal: Terminal): Promise<number> {
  const { workingFolder } = terminal;
  const [define, wrong] = readDefines(options.define ?? []);
  const [target, unread] = await readTarget(options, workingFolder);
  const [sources, missing] = await readSources(options.files, workingFolder);
  const early = [...wrong, ...unread, ...missing];
  const rewritten: Rewritten =
    target === undefined || hasErrors([...wrong, ...unread])
      ? { files: [], findings: [] }
      : await rewrite(sources, target, define, options, workingFolder);
  const problems = options.write === true ? write(rewritten, sources, terminal) : [];
  const diagnostics = [...early, ...rewritten.findings, ...problems];
  print(rewritten, diagnostics, options, terminal);
  return hasErrors(diagnostics) ? 1 : 0;
}

/** The generated package as the config describes it. */
async function readTarget(
  { package: name, config, allowPath, allowRemote }: MigrateCommandOptions,
  workingFolder: string,
): Promise<Result<TargetPackage | undefined>> {
  const [jobs, problems] = await findJobs({ inputs: [], ...given({ config, allowPath }) }, workingFolder);
  if (hasErrors(problems)) {
    return [undefined, problems];
  }
  const job = jobs.find(({ settings }) => settings.name === name);
  if (job === undefined) {
    const known = jobs.map(({ settings }) => settings.name);
    return [undefined, [diagnostic('migrate/unknown-package', { name, known })]];
  }
  return targetOfJob(job, { workingFolder, ...given({ allowRemote }) });
}

async function targetOfJob(
  job: Job,
  options: Parameters<typeof readContractOfJob>[1],
): Promise<Result<TargetPackage | undefined>> {
  const [reading, found] = await readContractOfJob(job, options);
  const errors = found.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) {
    return [undefined, errors];
  }
  const { name, scalars = {} } = job.settings;
  const [{ bound }] = await renderContract(reading, {
    ...job.settings,
    packageName: name,
    templates: [],
    sourcesOnly: true,
    compiled: false,
  });
  const modules = Object.values(scalars).flatMap((each) =>
    typeof each === 'string' || each.from === undefined ? [] : [each.from],
  );
  return [targetOf(bound, modules), []];
}

/** The source files that names, folders and patterns stand for. */
async function readSources(names: readonly string[], workingFolder: string): Promise<Result<readonly SourceFile[]>> {
  const paths = new Set<string>();
  const problems: Diagnostic[] = [];
  for (const name of names) {
    const found = await namedFiles(name, wanted, workingFolder);
    if (found.paths.length === 0) {
      problems.push(diagnostic('migrate/not-found', { name }));
    }
    for (const path of found.paths) {
      paths.add(path);
    }
  }
  const sources: SourceFile[] = [];
  for (const native of [...paths].sort()) {
    const bytes = disk.bytes(native);
    const decoded = bytes && decodeSource(bytes);
    if (bytes === undefined || decoded?.encode === undefined) {
      const reason = 'its text is neither UTF-8 nor UTF-16 with a byte order mark';
      problems.push(diagnostic('migrate/unreadable', { reason }, placeOf(native, workingFolder)));
    } else {
      sources.push({ path: native.replaceAll('\\', '/'), native, text: decoded.text, bytes, encode: decoded.encode });
    }
  }
  return [sources, problems];
}

function placeOf(path: string, workingFolder: string): Diagnostic['span'] & object {
  return { file: displayPath(path, workingFolder), line: 1, column: 1, length: 0 };
}

/** Source files of a program: neither what others wrote nor declarations. */
const wanted = {
  inFolders: '**/*.{ts,mts,cts,tsx,js,mjs,cjs,jsx}',
  ignore: ['**/node_modules/**', '**/*.d.ts', '**/*.d.mts', '**/*.d.cts'],
};

/** Longer files are not written by people. */
const longest = 5_000_000;

async function rewrite(
  sources: readonly SourceFile[],
  target: TargetPackage,
  define: Readonly<Record<string, string>>,
  { service, write: writes = false }: MigrateCommandOptions,
  workingFolder: string,
): Promise<Rewritten> {
  const compiler = await loadCompiler();
  const display = (path: string): string => displayPath(path, workingFolder);
  const findings: Diagnostic[] = [];
  const files: SourceFile[] = [];
  for (const source of relatedFiles(sources, target)) {
    const problem =
      source.text.length > longest ? `it has more than ${longest} characters` : syntaxError(compiler, source);
    if (problem !== undefined) {
      const { reason, ...place } = typeof problem === 'string' ? { reason: problem, line: 1, column: 1 } : problem;
      findings.push(
        diagnostic('migrate/unreadable', { reason }, { ...placeOf(source.native, workingFolder), ...place }),
      );
    } else if (kindOfText(source.text) === undefined) {
      files.push(source);
    }
  }
  const read = (path: string): string | undefined => {
    const bytes = disk.bytes(path);
    return bytes && decodeSource(bytes).text;
  };
  const result = rewriteProgram(compiler, files, moduleKinds(read), {
    target,
    define,
    display,
    writes,
    ...given({ service }),
  });
  return { files: result.files, findings: [...findings, ...result.findings] };
}

/** The first mistake of a file, if it has one. */
function syntaxError(
  compiler: Awaited<ReturnType<typeof loadCompiler>>,
  { path, text }: ProgramFile,
): { readonly reason: string; readonly line: number; readonly column: number } | undefined {
  const file = compiler.createSourceFile(path, text, compiler.ScriptTarget.ESNext, false);
  const [first] = (file as unknown as { readonly parseDiagnostics: readonly { start: number; messageText: unknown }[] })
    .parseDiagnostics;
  if (first === undefined) {
    return undefined;
  }
  const { line, character } = file.getLineAndCharacterOfPosition(first.start);
  const message = typeof first.messageText === 'string' ? first.messageText : 'its syntax is wrong';
  return { reason: message.replace(/\.$/, ''), line: line + 1, column: character + 1 };
}

function write({ files }: Rewritten, sources: readonly SourceFile[], terminal: Terminal): readonly Diagnostic[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const changes = files.flatMap(({ path, text }) => {
    const source = byPath.get(path);
    if (source === undefined) {
      return [];
    }
    const { native, bytes, encode } = source;
    return [{ ...changeTo(native, text, terminal), before: bytes, bytes: encode(text) }];
  });
  return writeFiles(changes);
}

function print(
  { files }: Rewritten,
  diagnostics: readonly Diagnostic[],
  { json, write: writes }: MigrateCommandOptions,
  terminal: Terminal,
): void {
  const difference = ({ path, before, text }: Rewritten['files'][number]): string =>
    unifiedDiff(displayPath(path, terminal.workingFolder), before, text);
  const written = writes === true && !hasErrors(diagnostics.filter(({ code }) => !code.startsWith('migrate/')));
  if (json) {
    const changed = files.map((file) => ({
      path: displayPath(file.path, terminal.workingFolder),
      diff: difference(file),
    }));
    printJson<'migrate'>({ written, files: changed }, diagnostics, terminal);
    return;
  }
  if (writes !== true) {
    terminal.out(files.map((file) => difference(file).split('\n').map(visibleLine).join('\n')).join(''));
  }
  printDiagnostics(diagnostics, terminal);
  const left = diagnostics.filter(({ severity }) => severity === 'warning').length;
  terminal.out(`${summary(files.length, left, written)}\n`);
}

/** A line end of Windows stays one, so that the difference can be applied. */
function visibleLine(line: string): string {
  return line.endsWith('\r') ? `${visible(line.slice(0, -1))}\r` : visible(line);
}

function summary(count: number, left: number, written: boolean): string {
  const files = count === 1 ? '1 file' : `${count} files`;
  const places = left === 1 ? '1 place is' : `${left} places are`;
  const what =
    count === 0
      ? 'nothing to change'
      : written
        ? `${files} changed`
        : `${files} would be changed; --write changes them`;
  return left === 0 ? what : `${what}; ${places} left for you`;
}
