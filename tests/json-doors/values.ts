import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { repository } from '../support/repository.js';

/** The inputs of golden cases: each is one idea of a schema. */
export const golden = readdirSync(join(repository, 'tests/golden'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) => {
    const file = readdirSync(join(repository, 'tests/golden', name)).find((each) => /^input\.(wsdl|xsd)$/.test(each));
    return file === undefined ? [] : [`tests/golden/${name}/${file}`];
  });
/** The WSDLs of the wallet. */
export const published = readdirSync(join(repository, 'wsdl')).flatMap((name) =>
  name.endsWith('.wsdl') ? [`wsdl/${name}`] : [],
);

/** JSON without empty lists: those that are absent are empty in a value that was read. */
export function withoutEmpty(json: unknown): unknown {
  return JSON.parse(
    JSON.stringify(json, (_, value) => (Array.isArray(value) && value.length === 0 ? undefined : value)),
  );
}

/** JSON with one place changed: a member left out, added or replaced. */
export function changed(json: unknown, places: number, kind: number, other: unknown): unknown {
  let left = places;
  const change = (value: unknown): unknown => {
    if (left-- === 0) {
      return other;
    }
    if (Array.isArray(value)) {
      return value.map(change);
    }
    if (typeof value !== 'object' || value === null) {
      return value;
    }
    const entries = Object.entries(value).flatMap(([name, each]) => {
      return kind === 1 && left-- === 0 ? [] : [[name, change(each)] as const];
    });
    return Object.fromEntries(kind === 2 && left-- === 0 ? [...entries, ['$strange', other]] : entries);
  };
  return change(json);
}

/** What may be in the place of a part of a value. */
export const others = fc.oneof(
  fc.constantFrom(
    null,
    true,
    '',
    'x',
    0,
    -1,
    1e21,
    1.5,
    '5',
    '-0',
    'NaN',
    {},
    [],
    [null],
    { $type: 'x' },
    { $nil: true },
  ),
  fc.integer(),
  fc.string(),
);
