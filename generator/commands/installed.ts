import { join } from 'node:path';
import { disk } from '../output/disk.js';
import { upwards } from './project.js';

/** Folders of installed packages that a project can see, links followed: those in `node_modules` around a folder, in packages there, and in the store of pnpm. */
export function installedPackages(workingFolder: string): readonly string[] {
  const found = new Set<string>();
  const visit = (modules: string): void => {
    for (const folder of packagesIn(modules)) {
      const real = disk.realPath(folder);
      if (real !== undefined && !found.has(real) && disk.entry(join(real, 'package.json'))?.kind === 'file') {
        found.add(real);
        visit(join(real, 'node_modules'));
      }
    }
  };
  for (const folder of upwards(workingFolder)) {
    visit(join(folder, 'node_modules'));
    visit(join(folder, 'node_modules/.pnpm/node_modules'));
  }
  return [...found].sort();
}

function packagesIn(modules: string): readonly string[] {
  return namesIn(modules).flatMap((name) =>
    name.startsWith('@')
      ? namesIn(join(modules, name)).map((each) => join(modules, name, each))
      : [join(modules, name)],
  );
}

function namesIn(folder: string): readonly string[] {
  const kind = disk.entry(disk.realPath(folder) ?? folder)?.kind;
  return kind === 'folder' ? disk.list(folder).filter((name) => !name.startsWith('.')) : [];
}
