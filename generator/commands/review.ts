import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { visibleLines } from '../diagnostics/format.js';
import { heaviest } from '../diff/verdict.js';
import { disk } from '../output/disk.js';
import { beforeAfter } from '../pages/before-after.js';
import { type ComparedContracts, diffPage, pageMark } from '../pages/diff-page.js';
import { commentMark, reviewComment } from '../pages/review-comment.js';
import { namingOf } from '../plugins/run.js';
import { type ComparedPair, comparePair, contractsOf, isTooHeavy } from './diff.js';
import { findPairs } from './diff-pairs.js';
import type { ReviewCommandOptions } from './options.js';
import { linesOf, printDiagnostics } from './report.js';
import { inputsBefore, reviewBase } from './review-base.js';
import { changeTo, writeFiles } from './single-files.js';
import { progress, type Terminal } from './terminal.js';

const fine = 0;
const tooHeavy = 1;
const cannotTell = 2;

/**
 * `codegen review`: a page, or a comment, that shows what the work since a revision does to contracts. Exit code 0, or 1 if the verdict is at
 * least `--fail-on`, or 2 if errors prevent an answer.
 */
export async function reviewCommand(options: ReviewCommandOptions, terminal: Terminal): Promise<number> {
  const line = progress(terminal, 'comparing');
  const [review, found] = await reviewOf(options, terminal);
  line.done();
  // As of `codegen diff`: mistakes of the documents are for other commands.
  const diagnostics = found.filter(({ severity, code }) => severity === 'error' || code.startsWith('diff/'));
  if (review === undefined || hasErrors(diagnostics)) {
    printDiagnostics(diagnostics, terminal);
    return cannotTell;
  }
  const { comparisons, base } = review;
  const text = options.markdown ? visibleLines(reviewComment(comparisons, base)) : diffPage(comparisons, base);
  const [said, refused] = options.markdown && options.out === undefined ? [text, []] : written(text, options, terminal);
  printDiagnostics([...diagnostics, ...refused], terminal);
  terminal.out(said);
  const verdict = heaviest(comparisons.map(({ diff }) => diff.verdict));
  return hasErrors(refused) ? cannotTell : isTooHeavy(verdict, options) ? tooHeavy : fine;
}

/** The comparisons with all that a review shows. */
interface Review {
  readonly comparisons: readonly ComparedContracts[];
  readonly base: string;
}

async function reviewOf(
  { base: revision, out: _, ...options }: ReviewCommandOptions,
  terminal: Terminal,
): Promise<Result<Review | undefined>> {
  const [base, unknown] = await reviewBase(revision, terminal.workingFolder);
  if (base === undefined) {
    return [undefined, unknown];
  }
  const choice = { ...options, old: `git:${base.commit}` };
  const [pairs, found] = await findPairs(choice, terminal, (job, compile) => inputsBefore(base, job, compile));
  if (hasErrors(found)) {
    return [undefined, found];
  }
  const comparisons: ComparedContracts[] = [];
  for (const pair of pairs) {
    comparisons.push(await withMore(await comparePair(pair, choice)));
  }
  return [{ comparisons, base: base.label }, found];
}

/** A comparison with TypeScript and samples, where there are two sides to show. */
async function withMore(compared: ComparedPair): Promise<ComparedContracts> {
  const contracts = contractsOf(compared);
  const { title, old, now, job } = compared.pair;
  if (!old || !now || compared.diff.changes.length === 0) {
    return contracts;
  }
  const names = now.names ?? old.names;
  const { plugins = [], ...settings } = job?.settings ?? { plugins: [] };
  const options = { ...settings, ...names, naming: namingOf(plugins), packageName: title };
  const more = await beforeAfter(compared.diff.changes, [contracts.old, contracts.now], options);
  return { ...contracts, more };
}

/** Writes the page or the comment, and says where. Only what was a review before is replaced. */
function written(text: string, options: ReviewCommandOptions, terminal: Terminal): Result<string> {
  const path = options.out ?? join(temporaryFolder(), 'review.html');
  const file = changeTo(path, text, terminal);
  const known = file.before && new TextDecoder().decode(file.before);
  if (known && ![commentMark, pageMark].some((mark) => known.includes(mark))) {
    return ['', [diagnostic('diff/other-file', { path: file.display })]];
  }
  return [
    linesOf([options.out === undefined ? `open ${pathToFileURL(path).href}` : `${file.display}: written`]),
    writeFiles([file]),
  ];
}

/** A new folder that only its owner can read. */
function temporaryFolder(): string {
  const path = join(tmpdir(), `codegen-review-${randomUUID()}`);
  disk.makeNewFolder(path, 0o700);
  return path;
}
