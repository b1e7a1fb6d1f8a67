import { readFileSync } from 'node:fs';
import type { Result } from '../diagnostics/diagnostic.js';
import type { TemplateFile } from './template-file.js';
import { partialNames, templateNames } from './template-names.js';
import {
  type BuiltTemplates,
  type Engine,
  precompiledTemplates,
  prepareTemplates,
  type TemplateSet,
} from './template-set.js';
import { precompiled } from './templates-precompiled.js';

/**
 * Loads the templates: compiled ones where the build has made them, else from `templates/`. A template of the user takes the place of
 * the built-in one of its name; a partial does too, or adds one. Handlebars' compiler itself is loaded only for sources and for
 * templates of the user.
 */
export function loadTemplates(own: readonly TemplateFile[] = []): Promise<Result<TemplateSet>> {
  if (own.length > 0) {
    return compileTemplates(own);
  }
  builtIn ??= precompiledTemplates().then((templates) => templates ?? compileTemplates([]));
  return builtIn;
}

/** The built-in templates alone, which are the same for all packages. */
let builtIn: Promise<Result<TemplateSet>> | undefined;

async function compileTemplates(own: readonly TemplateFile[]): Promise<Result<TemplateSet>> {
  const { default: handlebars } = await import('handlebars');
  const engine = (handlebars as unknown as Engine).create();
  return prepareTemplates(engine, precompiled ?? readTemplates(), own, precompiled !== undefined);
}

/** The templates as texts, from the folder next to the sources. */
function readTemplates(): BuiltTemplates {
  const folder = new URL('../../templates/', import.meta.url);
  const read = (path: string): string => readFileSync(new URL(path, folder), 'utf8');
  return {
    templates: Object.fromEntries(templateNames.map((name) => [name, read(`${name}.hbs`)])),
    partials: Object.fromEntries(partialNames.map((name) => [name, read(`partials/${name}.hbs`)])),
  };
}
