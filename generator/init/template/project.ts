import { printKey } from '../../emit/print-type.js';
import { quote } from '../../emit/quote.js';
import { generatorVersion } from '../../version.js';

/** The versions of the tools of a project in TypeScript: those that this release is made with. */
export const toolVersions = { '@types/node': '^20.19.43', typescript: '^7.0.2' } as const;

/** Side packages that a project imports, and that its tests import. */
export interface SidePackages {
  readonly used?: readonly string[];
  readonly tested?: readonly string[];
}

/** A project, without its programs. */
export interface TemplateProject {
  /** Its npm name. */
  readonly name: string;
  readonly isTyped: boolean;
  /** The generated code. */
  readonly generated: { readonly name: string; readonly input: string; readonly out: string };
  /** Folder for service classes. */
  readonly skeletons?: string;
  /** Names of placeholders in namespaces, which get values. */
  readonly placeholders: readonly string[];
  readonly packages: SidePackages;
  /** Stem of the test. */
  readonly test: string;
  /** A service in memory stands for the real one. */
  readonly hasMock: boolean;
}

/** The files around the programs of a project, by path. */
export function projectFiles(project: TemplateProject): ReadonlyMap<string, string> {
  const { isTyped } = project;
  return new Map([
    ['package.json', manifestText(project)],
    ...(isTyped ? [['tsconfig.json', tsconfigText] as const] : []),
    [isTyped ? 'codegen.config.ts' : 'codegen.config.js', configText(project)],
    ['.gitignore', isTyped ? 'node_modules/\ndist/\n' : 'node_modules/\n'],
  ]);
}

function manifestText({ name, isTyped, packages: { used = [], tested = [] }, test, hasMock }: TemplateProject): string {
  const [build, folder] = isTyped ? ['codegen && tsc', 'dist'] : ['codegen', 'src'];
  const ours = (names: readonly string[]): Record<string, string> =>
    Object.fromEntries(names.map((each) => [each, `^${generatorVersion}`]));
  const side = (names: readonly string[]): readonly string[] => names.map((each) => `@wsdl-codegen/${each}`);
  const manifest = {
    name,
    private: true,
    type: 'module',
    scripts: {
      build,
      // Built first, as a test is: what has changed since must not be answered by what was built before.
      start: `${build} && node ${folder}/main.js`,
      test: `${build} && node --test ${folder}/${test}.test.js`,
      ...(hasMock && { mock: 'codegen mock --port 8080' }),
    },
    dependencies: ours(side([...used, 'runtime'])),
    devDependencies: {
      ...(isTyped && { '@types/node': toolVersions['@types/node'] }),
      ...ours([...side(tested), 'wsdl-codegen']),
      ...(isTyped && { typescript: toolVersions.typescript }),
    },
  };
  const devDependencies = Object.fromEntries(Object.entries(manifest.devDependencies).sort());
  return `${JSON.stringify({ ...manifest, devDependencies }, undefined, 2)}\n`;
}

const tsconfigText = `{
  "compilerOptions": {
    "target": "es2022",
    "module": "nodenext",
    "types": ["node"],
    "strict": true,
    "skipLibCheck": true,
    "rootDir": "src",
    "outDir": "dist"
  },
  "include": ["src"]
}
`;

function configText({ generated: { name, input, out }, skeletons, placeholders }: TemplateProject): string {
  const values = placeholders.map((each) => `    ${printKey(each)}: ${quote(`http://example.org/${each}`)},\n`);
  return `import { defineConfig } from 'wsdl-codegen';

// Paths are relative to this file. Every setting: node_modules/wsdl-codegen/docs/guide/config.md
export default defineConfig({
  packages: [
    {
      name: ${quote(name)},
      inputs: [${quote(input)}],
      out: ${quote(out)},
      package: false, // code of this project, not a package of its own
      compiled: true, // with JavaScript, which runs everywhere
${skeletons === undefined ? '' : `      skeletons: { dir: ${quote(skeletons)} }, // your service classes\n`}    },
  ],
${values.length === 0 ? '' : `  placeholders: {\n${values.join('')}  },\n`}});
`;
}
