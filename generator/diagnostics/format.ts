import { append } from './append.js';
import type { DiagnosticCode } from './catalogue/index.js';
import type { Diagnostic, Severity, Span } from './diagnostic.js';
import { publicText, type Secret, secretsIn } from './public-address.js';

/** How diagnostics are shown. */
export interface FormatOptions {
  /** With ANSI colours. */
  readonly color?: boolean;
  /** One line (from 1) of a file as diagnostics name it; `undefined` if there is no such file or line. */
  readonly lineOf?: (file: string, line: number) => string | undefined;
  /** Of findings about a document that are alike, show the first one and their number. */
  readonly fold?: boolean;
  /** Address of the site, which has a page for each code: shown once for each. It ends in a slash. */
  readonly site?: string | undefined;
  /** Codes are links to their pages, and no addresses are shown. */
  readonly links?: boolean;
}

/** The page of a code on the site of the documentation. */
export function diagnosticAddress(code: string, site: string): string {
  return new URL(`diagnostics/${code}.html`, site).href;
}

/**
 * By file, line and column; diagnostics without a position come last, and otherwise the order of finding is kept. A
 * diagnostic that was found several times (by two packages that read the same input, for example) occurs once.
 */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Map(diagnostics.map((d) => [JSON.stringify([d.code, d.message, d.span, d.notes]), d]));
  return [...seen.values()].sort((a, b) => compareSpans(a.span, b.span));
}

/** Readable text: one paragraph for each diagnostic, each line ending in a line feed; empty if there are none. */
export function formatDiagnostics(diagnostics: readonly Diagnostic[], options: FormatOptions = {}): string {
  const sources = new SourceLines(options.lineOf);
  const sorted = sortDiagnostics(diagnostics);
  const folds = options.fold ? foldsOf(sorted) : [];
  const folded = new Set(folds.flatMap(([, ...others]) => others));
  const numbers = new Map(folds.map(([first, ...others]) => [first, others.length]));
  const shown = sorted.filter((d) => !folded.has(d));
  const firsts = new Set(new Map([...shown].reverse().map((d) => [d.code, d])).values());
  return shown
    .map((d) => {
      const address = firsts.has(d) && !options.links ? addressLine(d, options) : '';
      return formatDiagnostic(d, options, sources) + address + moreLike(d, numbers.get(d) ?? 0);
    })
    .join('');
}

function addressLine({ code }: Diagnostic, { site, color }: FormatOptions): string {
  return site === undefined ? '' : `  ${paint('36', 'see:', color)} ${diagnosticAddress(code, site)}\n`;
}

/** Of so many findings of a code about one document each is shown. Each error is: it has to be corrected. */
const mostShown: Readonly<Record<Severity, number>> = { error: Number.POSITIVE_INFINITY, warning: 3, info: 1 };

/** The groups of findings of one code and severity about one document that are too many to be shown. */
function foldsOf(diagnostics: readonly Diagnostic[]): readonly (readonly Diagnostic[])[] {
  const groups = new Map<string, Diagnostic[]>();
  for (const d of diagnostics.filter(isAboutDocument)) {
    const key = JSON.stringify([d.code, d.severity, d.span?.file]);
    const group = groups.get(key) ?? [];
    group.push(d);
    groups.set(key, group);
  }
  return [...groups.values()].filter((group) => group.length > (group[0] ? mostShown[group[0].severity] : 0));
}

/** True for a finding about a place in an input. Those about documents that were not read name them, and those about a class say what to write. */
function isAboutDocument({ code, span }: Diagnostic): boolean {
  const isOfStage = /^(?:source|xsd|wsdl|contract|description|typescript)\//.test(code);
  return span !== undefined && isOfStage && !unreadDocuments.has(code);
}

function moreLike({ code, span }: Diagnostic, count: number): string {
  return count === 0 || span === undefined
    ? ''
    : `  and ${count} more ${code} in ${visible(span.file)} (--all-messages shows ${count === 1 ? 'it' : 'them'})\n`;
}

/** A diagnostic for machines. */
export interface JsonDiagnostic extends Omit<Diagnostic, 'code'> {
  /** What kind of finding it is: `docs/diagnostics.md` has a section for each. */
  readonly code: string;
  /** The page of the code, if the address of the site is known. */
  readonly url?: string;
}

/** Form for machines: sorted, and with fields in a fixed order. */
export function diagnosticsToJson(diagnostics: readonly Diagnostic[], site?: string): readonly JsonDiagnostic[] {
  return sortDiagnostics(diagnostics).map(({ code, severity, message, help, span, notes }) => ({
    code,
    severity,
    message,
    help,
    ...(span && { span }),
    ...(notes && { notes }),
    ...(site !== undefined && { url: diagnosticAddress(code, site) }),
  }));
}

/** `2 errors, 1 warning`; empty when there are neither. */
export function summarizeDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const count = (severity: Severity): number => diagnostics.filter((d) => d.severity === severity).length;
  return [[count('error'), 'error'] as const, [count('warning'), 'warning'] as const]
    .filter(([n]) => n > 0)
    .map(([n, word]) => `${n} ${word}${n === 1 ? '' : 's'}`)
    .join(', ');
}

/** Codes about documents that were not read, so that declarations are missing elsewhere. */
const unreadDocuments: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'source/bad-location',
  'source/fetch-failed',
  'source/internal-host',
  'source/missing-file',
  'source/missing-import',
  'source/not-allowed',
  'source/outside-root',
  'source/remote-import',
  'source/unreadable-file',
]);

/** With fewer consequences than this, the cause is easily seen. */
const manyConsequences = 10;

/** The diagnostics to begin with, where many follow from documents that were not read; otherwise empty. */
export function causeOfMany(diagnostics: readonly Diagnostic[]): string {
  const causes = sortDiagnostics(diagnostics).filter(({ code }) => unreadDocuments.has(code));
  const [first] = causes;
  if (first?.span === undefined || diagnostics.length - causes.length < manyConsequences) {
    return '';
  }
  const { file, line, column } = first.span;
  const place = `${visible(file)}:${line}:${column}`;
  return causes.length === 1
    ? `begin with ${place}: a document was not read, so types are incomplete, and other messages may follow from that`
    : `begin with ${place}: ${causes.length} documents were not read, so types are incomplete, and other messages may follow from that`;
}

/** Colour is for terminals, unless `NO_COLOR` or `FORCE_COLOR` says otherwise. */
export function wantsColor(isTerminal: boolean, environment: Readonly<Record<string, string | undefined>>): boolean {
  const { FORCE_COLOR, NO_COLOR, TERM } = environment;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') {
    return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  }
  if (NO_COLOR !== undefined && NO_COLOR !== '') {
    return false;
  }
  return isTerminal && TERM !== 'dumb';
}

/**
 * Makes text from an input safe for a terminal: control characters, which could move the cursor or change colours,
 * and characters that turn the direction of writing become visible escapes.
 */
export function visible(text: string): string {
  return text.replace(
    /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The same for a text of several lines, which stay lines. */
export function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n');
}

/** JSON with the same meaning in which nothing can act on a terminal: see `visible`. */
export function visibleJson(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Whether a terminal shows links (OSC 8), as far as its environment says so. Those that do not know them could show their codes. */
export function wantsLinks(isTerminal: boolean, environment: Readonly<Record<string, string | undefined>>): boolean {
  const { FORCE_HYPERLINK, TERM = '', TERM_PROGRAM = '', VTE_VERSION = '', WT_SESSION } = environment;
  if (FORCE_HYPERLINK !== undefined && FORCE_HYPERLINK !== '') {
    return FORCE_HYPERLINK !== '0';
  }
  const isKnown =
    ['iTerm.app', 'WezTerm', 'ghostty', 'vscode'].includes(TERM_PROGRAM) ||
    ['alacritty', 'foot', 'xterm-ghostty', 'xterm-kitty'].includes(TERM) ||
    Number(VTE_VERSION) > 5000 ||
    WT_SESSION !== undefined;
  return isTerminal && isKnown && !/^(?:screen|tmux|dumb)/.test(TERM);
}

/** A text that leads to an address on terminals that show links. */
function linked(text: string, address: string): string {
  return `\u001b]8;;${address}\u001b\\${text}\u001b]8;;\u001b\\`;
}

function paint(code: string, text: string, color: boolean | undefined): string {
  return color ? `\u001b[${code}m${text}\u001b[39m` : text;
}

const colors: Readonly<Record<Severity, string>> = { error: '31', warning: '33', info: '36' };

function formatDiagnostic(d: Diagnostic, options: FormatOptions, sources: SourceLines): string {
  const { color, site, links } = options;
  const code = links && site !== undefined ? linked(d.code, diagnosticAddress(d.code, site)) : d.code;
  const place = d.span ? `${formatSpan(d.span)} ` : '';
  const lines = [`${place}${paint(colors[d.severity], d.severity, color)} ${code}: ${visible(d.message)}`];
  if (d.span && mayShow(d, d.span, options)) {
    append(
      lines,
      frame(d.span, sources, (text) => paint(colors[d.severity], text, color)),
    );
  }
  for (const note of d.notes ?? []) {
    lines.push(`  note: ${note.span ? `${formatSpan(note.span)} ` : ''}${visible(note.message)}`);
  }
  if (d.help !== '') {
    lines.push(`  ${paint('36', 'help:', color)} ${visible(d.help)}`);
  }
  return `${lines.join('\n')}\n`;
}

function formatSpan(span: Span): string {
  return `${visible(span.file)}:${span.line}:${span.column}`;
}

/** Columns of a source line that are shown at most. */
const frameWidth = 120;

/**
 * A file that somebody else chose may contain anything, such as passwords. Its lines are not shown if a link leads to it, or
 * if it does not even begin like XML.
 */
function mayShow({ code }: Diagnostic, { file }: Span, { lineOf }: FormatOptions): boolean {
  if (!code.startsWith('source/')) {
    return code !== 'emit/skeleton-link';
  }
  for (let line = 1; line <= 10; line++) {
    const text = lineOf?.(file, line)
      ?.replace(/^\ufeff/, '')
      .trim();
    if (text !== undefined && text !== '') {
      return text.startsWith('<');
    }
  }
  return false;
}

/** Lines as they may be shown. Diagnostics come sorted, so the last line is at hand for all that are about it: a file may be one long line. */
class SourceLines {
  readonly #lineOf: FormatOptions['lineOf'];
  #file = '';
  #line = 0;
  #last: PublicLine | undefined;

  constructor(lineOf: FormatOptions['lineOf']) {
    this.#lineOf = lineOf;
  }

  at({ file, line }: Span): PublicLine | undefined {
    if (file !== this.#file || line !== this.#line) {
      const source = this.#lineOf?.(file, line);
      [this.#file, this.#line] = [file, line];
      this.#last = source === undefined ? undefined : new PublicLine(source);
    }
    return this.#last;
  }
}

/** A line without the secrets of its addresses. */
class PublicLine {
  readonly text: string;
  /** Columns of the line with its secrets. */
  readonly length: number;
  readonly #secrets: readonly Secret[];
  /** By how many columns the text after each secret moves. */
  readonly #shifts: readonly number[];

  constructor(source: string) {
    this.text = publicText(source);
    this.length = source.length;
    this.#secrets = secretsIn(source);
    let shift = 0;
    this.#shifts = this.#secrets.map(({ start, end, shown }) => {
      shift += shown.length - (end - start);
      return shift;
    });
  }

  /** The offset in the text of a position in the line; a position in a secret moves to the secret's start. */
  placeOf(place: number): number {
    const after = this.#secretsBefore(place);
    const inside = this.#secrets[after];
    const shift = this.#shifts[after - 1] ?? 0;
    return (inside && place > inside.start ? inside.start : place) + shift;
  }

  /** How many secrets end before a place. */
  #secretsBefore(place: number): number {
    let [low, high] = [0, this.#secrets.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#secrets[middle]?.end ?? 0) <= place) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}

/** The line in question with a caret below the place. */
function frame(span: Span, sources: SourceLines, paint: (text: string) => string): readonly string[] {
  const source = sources.at(span);
  if (source === undefined) {
    return [];
  }
  const line = source.text;
  const place = Math.min(span.column - 1, source.length);
  const [column, until] = [source.placeOf(place), source.placeOf(place + span.length)];
  const start = column > frameWidth - 20 ? column - 40 : 0;
  const end = Math.min(line.length, start + frameWidth);
  const shown = (from: number, to: number): string => visible(line.slice(from, to).replaceAll('\t', ' '));
  const number = String(span.line);
  const before = (start > 0 ? '…' : '') + shown(start, column);
  const marked = shown(column, Math.min(end, Math.max(until, column + 1)));
  const text = (start > 0 ? '…' : '') + shown(start, end) + (end < line.length ? '…' : '');
  return [
    `  ${number} | ${text}`,
    `  ${' '.repeat(number.length)} | ${' '.repeat(width(before))}${paint('^'.repeat(Math.max(width(marked), 1)))}`,
  ];
}

/** The width of a text in terminal cells: two for East Asian wide characters, none for combining ones. */
function width(text: string): number {
  let cells = 0;
  for (const character of text) {
    if (/\p{Mn}|\p{Me}|\u200d|\ufe0f/u.test(character)) {
      continue;
    }
    cells += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/.test(
      character,
    )
      ? 2
      : character.length;
  }
  return cells;
}

function compareSpans(a: Span | undefined, b: Span | undefined): number {
  if (!a || !b) {
    return (a ? 0 : 1) - (b ? 0 : 1);
  }
  if (a.file !== b.file) {
    return a.file < b.file ? -1 : 1;
  }
  return a.line - b.line || a.column - b.column;
}
