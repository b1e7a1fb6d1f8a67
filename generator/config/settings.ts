import { resolve } from 'node:path';
import type { Disk } from '../output/disk.js';
import { hashData, hashText } from '../output/hash.js';
import { displayName } from '../source/locate.js';
import type { Job } from './jobs.js';

/** Hash of everything in the config and on the command line that the output depends on. */
export function configHash(job: Job): string {
  const { out, templates, ...settings } = job.settings;
  const inputs = settings.inputs.map((input) =>
    /^[a-z]+:\/\//i.test(input) ? input : displayName(resolve(job.folder, input), job.namesFrom),
  );
  return hashData({ ...settings, inputs, only: job.only });
}

/** Hash of each template of the user, by its name; empty when there are none. */
export function templateHashes(job: Job, disk: Disk): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(templateTexts(job, disk)).map(([name, text]) => [name, hashText(text)]));
}

/** The user's templates by name, with `/` and without `.hbs`: `client`, `partials/header`. */
export function templateTexts(job: Job, disk: Disk): Readonly<Record<string, string>> {
  const { templates } = job.settings;
  if (templates === undefined) return {};
  const root = resolve(job.folder, templates);
  const texts: Record<string, string> = {};
  const visit = (prefix: string): void => {
    for (const name of disk.list(resolve(root, prefix))) {
      const path = prefix === '' ? name : `${prefix}/${name}`;
      const entry = disk.entry(resolve(root, path));
      if (entry?.kind === 'folder') visit(path);
      else if (name.endsWith('.hbs')) texts[path.slice(0, -'.hbs'.length)] = disk.read(resolve(root, path)) ?? '';
    }
  };
  visit('');
  return texts;
}
