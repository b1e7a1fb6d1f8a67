import { withOneTypesModule } from './only-types.js';

const header = '// Generated.\n';
const index = `${header}export * as a from "./types/a.js";\nexport * as b from "./types/b.js";\nexport * as c from "./types/c.js";\nexport * from "./types.js";\n`;
const empty = (path: string) => ({ path, text: `${header}export {};\n` });

it('imports one module for all that declare only types', () => {
  const files = [
    { path: 'esm/index.js', text: index },
    { path: 'esm/index.d.ts', text: index },
    empty('esm/types/a.js'),
    { path: 'esm/types/b.js', text: `${header}export const b = 1;\n` },
    empty('esm/types/c.js'),
    empty('esm/types.js'),
  ];
  const made = withOneTypesModule(files);
  expect(made.find(({ path }) => path === 'esm/index.js')?.text).toBe(
    `${header}export * as a from "./only-types.js";\nexport * as b from "./types/b.js";\nexport * as c from "./only-types.js";\nexport * from "./only-types.js";\n`,
  );
  expect(made.slice(1)).toEqual([...files.slice(1), empty('esm/only-types.js')]);
});

it('leaves a package alone that has one such module', () => {
  const files = [{ path: 'esm/index.js', text: index }, empty('esm/types/a.js')];
  expect(withOneTypesModule(files)).toBe(files);
});
