import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../support/repository.js';

interface Navigation {
  readonly groups: readonly { readonly text: string; readonly pages: readonly string[] }[];
  readonly later: readonly string[];
}

const { groups, later } = JSON.parse(readFileSync(join(repository, 'site/navigation.json'), 'utf8')) as Navigation;
const named = groups.flatMap((group) => group.pages);
const pages = readdirSync(join(repository, 'docs'), { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.md'));
const placesOf = (page: string): readonly string[] =>
  named.includes(page)
    ? named.filter((each) => each === page)
    : named.filter((each) => each.endsWith('/*') && page.startsWith(each.slice(0, -1)));

describe('the navigation of the site (site/navigation.json)', () => {
  it('has one place for each page of docs/', () => {
    expect(pages.filter((page) => placesOf(page).length !== 1)).toEqual([]);
  });

  it('names only pages that are there, and those that somebody is going to write', () => {
    const isThere = (place: string): boolean => pages.some((page) => placesOf(page).includes(place));
    expect(named.filter((place) => !isThere(place) && !later.includes(place))).toEqual([]);
  });

  it('has the pages of the guide in the order of docs/guide.md', () => {
    const guide = readFileSync(join(repository, 'docs/guide.md'), 'utf8');
    const listed = [...guide.matchAll(/^\| \[[^\]]+\]\((guide\/[\w-]+\.md)\)/gm)].map(([, page]) => page);
    expect(named.filter((page) => page.startsWith('guide/'))).toEqual(listed);
  });
});
