import { readFileSync } from 'node:fs';

/** A file of `templates/pages/`, which pages contain or load as it is. The folder is as far from the bundle as from the sources. */
export function pageFile(name: 'style.css' | 'diff.css' | 'search.js'): string {
  return readFileSync(new URL(`../../templates/pages/${name}`, import.meta.url), 'utf8');
}
