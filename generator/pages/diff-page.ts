import { createHash } from 'node:crypto';
import { packagedFile } from '../config/packaged-file.js';
import type { Contract } from '../contract/model.js';
import type { ContractChange } from '../diff/change.js';
import type { TitledDiff } from '../diff/report/text.js';
import { concernText, countText, operationsText, placesText } from '../diff/report/wording.js';
import { linesBySubject } from './contract-lines.js';
import { documentText, heading, table } from './layout.js';
import { type LinePair, lineDiff } from './line-diff.js';
import { breakable, html, type Insert, Markup } from './markup.js';

/** A comparison with the contracts that were compared. */
export interface ComparedContracts {
  readonly diff: TitledDiff;
  readonly old: Contract;
  readonly now: Contract;
}

/** Equal lines that are shown around a change. */
const context = 3;

/** Comparisons as one page, which needs nothing else: all changes in a table, then what changed with both sides next to each other. */
export function diffPage(comparisons: readonly ComparedContracts[]): string {
  const style = packagedFile('pages/style.css') + packagedFile('pages/diff.css');
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  const title = comparisons.map(({ diff }) => `${diff.title}: ${diff.verdict}`).join(', ') || 'No package';
  return documentText({
    policy,
    title,
    head: html`<style>${new Markup(style)}</style>`,
    body: html`<body class="diff">
<main id="content">
${comparisons.map((each, at) => comparisonMarkup(each, comparisons.length === 1 ? '' : `${at + 1}-`))}
</main>
</body>`,
  });
}

function comparisonMarkup({ diff, old, now }: ComparedContracts, prefix: string): Markup {
  const { title, verdict, changes } = diff;
  const head = html`<h1 id="${prefix}top">${breakable(title)} <span class="level ${verdict}">${verdict}</span></h1>`;
  if (changes.length === 0) {
    return html`${head}<p>No change.</p>`;
  }
  const subjects = [...new Set(changes.map(({ subject }) => subject))];
  const anchors = new Map(subjects.map((subject, at) => [subject, `${prefix}change-${at + 1}`]));
  const rows = changes.map(
    (change) =>
      html`<tr><td>${level(change)}</td><td><a href="#${anchors.get(change.subject)}">${breakable(change.subject)}</a></td><td>${change.message}</td><td>${concernText(change)}</td><td><code>${breakable(change.code)}</code></td></tr>`,
  );
  const [before, after] = [linesBySubject(old), linesBySubject(now)];
  const sections = subjects.map((subject) => {
    const own = changes.filter((change) => change.subject === subject);
    const former = own.find(({ formerly }) => formerly !== undefined)?.formerly ?? subject;
    const sides = lineDiff(before.get(former) ?? [], after.get(subject) ?? []);
    return html`<section>${heading(2, anchors.get(subject) as string, breakable(subject))}
<ul class="plain">${own.map(changeItem)}</ul>
${sidesMarkup(sides, former === subject ? undefined : former)}</section>
`;
  });
  return html`${head}<p>${countText(changes)}.</p>${table(['Level', 'Subject', 'Change', 'Whom it breaks', 'Code'], rows)}${sections}`;
}

function level(change: ContractChange): Markup {
  return html`<span class="level ${change.level}">${change.level}</span>`;
}

function changeItem(change: ContractChange): Markup {
  const operations = operationsText(change);
  const details = [concernText(change), operations === '' ? '' : `in ${operations}`, placesText(change)];
  const shown = details.filter((detail) => detail !== '').join('; ');
  return html`<li>${level(change)} ${change.message} <code>${change.code}</code>${shown === '' ? undefined : html`<br><span class="dim">${shown}</span>`}</li>`;
}

/** Both sides of a subject. Long runs of equal lines are left out. */
function sidesMarkup(pairs: readonly LinePair[], former: string | undefined): Insert {
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
  return html`<div class="wide"><table class="sides"><thead><tr><th scope="col">Old${former === undefined ? undefined : `: ${former}`}</th><th scope="col">New</th></tr></thead><tbody>
${rows}</tbody></table></div>`;
}

function rowMarkup(pair: LinePair): Markup {
  if (pair.old === pair.new) {
    return html`<tr><td>${pair.old}</td><td>${pair.new}</td></tr>\n`;
  }
  const old = pair.old === undefined ? html`<td></td>` : html`<td class="old"><del>${pair.old}</del></td>`;
  const now = pair.new === undefined ? html`<td></td>` : html`<td class="new"><ins>${pair.new}</ins></td>`;
  return html`<tr>${old}${now}</tr>\n`;
}

/** Whether a row is a change, or near one. Without any change all rows are, if they are few. */
function nearChanges(pairs: readonly LinePair[]): (at: number) => boolean {
  const near = new Set<number>();
  for (const [at, pair] of pairs.entries()) {
    if (pair.old !== pair.new) {
      for (let each = at - context; each <= at + context; each++) {
        near.add(each);
      }
    }
  }
  return (at) => near.has(at) || (near.size === 0 && at < 2 * context);
}
