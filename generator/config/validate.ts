import { type Diagnostic, diagnostic, type Result, type Span } from '../diagnostics/diagnostic.js';
import type { ScalarMapping } from '../typescript/options.js';
import {
  checkValue,
  dictionaryOf,
  either,
  filledText,
  type Kind,
  listOf,
  objectOf,
  simple,
  text,
} from './check-value.js';
import type { CodegenConfig, LimitsConfig, PackageConfig, PackageFields, SkeletonConfig } from './types.js';

const packageName: Kind<string> = simple(
  'an npm package name',
  (v): v is string =>
    typeof v === 'string' && v.length <= 214 && /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/.test(v),
);
const operationPattern: Kind<string> = simple(
  'SERVICE.OPERATION or SERVICE.*',
  (v): v is string => typeof v === 'string' && /^[^.*]+(\.[^.*]+)*\.([^.*]+|\*)$/.test(v),
);
const placeholders = dictionaryOf(text, 'an object of strings by placeholder name');
const limit: Kind<number> = simple(
  'a whole number above zero',
  (v): v is number => Number.isSafeInteger(v) && (v as number) > 0,
);
const flag: Kind<boolean> = simple('true or false', (v): v is boolean => typeof v === 'boolean');
const never: Kind<false> = simple('false', (v): v is false => v === false);

const scalar = objectOf<ScalarMapping>({
  type: { kind: filledText, required: true },
  from: { kind: filledText },
  mappingFrom: { kind: filledText, required: true },
  mapping: { kind: filledText, required: true },
});

const packageFields = objectOf<PackageFields>({
  version: { kind: filledText },
});

const packageConfig = objectOf<PackageConfig>({
  name: { kind: packageName, required: true },
  inputs: { kind: listOf(filledText, 'an array of one or more paths', 1), required: true },
  out: { kind: filledText, required: true },
  placeholders: { kind: placeholders },
  include: { kind: listOf(operationPattern, 'an array of operations') },
  exclude: { kind: listOf(operationPattern, 'an array of operations') },
  keepGoing: { kind: flag },
  scalars: { kind: dictionaryOf(scalar, 'an object of mappings by expanded name') },
  templates: { kind: filledText },
  skeletons: {
    kind: objectOf<SkeletonConfig>({ dir: { kind: filledText, required: true }, importFrom: { kind: filledText } }),
  },
  package: { kind: either((v) => typeof v === 'boolean', never, packageFields) },
});

const codegenConfig = objectOf<CodegenConfig>({
  packages: { kind: listOf(packageConfig, 'an array of one or more packages', 1), required: true },
  placeholders: { kind: placeholders },
  allowPaths: { kind: listOf(filledText, 'an array of paths') },
  allowHosts: { kind: listOf(filledText, 'an array of host names') },
  limits: {
    kind: objectOf<LimitsConfig>({
      maxBytes: { kind: limit },
      maxDocuments: { kind: limit },
      maxDepth: { kind: limit },
    }),
  },
});

/** Checks what a config file exports. All problems are reported, each with its path within the config. */
export function validateConfig(value: unknown, file: string): Result<CodegenConfig | undefined> {
  const span: Span = { file, line: 1, column: 1, length: 0 };
  const [config, problems] = checkValue(codegenConfig, value, 'the config', span);
  if (!config) return [undefined, problems];
  const more = [...duplicateNames(config, span), ...overlappingOutputs(config, span)];
  return [more.length > 0 ? undefined : config, [...problems, ...more]];
}

function duplicateNames(config: CodegenConfig, span: Span): readonly Diagnostic[] {
  const seen = new Map<string, number>();
  const found: Diagnostic[] = [];
  config.packages.forEach(({ name }, index) => {
    const first = seen.get(name);
    if (first === undefined) seen.set(name, index);
    else found.push(diagnostic('config/duplicate-name', { name, first: at(first), second: at(index) }, span));
  });
  return found;
}

function overlappingOutputs(config: CodegenConfig, span: Span): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const folders = config.packages.map(({ out }) => `${normalize(out)}/`);
  folders.forEach((folder, second) => {
    const first = folders.findIndex((other, i) => i < second && (folder.startsWith(other) || other.startsWith(folder)));
    if (first === -1) return;
    const out = config.packages[second]?.out ?? '';
    found.push(diagnostic('config/overlapping-output', { first: at(first), second: at(second), out }, span));
  });
  return found;
}

function at(index: number): string {
  return `packages[${index}]`;
}

/** A relative path without `.`, empty and resolvable `..` steps. */
function normalize(path: string): string {
  const steps: string[] = [];
  for (const step of path.replaceAll('\\', '/').split('/')) {
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') steps.pop();
    else if (step !== '.' && (step !== '' || steps.length === 0)) steps.push(step);
  }
  return steps.join('/');
}
