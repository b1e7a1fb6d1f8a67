import type { ChangeLevel } from './level.js';

/** The parts of a version of Semantic Versioning 2.0. */
interface VersionParts {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
  /** Identifiers after the hyphen; empty for a release. */
  readonly prerelease: readonly string[];
}

const number = '(0|[1-9]\\d{0,14})';
const identifier = '(?:0|[1-9]\\d*|\\d*[A-Za-z-][0-9A-Za-z-]*)';
const form = new RegExp(
  `^${number}\\.${number}\\.${number}(?:-(${identifier}(?:\\.${identifier})*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$`,
);

/** True for a version in the form of Semantic Versioning 2.0. */
export function isVersion(text: string): boolean {
  return form.test(text);
}

/**
 * The version after a change. `none` gives the same version. Below 1.0.0 a major change raises the minor number, and every other change the
 * patch number, so that ranges such as `^0.3.0` accept what breaks nobody. A prerelease of a version that is heavy enough gets the next number:
 * `2.0.0-beta.1` becomes `2.0.0-beta.2` after any change, `1.3.0-beta.1` becomes `2.0.0-beta.0` after a major one.
 *
 * @throws TypeError if the text is not a version of Semantic Versioning 2.0.
 */
export function nextVersion(version: string, level: ChangeLevel): string {
  const parts = partsOf(version);
  if (level === 'none') {
    return version;
  }
  const step = parts.major > 0 ? level : level === 'major' ? 'minor' : 'patch';
  const isHeavyEnough = step === 'patch' || (parts.patch === 0 && (step === 'minor' || parts.minor === 0));
  const { prerelease } = parts;
  if (prerelease.length === 0) {
    return raised(parts, step);
  }
  return isHeavyEnough
    ? `${parts.major}.${parts.minor}.${parts.patch}-${nextPrerelease(prerelease).join('.')}`
    : `${raised(parts, step)}-${firstPrerelease(prerelease).join('.')}`;
}

/** The later of two versions in the order of Semantic Versioning 2.0, section 11; the first of two that are equal. */
export function laterVersion(a: string, b: string): string {
  return compareParts(partsOf(a), partsOf(b)) < 0 ? b : a;
}

function partsOf(version: string): VersionParts {
  const [, major, minor, patch, prerelease] = form.exec(version) ?? [];
  if (major === undefined) {
    throw new TypeError(`"${version}" is not a version in the form of Semantic Versioning`);
  }
  const identifiers = prerelease === undefined ? [] : prerelease.split('.');
  return { major: Number(major), minor: Number(minor), patch: Number(patch), prerelease: identifiers };
}

function raised({ major, minor, patch }: VersionParts, step: Exclude<ChangeLevel, 'none'>): string {
  const next = { major: [major + 1, 0, 0], minor: [major, minor + 1, 0], patch: [major, minor, patch + 1] };
  return next[step].join('.');
}

function isNumber(identifier: string): boolean {
  return /^\d+$/.test(identifier);
}

/** The last number is raised; identifiers without one get one. */
function nextPrerelease(identifiers: readonly string[]): readonly string[] {
  const last = identifiers.findLastIndex(isNumber);
  return last < 0
    ? [...identifiers, '1']
    : identifiers.map((each, at) => (at === last ? String(BigInt(each) + 1n) : each));
}

function firstPrerelease(identifiers: readonly string[]): readonly string[] {
  const last = identifiers.findLastIndex(isNumber);
  return last < 0 ? [...identifiers, '0'] : identifiers.map((each, at) => (at === last ? '0' : each));
}

function compareParts(a: VersionParts, b: VersionParts): number {
  return a.major - b.major || a.minor - b.minor || a.patch - b.patch || comparePrereleases(a.prerelease, b.prerelease);
}

function comparePrereleases(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) {
    return b.length - a.length;
  }
  for (const [at, left] of a.entries()) {
    const right = b[at];
    const order = right === undefined ? 1 : compareIdentifiers(left, right);
    if (order !== 0) {
      return order;
    }
  }
  return a.length - b.length;
}

function compareIdentifiers(a: string, b: string): number {
  if (isNumber(a) && isNumber(b)) {
    return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
  }
  // Numbers come before texts.
  return isNumber(a) ? -1 : isNumber(b) ? 1 : a < b ? -1 : a > b ? 1 : 0;
}
