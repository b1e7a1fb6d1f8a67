/** Name of the change log within a generated package. */
export const changelogFile = 'CHANGELOG.md';

const endMark = '<!-- codegen: end of the changes -->';
const startMark = '<!-- codegen: changes since ';

/** The content of a change log. */
export interface Changelog {
  /** Name of the package. */
  readonly name: string;
  /** The version that was released last. */
  readonly since: string;
  /** The entry of the version that comes next; empty if there are no changes. */
  readonly entry: string;
  /** The entry of the version that was released last, if it is not in the file yet. */
  readonly released?: string | undefined;
}

/** The text of a new change log. The generator owns what is between the marks; everything else is the user's. */
export function changelogText({ name, since, entry, released = '' }: Changelog): string {
  const start = `<!-- codegen: changes since ${since}. Text of your own belongs above or below these marks. -->`;
  const own = [start, ...(entry === '' ? [] : [entry.trimEnd()]), endMark].join('\n\n');
  return [`# Changes of ${name}`, own, ...(released === '' ? [] : [released.trimEnd()])].join('\n\n').concat('\n');
}

/** A change log in parts. */
interface Parts {
  readonly before: string;
  /** The marks, and what is between them. */
  readonly own: string;
  /** The content between the marks. */
  readonly entry: string;
  readonly since: string;
  readonly after: string;
}

/** The mark at the start: a line of its own. */
function startOf(
  text: string,
): { readonly index: number; readonly length: number; readonly since: string } | undefined {
  for (let index = text.indexOf(startMark); index >= 0; index = text.indexOf(startMark, index + 1)) {
    const end = text.indexOf('\n', index);
    const line = text.slice(index, end < 0 ? undefined : end);
    const isLine = index === 0 || text[index - 1] === '\n';
    if (isLine && line.trimEnd().endsWith('-->')) {
      const [since = ''] = line.slice(startMark.length).split(/\s/, 1);
      return { index, length: line.length, since };
    }
  }
  return undefined;
}

function partsOf(text: string): Parts | undefined {
  const start = startOf(text);
  const end = start ? text.indexOf(endMark, start.index) : -1;
  if (!start || end < 0) {
    return undefined;
  }
  const stop = end + endMark.length;
  return {
    before: text.slice(0, start.index),
    own: text.slice(start.index, stop),
    entry: text.slice(start.index + start.length, end).trim(),
    since: start.since,
    after: text.slice(stop),
  };
}

/**
 * The part of a generated file that codegen owns, by which it tells whether somebody changed it: what is between the marks of a change log,
 * all of any other file.
 */
export function ownedPart(path: string, text: string): string {
  return (path === changelogFile && partsOf(text)?.own) || text;
}

/** True if a generated file is put into a file of the user: one without marks, or one that no manifest records. */
export function isInserted(path: string, current: string, generated: string, isRecorded: boolean): boolean {
  const isLog = path === changelogFile && partsOf(generated) !== undefined;
  return isLog && (!isRecorded || partsOf(current) === undefined);
}

/**
 * The text to write where a file exists. In a change log only the part between the marks is replaced; an entry of a version that has been
 * released becomes a part of the user's text.
 */
export function mergedText(path: string, current: string | undefined, generated: string): string {
  const made = path === changelogFile && current !== undefined && partsOf(generated);
  if (!made) {
    return generated;
  }
  const text = current.replaceAll('\r\n', '\n');
  const merged = partsOf(text) ? replaced(text, made) : inserted(text, made);
  return current.includes('\r\n') ? merged.replaceAll('\n', '\r\n') : merged;
}

function replaced(current: string, made: Parts): string {
  const { before, entry, since, after } = partsOf(current) ?? made;
  if (since === made.since) {
    return before + made.own + after;
  }
  const released = made.after.trim() || entry;
  return before + made.own + (released === '' ? '' : `\n\n${released}`) + after;
}

/** Marks come after the title of a file of the user, or at its beginning. */
function inserted(current: string, made: Parts): string {
  const title = /^\s*# [^\n]*\n*/.exec(current)?.[0] ?? '';
  const rest = current.slice(title.length);
  const head = title === '' ? '' : `${title.trimEnd()}\n\n`;
  return `${head}${made.own}\n${rest === '' ? '' : `\n${rest}`}`;
}
