import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Declarations,
  type ElementDescriptor,
  element,
  formatXml,
  parseXml,
  validateXml,
} from '@wsdl-codegen/runtime/schema';
import { decodeXmlBytes } from '@wsdl-codegen/runtime/xml';
import { type Check, failed, type Outcome, oneLine, type Task, type XstsCase } from './cases.js';
import { type Compiled, compile, emit, firstError } from './compile.js';
import { type DomElement, expandQName, parseDom } from './dom.js';
import { type Engine, loadEmitted } from './emitted.js';
import { differenceOf } from './infoset.js';

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

/** The runtime that the descriptors in memory stand on. */
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
  const problem = firstError(compiled.diagnostics);
  if (!test.schemaValid) {
    const name = test.name;
    return [{ check: 'invalid-schema', name, ...(problem === undefined && { failure: 'taken without an error' }) }];
  }
  outcomes.push({ check: 'schema', name: test.name, ...(problem !== undefined && { failure: oneLine(problem) }) });
  for (const path of test.valid) outcomes.push(roundTrip('valid', path, task, compiled.descriptors, ownEngine));
  for (const path of test.invalid) outcomes.push(refuse(path, task, compiled.descriptors));
  if (task.emitTo !== undefined) outcomes.push(...(await runEmitted(task, test, compiled, task.emitTo)));
  return outcomes;
}

/** The outcomes of a case that gave none. */
export function lost(test: XstsCase, outcome: (check: Check, name: string) => Outcome): readonly Outcome[] {
  if (!test.schemaValid) return [outcome('invalid-schema', test.name)];
  return [
    outcome('schema', test.name),
    ...test.valid.map((path) => outcome('valid', path)),
    ...test.invalid.map((path) => outcome('invalid', path)),
  ];
}

async function runEmitted(task: Task, test: XstsCase, compiled: Compiled, folder: string): Promise<readonly Outcome[]> {
  try {
    const problem = await emit(compiled, folder);
    if (problem !== undefined) throw new Error(problem);
    const engine = await loadEmitted(folder);
    return test.valid.map((path) => roundTrip('valid-emitted', path, task, compiled.descriptors, engine));
  } catch (error) {
    return [failed('schema-types', test.name, error)];
  }
}

function roundTrip(check: Check, path: string, task: Task, declarations: Declarations, engine: Engine): Outcome {
  try {
    const text = decodeXmlBytes(readFileSync(join(task.root, path)));
    const root = rootOf(parseDom(text), declarations);
    if (typeof root === 'string') return { check, name: path, failure: root };
    const written = engine.rewrite(root, text, declarations);
    const difference = differenceOf(text, written, root, declarations);
    return { check, name: path, ...(difference !== undefined && { failure: oneLine(difference) }) };
  } catch (error) {
    return failed(check, path, error);
  }
}

function refuse(path: string, task: Task, declarations: Declarations): Outcome {
  const check = 'invalid';
  let root: ElementDescriptor | string;
  let text: string;
  try {
    text = decodeXmlBytes(readFileSync(join(task.root, path)));
    root = rootOf(parseDom(text), declarations);
  } catch {
    return { check, name: path };
  }
  if (typeof root === 'string') return { check, name: path };
  try {
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
  if (declared) return declared;
  const typeName = root.attributes.get(`{${XSI}}type`);
  const type = typeName === undefined ? undefined : declarations.types?.get(expandQName(typeName.trim(), root) ?? '');
  return type ? element(root.namespace, root.name, type) : `root element ${name} is not declared`;
}
