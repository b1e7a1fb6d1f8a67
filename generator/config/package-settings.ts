import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import { type Audience, audiences } from '../diff/change.js';
import { isVersion } from '../diff/next-version.js';
import { isNamespaceName } from '../typescript/names/namespace-names.js';
import type { ImportedScalar, ScalarSetting } from '../typescript/names/options.js';
import {
  dictionaryOf,
  either,
  filledText,
  listOf,
  matching,
  objectOf,
  oneOf,
  type Settings,
  simple,
  text,
  type ValueKind,
  withFormer,
} from './check-value.js';
import { maxPackageName, packageNamePattern } from './package-name.js';
import type { ConfigPlace } from './places.js';
import { pluginList } from './plugins.js';
import type {
  CodegenConfig,
  LimitsConfig,
  PackageConfig,
  PackageFields,
  RepositoryConfig,
  SkeletonConfig,
  VersioningConfig,
} from './types.js';

/** The settings that a config and callers in JavaScript have in common. */

const packageName = matching('an npm package name', packageNamePattern, maxPackageName);
const operationPattern = matching('SERVICE.OPERATION or SERVICE.*', /^[^.*]+(\.[^.*]+)*\.([^.*]+|\*)$/);
const rootName = matching('NAME, {namespace}NAME or *', /^(\{.*\})?[^{}*\s]+$|^\*$/);
/** Values by name of a placeholder. */
export const placeholders: ValueKind<Readonly<Record<string, string>>> = dictionaryOf(
  text,
  'an object of strings by placeholder name',
);
/** A whole number above zero. */
export const limit: ValueKind<number> = simple(
  'a whole number above zero',
  (v): v is number => Number.isSafeInteger(v) && (v as number) > 0,
  { type: 'integer', minimum: 1 },
);
/** A boolean. */
export const flag: ValueKind<boolean> = simple('true or false', (v): v is boolean => typeof v === 'boolean', {
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

/** The settings of a package. */
export const packageSettings: Settings<PackageConfig> = {
  name: { kind: packageName, required: true },
  inputs: { kind: listOf(filledText, 'an array of one or more paths', 1), required: true },
  out: { kind: filledText, required: true },
  placeholders: { kind: placeholders },
  include: { kind: listOf(operationPattern, 'an array of operations') },
  exclude: { kind: listOf(operationPattern, 'an array of operations') },
  roots: { kind: listOf(rootName, 'an array of roots') },
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
  compiled: {
    kind: withFormer(flag, { esm: 'write true, or leave it out: ES modules and CommonJS can import every package.' }),
  },
  importExtension: {
    kind: oneOf('js', 'ts', 'none'),
  },
  plugins: { kind: pluginList },
};

/** The settings that say what may be read besides the inputs, and how much. */
export const readingSettings: Settings<Pick<CodegenConfig, 'allowPaths' | 'allowHosts' | 'limits'>> = {
  allowPaths: { kind: listOf(filledText, 'an array of paths') },
  allowHosts: { kind: listOf(filledText, 'an array of host names') },
  limits: {
    kind: objectOf<LimitsConfig>({
      maxBytes: { kind: limit },
      maxDocuments: { kind: limit },
      maxDepth: { kind: limit },
    }),
  },
};

/** The settings of a package that the others of its settings forbid. `prefix` is the path of the package: `packages[0].`. */
export function problemsOfPackage(
  settings: Partial<PackageConfig>,
  prefix: string,
  place: ConfigPlace,
): readonly Diagnostic[] {
  return [...unusedExtension(settings), ...unraisableVersion(settings), ...withoutServer(settings)].map(
    ({ setting, expected, found }) => {
      const path = `${prefix}${setting}`;
      return diagnostic('config/invalid-value', { path, expected, found: JSON.stringify(found) }, place(path));
    },
  );
}

interface Misfit {
  readonly setting: string;
  readonly expected: string;
  readonly found: string;
}

/** Service classes implement what only a server has. */
function withoutServer({ only, skeletons }: Partial<PackageConfig>): readonly Misfit[] {
  const expected = '"server", or absent, because of "skeletons"';
  return only === 'client' && skeletons ? [{ setting: 'only', expected, found: only }] : [];
}

/** Programs import the JavaScript of a package, not its sources. */
function unusedExtension({ importExtension, package: fields }: Partial<PackageConfig>): readonly Misfit[] {
  const expected = 'absent unless `package` is `false`';
  return importExtension === undefined || fields === false
    ? []
    : [{ setting: 'importExtension', expected, found: importExtension }];
}

/** A version that is raised must be one of Semantic Versioning. */
function unraisableVersion({ package: fields }: Partial<PackageConfig>): readonly Misfit[] {
  const { version, versioning } = fields || {};
  const expected = 'a version such as 1.2.0, because `versioning` raises it';
  return !versioning || version === undefined || isVersion(version)
    ? []
    : [{ setting: 'package.version', expected, found: version }];
}
