import { basename, dirname, posix, relative } from 'node:path';
import { packageNameAfter } from '../typescript/names/identifiers.js';

/** A descriptor that can be read, and is not only a part of another one. */
export interface Descriptor {
  /** Absolute path. */
  readonly path: string;
  /** Names of its services, in order. */
  readonly services: readonly string[];
  /** Names of its placeholders. */
  readonly placeholders: readonly string[];
}

/** A package that the config will have. Paths are relative to the working folder, with `/`. */
export interface PlannedPackage {
  readonly name: string;
  readonly inputs: readonly string[];
  readonly out: string;
  /** Folder for its service classes. */
  readonly skeletons?: string;
}

/** The choices of the user about packages. */
export interface PackageChoices {
  /** Name of the package, if there is only one. */
  readonly name?: string;
  /** Folder that the folders of packages are in; `generated` by default. */
  readonly out?: string;
  /** One package for each descriptor. */
  readonly separate?: boolean;
  /** Folder for service classes that the user fills in; none by default. */
  readonly skeletons?: string;
}

/** Folders whose names say nothing about what is in them. */
const plainFolders = /^(wsdls?|xsds?|schemas?|contracts?|descriptors?|soap|services?|api|apis|src|resources|)$/i;

/**
 * The packages for descriptors: one for each folder with descriptors, or one for each descriptor.
 *
 * @param project Name of the project, from its package.json; the name of the folder if there is none.
 */
export function planPackages(
  descriptors: readonly Descriptor[],
  choices: PackageChoices,
  { project, workingFolder }: { readonly project: string; readonly workingFolder: string },
): readonly PlannedPackage[] {
  const groups = choices.separate ? descriptors.map((each) => [each]) : byFolder(descriptors);
  const names = uniqueNames(groups.map((group) => candidateNames(group, project, workingFolder)));
  const areApart = sharesFiles(groups);
  return groups.map((group, i) => {
    const name = groups.length === 1 && choices.name !== undefined ? choices.name : `${names[i]}`;
    const folder = name.replace(/^@[^/]*\//, '');
    return {
      name,
      inputs: group.map(({ path }) => shown(path, workingFolder)),
      out: posix.join(choices.out ?? 'generated', folder),
      ...(choices.skeletons !== undefined && {
        skeletons: areApart ? posix.join(choices.skeletons, folder) : choices.skeletons,
      }),
    };
  });
}

/**
 * Whether classes of two packages could get the same file: services of two packages have names that differ at most in what
 * names of files leave out, or services of one package need more than their names to be told apart.
 */
function sharesFiles(groups: readonly (readonly Descriptor[])[]): boolean {
  const names = groups.flatMap((group) =>
    group.flatMap(({ services }) => services.map((name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))),
  );
  return groups.length > 1 && new Set(names).size < names.length;
}

function byFolder(descriptors: readonly Descriptor[]): readonly (readonly Descriptor[])[] {
  const folders = new Map<string, Descriptor[]>();
  for (const descriptor of descriptors) {
    const folder = dirname(descriptor.path);
    folders.set(folder, [...(folders.get(folder) ?? []), descriptor]);
  }
  return [...folders.values()];
}

/** Names for a package, the best first. */
function candidateNames(group: readonly Descriptor[], project: string, workingFolder: string): readonly string[] {
  const [first] = group;
  const folder = dirname(first?.path ?? '');
  const steps = shown(folder, workingFolder).split('/').reverse();
  const telling = steps.filter((step) => !plainFolders.test(step) && !/^\.+$/.test(step));
  const own = group.length === 1 && first ? basename(first.path).replace(/\.[^.]*$/, '') : undefined;
  const [near] = telling;
  const general = near ?? `${project}-api`;
  const names = [
    ...(own === undefined ? [] : [own, `${general}-${own}`]),
    general,
    `${telling.slice(0, 2).reverse().join('-')}`,
  ];
  return names.map(packageNameAfter).filter((name) => name !== '' && name !== project);
}

/** The first name of each list that no other one has; a number distinguishes those without any. */
function uniqueNames(candidates: readonly (readonly string[])[]): readonly string[] {
  const taken = new Set<string>();
  return candidates.map((names) => {
    const [last = 'api'] = names.slice(-1);
    let name = names.find((each) => !taken.has(each));
    for (let number = 2; name === undefined; number++) {
      name = taken.has(`${last}-${number}`) ? undefined : `${last}-${number}`;
    }
    taken.add(name);
    return name;
  });
}

function shown(path: string, workingFolder: string): string {
  return relative(workingFolder, path).replaceAll('\\', '/');
}
