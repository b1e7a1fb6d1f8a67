import { type Check, checks, checkTitles, type Outcome, outcomeId } from './cases.js';
import { type Cause, documentCauses } from './causes.js';
import { rules } from './infoset.js';

/** The content of a row of the table. */
export interface Row {
  readonly check: Check;
  readonly passed: number;
  readonly total: number;
}

/** Passed and total of every check that was made. */
export function rowsOf(outcomes: readonly Outcome[]): readonly Row[] {
  return checks.flatMap((check) => {
    const own = outcomes.filter((outcome) => outcome.check === check);
    const passed = own.filter(({ failure }) => failure === undefined).length;
    return own.length === 0 ? [] : [{ check, passed, total: own.length }];
  });
}

function percent({ passed, total }: Row): string {
  // Rounded down: 100 % means all.
  return `${(Math.floor((passed / total) * 10_000) / 100).toFixed(2)} %`;
}

/** The table for a terminal. */
export function formatTable(rows: readonly Row[]): string {
  return rows
    .map((row) => {
      const share = `${row.passed}/${row.total}`;
      return `${row.check.padEnd(16)} ${share.padStart(11)} ${percent(row).padStart(9)}  ${checkTitles[row.check]}`;
    })
    .join('\n');
}

/** `docs/conformance.md`. */
export function formatDocument(
  rows: readonly Row[],
  outcomes: readonly Outcome[],
  known: ReadonlyMap<string, string>,
  causes: readonly Cause[],
): string {
  const failures = outcomes.filter(({ failure }) => failure !== undefined);
  const cell = (text: string): string => text.replace(/\|/g, '\\|').replace(/</g, '&lt;');
  const listed = failures.map((outcome) => {
    const id = outcomeId(outcome);
    return `| \`${cell(id)}\` | ${cell(known.get(id) ?? outcome.failure ?? '')} |`;
  });
  return `# Conformance

Written by \`npm run conformance\`; do not edit. The XML Schema Test Suite (XSTS) gives schemas and instances with their
expected validity, the WSDLs are those that vendors publish, the vocabularies without WSDL are UBL, XLIFF, CDA, ISO 20022 and GPX with documents of theirs. Descriptors are made in memory for every case, and through
generated code, which is type-checked in one batch, for a seeded sample of the schemas and for every WSDL. The package of each
WSDL is written as a user gets it, type-checked with its own \`tsconfig.json\`, loaded with \`import\` and with \`require\`, and
called. Each case runs in a process of its own with a time limit: a hang or a crash is a failure.

| check | passed | of | share |
|---|---:|---:|---:|
${rows.map((row) => `| ${checkTitles[row.check]} | ${row.passed} | ${row.total} | ${percent(row)} |`).join('\n')}

## WSDLs by cause

How many WSDLs have each diagnostic at generation, and each cause of a failure at later stages.

${documentCauses(causes)}

## WSDLs of your own

\`npm run conformance -- --wsdl DIR\` takes every \`.wsdl\` file below a folder through the same stages, and prints both tables
and each failure. \`--only NAME\` runs those whose path contains a text; imports may reach all of the folder. Build the runtime before
(\`npm run build\`): the packages use it as it was built. The exit code is 0 when nothing failed.

## What is compared

An instance is decoded strictly and encoded again, and both documents are parsed by an independent parser and brought into a
canonical form. The following differences are not significant under a schema, and are the only ones that are ignored:

${rules.map(({ name, what }) => `- **${name}**: ${what}`).join('\n')}

Operations are counted straight from the elements of the WSDL and compared with what each port of the generated service
exposes. A sample message of each operation in each binding goes from our client to our server and back, in process, and
must arrive as it was sent: without generated code, and between the generated client and server, loaded with \`import\` and with
\`require\`. libxml2 validates the samples of literal messages against the schemas as they were published; WSDLs whose
schemas libxml2 itself does not take are left out of that row. It also validates instances after they were decoded and encoded again,
where it finds the original valid. An operation is not counted only where its WSDL lacks something that it needs, found without the
generator: its port type's operation, a message, or the element or type of a part.

## Known failures

${failures.length === 0 ? 'None.' : `| case | reason |\n|---|---|\n${[...listed].sort().join('\n')}`}
`;
}
