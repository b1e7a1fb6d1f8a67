import { changeItem } from '../diff/report/markdown.js';
import { concernedBy, countText } from '../diff/report/wording.js';
import { markdown } from '../emit/quote.js';
import type { Sides } from './before-after.js';
import type { ComparedContracts } from './diff-page.js';
import { lineDiff, nearChanges } from './line-diff.js';

/** By this line a workflow finds the comment that it wrote before. */
export const commentMark = '<!-- codegen review -->';

/** Characters of a comment; GitHub takes 65,536. */
const mostCharacters = 60_000;
/** Changes that are shown without being unfolded. */
const mostShown = 20;

/** A review as a comment on a pull request, in Markdown. What does not fit is counted. */
export function reviewComment(comparisons: readonly ComparedContracts[], base: string): string {
  const changed = comparisons.filter(({ diff }) => diff.changes.length > 0);
  const head = `${commentMark}\n## Contracts\n\nCompared with ${markdown(base)}.\n`;
  const same = comparisons.length - changed.length;
  const rest =
    same === 0
      ? []
      : [
          `\n${changed.length === 0 ? 'No contract changed.' : `${same} more ${same === 1 ? 'contract' : 'contracts'} did not change.`}\n`,
        ];
  let text = head;
  let left = 0;
  for (const part of [...changed.flatMap(parts), ...rest]) {
    if (text.length + part.length > mostCharacters) {
      left++;
    } else {
      text += part;
    }
  }
  return left === 0 ? text : `${text}\n${left} more parts do not fit into a comment; the page has them.\n`;
}

/** The parts of a comment, the most important first; each stands by itself. */
function parts({ diff: { title, verdict, changes }, more }: ComparedContracts): readonly string[] {
  const rows = concernedBy(changes).map(
    ({ name, breaks, strict }) => `| ${name} | ${breaks.length || ''} | ${strict.length || ''} |\n`,
  );
  const concerned =
    rows.length === 0
      ? 'Nobody is broken.\n'
      : `| whom it breaks | changes | only strict readers |\n|---|--:|--:|\n${rows.join('')}`;
  const items = changes.map((change) => `${changeItem(change)}\n`);
  const subjects = new Map(changes.map(({ subject, formerly }) => [subject, formerly]));
  const code = [...subjects].flatMap(([subject, formerly]) =>
    (more?.code({ subject, ...(formerly !== undefined && { formerly }) }) ?? []).map((sides) =>
      diffText(subject, sides),
    ),
  );
  return [
    `\n### ${markdown(title)}: ${verdict}\n\n${countText(changes)}.\n\n${concerned}\n`,
    ...items.slice(0, mostShown),
    ...folded(`${items.length - mostShown} more changes`, items.slice(mostShown)),
    ...code,
    ...(more?.samples ?? []).map((sides) => diffText(`Sample of ${sides.title}`, sides)),
  ];
}

/** Items that are hidden at first. A piece is small enough to fit. */
function folded(title: string, items: readonly string[], size = 100): readonly string[] {
  const pieces = Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  );
  return pieces.map(
    (piece, at) =>
      `\n<details><summary>${title}${at === 0 ? '' : ', continued'}</summary>\n\n${piece.join('')}\n</details>\n`,
  );
}

/** Both sides as one folded text with `+` and `-`, in a fence that nothing in it ends. */
function diffText(title: string, { old, now }: Sides): string {
  const pairs = lineDiff(old, now);
  const isNear = nearChanges(pairs);
  const lines = pairs.flatMap((pair, at) => {
    if (pair.old === pair.new) {
      return isNear(at) ? [`  ${pair.old}`] : isNear(at - 1) ? ['  …'] : [];
    }
    return [...(pair.old === undefined ? [] : [`- ${pair.old}`]), ...(pair.new === undefined ? [] : [`+ ${pair.new}`])];
  });
  const text = lines.join('\n');
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `\n<details><summary>${markdown(title)}</summary>\n\n${fence}diff\n${text}\n${fence}\n\n</details>\n`;
}
