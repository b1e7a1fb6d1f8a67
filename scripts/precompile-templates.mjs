import { readdirSync, readFileSync } from 'node:fs';
import Handlebars from 'handlebars';

/** Nothing is escaped: text goes through the helpers, which know what it becomes. As in generator/emit/templates.ts. */
const compileOptions = { noEscape: true, preventIndent: false };

/**
 * The module that takes the place of `generator/emit/templates-precompiled.ts` in the build: `templates/` in compiled form, so
 * that a run needs Handlebars' small runtime only.
 */
export function precompileTemplates(root) {
  return `export const precompiled = {
  templates: ${compiled(new URL('templates/', root))},
  partials: ${compiled(new URL('templates/partials/', root))},
};
`;
}

/** Source of an object with the compiled form of each template of a folder. */
function compiled(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.hbs'));
  const entries = names.sort().map((name) => {
    const text = readFileSync(new URL(name, folder), 'utf8');
    return `    ${JSON.stringify(name.slice(0, -'.hbs'.length))}: ${Handlebars.precompile(text, compileOptions)},\n`;
  });
  return `{\n${entries.join('')}  }`;
}
