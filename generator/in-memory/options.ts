import { either, filledText, objectOf, oneOf, type Settings, simple } from '../config/check-value.js';
import { packageSettings, readingSettings } from '../config/package-settings.js';
import { checkPackageOptions, checkProgramOptions } from '../config/program-options.js';
import type { PackageConfig } from '../config/types.js';
import type { Result } from '../diagnostics/diagnostic.js';
import type { ResolveDocument } from '../source/memory-resolver.js';
import type { LoadLimits } from '../source/outside-access.js';

/** How texts are read. The options that a config has mean the same. */
export interface ReadTextsOptions
  extends Pick<PackageConfig, 'placeholders' | 'include' | 'exclude' | 'roots' | 'strict'> {
  /** Names of the texts that are inputs. Default: those that no other text refers to. */
  readonly inputs?: readonly string[];
  /** Gives what the texts refer to and what is not among them. Without it, all that is referred to has to be given. */
  readonly resolve?: ResolveDocument;
  /** Bounds: bytes of a document, number of documents, depth of elements. */
  readonly limits?: Partial<LoadLimits>;
}

/** How a package is generated. The options that a config has mean the same; the package has sources without JavaScript, as with `compiled: false`. */
export interface GenerateFilesOptions
  extends ReadTextsOptions,
    Partial<
      Pick<
        PackageConfig,
        | 'name'
        | 'only'
        | 'scalars'
        | 'enumerations'
        | 'members'
        | 'namespaces'
        | 'properties'
        | 'wrappedArrays'
        | 'importExtension'
      >
    > {
  /** The version in `package.json`, or `false` for the sources only: no `package.json`, `tsconfig.json` and README. */
  readonly package?: { readonly version?: string } | false;
}

const { inputs, placeholders, include, exclude, roots, strict } = packageSettings;
const { name, only, scalars, enumerations, members, namespaces, properties, wrappedArrays, importExtension } =
  packageSettings;

const resolve = simple('a function', (v): v is ResolveDocument => typeof v === 'function', undefined);
const { limits } = readingSettings;
const reading: Settings<ReadTextsOptions> = {
  ...{ placeholders, include, exclude, roots, strict, limits },
  inputs: { kind: inputs.kind },
  resolve: { kind: resolve },
};

const generating: Settings<GenerateFilesOptions> = {
  ...reading,
  ...{ only, scalars, enumerations, members, namespaces, properties, wrappedArrays, importExtension },
  name: { kind: name.kind },
  package: {
    kind: either(
      (v) => typeof v === 'boolean',
      oneOf(false),
      objectOf<{ version?: string }>({ version: { kind: filledText } }),
    ),
  },
};

/** Checks the options of `readContract`: the compiler checks only those of programs in TypeScript. */
export function checkReading(options: unknown): Result<ReadTextsOptions | undefined> {
  return checkProgramOptions(reading, options, 'the options');
}

/** Checks the options of `generateFiles`. */
export function checkGenerating(options: unknown): Result<GenerateFilesOptions | undefined> {
  return checkPackageOptions(generating, options, 'the options');
}
