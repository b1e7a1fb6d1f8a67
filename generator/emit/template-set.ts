import { nearest } from '@wsdl-codegen/runtime/schema';
import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';
import { markdown, markdownCode, quote, quoteJson } from './quote.js';
import { checkPrinted, strictView } from './strict-view.js';
import { type SourceLocation, TemplateError, templateProblem } from './template-error.js';
import type { TemplateFile } from './template-file.js';
import { partialNames, templateNames } from './template-names.js';
import { precompiled } from './templates-precompiled.js';
import type { TemplateName, TemplateViews } from './views.js';

/** Templates, ready to render. */
export interface TemplateSet {
  /** The text of a file. A mistake in the template is a diagnostic that names it, and the text is empty. */
  render<N extends TemplateName>(name: N, view: TemplateViews[N]): Result<string>;
}

/** Where the partials are, below the folder of the templates. */
const partialsFolder = 'partials/';

/** Gives the text of a view. */
type Render = (view: object) => string;

/** The part of Handlebars that is used here; the runtime alone lacks `compile` and `parse`. */
export interface Engine {
  registerHelper(name: string, helper: (...values: readonly unknown[]) => unknown): void;
  registerPartial(name: string, partial: unknown): void;
  template(specification: unknown): Render;
  compile(text: string, options: object): Render;
  parse(text: string): unknown;
  create(): Engine;
}

/** The built-in templates by name: compiled ones, or texts. */
export interface BuiltTemplates {
  readonly templates: Readonly<Record<string, unknown>>;
  readonly partials: Readonly<Record<string, unknown>>;
}

/** Nothing is escaped: texts go through helpers, which escape them for their purpose. */
const compileOptions = { noEscape: true, preventIndent: false } as const;

/** The built-in templates as the build has compiled them; undefined in the sources, which have them as texts alone. */
export async function precompiledTemplates(): Promise<Result<TemplateSet> | undefined> {
  return precompiled && prepareTemplates(await loadRuntime(), precompiled, [], true);
}

async function loadRuntime(): Promise<Engine> {
  const module = (await import('handlebars/runtime.js')) as unknown as { readonly default: Engine };
  return module.default.create();
}

/** Templates for an engine. Those that were compiled with this program were tested with strict views, which cost a third of the time of rendering. */
export function prepareTemplates(
  engine: Engine,
  built: BuiltTemplates,
  own: readonly TemplateFile[],
  isTested: boolean,
): Result<TemplateSet> {
  const ownByName = new Map(own.map((file) => [file.name, file]));
  const load = (name: string, builtIn: unknown): Render => {
    const value = ownByName.get(name)?.text ?? builtIn;
    if (typeof value === 'string') {
      return engine.compile(value, { ...compileOptions, srcName: name });
    }
    return engine.template(value);
  };
  for (const [name, helper] of Object.entries(helpers)) {
    engine.registerHelper(name, helper);
  }
  const ownPartials = own.filter(({ name }) => name.startsWith(partialsFolder));
  const partials = new Set([...partialNames, ...ownPartials.map(({ name }) => name.slice(partialsFolder.length))]);
  for (const name of partials) {
    engine.registerPartial(name, load(partialsFolder + name, built.partials[name]));
  }
  const renders = new Map(templateNames.map((name) => [name, load(name, built.templates[name])]));
  const render: TemplateSet['render'] = (name, view) => {
    const involved = [...own.filter((file) => file.name === name), ...ownPartials];
    if (isTested && involved.length === 0) {
      return [renders.get(name)?.(view) ?? '', []];
    }
    try {
      return [checkPrinted(renders.get(name)?.(strictView(view)) ?? ''), []];
    } catch (error) {
      // Templates are the user's input; any error that they cause in the engine is about them.
      const { problem, span } = templateProblem(error, involved, (text) => engine.parse(text));
      return ['', [diagnostic('emit/template-failed', { name, problem }, span)]];
    }
  };
  return [{ render }, [...own.flatMap(unknownTemplate), ...ownPartials.flatMap((file) => syntaxOf(file, engine))]];
}

/** A file that is neither a template nor a partial has no effect: most likely its name is misspelt. */
function unknownTemplate({ name, file }: TemplateFile): readonly Diagnostic[] {
  if (name.startsWith(partialsFolder) || templateNames.includes(name as TemplateName)) {
    return [];
  }
  const names = [...templateNames, ...partialNames.map((partial) => partialsFolder + partial)];
  const parameters = { name, known: names.join(', '), nearest: nearest(name, names) };
  return [diagnostic('emit/unknown-template', parameters, { file, line: 1, column: 1, length: 0 })];
}

/** A partial is read by itself: in the output, its mistake would be one of each template that includes it. */
function syntaxOf(file: TemplateFile, engine: Engine): readonly Diagnostic[] {
  try {
    engine.parse(file.text);
    return [];
  } catch (error) {
    const { problem, span } = templateProblem(error, [file], () => undefined);
    return [diagnostic('emit/template-failed', { name: file.name, problem }, span)];
  }
}

/** Diagnostics without repetition of a place in a template: a mistake in a partial is one of each template that includes it. */
export function withoutRepeatedPlaces(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics.filter(({ code, span }) => {
    const place = span && `${span.file}:${span.line}:${span.column}`;
    if (code !== 'emit/template-failed' || place === undefined) {
      return true;
    }
    const isNew = !seen.has(place);
    seen.add(place);
    return isNew;
  });
}

/** The last argument that Handlebars passes to a helper. */
interface HelperOptions {
  readonly loc?: SourceLocation;
}

type Helper = (...values: readonly unknown[]) => string;

/** The helpers that templates call. */
const helpers: Readonly<Record<string, Helper>> = {
  quote: helper(quote),
  json: helper(quoteJson),
  markdown: helper(markdown),
  code: helper(markdownCode),
};

function helper(print: (text: string) => string): Helper {
  return (...values) => {
    const [value] = values;
    if (typeof value === 'string') {
      return print(value);
    }
    const location = (values.at(-1) as HelperOptions | undefined)?.loc;
    throw new TemplateError('a helper was given something that is not text', { location });
  };
}
