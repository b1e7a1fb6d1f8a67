import { entry } from './entry.js';

/** Wording of the diagnostics of `codegen diff` about the versions that it compares. */
export const versions = {
  'diff/revision': entry(
    'error',
    (p: { revision: string; reason: string }) => `"git:${p.revision}" cannot be read: ${p.reason}.`,
    () => 'name a branch, a tag or a commit of the repository that contains this folder, as in git:main.',
  ),
  'diff/no-contract': entry(
    'error',
    (p: { where: string }) => `There is no contract in ${p.where}.`,
    () => 'generate the package with this version of codegen first, or name a descriptor to compare with.',
  ),
  'diff/unreadable-contract': entry(
    'error',
    (p: { file: string; reason: string }) => `The contract in "${p.file}" cannot be read: ${p.reason}.`,
    () => 'generate the package again; a contract is what codegen writes, or what codegen inspect --json prints.',
  ),
  'diff/unreadable-release': entry(
    'error',
    (p: { file: string; reason: string }) => `The last release in "${p.file}" cannot be read: ${p.reason}.`,
    () =>
      'restore the file from version control, or name the revision that was released: codegen generate --since git:v1.2.0. Without the file, what the package contains now counts as released.',
  ),
  'diff/flawed-version': entry(
    'warning',
    (p: { version: string; count: number }) =>
      `${p.version} has ${p.count === 1 ? 'a mistake' : `${p.count} mistakes`}; what depends on ${p.count === 1 ? 'it' : 'them'} may be compared as any value, or be missing.`,
    () => 'codegen inspect shows the mistakes of descriptors, such as documents that cannot be read.',
  ),
  'diff/which-package': entry(
    'error',
    (p: { count: number; old: string }) => `"${p.old}" could be compared with any of ${p.count} packages.`,
    () => 'name the new version, too: codegen diff OLD NEW.',
  ),
};
