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

  it('leads from the tutorial over the four ways to arrive and the tasks to reference and explanation', () => {
    expect(named[0]).toBe('tutorial.md');
    expect(groups.map((group) => group.text)).toEqual([
      'Begin',
      'Call a service',
      'Replace a service',
      'Type and validate XML',
      'Watch a contract',
      'Generate code',
      'How to',
      'Reference',
      'Explanation',
    ]);
  });

  it('has the pages of the guide in the order of docs/guide.md, within each group', () => {
    const guide = readFileSync(join(repository, 'docs/guide.md'), 'utf8');
    const listed = [...guide.matchAll(/^\| \[[^\]]+\]\((guide\/[\w-]+\.md)\)/gm)].map(([, page]) => page);
    for (const group of groups) {
      const own = group.pages.filter((page) => page.startsWith('guide/'));
      expect(own).toEqual(listed.filter((page = '') => own.includes(page)));
    }
  });
});
