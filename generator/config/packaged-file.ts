import { readFileSync } from 'node:fs';

/** The address of the site of the documentation, with a slash at its end: `homepage` of our package.json, which a release sets. */
export function siteAddress(): string | undefined {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { homepage } = JSON.parse(text) as { readonly homepage?: string };
  return homepage === undefined || homepage.endsWith('/') ? homepage : `${homepage}/`;
}

/** A file of `templates/` that is printed or written as it is. The folder is as far from the bundle as from the sources. */
export function packagedFile(path: `${'pages' | 'completion' | 'ci' | 'init' | 'agents'}/${string}`): string {
  return readFileSync(new URL(`../../templates/${path}`, import.meta.url), 'utf8');
}
