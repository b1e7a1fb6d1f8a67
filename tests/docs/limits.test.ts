import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultLimits } from '../../generator/source/outside-access.js';
import { defaultListenLimits } from '../../runtime/src/node/listen.js';
import { serverLimits } from '../../runtime/src/server/base/limits.js';
import { repository } from '../support/repository.js';

/** A row of the guide's table of limits: the first number of its default, in bytes where it has a unit. */
interface Row {
  readonly name: string;
  readonly of: string;
  readonly value: number;
}

const section = readFileSync(join(repository, 'docs/guide/limits.md'), 'utf8');
const rows: readonly Row[] = [...section.matchAll(/^\| `(\w+)` \| `?(\w+)`? \| [^|]* \| ([\d,]+)( [KM]iB)?/gm)].map(
  ([, name = '', of = '', digits = '', unit = '']) => ({
    name,
    of,
    value: Number(digits.replaceAll(',', '')) * ({ ' KiB': 1024, ' MiB': 1_048_576 }[unit] ?? 1),
  }),
);
const listed = (of: string): Record<string, number> =>
  Object.fromEntries(rows.filter((row) => row.of === of).map(({ name, value }) => [name, value]));

describe('the table of limits in the guide', () => {
  it('has every limit of a server, with its default', () => {
    expect(listed('server')).toEqual(serverLimits(undefined));
    expect(listed('listen')).toEqual(defaultListenLimits);
  });

  it('has every limit of the config, with its default', () => {
    expect(listed('config')).toEqual(defaultLimits);
  });

  it.each([
    ['runtime/src/client/options/options.ts', 'ClientLimits', 'client'],
    ['runtime/src/schema/sample/sampler.ts', 'SampleOptions', 'sample'],
  ])('has what %s says in words', (file, name, of) => {
    const text = readFileSync(join(repository, file), 'utf8');
    const start = text.indexOf(`export interface ${name} {`);
    const said = [
      ...text
        .slice(start, text.indexOf('\n}', start))
        .matchAll(/Default ([\d,]+)( MiB)?[^/]*\*\/\s*readonly (max\w+)/g),
    ];
    expect(said.length).toBeGreaterThan(1);
    expect(listed(of)).toEqual(
      Object.fromEntries(
        said.map(([, digits = '', unit, limit]) => [
          limit,
          Number(digits.replaceAll(',', '')) * (unit === undefined ? 1 : 1_048_576),
        ]),
      ),
    );
  });
});
