import { withImportExtension } from './import-extension.js';

const source = (text: string) => [
  { path: 'src/index.ts', text },
  { path: 'src/types.ts', text: '' },
  { path: 'src/types/api.ts', text: "import type * as t from '../types.js';" },
  { path: 'js/index.js', text: "export * from './types.js';" },
];
const textOf = (text: string, extension: 'js' | 'ts' | 'none') => withImportExtension(source(text), extension)[0]?.text;

it.each([
  ['ts', "export * from './types.ts';"],
  ['none', "export * from './types';"],
  ['js', "export * from './types.js';"],
] as const)('files of a package import each other with the extension %s', (extension, expected) => {
  expect(textOf("export * from './types.js';", extension)).toBe(expected);
});

it('in every form of import, over several lines and from folders', () => {
  const text =
    "import {\n  type A,\n} from './types.js';\nimport './types.js';\nconst a = import('./types/api.js');\nexport { b } from \"./types.js\";";
  expect(textOf(text, 'ts')).toBe(text.replaceAll('.js', '.ts'));
  expect(withImportExtension(source(''), 'ts')[2]?.text).toBe("import type * as t from '../types.ts';");
});

it('other files are imported as before', () => {
  const text = "import { money } from '../money.js'; import a from 'x.js'; import { b } from './other.js';";
  expect(textOf(text, 'ts')).toBe(text);
  expect(withImportExtension(source(text), 'ts')[3]?.text).toBe("export * from './types.js';");
});

it.each([
  "// from './types.js'",
  "/** from './types.js' */",
  "const a = `\nimport x from './types.js';\n`;",
  'const b = "from \'./types.js\'";',
  "const c = 'it\\'s from'; const d = './types.js';",
])('texts and comments stay: %s', (text) => {
  expect(textOf(text, 'ts')).toBe(text);
});
