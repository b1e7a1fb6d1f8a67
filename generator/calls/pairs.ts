import { diagnostic, type Result } from '../diagnostics/diagnostic.js';

/** Where the values of pairs come from that are not written in them. */
export interface PairSources {
  /** The content of a file; `undefined` if there is none. */
  readonly file: (path: string) => Uint8Array | undefined;
  /** The value of an environment variable. */
  readonly variable: (name: string) => string | undefined;
  /** Asks for a value that is not shown; absent where nobody can answer. */
  readonly ask?: (question: string) => Promise<string>;
}

type Value = Record<string, unknown>;
type Step = string | number;

/**
 * The object that pairs make together: `name=value`, `a.b=value` in objects, `lines.0.amount=5` in lists; a name that is repeated is a list.
 * `name:=JSON` is a value of JSON. `name=@FILE` is the content of a file, `name=@env:NAME` an environment variable, and `name=@prompt` is
 * asked for. `\.` is a dot in a name.
 */
export async function readPairs(
  texts: readonly string[],
  sources: PairSources,
  base: unknown = {},
): Promise<Result<unknown>> {
  const root: { value: unknown } = { value: structuredClone(base) };
  const given = new Set<string>();
  for (const [i, text] of texts.entries()) {
    const [path, sign, written] = splitPair(text);
    if (path === '') {
      return [undefined, [diagnostic('call/not-a-pair', { place: i + 1 })]];
    }
    const value = await pairValue(path, sign, written, sources);
    if (typeof value === 'object' && value !== null && 'problem' in value) {
      return [undefined, [diagnostic('call/pair-value', { name: path, problem: String(value.problem) })]];
    }
    if (!place(root, stepsOf(path), (value as { readonly value: unknown }).value, given.has(path))) {
      return [undefined, [diagnostic('call/pair-place', { name: path })]];
    }
    given.add(path);
  }
  return [root.value, []];
}

type Read = { readonly value: unknown } | { readonly problem: string };

/** The parts of `path=value` and `path:=value`: at the first sign that no backslash precedes. The path is empty if there is none. */
function splitPair(text: string): readonly [path: string, sign: string, value: string] {
  const [, path = '', sign = '', value = ''] = /^((?:\\.|[^\\=])*?)(:?=)(.*)$/s.exec(text) ?? [];
  return [path, sign, value];
}

async function pairValue(name: string, sign: string, text: string, sources: PairSources): Promise<Read> {
  if (text === '@prompt') {
    return sources.ask
      ? { value: await sources.ask(`${name}: `) }
      : { problem: 'nobody can be asked: this is not a terminal' };
  }
  const variable = /^@env:(\w+)$/.exec(text)?.[1];
  if (variable !== undefined) {
    const value = sources.variable(variable);
    return value === undefined ? { problem: `the environment variable ${variable} is not set` } : { value };
  }
  const bytes = text.startsWith('@') ? sources.file(text.slice(1)) : undefined;
  if (text.startsWith('@') && bytes === undefined) {
    return { problem: `there is no file "${text.slice(1)}"` };
  }
  if (sign === '=') {
    return { value: bytes ?? text };
  }
  try {
    return { value: JSON.parse(bytes === undefined ? text : new TextDecoder().decode(bytes)) as unknown };
  } catch {
    return { problem: 'it is not JSON; write name=value for a text' };
  }
}

function stepsOf(path: string): readonly Step[] {
  const parts = path.match(/(?:[^\\.]|\\.)+/gs) ?? [];
  return parts.map((part) => (/^\d+$/.test(part) ? Number(part) : part.replace(/\\(.)/gs, '$1')));
}

/** Numbers of items that may be named: a list is filled up to them. */
const maxIndex = 9999;

/** Puts a value at its place; false if something else is in the way. */
function place(root: { value: unknown }, steps: readonly Step[], value: unknown, isAgain: boolean): boolean {
  let holder: object = root;
  let key: Step = 'value';
  for (const step of steps) {
    const known = (holder as Value)[key];
    const inner = known ?? (typeof step === 'number' ? [] : {});
    const fits = typeof step === 'number' ? Array.isArray(inner) && step <= maxIndex : isObject(inner);
    if (!fits) {
      return false;
    }
    set(holder, key, inner);
    holder = inner as object;
    key = step;
  }
  const before = Object.hasOwn(holder, key) ? (holder as Value)[key] : undefined;
  set(holder, key, isAgain ? [...(Array.isArray(before) ? before : [before]), value] : value);
  return true;
}

function set(holder: object, key: Step, value: unknown): void {
  Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}
