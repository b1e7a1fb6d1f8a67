import type { ts } from 'ts-morph';
import type { DiagnosticNote } from '../../diagnostics/diagnostic.js';
import type { Compiler } from './compiler.js';
import type { Insertion } from './edits.js';
import { type Finding, findingAt, spanAt, whatToWrite } from './findings.js';
import { type Gap, gapsOf, uncovered, vanishedMembers } from './gaps.js';
import { findImplementations, type Implementation } from './implementations.js';
import { ImportEdits } from './imports.js';
import { insertMembers } from './insert-members.js';
import { type MethodSurroundings, methodLines } from './methods.js';
import { type Module, Modules, type OpenModule, parseModule } from './modules.js';
import { isScript } from './script.js';
import type { SkeletonMethod, SkeletonService } from './service.js';
import { ServiceTypes } from './service-types.js';
import { styleOf } from './source-style.js';
import { TypeSource } from './type-source.js';

/** Why a file is not to be changed, whatever it lacks. */
export interface Obstacle {
  readonly code: 'emit/skeleton-encoding' | 'emit/skeleton-link' | 'emit/skeleton-form';
  /** Goes on after "codegen does not add them, because …". */
  readonly why: string;
}

/** A file to analyse. */
export interface Subject {
  /** As diagnostics show it. */
  readonly path: string;
  /** Absolute path, from which imports are followed. */
  readonly location: string;
  /** Without a byte order mark. */
  readonly text: string;
  readonly service: SkeletonService;
  readonly open: OpenModule;
  readonly obstacle: Obstacle | undefined;
}

/** The methods that a file lacks, and how to add or report them. */
export interface Analysis {
  /** The edits that add the methods that can be added. */
  readonly insertions: readonly Insertion[];
  readonly findings: readonly Finding[];
  /** True: methods are missing that the insertions do not add. */
  readonly lacking: boolean;
  /** Names of members that implement operations which the service no longer has. */
  readonly vanished: readonly string[];
}

/** Compares a file with the contract. */
export function analyse(compiler: Compiler, subject: Subject): Analysis {
  const { service, location, text, open } = subject;
  const module = parseModule(compiler, location, text);
  const modules = new Modules(compiler, open);
  const methods = service.methods.map(({ name }) => name);
  const types = new ServiceTypes(compiler, modules, { ...service, methods });
  const implementations = findImplementations(compiler, modules, module, types, service.factoryName);
  const gaps = gapsOf(compiler, modules, module, implementations, service);
  const analyst = new Analyst(compiler, subject, module, modules);
  const syntax = analyst.syntaxError(implementations, gaps);
  if (syntax !== undefined) {
    return { insertions: [], findings: [syntax], lacking: true, vanished: [] };
  }
  if (implementations.length === 0) {
    return { insertions: [], findings: [analyst.nothing()], lacking: true, vanished: [] };
  }
  const told = gaps.filter(({ reason }) => reason !== undefined || subject.obstacle !== undefined);
  const addable = gaps.filter((gap) => !told.includes(gap));
  const vanished = implementations.flatMap((i) => vanishedMembers(compiler, module, i, service));
  return {
    insertions: analyst.insertions(addable),
    findings: [
      ...addable.map((gap) => analyst.missing(gap)),
      ...told.map((gap) => analyst.told(gap)),
      ...analyst.partial(implementations),
      ...vanished.map((member) => analyst.vanished(member.name, member.node)),
    ],
    lacking: told.some(({ reason }) => reason === undefined || reason.kind === 'form'),
    vanished: vanished.map(({ name }) => name),
  };
}

class Analyst {
  readonly #subject: Subject;
  readonly #module: Module;
  readonly #file: ts.SourceFile;
  readonly #surroundings: MethodSurroundings;

  constructor(compiler: Compiler, subject: Subject, module: Module, modules: Modules) {
    this.#subject = subject;
    this.#module = module;
    this.#file = module.file;
    const style = styleOf(compiler, module.file);
    this.#surroundings = {
      compiler,
      file: module.file,
      service: subject.service,
      imports: new ImportEdits(compiler, module.file, style),
      types: new TypeSource(modules, module, subject.service),
      style,
    };
  }

  /** The edits that add methods, and imports of the names that they mention. */
  insertions(gaps: readonly Gap[]): readonly Insertion[] {
    const { compiler, style, imports } = this.#surroundings;
    const members = gaps.flatMap(({ implementation: { node }, methods }) => {
      const lines = methods.map((method) => methodLines(method, this.#surroundings));
      return insertMembers(compiler, this.#file, node, lines, style);
    });
    return [...imports.insertions(), ...members];
  }

  /** The first syntax error, when methods are missing or nothing can be found because of it. */
  syntaxError(implementations: readonly Implementation[], gaps: readonly Gap[]): Finding | undefined {
    if (implementations.length > 0 && gaps.length === 0) {
      return undefined;
    }
    const { compiler } = this.#surroundings;
    const first = firstSyntaxError(compiler, this.#file.text, this.#file.fileName);
    if (first === undefined) {
      return undefined;
    }
    const { obstacle } = this.#subject;
    if (obstacle !== undefined) {
      return this.nothing();
    }
    const message = compiler.flattenDiagnosticMessageText(first.messageText, ' ');
    const notes = gaps.flatMap((gap) => this.#lacks(gap));
    const { start = 0, length = 0 } = first;
    return findingAt({ start, length }, 'emit/skeleton-syntax', { message }, notes);
  }

  #lacks({ implementation: { name, place }, methods }: Gap): readonly DiagnosticNote[] {
    const start = place.getStart(this.#file);
    const span = spanAt(this.#file.text, this.#subject.path, start, place.end - start);
    const message = `"${name}" lacks ${list(methods)}`;
    return [{ message, span }, ...whatToWrite(this.#file, methods, this.#surroundings)];
  }

  /** Nothing in the file implements the interface. */
  nothing(): Finding {
    const { service, obstacle } = this.#subject;
    const { interfaceName } = service;
    const start = { start: 0, length: 0 };
    if (obstacle === undefined) {
      return findingAt(start, 'emit/skeleton-without-class', { interfaceName });
    }
    const lack = `No class that implements ${interfaceName} can be found in this file`;
    return findingAt(start, obstacle.code, { lack, why: obstacle.why });
  }

  /** The additions if the file is written. */
  missing({ implementation: { name, place }, methods }: Gap): Finding {
    const parameters = { name, methods: list(methods), interfaceName: this.#subject.service.interfaceName };
    return findingAt(this.#range(place), 'emit/missing-methods', parameters);
  }

  /** The text that the user has to write. */
  told({ implementation: { name, place }, methods, reason }: Gap): Finding {
    const { service, obstacle } = this.#subject;
    const notes = whatToWrite(this.#file, methods, this.#surroundings);
    const range = this.#range(place);
    if (reason?.kind === 'base-class') {
      const parameters = { className: name, base: reason.base, methods: list(methods) };
      return findingAt(range, 'emit/skeleton-base-class', parameters, notes);
    }
    const lacks = `"${name}" lacks ${list(methods)} of ${service.interfaceName}`;
    if (reason?.kind === 'doubt') {
      const lack = `${lacks}, unless "${reason.member}" has them`;
      return findingAt(range, 'emit/skeleton-form', { lack, why: 'they could replace members of its own' }, notes);
    }
    if (reason !== undefined || obstacle === undefined) {
      return findingAt(range, 'emit/skeleton-form', { lack: lacks, why: reason?.why ?? '' }, notes);
    }
    return findingAt(range, obstacle.code, { lack: lacks, why: obstacle.why }, notes);
  }

  /** Methods that the declared types of the implementations leave out. */
  partial(implementations: readonly Implementation[]): readonly Finding[] {
    const { service } = this.#subject;
    const methods = uncovered(this.#surroundings.compiler, this.#module, implementations, service);
    const [first] = implementations;
    if (methods.length === 0 || first === undefined) {
      return [];
    }
    const parameters = { name: first.name, methods: list(methods), interfaceName: service.interfaceName };
    const notes = whatToWrite(this.#file, methods, this.#surroundings);
    return [findingAt(this.#range(first.place), 'emit/skeleton-partial', parameters, notes)];
  }

  vanished(method: string, node: ts.Node): Finding {
    const { interfaceName } = this.#subject.service;
    return findingAt(this.#range(node), 'emit/vanished-operation', { method, interfaceName });
  }

  #range(node: ts.Node): { readonly start: number; readonly length: number } {
    const start = node.getStart(this.#file);
    return { start, length: node.end - start };
  }
}

function list(methods: readonly SkeletonMethod[]): string {
  return methods.map(({ name }) => `"${name}"`).join(', ');
}

/** The first syntax error of a text. */
export function firstSyntaxError(compiler: Compiler, text: string, path: string): ts.Diagnostic | undefined {
  const { diagnostics = [] } = compiler.transpileModule(text, {
    reportDiagnostics: true,
    // A name that no output has, which would be refused.
    fileName: isScript(path) ? 'skeleton.jsx' : path.endsWith('.tsx') ? 'skeleton.tsx' : 'skeleton.ts',
    compilerOptions: { target: compiler.ScriptTarget.ESNext, jsx: compiler.JsxEmit.React, allowJs: true },
  });
  return diagnostics[0];
}
