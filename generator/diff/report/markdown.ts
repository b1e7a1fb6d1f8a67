import { markdown } from '../../emit/quote.js';
import type { ContractChange } from '../change.js';
import { reportedLevels } from '../level.js';
import type { TitledDiff } from './text.js';
import { concernText, countText, operationsText } from './wording.js';

/** Comparisons as Markdown, for a comment on a pull request or a change log. */
export function markdownReport(diffs: readonly TitledDiff[]): string {
  return diffs.map(oneReport).join('\n');
}

function oneReport({ title, verdict, changes }: TitledDiff): string {
  if (changes.length === 0) {
    return `## ${markdown(title)}: no change\n`;
  }
  const sections = reportedLevels.flatMap((level) => {
    const own = changes.filter((change) => change.level === level);
    return own.length === 0
      ? []
      : [`### ${level[0]?.toUpperCase()}${level.slice(1)}\n\n${own.map(changeItem).join('\n')}\n`];
  });
  return `## ${markdown(title)}: ${verdict}\n\n${countText(changes)}.\n\n${sections.join('\n')}`;
}

/** One change as an item of a list in Markdown. */
export function changeItem(change: ContractChange): string {
  const operations = operationsText(change);
  const details = [concernText(change), operations === '' ? '' : `in ${operations}`].filter((detail) => detail !== '');
  const tail = details.length > 0 ? ` (${details.map(markdown).join('; ')})` : '';
  return `- **${markdown(change.subject)}**: ${markdown(change.message)} \`${change.code}\`${tail}`;
}
