import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';
import { type Audience, audiences } from '../diff/change.js';
import { isVersion } from '../diff/next-version.js';
import { isNamespaceName } from '../typescript/names/namespace-names.js';
import type { ImportedScalar, ScalarSetting } from '../typescript/names/options.js';
import {
  type ConfigSchema,
  checkValue,
  dictionaryOf,
  either,
  filledText,
  listOf,
  matching,
  objectOf,
  oneOf,
  simple,
  text,
  type ValueKind,
} from './check-value.js';
import { FolderTree, lesser } from './folder-tree.js';
import { maxPackageName, packageNamePattern } from './package-name.js';
import type { ConfigPlace } from './places.js';
import { pluginList } from './plugins.js';
import type {
  CodegenConfig,
  LimitsConfig,
  OriginConfig,
  PackageConfig,
  PackageFields,
  RepositoryConfig,
  SkeletonConfig,
  VersioningConfig,
} from './types.js';

const packageName = matching('an npm package name', packageNamePattern, maxPackageName);
const operationPattern = matching('SERVICE.OPERATION or SERVICE.*', /^[^.*]+(\.[^.*]+)*\.([^.*]+|\*)$/);
const placeholders = dictionaryOf(text, 'an object of strings by placeholder name');
const limit: ValueKind<number> = simple(
  'a whole number above zero',
  (v): v is number => Number.isSafeInteger(v) && (v as number) > 0,
  { type: 'integer', minimum: 1 },
);
const flag: ValueKind<boolean> = simple('true or false', (v): v is boolean => typeof v === 'boolean', {
  type: 'boolean',
});

const identifier = matching('the name of an export', /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u);
const typeName = matching(
  'the name of a type',
  /^[\p{ID_Start}$_][\p{ID_Continue}$]*(\.[\p{ID_Start}$_][\p{ID_Continue}$]*)*$/u,
);
const scalarMapping = objectOf<ImportedScalar>({
  type: { kind: typeName, required: true },
  from: { kind: filledText },
  mappingFrom: { kind: filledText },
  mapping: { kind: identifier },
  parse: { kind: identifier },
  format: { kind: identifier },
  accepts: { kind: identifier },
});
const wholeMapping: ValueKind<ImportedScalar> = {
  ...scalarMapping,
  check: (value, at, problems) => {
    const checked = scalarMapping.check(value, at, problems);
    if (checked === undefined) {
      return undefined;
    }
    const { mapping, parse, format, from, mappingFrom } = checked;
    const functions = parse !== undefined && format !== undefined;
    const missing =
      from === undefined && mappingFrom === undefined
        ? 'mappingFrom'
        : mapping === undefined && !functions
          ? 'mapping'
          : '';
    if (missing === '') {
      return checked;
    }
    const expected =
      missing === 'mapping' ? 'the name of an export, unless "parse" and "format" are given' : 'a module';
    const path = `${at}.${missing}`;
    problems.list.push(diagnostic('config/missing-value', { path, expected }, problems.place(path)));
    return undefined;
  },
};
const readyMapping = oneOf('Date', 'number');
const scalar: ValueKind<ScalarSetting> = either((v) => typeof v === 'string', readyMapping, wholeMapping);

const namespaceName: ValueKind<string> = simple(
  'a short name in lower case with hyphens',
  (v): v is string => typeof v === 'string' && isNamespaceName(v),
  { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*_?$' },
);

const audience: ValueKind<Audience> = oneOf(...audiences);
const versioning = objectOf<VersioningConfig>({
  changelog: { kind: flag },
  for: { kind: listOf(audience, 'an array of one or more audiences', 1) },
  strict: { kind: flag },
});
const addressOrNone: ValueKind<string | false> = simple(
  'false, a string that is not empty',
  (v): v is string | false => v === false || (typeof v === 'string' && v.trim() !== ''),
  { anyOf: [oneOf(false).schema, filledText.schema] },
);
const repository = objectOf<RepositoryConfig>({
  type: { kind: filledText },
  url: { kind: filledText, required: true },
  directory: { kind: filledText },
});
const packageFields = objectOf<PackageFields>({
  repository: {
    kind: either((v) => typeof v !== 'object', addressOrNone, repository),
  },
  version: { kind: filledText },
  versioning: { kind: either((v) => typeof v === 'boolean', flag, versioning) },
});

const packageConfig = objectOf<PackageConfig>({
  name: { kind: packageName, required: true },
  inputs: { kind: listOf(filledText, 'an array of one or more paths', 1), required: true },
  out: { kind: filledText, required: true },
  placeholders: { kind: placeholders },
  include: { kind: listOf(operationPattern, 'an array of operations') },
  exclude: { kind: listOf(operationPattern, 'an array of operations') },
  only: { kind: oneOf('client', 'server') },
  strict: { kind: flag },
  scalars: { kind: dictionaryOf(scalar, 'an object of mappings by name of type') },
  enumerations: { kind: oneOf('closed', 'open') },
  members: { kind: oneOf('exact', 'tolerant') },
  namespaces: { kind: dictionaryOf(namespaceName, 'an object of short names by URI') },
  properties: {
    kind: oneOf('wire', 'camelCase'),
  },
  wrappedArrays: { kind: flag },
  templates: { kind: filledText },
  skeletons: {
    kind: objectOf<SkeletonConfig>({ dir: { kind: filledText, required: true }, importFrom: { kind: filledText } }),
  },
  package: { kind: either((v) => typeof v === 'boolean', oneOf(false), packageFields) },
  compiled: { kind: oneOf(true, false, 'esm') },
  importExtension: {
    kind: oneOf('js', 'ts', 'none'),
  },
  plugins: { kind: pluginList },
});

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

const codegenConfig = objectOf<CodegenConfig>({
  packages: { kind: listOf(packageConfig, 'an array of one or more packages', 1), required: true },
  placeholders: { kind: placeholders },
  allowPaths: { kind: listOf(filledText, 'an array of paths') },
  allowHosts: { kind: listOf(filledText, 'an array of host names') },
  origins: { kind: dictionaryOf(origin, 'an object of addresses by path of an input') },
  limits: {
    kind: objectOf<LimitsConfig>({
      maxBytes: { kind: limit },
      maxDocuments: { kind: limit },
      maxDepth: { kind: limit },
    }),
  },
  plugins: { kind: pluginList },
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
    ...skeletonsWithoutServer(config, place),
    ...repeatedPlugins(config, place),
    ...extensionsOfPackages(config, place),
    ...leastVersions(config, place),
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

/** Programs import the JavaScript of a package, not its sources. */
function extensionsOfPackages({ packages }: CodegenConfig, place: ConfigPlace): readonly Diagnostic[] {
  return packages.flatMap(({ importExtension, package: fields }, index) => {
    const path = `${at(index)}.importExtension`;
    const parameters = { path, expected: 'absent unless `package` is `false`', found: JSON.stringify(importExtension) };
    return importExtension === undefined || fields === false
      ? []
      : [diagnostic('config/invalid-value', parameters, place(path))];
  });
}

/** A version that is raised must be one of Semantic Versioning. */
function leastVersions({ packages }: CodegenConfig, place: ConfigPlace): readonly Diagnostic[] {
  return packages.flatMap(({ package: fields }, index) => {
    const { version, versioning: isRaised } = fields || {};
    if (!isRaised || version === undefined || isVersion(version)) {
      return [];
    }
    const path = `${at(index)}.package.version`;
    const expected = 'a version such as 1.2.0, because `versioning` raises it';
    return [diagnostic('config/invalid-value', { path, expected, found: JSON.stringify(version) }, place(path))];
  });
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

/** Service classes implement what only a server has. */
function skeletonsWithoutServer({ packages }: CodegenConfig, place: ConfigPlace): readonly Diagnostic[] {
  return packages.flatMap(({ only, skeletons }, index) => {
    const parameters = {
      path: `${at(index)}.only`,
      expected: '"server", or absent, because of "skeletons"',
      found: '"client"',
    };
    return only === 'client' && skeletons
      ? [diagnostic('config/invalid-value', parameters, place(parameters.path))]
      : [];
  });
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
