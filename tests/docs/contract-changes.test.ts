import { type ChangeCode, changeKinds, leastLevel } from '../../generator/diff/catalogue.js';
import { audiences } from '../../generator/diff/change.js';
import { textOf } from '../support/repository.js';

const page = textOf('docs/contract-changes.md');

it('the page on changes has every code, with its level and meaning', () => {
  const rows = [...page.matchAll(/^\| `([a-z-]+)` \| (major|minor|patch) \| (.+) \|$/gm)].map(([, ...cells]) => cells);
  expect(rows).toEqual(
    Object.entries(changeKinds).map(([code, meaning]) => [code, leastLevel(code as ChangeCode), meaning]),
  );
});

it('the page on changes has every audience', () => {
  expect(audiences.filter((audience) => !page.includes(`| \`${audience}\` |`))).toEqual([]);
});
