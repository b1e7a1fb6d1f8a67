import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  type Declarations,
  type ElementDescriptor,
  element,
  formatXml,
  parseXml,
  validate,
  validateXml,
} from '@wsdl-codegen/runtime/schema';
import { decodeXmlBytes } from '@wsdl-codegen/runtime/xml';
import type { Descriptors } from '../../generator/memory/descriptors.js';
import { attributeValue, schemaElements } from '../../generator/source/references.js';
import { type Check, failed, type Outcome, oneLine, type Task, type XstsCase } from './cases.js';
import { type Compiled, compile, emit, firstRefusal } from './compile.js';
import { type DomElement, expandQName, parseDom } from './dom.js';
import { type Engine, loadEmitted } from './emitted.js';
import { differenceOf } from './infoset.js';
import { type Rewritten, validateRewritten } from './libxml.js';

const xsi = 'http://www.w3.org/2001/XMLSchema-instance';

/** The runtime for the descriptors in memory. */
const ownEngine: Engine = {
  rewrite: (root, text, declarations) => formatXml(root, parseXml(root, text, { strict: true, declarations })),
};

/** Runs a schema of the XML Schema Test Suite with its instances. */
export async function runXsts(task: Task, test: XstsCase): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  let compiled: Compiled;
  try {
    compiled = await compile(task.root, test.schemas);
  } catch (error) {
    return lost(test, (check, name) => failed(check, name, error));
  }
  const problem = firstRefusal(compiled.diagnostics);
  if (!test.schemaValid) {
    const name = test.name;
    return [
      {
        check: 'invalid-schema',
        name,
        ...(problem === undefined && { failure: 'taken without an error or a broken constraint' }),
      },
    ];
  }
  outcomes.push({ check: 'schema', name: test.name, ...(problem !== undefined && { failure: oneLine(problem) }) });
  const hinted = new HintedSchemas(task, test, compiled);
  const rewritten: Rewritten[] = [];
  for (const path of test.valid) {
    const keep: Keep = (written, root, declarations) => {
      rewritten.push({ name: path, path: join(task.root, path), written });
      outcomes.push(readStrictly(path, written, root, declarations));
    };
    outcomes.push(await roundTrip('valid', path, hinted, ownEngine, keep));
  }
  outcomes.push(...validateRewritten(rewritten, compiled));
  for (const path of test.invalid) {
    outcomes.push(await refuse(path, hinted));
  }
  if (task.emitTo !== undefined) {
    outcomes.push(...(await runEmitted(hinted, test, compiled, task.emitTo)));
  }
  return outcomes;
}

/**
 * The schema of an instance: that of the case, and for namespaces that it lacks the files that the instance's
 * `xsi:schemaLocation` and `xsi:noNamespaceSchemaLocation` hint at (Part 1, 4.3.2).
 */
class HintedSchemas {
  readonly root: string;
  readonly #schemas: readonly string[];
  readonly #namespaces: ReadonlySet<string>;
  readonly #known: Map<string, Descriptors>;

  constructor({ root }: Task, { schemas }: XstsCase, { descriptors, reading }: Compiled) {
    this.root = root;
    this.#schemas = schemas;
    this.#known = new Map([['', descriptors]]);
    const elements = [...reading.sources.documents.values()].flatMap((document) => schemaElements(document.root));
    this.#namespaces = new Set(elements.map((element) => attributeValue(element, 'targetNamespace') ?? ''));
  }

  async of(path: string, document: DomElement): Promise<Descriptors> {
    const text = document.attributes.get(`{${xsi}}schemaLocation`) ?? '';
    const words = text.split(/\s+/).filter((word) => word !== '');
    const bare = document.attributes.get(`{${xsi}}noNamespaceSchemaLocation`)?.trim();
    const hints = [...words, ...(bare === undefined ? [] : ['', bare])];
    const files = hints.flatMap((hint, i) => {
      const file = join(dirname(path), hint);
      const isMissing = i % 2 === 1 && !this.#namespaces.has(hints[i - 1] ?? '');
      return isMissing && existsSync(join(this.root, file)) ? [file] : [];
    });
    const key = files.join('\n');
    const known = this.#known.get(key) ?? (await compile(this.root, [...this.#schemas, ...files])).descriptors;
    this.#known.set(key, known);
    return known;
  }
}

/** The outcomes of a case that gave none. */
export function lost(test: XstsCase, outcome: (check: Check, name: string) => Outcome): readonly Outcome[] {
  if (!test.schemaValid) {
    return [outcome('invalid-schema', test.name)];
  }
  return [
    outcome('schema', test.name),
    ...test.valid.map((path) => outcome('valid', path)),
    ...test.invalid.map((path) => outcome('invalid', path)),
  ];
}

async function runEmitted(
  hinted: HintedSchemas,
  test: XstsCase,
  compiled: Compiled,
  folder: string,
): Promise<readonly Outcome[]> {
  try {
    const problem = await emit(compiled, folder);
    if (problem !== undefined) {
      throw new Error(problem);
    }
    const engine = await loadEmitted(folder);
    const outcomes: Outcome[] = [];
    for (const path of test.valid) {
      const outcome = await roundTrip('valid-emitted', path, hinted, engine);
      // A root of undeclared name, or of a schema that only the instance names, is nothing that the package could export.
      if (outcome.failure !== notExported) {
        outcomes.push(outcome);
      }
    }
    return outcomes;
  } catch (error) {
    return [failed('schema-types', test.name, error)];
  }
}

async function roundTrip(
  check: Check,
  path: string,
  hinted: HintedSchemas,
  engine: Engine,
  keep?: Keep,
): Promise<Outcome> {
  try {
    const text = decodeXmlBytes(readFileSync(join(hinted.root, path)));
    const document = parseDom(text);
    const declarations = await hinted.of(path, document);
    const root = rootOf(document, declarations);
    if (typeof root === 'string') {
      return { check, name: path, failure: root };
    }
    const written = engine.rewrite(root, text, declarations);
    if (written === undefined) {
      return { check, name: path, failure: notExported };
    }
    keep?.(written, root, declarations);
    const difference = differenceOf(text, written, root, declarations);
    return { check, name: path, ...(difference !== undefined && { failure: oneLine(difference) }) };
  } catch (error) {
    return failed(check, path, error);
  }
}

/** Takes what was written of an instance. */
type Keep = (written: string, root: ElementDescriptor, declarations: Declarations) => void;

/** What we write, we read strictly, and it is valid. */
function readStrictly(name: string, written: string, root: ElementDescriptor, declarations: Declarations): Outcome {
  const check = 'valid-strict';
  try {
    const value = parseXml(root, written, { strict: true, declarations });
    const [issue] = validate(root, value, { declarations });
    return { check, name, ...(issue && { failure: oneLine(`${issue.code}: ${issue.message}`) }) };
  } catch (error) {
    return failed(check, name, error);
  }
}

const notExported = 'the package does not export the root element';

async function refuse(path: string, hinted: HintedSchemas): Promise<Outcome> {
  const check = 'invalid';
  let document: DomElement;
  let text: string;
  try {
    text = decodeXmlBytes(readFileSync(join(hinted.root, path)));
    document = parseDom(text);
  } catch {
    // Not well-formed.
    return { check, name: path };
  }
  try {
    const declarations = await hinted.of(path, document);
    const root = rootOf(document, declarations);
    if (typeof root === 'string') {
      return { check, name: path };
    }
    const issues = validateXml(root, text, { declarations });
    return { check, name: path, ...(issues.length === 0 && { failure: 'taken without an issue' }) };
  } catch (error) {
    return failed(check, path, error);
  }
}

/** The declaration of the root; or of its `xsi:type` when nobody declares it (Part 1, 5.2, lax assessment). */
function rootOf(root: DomElement, declarations: Declarations): ElementDescriptor | string {
  const name = `{${root.namespace}}${root.name}`;
  const declared = declarations.elements?.get(name);
  if (declared) {
    return declared;
  }
  const typeName = root.attributes.get(`{${xsi}}type`);
  const type = typeName === undefined ? undefined : declarations.types?.get(expandQName(typeName.trim(), root) ?? '');
  return type ? element(root.namespace, root.name, type) : `root element ${name} is not declared`;
}
