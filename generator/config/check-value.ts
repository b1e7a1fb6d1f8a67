import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';
import { nearest } from '../diagnostics/nearest.js';
import type { ConfigPlace } from './places.js';

/** Collects the mistakes found while a config is read. `at` is the path of a value within it: `packages[0].inputs`. */
export interface Problems {
  readonly list: Diagnostic[];
  /** Where values are in the config file. */
  readonly place: ConfigPlace;
}

/** Checks a value; `undefined` if it is not of the kind. Every problem found is added to `problems`. */
export type Check<T> = (value: unknown, at: string, problems: Problems) => T | undefined;

/** A check, and a description of the values that it accepts. */
export interface ValueKind<T> {
  readonly expected: string;
  readonly check: Check<T>;
}

/** A setting of an object. */
export interface Setting<T> {
  readonly kind: ValueKind<T>;
  readonly required?: boolean;
}

type Settings<T> = { readonly [K in keyof T]-?: Setting<NonNullable<T[K]>> };

/** Runs a check over a whole config. */
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
export function simple<T>(expected: string, test: (value: unknown) => value is T): ValueKind<T> {
  return {
    expected,
    check: (value, at, problems) => (test(value) ? value : report(value, at, expected, problems)),
  };
}

/** Any text. */
export const text: ValueKind<string> = simple('a string', (v): v is string => typeof v === 'string');
/** Text that says something. */
export const filledText: ValueKind<string> = simple(
  'a string that is not empty',
  (v): v is string => typeof v === 'string' && v.trim() !== '',
);

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
  };
}

/** An object used as a dictionary. The result has its keys sorted, so that their order in the file means nothing. */
export function dictionaryOf<T>(item: ValueKind<T>, expected: string): ValueKind<Readonly<Record<string, T>>> {
  return {
    expected,
    check: (value, at, problems) => {
      if (!isObject(value)) {
        return report(value, at, expected, problems);
      }
      const entries = Object.keys(value)
        .sort()
        .map((key) => [key, item.check(value[key], `${at}[${JSON.stringify(key)}]`, problems)] as const);
      return entries.some(([, v]) => v === undefined) ? undefined : (Object.fromEntries(entries) as Record<string, T>);
    },
  };
}

/** An object with settings, all of them known. */
export function objectOf<T extends object>(settings: Settings<T>, expected = 'an object'): ValueKind<T> {
  const allowed = Object.keys(settings);
  return {
    expected,
    check: (value, at, problems) => {
      if (!isObject(value)) {
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
  };
}

function memberPath(at: string, key: string): string {
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key)) {
    return `${at}[${JSON.stringify(key)}]`;
  }
  return at === 'the config' ? key : `${at}.${key}`;
}

/** Either of two kinds; `first` is tried if `test` returns true. */
export function either<A, B>(
  test: (value: unknown) => boolean,
  first: ValueKind<A>,
  second: ValueKind<B>,
): ValueKind<A | B> {
  const expected = `${first.expected} or ${second.expected}`;
  return {
    expected,
    check: (value, at, problems) =>
      test(value) ? first.check(value, at, problems) : second.check(value, at, problems),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function report(value: unknown, path: string, expected: string, problems: Problems): undefined {
  const parameters = { path, expected, found: describe(value) };
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
