import type { ContractChange } from '../change.js';
import type { TitledDiff } from './text.js';
import { concernText } from './wording.js';

/**
 * Comparisons as workflow commands of GitHub Actions, which show them beside the lines of a pull request: major changes as
 * errors, minor ones as warnings, others as notices.
 */
export function annotationReport(diffs: readonly TitledDiff[]): string {
  return diffs.flatMap(({ changes }) => changes.map(annotation)).join('');
}

const kinds = { major: 'error', minor: 'warning', patch: 'notice', unused: 'notice' } as const;

function annotation(change: ContractChange): string {
  const span = change.new ?? change.old;
  const place = span ? `file=${property(span.file)},line=${span.line},col=${span.column},` : '';
  const concern = concernText(change);
  const text = `${change.subject}: ${change.message}${concern === '' ? '' : ` (${concern})`}`;
  return `::${kinds[change.level]} ${place}title=${property(change.code)}::${data(text)}\n`;
}

function data(text: string): string {
  return text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}

function property(text: string): string {
  return data(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
}
