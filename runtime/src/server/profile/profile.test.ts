import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { profileForPath, profiles } from './profile.js';

/** Fields of a profile by dotted name, as the table of the documentation shows them. */
function fields(profile: object, prefix = ''): readonly (readonly [name: string, value: string])[] {
  return Object.entries(profile).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? fields(value, `${prefix}${name}.`)
      : [[prefix + name, String(value ?? 'none')] as const],
  );
}

it('the documented table has the value of every point for each profile', () => {
  const page = readFileSync(join(__dirname, '../../../../docs/server-profiles.md'), 'utf8');
  const documented = [...page.matchAll(/^\| `([\w.]+)` \| .* \| (.*) \| (.*) \| (.*) \|$/gm)].map((row) =>
    row.slice(1, 5),
  );
  const { aspnet, wcf, strict } = profiles;
  const wanted = fields(aspnet)
    .filter(([name]) => name !== 'name')
    .map(([name, value]) => [name, value, ...[wcf, strict].map((profile) => new Map(fields(profile)).get(name))]);
  const byName = (a: readonly unknown[], b: readonly unknown[]): number => (String(a[0]) < String(b[0]) ? -1 : 1);
  expect([...documented].sort(byName)).toEqual(wanted.sort(byName));
});

it.each([
  ['/x/A.asmx', 'aspnet'],
  ['/A.ASMX', 'aspnet'],
  ['/geo/A.svc', 'wcf'],
  ['/A.SVC', 'wcf'],
  ['/services/A', 'strict'],
  ['/A.asmx.php', 'strict'],
])('%s is answered by the rules of %s', (path, name) => {
  expect(profileForPath(path).name).toBe(name);
});
