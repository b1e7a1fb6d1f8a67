import { filledText, type Settings } from './config/check-value.js';
import { flag, packageSettings, readingSettings } from './config/package-settings.js';
import { checkPackageOptions, checkProgramOptions } from './config/program-options.js';
import type { LimitsConfig, PackageConfig } from './config/types.js';
import type { Result } from './diagnostics/diagnostic.js';

/** The documents to read, and the bounds for that. */
export interface ReadOptions
  extends Pick<PackageConfig, 'inputs' | 'placeholders' | 'include' | 'exclude' | 'roots' | 'strict'> {
  /** Folder that relative paths start from; the process's working folder by default. */
  readonly workingFolder?: string;
  /** Files or folders outside the inputs' own that imports may reach. */
  readonly allowPaths?: readonly string[];
  /** Hosts in private networks that may be fetched from. */
  readonly allowHosts?: readonly string[];
  /** Bounds against hostile or runaway inputs. */
  readonly limits?: LimitsConfig;
  /** Whether documents may be fetched over http(s). */
  readonly allowRemote?: boolean;
}

/** The options of generation. */
export interface GenerateOptions extends ReadOptions, Partial<Omit<PackageConfig, 'inputs' | 'skeletons'>> {
  /** Write the files into `out`, as the command does, or only return them. Needed with `out`; without it they are returned. */
  readonly write?: boolean;
  /** The revision of git that was released last, as `git:REVISION`: a package with `versioning` raises its version from there. */
  readonly since?: string;
  /** Overwrite files that were changed or made by hand. */
  readonly force?: boolean;
}

const { inputs, placeholders, include, exclude, roots, strict } = packageSettings;

const readSettings: Settings<ReadOptions> = {
  inputs,
  placeholders,
  include,
  exclude,
  roots,
  strict,
  workingFolder: { kind: filledText },
  ...readingSettings,
  allowRemote: { kind: flag },
};

const { skeletons: _, ...settingsOfGenerate } = packageSettings;

const generateSettings: Settings<GenerateOptions> = {
  ...settingsOfGenerate,
  name: { kind: packageSettings.name.kind },
  out: { kind: packageSettings.out.kind },
  ...readSettings,
  write: { kind: flag },
  since: { kind: filledText },
  force: { kind: flag },
};

/** Checks what a program gives as options of `readContract`: the compiler checks only those of TypeScript. */
export function checkReadOptions(options: unknown): Result<ReadOptions | undefined> {
  return checkProgramOptions(readSettings, options, 'the argument');
}

/** Checks what a program gives as options of `generate`. */
export function checkGenerateOptions(options: unknown): Result<GenerateOptions | undefined> {
  return checkPackageOptions(generateSettings, options, 'the argument');
}
