import { resolve } from 'node:path';
import { contractFile } from '../emit/print-contract.js';
import { disk } from '../output/disk.js';
import type { CompiledPackage, CompileOptions } from './compile.js';
import type { ContractVerdict } from './json-output.js';
import { displayPath } from './report.js';
import type { Terminal } from './terminal.js';
import type { PackageVersion } from './version-step.js';

/**
 * The verdicts on the packages whose contracts changed, as `codegen diff` gives them. A package without a contract on the disk
 * has none, and one whose contract is the same costs a comparison of two texts.
 */
export async function contractVerdicts(
  packages: readonly CompiledPackage[],
  options: CompileOptions,
): Promise<readonly ContractVerdict[]> {
  const verdicts: ContractVerdict[] = [];
  for (const { job, target } of packages) {
    const before = disk.bytes(resolve(target.folder, contractFile));
    const after = target.files.get(contractFile);
    if (before === undefined || after === undefined || new TextDecoder().decode(before) === after) {
      continue;
    }
    // Without a change, a run needs none of the comparison.
    const [{ diffContracts }, { parsedContract }, { versionOfPackage }] = await Promise.all([
      import('../diff/diff.js'),
      import('./contract-text.js'),
      import('./versions.js'),
    ]);
    const [old] = await versionOfPackage(job, options);
    const [now] = parsedContract(after, contractFile, target.display);
    if (old && now) {
      const { verdict } = diffContracts(old.contract, now.contract);
      verdicts.push({ folder: target.folder, verdict });
    }
  }
  return verdicts;
}

/** One line for each package whose contract changed. */
export function verdictLines(verdicts: readonly ContractVerdict[], { workingFolder }: Terminal): readonly string[] {
  return verdicts
    .filter(({ verdict }) => verdict !== 'none')
    .map(({ folder, verdict }) => `${displayPath(folder, workingFolder)}: the contract changed, ${verdict}`);
}

/** One line for each version that is raised. */
export function versionLines(versions: readonly PackageVersion[], { workingFolder }: Terminal): readonly string[] {
  return versions
    .filter(({ from, to }) => from !== to)
    .map(({ folder, from, to }) => `${displayPath(folder, workingFolder)}: version ${to}, after ${from}`);
}

/** Versions with folders as the user would write them. */
export function versionsToJson(
  versions: readonly PackageVersion[],
  { workingFolder }: Terminal,
): readonly PackageVersion[] {
  return versions.map((version) => ({ ...version, folder: displayPath(version.folder, workingFolder) }));
}

/** Verdicts with folders as the user would write them. */
export function verdictsToJson(
  verdicts: readonly ContractVerdict[],
  { workingFolder }: Terminal,
): readonly ContractVerdict[] {
  return verdicts.map(({ folder, verdict }) => ({ folder: displayPath(folder, workingFolder), verdict }));
}
