/**
 * Compiles `templates/` into `dist/generator/emit/templates-precompiled.js`, so that a run needs Handlebars' small runtime
 * only. Part of `npm run build`, after the compiler.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import Handlebars from 'handlebars';

const root = new URL('../', import.meta.url);
const { compileOptions } = await import(new URL('dist/generator/emit/templates.js', root).href);

/** Source of an object with the compiled form of each template of a folder. */
function compiled(folder) {
  const names = readdirSync(new URL(folder, root)).filter((name) => name.endsWith('.hbs'));
  const entries = names.sort().map((name) => {
    const text = readFileSync(new URL(`${folder}${name}`, root), 'utf8');
    return `    ${JSON.stringify(name.slice(0, -'.hbs'.length))}: ${Handlebars.precompile(text, compileOptions)},\n`;
  });
  return `{\n${entries.join('')}  }`;
}

const module = `export const precompiled = {
  templates: ${compiled('templates/')},
  partials: ${compiled('templates/partials/')},
};
`;
writeFileSync(new URL('dist/generator/emit/templates-precompiled.js', root), module);
