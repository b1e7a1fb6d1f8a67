import { nearest } from '@wsdl-codegen/runtime/schema';
import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';
import { isRecord } from '../output/json-text.js';
import type { ConfigPlace } from './places.js';

/** Collects the mistakes found while a config is read. `at` is the path of a value within it: `packages[0].inputs`. */
export interface Problems {
  readonly list: Diagnostic[];
  /** Where values are in the config file. */
  readonly place: ConfigPlace;
}

/** Checks a value; `undefined` if it is not of the kind. Every problem found is added to `problems`. */
export type Check<T> = (value: unknown, at: string, problems: Problems) => T | undefined;

/** A JSON Schema (draft 2020-12), or a piece of one. */
export type ConfigSchema = Readonly<Record<string, unknown>>;

/** A check, and a description of the values that it accepts. */
export interface ValueKind<T> {
  readonly expected: string;
  readonly check: Check<T>;
  /** The same for editors: it may accept more. Undefined for what JSON cannot express. */
  readonly schema: ConfigSchema | undefined;
}

/** A setting of an object. */
export interface Setting<T> {
  readonly kind: ValueKind<T>;
  readonly required?: boolean;
}

/** The settings of an object, each of which is known. */
export type Settings<T> = { readonly [K in keyof T]-?: Setting<NonNullable<T[K]>> };

/** Runs a check over a value. `at` is its path, or `the config` or `the argument` for all that there is. */
export function checkValue<T>(
  kind: ValueKind<T>,
  value: unknown,
  at: string,
  place: ConfigPlace,
): Result<T | undefined> {
  const problems: Problems = { list: [], place };
  const checked = kind.check(value, at, problems);
  return [checked, problems.list];
}

/** A value for which `test` returns true. */
export function simple<T>(
  expected: string,
  test: (value: unknown) => value is T,
  schema: ConfigSchema | undefined,
): ValueKind<T> {
  return {
    expected,
    check: (value, at, problems) => (test(value) ? value : report(value, at, expected, problems)),
    schema,
  };
}

/** A text that a pattern matches, of a length that no name exceeds. */
export function matching(expected: string, pattern: RegExp, maxLength = Number.POSITIVE_INFINITY): ValueKind<string> {
  const length = Number.isFinite(maxLength) ? { maxLength } : {};
  const test = (v: unknown): v is string => typeof v === 'string' && v.length <= maxLength && pattern.test(v);
  return simple(expected, test, { type: 'string', pattern: pattern.source, ...length });
}

/** One of some values. */
export function oneOf<const T extends readonly (string | boolean)[]>(...values: T): ValueKind<T[number]> {
  const expected = alternatives(values.map((value) => JSON.stringify(value)));
  const isOne = (value: unknown): value is T[number] => values.some((each) => each === value);
  return {
    expected,
    check: (value, at, problems) => {
      const texts = values.filter((each) => typeof each === 'string');
      const close = typeof value === 'string' ? nearest(value, texts) : undefined;
      return isOne(value) ? value : report(value, at, expected, problems, { nearest: close });
    },
    schema: { enum: values },
  };
}

/** A kind with values that it had once: what to write in place of each. */
export function withFormer<T>(kind: ValueKind<T>, former: Readonly<Record<string, string>>): ValueKind<T> {
  const advices = new Map(Object.entries(former));
  return {
    ...kind,
    check: (value, at, problems) => {
      const advice = typeof value === 'string' ? advices.get(value) : undefined;
      return advice === undefined
        ? kind.check(value, at, problems)
        : report(value, at, kind.expected, problems, { advice });
    },
  };
}

function alternatives(texts: readonly string[]): string {
  const [last = ''] = texts.slice(-1);
  return texts.length > 1 ? `${texts.slice(0, -1).join(', ')} or ${last}` : last;
}

/** Any text. */
export const text: ValueKind<string> = simple('a string', (v): v is string => typeof v === 'string', {
  type: 'string',
});
/** Text that says something. */
export const filledText: ValueKind<string> = matching('a string that is not empty', /\S/);

/** An array of one kind. */
export function listOf<T>(item: ValueKind<T>, expected: string, minimum = 0): ValueKind<readonly T[]> {
  return {
    expected,
    check: (value, at, problems) => {
      if (!Array.isArray(value) || value.length < minimum) {
        return report(value, at, expected, problems);
      }
      const items = value.map((v, i) => item.check(v, `${at}[${i}]`, problems));
      return items.includes(undefined) ? undefined : (items as T[]);
    },
    schema: item.schema && { type: 'array', items: item.schema, ...(minimum > 0 && { minItems: minimum }) },
  };
}

/** An object used as a dictionary. The result has its keys sorted, so that their order in the file means nothing. */
export function dictionaryOf<T>(item: ValueKind<T>, expected: string): ValueKind<Readonly<Record<string, T>>> {
  return {
    expected,
    check: (value, at, problems) => {
      if (!isRecord(value)) {
        return report(value, at, expected, problems);
      }
      const entries = Object.keys(value)
        .sort()
        .map((key) => [key, item.check(value[key], `${at}[${JSON.stringify(key)}]`, problems)] as const);
      return entries.some(([, v]) => v === undefined) ? undefined : (Object.fromEntries(entries) as Record<string, T>);
    },
    schema: item.schema && { type: 'object', additionalProperties: item.schema },
  };
}

/** An object with settings, all of them known. */
export function objectOf<T extends object>(settings: Settings<T>, expected = 'an object'): ValueKind<T> {
  const allowed = Object.keys(settings);
  return {
    expected,
    check: (value, at, problems) => {
      if (!isRecord(value)) {
        return report(value, at, expected, problems);
      }
      const before = problems.list.length;
      for (const key of Object.keys(value)) {
        if (allowed.includes(key)) {
          continue;
        }
        const parameters = { path: at, key, allowed, nearest: nearest(key, allowed) };
        problems.list.push(diagnostic('config/unknown-key', parameters, problems.place(memberPath(at, key), 'key')));
      }
      const result: Record<string, unknown> = {};
      for (const [key, setting] of Object.entries<Setting<unknown>>(settings)) {
        const inner = value[key];
        const path = memberPath(at, key);
        if (inner !== undefined) {
          result[key] = setting.kind.check(inner, path, problems);
        } else if (setting.required) {
          const parameters = { path, expected: setting.kind.expected };
          problems.list.push(diagnostic('config/missing-value', parameters, problems.place(path)));
        }
      }
      return problems.list.length > before ? undefined : (result as T);
    },
    schema: schemaOf(settings),
  };
}

function schemaOf<T extends object>(settings: Settings<T>): ConfigSchema {
  const all = Object.entries<Setting<unknown>>(settings);
  const required = all.filter(([, setting]) => setting.required === true).map(([key]) => key);
  const properties = all.flatMap(([key, { kind }]) => (kind.schema === undefined ? [] : [[key, kind.schema] as const]));
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** Expressions for all that is checked: paths begin inside it. */
const wholes: readonly string[] = ['the config', 'the argument'];

function memberPath(at: string, key: string): string {
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key)) {
    return `${at}[${JSON.stringify(key)}]`;
  }
  return wholes.includes(at) ? key : `${at}.${key}`;
}

/** Either of two kinds: `first` if `test` returns true, and otherwise objects. */
export function either<A, B extends object>(
  test: (value: unknown) => boolean,
  first: ValueKind<A>,
  second: ValueKind<B>,
): ValueKind<A | B> {
  const expected = `${first.expected} or ${second.expected}`;
  return {
    expected,
    check: (value, at, problems) => {
      if (!test(value) && isRecord(value)) {
        return second.check(value, at, problems);
      }
      const checked = first.check(value, at, { ...problems, list: [] });
      return checked ?? report(value, at, expected, problems);
    },
    schema: { anyOf: [first.schema, second.schema] },
  };
}

/** What a user may have meant, or should write. */
interface Remedy {
  readonly nearest?: string | undefined;
  readonly advice?: string;
}

function report(value: unknown, path: string, expected: string, problems: Problems, remedy: Remedy = {}): undefined {
  const parameters = { path, expected, found: describe(value), ...remedy };
  problems.list.push(diagnostic('config/invalid-value', parameters, problems.place(path)));
  return undefined;
}

function describe(value: unknown): string {
  if (value === null || value === undefined) {
    return String(value);
  }
  if (Array.isArray(value)) {
    return value.length === 0 ? 'an empty array' : 'an array';
  }
  if (typeof value === 'string') {
    return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  }
  if (typeof value === 'object') {
    return value instanceof Promise ? 'a promise' : 'an object';
  }
  return typeof value === 'function' ? 'a function' : String(value);
}
