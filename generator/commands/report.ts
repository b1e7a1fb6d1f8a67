import { isAbsolute, relative, resolve } from 'node:path';
import type { Diagnostic, Span } from '../diagnostics/diagnostic.js';
import {
  causeOfMany,
  diagnosticsToJson,
  formatDiagnostics,
  sortDiagnostics,
  summarizeDiagnostics,
  visible,
  visibleJson,
  wantsColor,
  wantsLinks,
} from '../diagnostics/format.js';
import { disk } from '../output/disk.js';
import { isRemote } from '../source/places.js';
import type { CommandEvents, CommandResults } from './json-output.js';
import type { Terminal } from './terminal.js';

/** Options of commands that print what they find. Only a command that has `allMessages` leaves any out. */
export interface ReportOptions {
  /** Show each finding, where many are alike. */
  readonly allMessages?: boolean;
}

/** Prints diagnostics as readable text, with the source lines, and their number. */
export function printDiagnostics(
  diagnostics: readonly Diagnostic[],
  terminal: Terminal,
  { allMessages = true }: ReportOptions = {},
): void {
  if (diagnostics.length === 0) {
    return;
  }
  const texts = new Map<string, readonly string[] | undefined>();
  const linesOf = (file: string): readonly string[] | undefined => {
    if (isRemote(file)) {
      return undefined;
    }
    if (!texts.has(file)) {
      texts.set(file, readLines(resolve(terminal.workingFolder, file)));
    }
    return texts.get(file);
  };
  terminal.err(
    formatDiagnostics(diagnostics, {
      color: wantsColor(terminal.isInteractive, terminal.environment),
      site: terminal.site,
      links: wantsLinks(terminal.isInteractive, terminal.environment),
      lineOf: (file, line) => linesOf(file)?.[line - 1],
      fold: !allMessages,
    }),
  );
  const summary = summarizeDiagnostics(sortDiagnostics(diagnostics));
  for (const line of [summary, causeOfMany(diagnostics)].filter((each) => each !== '')) {
    terminal.err(`${line}\n`);
  }
}

/** Prints an object for machines on standard output: the command's result and its diagnostics. */
export function printJson<Command extends keyof CommandResults = never>(
  result: CommandResults[Command],
  diagnostics: readonly Diagnostic[],
  terminal: Terminal,
): void {
  terminal.out(
    `${visibleJson(JSON.stringify({ ...result, diagnostics: diagnosticsToJson(diagnostics, terminal.site) }, null, 2))}\n`,
  );
}

/** Prints an event of a command that goes on running: a line for machines. */
export function printEvent<Command extends keyof CommandEvents = never>(
  event: CommandEvents[Command],
  terminal: Terminal,
): void {
  terminal.out(`${visibleJson(JSON.stringify(event))}\n`);
}

/** Prints what a command found that goes on running: as an event with `--json`. */
export function printFound(
  { json, allMessages = false }: ReportOptions & { readonly json?: boolean },
  found: readonly Diagnostic[],
  terminal: Terminal,
): void {
  if (json !== true) {
    printDiagnostics(found, terminal, { allMessages });
  } else if (found.length > 0) {
    printEvent<keyof CommandEvents>(
      { event: 'diagnostics', diagnostics: diagnosticsToJson(found, terminal.site) },
      terminal,
    );
  }
}

/** Lines with the values of placeholders that nobody gave. */
export function assumedText(assumed: Readonly<Record<string, string>>): string {
  const lines = Object.entries(assumed).map(([key, text]) => [visible(key), visible(text)] as const);
  return linesOf(lines.map(([name, value]) => `{${name}} is ${value}; --define ${name}=VALUE gives another value`));
}

/** Prints the result of a command: for machines with `--json`, otherwise the diagnostics and then lines for people. */
export function printResult<Command extends keyof CommandResults = never>(
  { json, allMessages = false }: ReportOptions & { readonly json?: boolean },
  diagnostics: readonly Diagnostic[],
  terminal: Terminal,
  result: { readonly json: () => CommandResults[Command]; readonly text: () => string },
): void {
  if (json) {
    printJson<Command>(result.json(), diagnostics, terminal);
    return;
  }
  printDiagnostics(diagnostics, terminal, { allMessages });
  terminal.out(result.text());
}

/** Lines as one text. */
export function linesOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** How many files were created, changed and so on, by these words: `1 created, 3 unchanged`. Empty if all files are unchanged. */
export function changeCounts(changes: Readonly<Record<string, readonly string[]>>, unchanged: number): string {
  const counts = Object.entries(changes).flatMap(([what, { length }]) => (length > 0 ? [`${length} ${what}`] : []));
  return counts.length === 0 ? '' : [...counts, `${unchanged} unchanged`].join(', ');
}

/** The same as a line of a run says it. */
export function changeSummary(
  changes: Readonly<Record<string, readonly string[]>>,
  unchanged: number,
  dryRun: boolean | undefined,
): string {
  const counts = changeCounts(changes, unchanged);
  return counts === '' ? `up to date (${unchanged} files)` : `${dryRun ? 'would be ' : ''}${counts}`;
}

/** What the line about packages that were not read again says of the warnings that they had. */
export function keptWarnings(count = 0): string {
  return count === 0 ? '' : `, with ${count === 1 ? '1 warning' : `${count} warnings`} that --full shows`;
}

/** The same diagnostics with file names for the working folder, where stages name them relative to `folder`. */
export function relocate(
  diagnostics: readonly Diagnostic[],
  folder: string,
  workingFolder: string,
): readonly Diagnostic[] {
  if (folder === workingFolder) {
    return diagnostics;
  }
  const move = (span: Span): Span => {
    if (/^[a-z][a-z+.-]+:/i.test(span.file) && !isAbsolute(span.file)) {
      return span;
    }
    return { ...span, file: displayPath(resolve(folder, span.file), workingFolder) };
  };
  return diagnostics.map((d) => ({
    ...d,
    ...(d.span && { span: move(d.span) }),
    ...(d.notes && { notes: d.notes.map((n) => (n.span ? { ...n, span: move(n.span) } : n)) }),
  }));
}

/** A path as the user would write it in the working folder, with `/`. */
export function displayPath(path: string, workingFolder: string): string {
  const short = relative(workingFolder, path) || '.';
  return (isAbsolute(short) ? path : short).replaceAll('\\', '/');
}

/** Of a larger file no lines are shown: they would take more memory than its check. */
const largestShown = 64 * 1024 * 1024;

/** The lines of a text file; UTF-16 is recognised by its byte order mark. */
function readLines(path: string): readonly string[] | undefined {
  const size = disk.entry(disk.realPath(path) ?? path)?.size ?? 0;
  const bytes = size > largestShown ? undefined : disk.bytes(path);
  if (!bytes) {
    return undefined;
  }
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const encoding = isUtf16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  return new TextDecoder(encoding).decode(bytes).split(/\r\n|\r|\n/);
}

/** Says of how many packages the output is as it would be generated. */
export function upToDateText(packages: number): string {
  return packages === 1 ? '1 package is up to date' : `${packages} packages are up to date`;
}
