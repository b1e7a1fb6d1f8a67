import { fileURLToPath } from 'node:url';
import { generate } from '../../dist/generator/index.js';

/** Generates the package of a WSDL into `dist/NAME` and imports it: the code that is measured is the code that users have. */
export async function importGenerated(name, wsdl) {
  const out = fileURLToPath(new URL(`../dist/${name}`, import.meta.url));
  const { diagnostics } = await generate({ name: `bench-${name}`, inputs: [wsdl], out, write: true, force: true });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) {
    throw new Error(`${name}: ${errors.map(({ message }) => message).join('; ')}`);
  }
  return import(new URL(`../dist/${name}/js/index.js`, import.meta.url));
}
