import { error, warning } from './entry.js';

/** Wording of the diagnostics of `codegen diff` about the versions that it compares. */
export const versions = {
  'diff/revision': error(
    '"git:{revision}" cannot be read: {reason}.',
    'name a branch, a tag or a commit of the repository that contains this folder, as in git:main.',
  ),
  'diff/no-base': error(
    'What is here and "{revision}" have no commit in common.',
    'a shallow clone lacks it: fetch the whole history, as git fetch --unshallow does, or fetch-depth: 0 in a workflow.',
  ),
  'diff/other-config': warning(
    '{file} is another one than at the base, and its inputs as they are named now were compared.',
    'check in the generated packages: then an input that the config no longer names is seen, too.',
  ),
  'diff/other-file': error(
    '{path} is there and no review, so it stays as it is.',
    'name another file with --out, or remove this one.',
  ),
  'diff/no-contract': error(
    'There is no contract in {where}.',
    'generate the package with this version of codegen first, or name a descriptor to compare with.',
  ),
  'diff/unreadable-contract': error(
    'The contract in "{file}" cannot be read: {reason}.',
    'generate the package again; a contract is what codegen writes, or what codegen inspect --json prints.',
  ),
  'diff/unreadable-release': error(
    'The last release in "{file}" cannot be read: {reason}.',
    'restore the file from version control, or name the revision that was released: codegen generate --since git:v1.2.0. Without the file, what the package contains now counts as released.',
  ),
  'diff/flawed-version': warning(
    (p: { version: string; count: number }) =>
      `${p.version} has ${p.count === 1 ? 'a mistake' : `${p.count} mistakes`}; what depends on ${p.count === 1 ? 'it' : 'them'} may be compared as any value, or be missing.`,
    'codegen inspect shows the mistakes of descriptors, such as documents that cannot be read.',
  ),
  'diff/which-package': error(
    '"{old}" could be compared with any of {count} packages.',
    'name the new version, too: codegen diff OLD NEW.',
  ),
};
