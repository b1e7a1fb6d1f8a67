import type { OptionKind } from '../base/options.js';

/** Longest text of an instant. */
const maxLength = 64;

const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** Seconds of an option: some thirty years at most, so that every instant with them is a date. */
export const seconds: OptionKind = {
  expected: 'a number of seconds from 0 to 1000000000',
  fits: (value) => typeof value === 'number' && value >= 0 && value <= 1_000_000_000,
};

/** Milliseconds since 1970 of a `wsu:Created` or `wsu:Expires` (SOAP Message Security 1.1, 10); undefined if it is not an `xs:dateTime` with a time zone. */
export function instantOf(text: string): number | undefined {
  if (text.length > maxLength || !form.test(text)) {
    return undefined;
  }
  const milliseconds = Date.parse(text.replace(/(\.\d{3})\d+/, '$1'));
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}
