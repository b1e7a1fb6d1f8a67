import { withOneTypesModule } from './only-types.js';

const header = '// Generated.\n';
const index = `${header}export * as a from "./types/a.js";\nexport * as b from "./types/b.js";\nexport * as c from "./types/c.js";\nexport * from "./types.js";\n`;
const empty = (path: string) => ({ path, text: `${header}export {};\n` });

it('imports one module for all that declare only types', () => {
  const files = [
    { path: 'index.js', text: index },
    empty('types/a.js'),
    { path: 'types/b.js', text: `${header}export const b = 1;\n` },
    empty('types/c.js'),
    empty('types.js'),
  ];
  const made = withOneTypesModule(files, '.js');
  expect(made.find(({ path }) => path === 'index.js')?.text).toBe(
    `${header}export * as a from "./only-types.js";\nexport * as b from "./types/b.js";\nexport * as c from "./only-types.js";\nexport * from "./only-types.js";\n`,
  );
  expect(made.slice(1)).toEqual([...files.slice(1), empty('only-types.js')]);
});

it('leaves a package alone that has one such module', () => {
  const files = [{ path: 'index.js', text: index }, empty('types/a.js')];
  expect(withOneTypesModule(files, '.js')).toBe(files);
});
