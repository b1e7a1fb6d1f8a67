import { type Check, checks, type Outcome } from './cases.js';

/** How many WSDLs have one cause at one stage. */
export interface Cause {
  readonly stage: string;
  /** The code of a diagnostic or of the compiler, or the class of an error. */
  readonly cause: string;
  readonly wsdls: number;
  /** One of them. */
  readonly example: string;
}

/** The stages that WSDLs go through, by check: several checks are of one stage. */
const stages: Partial<Readonly<Record<Check, string>>> = {
  wsdl: 'generate',
  'wsdl-dangling': 'generate',
  'wsdl-types': 'type-check',
  'wsdl-own-types': 'type-check',
  'wsdl-loads': 'load',
  'wsdl-operations': 'ports',
  'wsdl-round-trip': 'call',
  'wsdl-calls': 'call',
  'wsdl-libxml2': 'validate',
};

/** What was found in WSDLs: diagnostics of generation, and the causes of failures. By stage, the most frequent first. */
export function causesOf(outcomes: readonly Outcome[]): readonly Cause[] {
  const order = [...new Set(checks.flatMap((check) => stages[check] ?? []))];
  const files = new Map<string, Set<string>>();
  for (const { check, name, failure, cause, found = [] } of outcomes) {
    const stage = stages[check];
    const failed = failure === undefined || cause?.includes('/') ? [] : [`failure ${cause ?? 'error'}`];
    for (const each of stage === undefined ? [] : [...found, ...failed]) {
      const key = `${stage}\n${each}`;
      files.set(key, (files.get(key) ?? new Set()).add(name.replace(/#.*/s, '')));
    }
  }
  const causes = [...files].map(([key, names]) => {
    const [stage = '', cause = ''] = key.split('\n');
    return { stage, cause, wsdls: names.size, example: [...names].sort()[0] ?? '' };
  });
  return causes.sort(
    (a, b) => order.indexOf(a.stage) - order.indexOf(b.stage) || b.wsdls - a.wsdls || (a.cause < b.cause ? -1 : 1),
  );
}

/** The table for a terminal. */
export function formatCauses(causes: readonly Cause[]): string {
  const rows = causes.map(
    ({ stage, cause, wsdls, example }) =>
      `${stage.padEnd(11)} ${cause.padEnd(44)} ${String(wsdls).padStart(5)}  ${example}`,
  );
  return [`\nWSDLs by what was found in them${rows.length === 0 ? ': nothing' : ''}`, ...rows, ''].join('\n');
}

/** The table for the document. */
export function documentCauses(causes: readonly Cause[]): string {
  const rows = causes.map(
    ({ stage, cause, wsdls, example }) => `| ${stage} | \`${cause}\` | ${wsdls} | \`${example}\` |`,
  );
  return ['| stage | cause | WSDLs | for example |', '|---|---|---:|---|', ...rows].join('\n');
}
