import { placesIn } from './source-places.js';

/** The texts that paths lead to, each with its line. */
async function found(text: string, paths: readonly string[], file = 'codegen.config.ts'): Promise<readonly string[]> {
  const place = await placesIn(text, file);
  return paths.map((path) => {
    const [, key, value] = /^(key )?(.*)$/.exec(path) ?? [];
    const { line, column, length } = place(value ?? '', key === undefined ? 'value' : 'key');
    return `${line}: ${text.split('\n')[line - 1]?.slice(column - 1, column - 1 + length)}`;
  });
}

const paths = ['key packages', 'packages[0].name', 'key packages[0].oyt', 'packages[1].scalars["xs:date"]'];

describe('places in a config', () => {
  it('are those of keys and values in JSON', async () => {
    const text = `{
      "packages": [
        { "name": "a", "oyt": 1 },
        { "scalars": { "xs:date": null } }
      ]
    }`;
    expect(await found(text, paths, 'codegen.config.json')).toEqual(['2: "packages"', '3: "a"', '3: "oyt"', '4: null']);
  });

  it('are found in what a function is called with', async () => {
    const text = `import { defineConfig } from 'wsdl-codegen';
      export default defineConfig({
        packages: [{ name: 'a', oyt: 1 }, { scalars: { 'xs:date': date } }],
      });`;
    expect(await found(text, paths)).toEqual(['3: packages', "3: 'a'", '3: oyt', '3: date']);
  });

  it('are found by names, in functions, in objects that are spread, and through casts', async () => {
    const text = `
      const base = { name: 'a', out: 'x' } as const;
      const first = () => ({ ...base, oyt: 1 });
      function second() {
        const name = 'b';
        return { scalars: { ['xs:date']: 1, 'xs:date': (2) } };
      }
      export default async () => ({ packages: [first(), second()] } satisfies Config);`;
    expect(await found(text, [...paths, 'packages[0].out'])).toEqual([
      '8: packages',
      "2: 'a'",
      '3: oyt',
      '6: (',
      "2: 'x'",
    ]);
  });

  it('are those of the nearest value above where the config computes the rest', async () => {
    const text = `const list = names.map((name) => ({ name }));
      export default { packages: list, ...more };`;
    expect(await found(text, ['packages[3].name', 'key other', 'the config'])).toEqual(['1: name', '2: {', '2: {']);
    expect(await found('module.exports = { packages: [...others, {}] };', ['packages[1].out'])).toEqual(['1: [']);
    expect(await found('const a = a; export default a;', ['packages'])).toEqual(['1: a']);
    expect(await found('', ['packages'])).toEqual(['1: ']);
  });
});
