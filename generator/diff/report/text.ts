import type { ContractDiff } from '../diff.js';
import { concernText, countText, operationsText, placesText } from './wording.js';

/** A comparison, with a title. */
export interface TitledDiff extends ContractDiff {
  /** What was compared: the name of a package, or `old.wsdl -> new.wsdl`. */
  readonly title: string;
}

/** Comparisons for a terminal. */
export function textReport(diffs: readonly TitledDiff[]): string {
  return diffs.map(oneReport).join('\n');
}

function oneReport({ title, verdict, changes }: TitledDiff): string {
  if (changes.length === 0) {
    return `${title}: no change\n`;
  }
  const blocks = changes.map((change) => {
    const operations = operationsText(change);
    const details = [concernText(change), operations === '' ? '' : `in ${operations}`, placesText(change)];
    return [
      `  ${change.level}  ${change.subject}: ${change.message}  [${change.code}]`,
      ...details.filter((detail) => detail !== '').map((detail) => `         ${detail}`),
    ].join('\n');
  });
  return `${title}: ${verdict} (${countText(changes)})\n${blocks.join('\n')}\n`;
}
