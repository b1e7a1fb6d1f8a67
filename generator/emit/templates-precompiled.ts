/** Templates and partials as compiled by `Handlebars.precompile`, by name. */
export interface PrecompiledTemplates {
  readonly templates: Readonly<Record<string, unknown>>;
  readonly partials: Readonly<Record<string, unknown>>;
}

/**
 * The compiled templates. The build writes them into the compiled form of this module (`scripts/precompile-templates.mjs`);
 * in the sources they are absent, and templates are compiled when they are loaded.
 */
export const precompiled: PrecompiledTemplates | undefined = undefined;
