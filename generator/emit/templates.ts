import { readFileSync } from 'node:fs';
import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';
import { markdown, markdownCode, quote, quoteJson } from './quote.js';
import { checkPrinted, strictView } from './strict-view.js';
import { partialNames, templateNames } from './template-names.js';
import { precompiled } from './templates-precompiled.js';
import type { TemplateName, TemplateViews } from './views.js';

/** Templates, ready to render. */
export interface TemplateSet {
  /** The text of a file. A mistake in the template is a diagnostic that names it, and the text is empty. */
  render<N extends TemplateName>(name: N, view: TemplateViews[N]): Result<string>;
}

/** Texts of templates that stand in for the built-in ones, by name. */
export type TemplateOverrides = Readonly<Partial<Record<TemplateName, string>>>;

type Render = (view: object) => string;

/** The part of Handlebars that is used here; the runtime alone lacks `compile`. */
interface Engine {
  registerHelper(name: string, helper: (...values: readonly unknown[]) => unknown): void;
  registerPartial(name: string, partial: unknown): void;
  template(specification: unknown): Render;
  compile(text: string, options: object): Render;
  create(): Engine;
}

/** Nothing is escaped: text goes through the helpers, which know what it becomes. */
export const compileOptions = { noEscape: true, preventIndent: false } as const;

/**
 * Loads the templates: compiled ones where the build has made them, else from `templates/`. Handlebars' compiler itself is
 * loaded only for sources and for overrides.
 */
export async function loadTemplates(overrides: TemplateOverrides = {}): Promise<Result<TemplateSet>> {
  const diagnostics: Diagnostic[] = [];
  for (const name of Object.keys(overrides)) {
    if (!templateNames.includes(name as TemplateName)) {
      diagnostics.push(diagnostic('emit/unknown-template', { name, known: templateNames.join(', ') }));
    }
  }
  const compiler = precompiled === undefined || Object.keys(overrides).length > 0;
  const engine = compiler ? await loadCompiler() : await loadRuntime();
  for (const [name, helper] of Object.entries(helpers)) engine.registerHelper(name, helper);
  const built = precompiled ?? readTemplates();
  const load = (value: unknown): Render =>
    typeof value === 'string' ? engine.compile(value, compileOptions) : engine.template(value);
  for (const name of partialNames) engine.registerPartial(name, load(built.partials[name]));
  const renders = new Map<TemplateName, Render>();
  for (const name of templateNames) renders.set(name, load(overrides[name] ?? built.templates[name]));
  // What was compiled with this program was tested with views that refuse; they cost a third of the time of rendering.
  const isTested = (name: TemplateName): boolean => precompiled !== undefined && overrides[name] === undefined;
  return [{ render: (name, view) => renderWith(name, renders.get(name), view, isTested(name)) }, diagnostics];
}

function renderWith(name: TemplateName, render: Render | undefined, view: object, isTested: boolean): Result<string> {
  try {
    if (isTested) return [render?.(view) ?? '', []];
    return [checkPrinted(render?.(strictView(view)) ?? ''), []];
  } catch (error) {
    // Templates are a person's input; whatever they provoke in the engine is about them.
    const problem = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return ['', [diagnostic('emit/template-failed', { name, problem })]];
  }
}

/** What templates call. Handlebars passes its options behind the arguments. */
const helpers: Readonly<Record<string, (...values: readonly unknown[]) => string>> = {
  quote: (value) => quote(textOf(value)),
  json: (value) => quoteJson(textOf(value)),
  markdown: (value) => markdown(textOf(value)),
  code: (value) => markdownCode(textOf(value)),
};

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new TypeError('a helper was given something that is not text');
}

async function loadCompiler(): Promise<Engine> {
  const module = await import('handlebars');
  return (module.default as unknown as Engine).create();
}

async function loadRuntime(): Promise<Engine> {
  const module = (await import('handlebars/runtime.js')) as unknown as { readonly default: Engine };
  return module.default.create();
}

/** The templates as texts, from the folder beside the sources. */
function readTemplates(): { readonly templates: Record<string, string>; readonly partials: Record<string, string> } {
  const folder = new URL('../../templates/', import.meta.url);
  const read = (path: string): string => readFileSync(new URL(path, folder), 'utf8');
  return {
    templates: Object.fromEntries(templateNames.map((name) => [name, read(`${name}.hbs`)])),
    partials: Object.fromEntries(partialNames.map((name) => [name, read(`partials/${name}.hbs`)])),
  };
}
