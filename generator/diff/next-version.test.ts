import { isVersion, laterVersion, nextVersion } from './next-version.js';

it.each([
  ['1.2.3', '2.0.0', '1.3.0', '1.2.4'],
  ['1.0.0', '2.0.0', '1.1.0', '1.0.1'],
  ['1.2.3+build.7', '2.0.0', '1.3.0', '1.2.4'],
])('raises the number of the level: %s', (version, major, minor, patch) => {
  expect(nextVersion(version, 'major')).toBe(major);
  expect(nextVersion(version, 'minor')).toBe(minor);
  expect(nextVersion(version, 'patch')).toBe(patch);
  expect(nextVersion(version, 'none')).toBe(version);
});

it.each([
  ['0.3.1', '0.4.0', '0.3.2', '0.3.2'],
  ['0.0.4', '0.1.0', '0.0.5', '0.0.5'],
])('raises the minor number for a break below 1.0.0: %s', (version, major, minor, patch) => {
  expect(nextVersion(version, 'major')).toBe(major);
  expect(nextVersion(version, 'minor')).toBe(minor);
  expect(nextVersion(version, 'patch')).toBe(patch);
});

it.each([
  ['2.0.0-beta.1', '2.0.0-beta.2', '2.0.0-beta.2', '2.0.0-beta.2'],
  ['1.3.0-beta.1', '2.0.0-beta.0', '1.3.0-beta.2', '1.3.0-beta.2'],
  ['1.3.1-rc.9', '2.0.0-rc.0', '1.4.0-rc.0', '1.3.1-rc.10'],
  ['2.0.0-next', '2.0.0-next.1', '2.0.0-next.1', '2.0.0-next.1'],
  ['1.3.1-next', '2.0.0-next.0', '1.4.0-next.0', '1.3.1-next.1'],
  ['0.4.0-a.3.b', '0.4.0-a.4.b', '0.4.0-a.4.b', '0.4.0-a.4.b'],
  ['0.4.1-a.3', '0.5.0-a.0', '0.4.1-a.4', '0.4.1-a.4'],
])('counts prereleases of a version that is heavy enough: %s', (version, major, minor, patch) => {
  expect(nextVersion(version, 'major')).toBe(major);
  expect(nextVersion(version, 'minor')).toBe(minor);
  expect(nextVersion(version, 'patch')).toBe(patch);
});

it('always gives a later version', () => {
  for (const version of ['0.0.0', '0.9.9', '1.0.0-0', '1.0.0-alpha', '1.2.3-x.y.7', '9.9.9', '1.1.0-rc.1+b']) {
    for (const level of ['major', 'minor', 'patch'] as const) {
      const next = nextVersion(version, level);
      expect(isVersion(next)).toBe(true);
      expect(laterVersion(version, next)).toBe(next);
      expect(next).not.toBe(version);
    }
  }
});

it('orders versions as section 11 of Semantic Versioning does', () => {
  const order = [
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.0.1',
    '1.10.0',
    '2.0.0',
  ];
  for (const [at, version] of order.entries()) {
    for (const other of order.slice(at)) {
      expect(laterVersion(version, other)).toBe(other);
      expect(laterVersion(other, version)).toBe(other);
    }
  }
});

it('refuses other texts', () => {
  for (const text of ['', '1', '1.2', 'v1.2.3', '01.2.3', '1.2.3-', '1.2.3-01', '1.2.3 ', '1.2.3-a..b']) {
    expect(isVersion(text)).toBe(false);
    expect(() => nextVersion(text, 'patch')).toThrow(TypeError);
  }
});
