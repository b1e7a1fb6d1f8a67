import type { Diagnostic, Result } from '../diagnostics/diagnostic.js';
import { checkValue, objectOf, type Settings } from './check-value.js';
import { problemsOfPackage } from './package-settings.js';
import { beginningOf } from './places.js';

const place = beginningOf('');

/** Checks what a program gives as options, which `what` calls: the compiler checks only those of TypeScript. */
export function checkProgramOptions<T extends object>(
  settings: Settings<T>,
  options: unknown,
  what: string,
): Result<T | undefined> {
  const [checked, problems] = checkValue(objectOf(settings), options, what, place);
  return [checked, problems.map(withoutPlace)];
}

/** As `checkProgramOptions`, for options that are those of a package in a config as well. */
export function checkPackageOptions<T extends Parameters<typeof problemsOfPackage>[0]>(
  settings: Settings<T>,
  options: unknown,
  what: string,
): Result<T | undefined> {
  const [checked, problems] = checkProgramOptions(settings, options, what);
  const more = checked === undefined ? [] : problemsOfPackage(checked, '', place).map(withoutPlace);
  return [more.length > 0 ? undefined : checked, [...problems, ...more]];
}

/** Options are in no file. */
function withoutPlace({ span: _, ...diagnostic }: Diagnostic): Diagnostic {
  return diagnostic;
}
