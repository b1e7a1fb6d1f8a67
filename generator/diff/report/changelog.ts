import type { ContractDiff } from '../diff.js';
import { type ReportedLevel, reportedLevels } from '../level.js';
import { changeItem } from './markdown.js';

/** Headings of the parts of an entry. */
const headings: Readonly<Record<ReportedLevel, string>> = {
  major: 'Breaking changes',
  minor: 'Other changes',
  patch: 'Documentation',
  unused: 'In no message',
};

/** The entry of a change log for a version, as Markdown: a heading, and the changes, the heaviest first, with those whom each concerns. */
export function changelogEntry({ changes }: Pick<ContractDiff, 'changes'>, version: string): string {
  const parts = reportedLevels.flatMap((level) => {
    const own = changes.filter((change) => change.level === level);
    return own.length === 0 ? [] : [`### ${headings[level]}\n\n${own.map(changeItem).join('\n')}\n`];
  });
  return [`## ${version}\n`, ...(parts.length > 0 ? parts : ['The contract did not change.\n'])].join('\n');
}
