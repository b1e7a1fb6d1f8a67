import { readFileSync } from 'node:fs';

/** A file of `templates/` that is printed or written as it is. The folder is as far from the bundle as from the sources. */
export function packagedFile(path: `${'pages' | 'completion' | 'ci' | 'init'}/${string}`): string {
  return readFileSync(new URL(`../../templates/${path}`, import.meta.url), 'utf8');
}
