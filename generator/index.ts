import type { LimitsConfig, PackageConfig } from './config/types.js';
import type { Contract } from './contract/model.js';
import type { Diagnostic } from './diagnostics/diagnostic.js';
import type { DescriptorOptions, Descriptors } from './memory/descriptors.js';

/**
 * The programmatic interface. Nothing heavy is loaded before it is called, so that a config file, which imports
 * `defineConfig` from here, costs nothing.
 */

export type { CodegenConfig, LimitsConfig, PackageConfig, PackageFields, SkeletonConfig } from './config/types.js';
export { defineConfig } from './config/types.js';
export type * from './contract/model.js';
export type { Diagnostic, DiagnosticNote, Severity, Span } from './diagnostics/diagnostic.js';
export type { DescriptorOptions, Descriptors } from './memory/descriptors.js';
export type { ScalarMapping, ScalarSetting } from './typescript/options.js';

/** What to read, and from where. */
export interface ReadOptions
  extends Pick<PackageConfig, 'inputs' | 'placeholders' | 'include' | 'exclude' | 'keepGoing'> {
  /** Folder that relative paths start from; the process's working folder by default. */
  readonly workingFolder?: string;
  /** Files or folders outside the inputs' own that imports may reach. */
  readonly allowPaths?: readonly string[];
  /** Hosts in private networks that may be fetched from. */
  readonly allowHosts?: readonly string[];
  /** Bounds against hostile or runaway descriptors. */
  readonly limits?: LimitsConfig;
  /** Whether documents may be fetched over http(s). */
  readonly allowRemote?: boolean;
}

/** What to generate. */
export interface GenerateOptions extends ReadOptions, Partial<Omit<PackageConfig, 'inputs' | 'skeletons'>> {
  /** Write the files into `out`, as the command does. Default: only return them. */
  readonly write?: boolean;
  /** Overwrite files that were changed or made by hand. */
  readonly force?: boolean;
}

/** What came out. */
export interface GenerateResult {
  /** Texts by path within the package, `/` between steps, sorted; empty when there are errors. */
  readonly files: ReadonlyMap<string, string>;
  readonly contract: Contract;
  /** Sorted by file, line and column. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads descriptors and everything they import. Mistakes in them are diagnostics; the contract holds what is right. */
export async function readContract(
  options: ReadOptions,
): Promise<{ readonly contract: Contract; readonly diagnostics: readonly Diagnostic[] }> {
  const { readInMemory } = await import('./programmatic.js');
  return readInMemory(options);
}

/**
 * Generates a package in memory, and on the disk when `write` is set.
 *
 * @throws TypeError when `write` is set without `out`.
 */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  const { generateInMemory } = await import('./programmatic.js');
  return generateInMemory(options);
}

/**
 * Makes the descriptors of a contract in memory: those of the package that would be generated, without generating it. They
 * work with `parseXml`, `formatXml`, `validate`, clients and servers of `@wsdl-codegen/runtime`.
 *
 * @throws TypeError when a scalar mapping names a module that `modules` lacks.
 */
export async function descriptorsOf(contract: Contract, options: DescriptorOptions = {}): Promise<Descriptors> {
  const memory = await import('./memory/descriptors.js');
  return memory.descriptorsOf(contract, options);
}
