import { createHash } from 'node:crypto';
import { packagedFile } from '../config/packaged-file.js';
import { groupBy } from '../contract/grouping.js';
import type { Contract } from '../contract/model.js';
import type { ContractChange } from '../diff/change.js';
import type { TitledDiff } from '../diff/report/text.js';
import { concernedBy, concernText, countText, operationsText, placesText } from '../diff/report/wording.js';
import type { BeforeAfter, Sides } from './before-after.js';
import { linesBySubject } from './contract-lines.js';
import { documentText, foldedList, heading, table } from './layout.js';
import { type LinePair, lineDiff, nearChanges } from './line-diff.js';
import { breakable, html, type Insert, join, Markup } from './markup.js';

/** A comparison with the contracts that were compared. */
export interface ComparedContracts {
  readonly diff: TitledDiff;
  readonly old: Contract;
  readonly now: Contract;
  /** What only a review shows. */
  readonly more?: BeforeAfter;
}

/** What every page of comparisons contains, and no other file. */
export const pageMark = '<body class="diff">';

/** Rows that are shown at once, and things that changed whose sides are: of more than that, a page shows what it has. */
const [mostRows, mostOpen] = [60, 12];

/**
 * Comparisons as one page, which needs nothing else: whom the changes break, all of them in a table, then what changed with both sides next to each other.
 *
 * @param base What the contracts are compared with.
 */
export function diffPage(comparisons: readonly ComparedContracts[], base?: string): string {
  const style = packagedFile('pages/style.css') + packagedFile('pages/diff.css');
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  const title = comparisons.map(({ diff }) => `${diff.title}: ${diff.verdict}`).join(', ') || 'No package';
  return documentText({
    policy,
    title,
    head: html`<style>${new Markup(style)}</style>`,
    body: html`${new Markup(pageMark)}
<main id="content">
${base === undefined ? undefined : html`<p class="kind">Compared with ${base}</p>`}${overview(comparisons)}
${comparisons.map((each, at) => comparisonMarkup(each, comparisons.length === 1 ? '' : `${at + 1}-`))}
</main>
</body>`,
  });
}

/** Where there are several packages, their verdicts come first. */
function overview(comparisons: readonly ComparedContracts[]): Insert {
  const items = comparisons.map(
    ({ diff: { title, verdict, changes } }, at) =>
      html`<a href="#${at + 1}-top">${breakable(title)}</a> ${badge(verdict)} ${changes.length === 0 ? 'no change' : countText(changes)}`,
  );
  return comparisons.length < 2 ? undefined : foldedList(items, 'packages', mostRows);
}

function comparisonMarkup({ diff, old, now, more }: ComparedContracts, prefix: string): Markup {
  const { title, verdict, changes } = diff;
  const head = html`<h1 id="${prefix}top">${breakable(title)} ${badge(verdict)}</h1>`;
  if (changes.length === 0) {
    return html`${head}<p>No change.</p>`;
  }
  const subjects = groupBy(changes, ({ subject }) => subject);
  const anchors = new Map([...subjects.keys()].map((subject, at) => [subject, `${prefix}change-${at + 1}`]));
  const link = (subject: string): Markup => html`<a href="#${anchors.get(subject)}">${breakable(subject)}</a>`;
  const rows = changes.map(
    (change) =>
      html`<tr><td>${badge(change.level)}</td><td>${link(change.subject)}</td><td>${change.message}</td><td>${concernText(change)}</td><td><code>${breakable(change.code)}</code></td></tr>`,
  );
  const [before, after] = [linesBySubject(old), linesBySubject(now)];
  const isOpen = subjects.size <= mostOpen;
  const sections = [...subjects].map(([subject, own]) => {
    const former = own.find(({ formerly }) => formerly !== undefined)?.formerly ?? subject;
    const contract = { title: 'Contract', old: before.get(former) ?? [], now: after.get(subject) ?? [] };
    const code = more?.code({ subject, formerly: former }) ?? [];
    return html`<section>${heading(2, anchors.get(subject) as string, breakable(subject))}
<ul class="plain">${own.map(changeItem)}</ul>
${[contract, ...code].map((sides) => sidesMarkup(sides, isOpen, former === subject ? undefined : former))}</section>
`;
  });
  const all = table(['Level', 'Subject', 'Change', 'Whom it breaks', 'Code'], rows);
  return html`${head}<p>${countText(changes)}.</p>${concerned(changes, link)}
${rows.length > mostRows ? html`<details><summary>All ${rows.length} changes</summary>${all}</details>` : all}${sections}${more && samplesMarkup(more, prefix, isOpen)}`;
}

/** Subjects that are named for an audience. */
const mostSubjects = 5;

/** Whom the changes break, and by what. */
function concerned(changes: readonly ContractChange[], link: (subject: string) => Markup): Markup {
  const named = (own: readonly ContractChange[]): Insert => {
    const subjects = [...new Set(own.map(({ subject }) => subject))];
    const links = subjects.slice(0, mostSubjects).map(link);
    const rest = subjects.length - links.length;
    return own.length === 0
      ? undefined
      : html`${own.length}: ${join([...links, ...(rest > 0 ? [html`${rest} more`] : [])], ', ')}`;
  };
  const rows = concernedBy(changes).map(
    ({ name, breaks, strict }) =>
      html`<tr><th scope="row">${name}</th><td>${named(breaks)}</td><td>${named(strict)}</td></tr>`,
  );
  return rows.length === 0
    ? html`<p>Nobody is broken.</p>`
    : table(['Whom it breaks', 'Changes', 'Changes that only strict readers notice'], rows);
}

function samplesMarkup({ samples, left }: BeforeAfter, prefix: string, isOpen: boolean): Insert {
  const note = left === 0 ? undefined : html`<p class="dim">${left} more were not compared.</p>`;
  return samples.length === 0
    ? undefined
    : html`${heading(2, `${prefix}samples`, 'Samples')}${samples.map((each) => sidesMarkup(each, isOpen, undefined))}${note}`;
}

function badge(level: string): Markup {
  return html`<span class="level ${level}">${level}</span>`;
}

function changeItem(change: ContractChange): Markup {
  const operations = operationsText(change);
  const details = [concernText(change), operations === '' ? '' : `in ${operations}`, placesText(change)];
  const shown = details.filter((detail) => detail !== '').join('; ');
  return html`<li>${badge(change.level)} ${change.message} <code>${change.code}</code>${shown === '' ? undefined : html`<br><span class="dim">${shown}</span>`}</li>`;
}

/** Both sides of a subject, which can be folded. Long runs of equal lines are left out. */
function sidesMarkup({ title, old, now }: Sides, isOpen: boolean, former: string | undefined): Insert {
  const pairs = lineDiff(old, now);
  if (pairs.length === 0) {
    return undefined;
  }
  const isNear = nearChanges(pairs);
  const rows: Markup[] = [];
  let hidden = 0;
  const flush = (): void => {
    if (hidden > 0) {
      rows.push(html`<tr class="dim"><td colspan="2">… ${hidden} equal ${hidden === 1 ? 'line' : 'lines'}</td></tr>\n`);
    }
    hidden = 0;
  };
  for (const [at, pair] of pairs.entries()) {
    if (isNear(at)) {
      flush();
      rows.push(rowMarkup(pair));
    } else {
      hidden++;
    }
  }
  flush();
  return html`<details${isOpen ? new Markup(' open') : undefined}><summary>${breakable(title)}</summary><div class="wide"><table class="sides"><thead><tr><th scope="col">Old${former === undefined ? undefined : `: ${former}`}</th><th scope="col">New</th></tr></thead><tbody>
${rows}</tbody></table></div></details>`;
}

function rowMarkup(pair: LinePair): Markup {
  if (pair.old === pair.new) {
    return html`<tr><td>${pair.old}</td><td>${pair.new}</td></tr>\n`;
  }
  const old = pair.old === undefined ? html`<td></td>` : html`<td class="old"><del>${pair.old}</del></td>`;
  const now = pair.new === undefined ? html`<td></td>` : html`<td class="new"><ins>${pair.new}</ins></td>`;
  return html`<tr>${old}${now}</tr>\n`;
}
