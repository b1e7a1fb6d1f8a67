import type { Contract } from '../contract/model.js';
import { append } from '../diagnostics/append.js';
import type { Diagnostic, Result } from '../diagnostics/diagnostic.js';
import type { BoundPackage } from '../typescript/services/bound-package.js';
import type { TemplateSet } from './template-set.js';
import type { RepositoryView, TemplateName, TemplateViews } from './views.js';

/** A file of a generated package. */
export interface EmittedFile {
  /** Below the package's folder, with `/`. */
  readonly path: string;
  readonly text: string;
  /** The source of the JavaScript, if it is not the text. */
  readonly compiledFrom?: string;
  /** The template that the text comes from; absent when an emitter wrote the text itself. */
  readonly template?: TemplateName;
  /** Name of the plug-in that gave the file; absent for our own. */
  readonly plugin?: string;
}

/** A document that `?WSDL` serves. */
export interface ServedDocument {
  /** File name, as other documents refer to it. */
  readonly name: string;
  readonly text: string;
}

/** The input of an emitter, which is the same for our own emitters and for those of plug-ins. */
export interface EmitContext {
  readonly contract: Contract;
  /** Every name, type and descriptor of the package, decided. */
  readonly bound: BoundPackage;
  /** The documents of each WSDL by the service's `source`: the WSDL first, then its imports. */
  readonly documents: ReadonlyMap<string, readonly ServedDocument[]>;
  /** Names of the inputs. */
  readonly sources: readonly string[];
  /** Lines for the comment at the top of a file that comes from the inputs of these names. */
  readonly headerOf: (sources: readonly string[]) => readonly string[];
  /** Version of the generated package, when the config says it. */
  readonly version?: string;
  /** Range of the runtime that the package depends on. */
  readonly runtimeVersion?: string;
  /** Whether the package will contain its JavaScript; false if absent. */
  readonly compiled?: boolean;
  /** The half that the package consists of; absent if it has both clients and servers. */
  readonly only?: 'client' | 'server';
  /** Whether it will contain a change log. */
  readonly hasChangelog?: boolean;
  /** Where the package is developed, if that is known. */
  readonly repository?: RepositoryView;
  /** Whether templates of the user print part of the code; false if absent. The compiler then checks the descriptors, too. */
  readonly customized?: boolean;
}

/** A file whose text the emitter wrote. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}

/** A file that a template prints from its view. */
export type TemplatedFile = {
  readonly [N in TemplateName]: {
    readonly path: string;
    readonly template: N;
    readonly view: TemplateViews[N];
    /** The view of the source that JavaScript is made from, if that is another one. */
    readonly compiledView?: TemplateViews[N];
  };
}[TemplateName];

/** The result of an emitter: paths are relative to the package's folder, with `/` between steps. */
export type EmitterFile = TextFile | TemplatedFile;

/** Makes files of a package from the contract and the bound names. */
export interface Emitter {
  readonly name: string;
  emit(context: EmitContext): Iterable<EmitterFile> | Promise<Iterable<EmitterFile>>;
}

/** Runs an emitter and prints its files. */
export async function emitFiles(
  emitter: Emitter,
  context: EmitContext,
  templates: TemplateSet,
): Promise<Result<readonly EmittedFile[]>> {
  const files: EmittedFile[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const given of await emitter.emit(context)) {
    const [file, problems] = print(given, templates);
    files.push(file);
    append(diagnostics, problems);
  }
  return [files, diagnostics];
}

function print(given: EmitterFile, templates: TemplateSet): Result<EmittedFile> {
  if ('text' in given) {
    return [{ path: given.path, text: given.text }, []];
  }
  const { path, template, view, compiledView } = given;
  const [text, problems] = templates.render(template, view);
  const file = { path, text: tidy(text), template };
  if (compiledView === undefined) {
    return [file, problems];
  }
  const [source, more] = templates.render(template, compiledView);
  return [{ ...file, compiledFrom: tidy(source) }, [...problems, ...more]];
}

/** No blanks at the end of a line, at most one blank line in a row, none at the ends, one newline last. */
function tidy(text: string): string {
  const lines = /[ \t\r]\n/.test(text) ? withoutTrailingBlanks(text) : text;
  return `${lines.replace(/\n{3,}/g, '\n\n').trim()}\n`;
}

/** By lines: an expression for blanks at the end takes quadratic time for blanks in the middle. */
function withoutTrailingBlanks(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => (/[ \t]$/.test(line) ? line.trimEnd() : line));
  return lines.join('\n');
}
