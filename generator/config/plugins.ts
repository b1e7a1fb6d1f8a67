import { diagnostic } from '../diagnostics/diagnostic.js';
import { type Plugin, pluginApiVersion } from '../plugins/plugin.js';
import { type NamingStrategy, namingRules } from '../typescript/names/naming.js';
import { filledText, listOf, objectOf, type Setting, simple, type ValueKind } from './check-value.js';

type AnyFunction = (...values: readonly never[]) => unknown;

const isFunction = (value: unknown): value is AnyFunction => typeof value === 'function';
const hook = simple('a function', isFunction, undefined);
const version = simple('a number', (value): value is number => typeof value === 'number', undefined);

const rules = objectOf(
  Object.fromEntries(namingRules.map((rule) => [rule, { kind: hook }])) as unknown as {
    readonly [R in keyof NamingStrategy]: Setting<AnyFunction>;
  },
  'an object of functions',
);

const fields = objectOf<{
  name: string;
  apiVersion: number;
  version: string;
  contract: AnyFunction;
  names: object;
  emit: AnyFunction;
}>(
  {
    name: { kind: filledText, required: true },
    apiVersion: { kind: version, required: true },
    version: { kind: filledText },
    contract: { kind: hook },
    names: { kind: rules },
    emit: { kind: hook },
  },
  'a plug-in made with definePlugin',
);

/** A plug-in. It stays the object that it is: its hooks may use `this`. */
const plugin: ValueKind<Plugin> = {
  expected: fields.expected,
  schema: undefined,
  check: (value, at, problems) => {
    // A plug-in for another version may have other parts, so nothing else is reported about it.
    const { name, apiVersion } = (typeof value === 'object' && value !== null ? value : {}) as Partial<Plugin>;
    if (typeof apiVersion === 'number' && apiVersion !== pluginApiVersion) {
      const parameters = { plugin: String(name ?? at), found: apiVersion, supported: pluginApiVersion };
      problems.list.push(diagnostic('plugin/api-version', parameters, problems.place(`${at}.apiVersion`)));
      return undefined;
    }
    return fields.check(value, at, problems) && (value as Plugin);
  },
};

const list = listOf(plugin, 'an array of plug-ins');

/** Plug-ins, each with a name of its own. */
export const pluginList: ValueKind<readonly Plugin[]> = {
  expected: list.expected,
  schema: undefined,
  check: (value, at, problems) => {
    const checked = list.check(value, at, problems);
    const names = checked?.map(({ name }) => name) ?? [];
    const second = names.findIndex((name, i) => names.indexOf(name) < i);
    if (second < 0) {
      return checked;
    }
    const parameters = {
      path: `${at}[${second}].name`,
      expected: 'a name of its own',
      found: JSON.stringify(names[second]),
    };
    problems.list.push(diagnostic('config/invalid-value', parameters, problems.place(parameters.path)));
    return undefined;
  },
};

/** True if a config file in JSON has plug-ins, which it cannot have: they are functions. */
export function mentionsPlugins(config: unknown): boolean {
  if (typeof config !== 'object' || config === null) {
    return false;
  }
  const { packages } = config as { readonly packages?: unknown };
  const own = Array.isArray(packages) ? packages : [];
  return [config, ...own].some((part) => typeof part === 'object' && part !== null && Object.hasOwn(part, 'plugins'));
}

/** Name and version of each plug-in, for the manifest; `null` for one without a version. */
export function pluginVersions(plugins: readonly Plugin[]): Readonly<Record<string, string | null>> {
  return Object.fromEntries(plugins.map(({ name, version: own }) => [name, own ?? null]));
}
