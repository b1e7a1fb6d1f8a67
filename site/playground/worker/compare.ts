import { inputNamespaces } from '../../../generator/contract/input-namespaces.js';
import { withMemberPositions } from '../../../generator/contract/member-positions.js';
import { hasErrors } from '../../../generator/diagnostics/diagnostic.js';
import { sortDiagnostics, visibleLines } from '../../../generator/diagnostics/format.js';
import { textReport } from '../../../generator/diff/report/text.js';
import { readTexts } from '../../../generator/in-memory/generate-files.js';
import { diffContracts } from '../../../generator/in-memory/index.js';
import type { SourceSet } from '../../../generator/source/document.js';
import type { Tasks } from '../tasks.js';
import { shown } from './generate.js';

/** What `codegen diff` says of two versions. */
export async function compare({ old, now, strict }: Tasks['compare']['given']): Promise<Tasks['compare']['answer']> {
  const [before, foundBefore] = await readTexts(old, { strict });
  const [after, foundAfter] = await readTexts(now, { strict });
  for (const [found, texts] of [
    [foundBefore, old],
    [foundAfter, now],
  ] as const) {
    const errors = sortDiagnostics(found).filter(({ severity }) => severity === 'error');
    if (hasErrors(errors)) {
      return { verdict: 'unknown', report: shown(errors, texts) };
    }
  }
  const diff = diffContracts(before.contract, after.contract, {
    oldPositions: withMemberPositions(before.positions, before.sources),
    newPositions: withMemberPositions(after.positions, after.sources),
    names: { namespaceOrder: inputNamespaces(after.contract, after.sources) },
  });
  const title = `${inputNames(before)} -> ${inputNames(after)}`;
  return { verdict: diff.verdict, report: visibleLines(textReport([{ title, ...diff }])) };
}

/** The names of inputs. */
function inputNames({ sources }: { readonly sources: SourceSet }): string {
  return sources.roots.map((uri) => sources.documents.get(uri)?.displayName ?? uri).join(', ');
}
