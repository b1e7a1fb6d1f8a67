import { given } from '../config/given.js';
import { emptyContract } from '../contract/empty-contract.js';
import type { ContractPositions } from '../contract/positions.js';
import { hasErrors } from '../diagnostics/diagnostic.js';
import { visibleLines } from '../diagnostics/format.js';
import { type Audience, audiences } from '../diff/change.js';
import type { VerdictOptions } from '../diff/collect/recorder.js';
import { type ContractDiff, diffContracts } from '../diff/diff.js';
import type { ChangeLevel } from '../diff/level.js';
import { packageChange } from '../diff/package-change.js';
import { annotationReport } from '../diff/report/annotations.js';
import { markdownReport } from '../diff/report/markdown.js';
import { type TitledDiff, textReport } from '../diff/report/text.js';
import { heaviest, isAtLeast } from '../diff/verdict.js';
import type { ComparedContracts } from '../pages/diff-page.js';
import type { Version } from './contract-text.js';
import { findPairs, type Pair } from './diff-pairs.js';
import type { DiffCommandOptions } from './options.js';
import { printDiagnostics, printJson } from './report.js';
import { progress, type Terminal } from './terminal.js';

const fine = 0;
const tooHeavy = 1;
const cannotTell = 2;

/**
 * `codegen diff`: what changed between two contracts, and whom it breaks. Exit code 0, or 1 if the verdict is at least
 * `--fail-on`, or 2 if errors prevent an answer.
 */
export async function diffCommand(options: DiffCommandOptions, terminal: Terminal): Promise<number> {
  const line = progress(terminal, 'comparing');
  const [pairs, all] = await findPairs(options, terminal);
  // Flaws of the documents are for `generate` and `inspect`: here they would bury the changes, and one note is enough.
  const diagnostics = all.filter(({ severity, code }) => severity === 'error' || code === 'diff/flawed-version');
  const compared = hasErrors(diagnostics) ? [] : await Promise.all(pairs.map((pair) => comparePair(pair, options)));
  const diffs = compared.map(({ diff }) => diff);
  line.done();
  const verdict = heaviest(diffs.map((diff) => diff.verdict));
  const format = options.json ? 'json' : (options.format ?? 'text');
  if (format === 'json') {
    const isUnknown = hasErrors(diagnostics);
    const result = { verdict: isUnknown ? 'unknown' : verdict, packages: isUnknown ? [] : diffs } as const;
    printJson<'diff'>(result, diagnostics, terminal);
  } else {
    printDiagnostics(diagnostics, terminal);
    terminal.out(hasErrors(diagnostics) ? '' : await reportIn(format, compared));
  }
  return hasErrors(diagnostics) ? cannotTell : isTooHeavy(verdict, options) ? tooHeavy : fine;
}

/** A pair with its comparison. */
export interface ComparedPair {
  readonly pair: Pair;
  readonly diff: TitledDiff;
}

/** A report for people, or for GitHub. No line of text can act on the terminal; a page has its own escapes. */
async function reportIn(
  format: Exclude<NonNullable<DiffCommandOptions['format']>, 'json'>,
  compared: readonly ComparedPair[],
): Promise<string> {
  const diffs = compared.map(({ diff }) => diff);
  switch (format) {
    case 'text':
      return visibleLines(textReport(diffs));
    case 'markdown':
      return visibleLines(markdownReport(diffs));
    case 'github':
      return visibleLines(annotationReport(diffs));
    case 'html': {
      const { diffPage } = await import('../pages/diff-page.js');
      return diffPage(compared.map(contractsOf));
    }
  }
}

/** A comparison with its contracts; that of a package which one side has not is empty. */
export function contractsOf({ pair, diff }: ComparedPair): ComparedContracts {
  const [old, now] = [pair.old?.contract ?? emptyContract, pair.now?.contract ?? emptyContract];
  return { diff, old, now };
}

/** Whether a verdict is one that `--fail-on` refuses. */
export function isTooHeavy(verdict: ChangeLevel, { failOn }: Pick<DiffCommandOptions, 'failOn'>): boolean {
  return failOn !== undefined && verdict !== 'none' && isAtLeast(verdict, failOn);
}

/** Compares two versions of one thing. */
export async function comparePair(pair: Pair, options: DiffCommandOptions): Promise<ComparedPair> {
  return { pair, diff: { title: pair.title, ...(await compare(pair, options)) } };
}

async function compare({ title, old, now }: Pair, options: DiffCommandOptions): Promise<ContractDiff> {
  const verdict: VerdictOptions = {
    ...(options.for && options.for.length > 0 && { audiences: audiencesOf(options.for) }),
    ...(options.strict && { strict: true }),
  };
  if (!old || !now) {
    const [code, version] = now ? (['package-added', now] as const) : (['package-removed', old] as const);
    return packageChange(code, title, version?.contract ?? emptyContract, verdict);
  }
  const names = now.names ?? old.names;
  const oldPositions = old.positions?.() ?? (await placesOf(old, now));
  const places = given({ oldPositions, newPositions: now.positions?.(), names });
  return diffContracts(old.contract, now.contract, { ...verdict, ...places });
}

/** The places in old documents, which are looked for only if something changed. */
async function placesOf(old: Version, now: Version): Promise<ContractPositions | undefined> {
  const isSame = JSON.stringify(old.contract) === JSON.stringify(now.contract);
  return isSame ? undefined : old.findPositions?.();
}

function audiencesOf(names: readonly (Audience | 'all')[]): readonly Audience[] {
  return audiences.filter((audience) => names.includes('all') || names.includes(audience));
}
