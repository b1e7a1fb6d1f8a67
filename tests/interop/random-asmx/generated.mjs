import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What a package exports that is generated from several inputs, and whose types are checked. */
export async function generatedFrom(inputs, name, folder, command) {
  const flags = ['--out', folder, '--name', name, '--force'];
  await command(process.execPath, [`${root}dist/generator/bin.js`, 'generate', ...inputs, ...flags]);
  await command(process.execPath, [`${root}node_modules/typescript/bin/tsc`, '-p', folder]);
  return await import(`${folder}/js/index.js`);
}
