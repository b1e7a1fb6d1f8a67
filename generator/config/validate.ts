import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';
import {
  type ConfigSchema,
  checkValue,
  dictionaryOf,
  either,
  filledText,
  listOf,
  objectOf,
  simple,
  text,
  type ValueKind,
} from './check-value.js';
import { FolderTree, lesser } from './folder-tree.js';
import { flag, limit, packageSettings, placeholders, problemsOfPackage, readingSettings } from './package-settings.js';
import type { ConfigPlace } from './places.js';
import { pluginList } from './plugins.js';
import type { CodegenConfig, McpConfig, OpenApiConfig, OriginConfig, PackageConfig, ToolConfig } from './types.js';

const httpAddress: ValueKind<string> = simple(
  'an http address',
  (v): v is string => typeof v === 'string' && /^https?:\/\//i.test(v) && URL.canParse(v),
  { type: 'string', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://' },
);
const origin: ValueKind<string | OriginConfig> = either(
  (v) => typeof v === 'string',
  httpAddress,
  objectOf<OriginConfig>({
    url: { kind: httpAddress, required: true },
    headers: { kind: dictionaryOf(text, 'an object of values by name of a header field') },
    user: { kind: filledText },
    ca: { kind: filledText },
    allowHosts: { kind: listOf(filledText, 'an array of host names') },
  }),
);

const operations = listOf(filledText, 'an array of operations');
const [words, yes] = [{ kind: filledText }, { kind: flag }];
const hints = { readOnly: yes, destructive: yes, idempotent: yes, openWorld: yes };
const tool = objectOf<ToolConfig>({ title: words, ...hints, description: words });
const openapi = objectOf<OpenApiConfig>({
  routes: { kind: dictionaryOf(filledText, 'an object of verbs and paths by operation') },
  safe: { kind: operations },
  tags: { kind: dictionaryOf(listOf(filledText, 'an array of tags'), 'an object of tags by operation') },
  faults: { kind: dictionaryOf(limit, 'an object of statuses by fault') },
  title: words,
  version: words,
});
const mcp = objectOf<McpConfig>({
  tools: { kind: operations },
  readOnly: yes,
  annotations: { kind: dictionaryOf(tool, 'an object of what operations do') },
});

const codegenConfig = objectOf<CodegenConfig>({
  packages: {
    kind: listOf(objectOf<PackageConfig>(packageSettings), 'an array of one or more packages', 1),
    required: true,
  },
  placeholders: { kind: placeholders },
  allowPaths: readingSettings.allowPaths,
  allowHosts: readingSettings.allowHosts,
  origins: { kind: dictionaryOf(origin, 'an object of addresses by path of an input') },
  limits: readingSettings.limits,
  plugins: { kind: pluginList },
  openapi: { kind: openapi },
  mcp: { kind: mcp },
});

/** The schema of a config in JSON: of what can be said without a place in a file, or a look at other settings. */
export const configSchema: ConfigSchema | undefined = codegenConfig.schema;

/** Checks the export of a config file. All problems are reported, each with its path within the config, and its place in the file. */
export function validateConfig(value: unknown, place: ConfigPlace): Result<CodegenConfig | undefined> {
  const [config, problems] = checkValue(codegenConfig, value, 'the config', place);
  if (!config) {
    return [undefined, problems];
  }
  const more = [
    ...duplicateNames(config, place),
    ...overlappingOutputs(config, place),
    ...skeletonsInOutput(config, place),
    ...repeatedPlugins(config, place),
    ...config.packages.flatMap((settings, index) => problemsOfPackage(settings, `${at(index)}.`, place)),
  ];
  return [more.length > 0 ? undefined : config, [...problems, ...more]];
}

function duplicateNames(config: CodegenConfig, place: ConfigPlace): readonly Diagnostic[] {
  const seen = new Map<string, number>();
  const found: Diagnostic[] = [];
  config.packages.forEach(({ name }, index) => {
    const first = seen.get(name);
    if (first === undefined) {
      seen.set(name, index);
    } else {
      const parameters = { name, first: at(first), second: at(index) };
      found.push(diagnostic('config/duplicate-name', parameters, place(`${at(index)}.name`)));
    }
  });
  return found;
}

/** A package's plug-ins and those of the whole config, together. */
function repeatedPlugins({ plugins = [], packages }: CodegenConfig, place: ConfigPlace): readonly Diagnostic[] {
  return packages.flatMap((own, index) => {
    const all = [...plugins, ...(own.plugins ?? [])];
    return plugins.length === 0 ? [] : checkValue(pluginList, all, `the plug-ins of ${at(index)}`, place)[1];
  });
}

function overlappingOutputs(config: CodegenConfig, place: ConfigPlace): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const folders = new FolderTree();
  config.packages.forEach(({ out }, second) => {
    const folder = normalize(out);
    const first = lesser(folders.firstAround(folder), folders.firstWithin(folder));
    folders.add(folder, second);
    if (first !== undefined) {
      const parameters = { first: at(first), second: at(second), out };
      found.push(diagnostic('config/overlapping-output', parameters, place(`${at(second)}.out`)));
    }
  });
  return found;
}

/** A package's own folder may contain skeletons; those of another package's classes would be in the way there. */
function skeletonsInOutput({ packages }: CodegenConfig, place: ConfigPlace): readonly Diagnostic[] {
  const folders = new FolderTree();
  packages.forEach(({ out }, index) => {
    folders.add(normalize(out), index);
  });
  return packages.flatMap(({ name, skeletons }, index) => {
    const { dir } = skeletons ?? {};
    const around = dir === undefined ? undefined : folders.firstAround(normalize(dir), index);
    const owner = around === undefined ? undefined : packages[around];
    return dir !== undefined && owner
      ? [
          diagnostic(
            'config/skeletons-in-output',
            { name, dir, owner: owner.name },
            place(`${at(index)}.skeletons.dir`),
          ),
        ]
      : [];
  });
}

function at(index: number): string {
  return `packages[${index}]`;
}

/** A relative path without `.`, empty and resolvable `..` steps, the same for names that differ only in letter case. */
function normalize(path: string): string {
  const steps: string[] = [];
  for (const step of path.replaceAll('\\', '/').split('/')) {
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') {
      steps.pop();
    } else if (step !== '.' && (step !== '' || steps.length === 0)) {
      steps.push(step);
    }
  }
  return steps.join('/').normalize('NFC').toLowerCase();
}
