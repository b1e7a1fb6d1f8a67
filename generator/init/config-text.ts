import { quote } from '../emit/quote.js';
import { isIdentifierName } from '../typescript/names/identifiers.js';
import type { PlannedPackage } from './plan.js';

/** Settings that all packages of a new config have. */
export interface NewConfig {
  readonly packages: readonly PlannedPackage[];
  /** Names of the placeholders in its inputs. */
  readonly placeholders: readonly string[];
  readonly only?: 'client' | 'server';
}

/** The text of a new `codegen.config.ts`, with comments that say what may be set. */
export function configText({ packages, placeholders, only }: NewConfig): string {
  const texts = packages.map((each, i) => {
    const settings = [
      only ? `only: '${only}',` : "// only: 'client', // or 'server': leaves out the other half",
      each.skeletons === undefined
        ? "// skeletons: { dir: 'src/services' }, // one class for each service, yours to fill in"
        : `skeletons: { dir: ${quote(each.skeletons)} }, // one class for each service, yours to fill in`,
    ];
    return packageText(each, i === 0 ? settings : settings.filter(isSetting));
  });
  return `import { defineConfig } from 'wsdl-codegen';

// Paths are relative to this file. Every setting: node_modules/wsdl-codegen/docs/guide/config.md
export default defineConfig({
  packages: [
${texts.join('\n')}
  ],
${placeholderLines(placeholders)}});
`;
}

function placeholderLines(names: readonly string[]): string {
  const values = names.map((name) => `${isIdentifierName(name) ? name : quote(name)}: '…'`);
  return names.length === 0
    ? ''
    : `  // Values for placeholders in namespaces and addresses; those without a value become options of clients and servers.
  // placeholders: { ${values.join(', ')} },
`;
}

function isSetting(line: string): boolean {
  return !line.startsWith('//');
}

function packageText({ name, inputs, out }: PlannedPackage, settings: readonly string[]): string {
  const list =
    inputs.length === 1
      ? [`inputs: [${quote(inputs[0] ?? '')}],`]
      : ['inputs: [', ...inputs.map((input) => `  ${quote(input)},`), '],'];
  const lines = [
    '{',
    `  name: ${quote(name)},`,
    ...[...list, `out: ${quote(out)},`, ...settings].map((line) => `  ${line}`),
    '},',
  ];
  return lines.map((line) => `    ${line}`).join('\n');
}
