import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServiceDescriptor } from '@wsdl-codegen/runtime';
import { type Declarations, type ElementDescriptor, formatXml, sample } from '@wsdl-codegen/runtime/schema';
import type { SourceSet } from '../../generator/source/document.js';
import { failed, type Outcome, oneLine } from './cases.js';
import type { Compiled } from './compile.js';
import { writeSchemas } from './schema-files.js';

/** Asks libxml2 (`xmllint`), which shares nothing with this project, whether our sample messages are valid. */

/** Whether there is an `xmllint` to ask. */
export const hasXmllint: boolean = (() => {
  try {
    execFileSync('xmllint', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

interface Message {
  readonly name: string;
  readonly element: ElementDescriptor;
}

/** One outcome for each document/literal message; none when libxml2 cannot read the schema itself. */
export function validateSamples(
  path: string,
  file: string,
  services: readonly ServiceDescriptor[],
  compiled: Compiled,
): readonly Outcome[] {
  if (!hasXmllint) {
    return [];
  }
  const messages = services
    .flatMap((service) => messagesOf(file, service))
    .filter(({ element }) => compiled.descriptors.elements.get(`{${element.namespace}}${element.name}`) === element);
  if (messages.length === 0) {
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  try {
    const schema = writeSchemas(compiled.reading.sources, folder);
    return check(messages, schema, folder, compiled.descriptors);
  } catch (error) {
    return [failed('wsdl-libxml2', path, error)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function messagesOf(file: string, service: ServiceDescriptor): readonly Message[] {
  return Object.values(service.operations).flatMap(({ method, input, output, soap11, soap12 }) => {
    const binding = soap11 ?? soap12;
    if (binding === undefined || binding.encoded) {
      return [];
    }
    const name = `${file}#${service.name}/${method}`;
    return [
      ...(input.element ? [{ name: `${name}/input`, element: input.element }] : []),
      ...(output?.element ? [{ name: `${name}/output`, element: output.element }] : []),
    ];
  });
}

function check(
  messages: readonly Message[],
  schema: string,
  folder: string,
  declarations: Declarations,
): readonly Outcome[] {
  const outcomes: Outcome[] = [];
  const files = new Map<string, Message>();
  for (const [i, message] of messages.entries()) {
    try {
      const target = join(folder, `message-${i}.xml`);
      writeFileSync(target, formatXml(message.element, sample(message.element, { declarations })));
      files.set(target, message);
    } catch (error) {
      outcomes.push(failed('wsdl-libxml2', message.name, error));
    }
  }
  const output = xmllint(schema, [...files.keys()]);
  if (output === undefined) {
    return [];
  }
  for (const [target, { name }] of files) {
    const lines = output.filter((line) => line.startsWith(`${target}:`) && / error : | parser error/.test(line));
    const [first] = lines;
    const failure = first?.slice(target.length + 1);
    outcomes.push({
      check: 'wsdl-libxml2',
      name,
      ...(failure !== undefined && { failure: oneLine(failure), cause: 'libxml2' }),
    });
  }
  return outcomes;
}

/** A valid instance of a schema, and the document that it became when it was decoded and encoded again. */
export interface Rewritten {
  /** Name of the case. */
  readonly name: string;
  /** Path of the instance. */
  readonly path: string;
  readonly written: string;
}

/** One outcome for each instance that libxml2 finds valid: whether the document that it became is valid, too. */
export function validateRewritten(documents: readonly Rewritten[], compiled: Compiled): readonly Outcome[] {
  if (!hasXmllint || documents.length === 0) {
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  try {
    const schema = writeSchemas(compiled.reading.sources, folder);
    const copies = documents.map(({ written }, i) => {
      const copy = join(folder, `document-${i}.xml`);
      writeFileSync(copy, written);
      return copy;
    });
    const output = xmllint(schema, [...documents.map(({ path }) => path), ...copies]);
    const isRefused = (file: string): boolean => output?.includes(`${file} fails to validate`) !== false;
    return documents.flatMap(({ name, path }, i): readonly Outcome[] => {
      const copy = copies[i] ?? '';
      if (isRefused(path) || output?.some((line) => line.startsWith(`${path}:`))) {
        return [];
      }
      const failure = output?.find((line) => line.startsWith(`${copy}:`))?.slice(copy.length + 1);
      return [{ check: 'valid-libxml2', name, ...(isRefused(copy) && { failure: oneLine(failure ?? 'not valid') }) }];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Those of some documents that libxml2 finds invalid by schemas; undefined if it does not take the schemas. */
export function refusedByLibxml(sources: SourceSet, documents: readonly string[]): ReadonlySet<string> | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  try {
    const output = documents.length === 0 ? [] : xmllint(writeSchemas(sources, folder), documents);
    const isRefused = (path: string): boolean =>
      output?.some((line) => line === `${path} fails to validate` || line.startsWith(`${path}:`)) === true;
    return output && new Set(documents.filter(isRefused));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The result of xmllint for some files; undefined if it cannot read the schema. */
function xmllint(schema: string, files: readonly string[]): readonly string[] | undefined {
  try {
    execFileSync('xmllint', ['--nonet', '--noout', '--schema', schema, ...files], {
      stdio: ['ignore', 'ignore', 'pipe'],
      maxBuffer: 64 * 1024 * 1024,
    });
    return [];
  } catch (error) {
    const { status, stderr } = error as { readonly status: number | null; readonly stderr: Buffer };
    // 5: the schema does not compile.
    return status === 5 || status === null ? undefined : stderr.toString('utf8').split('\n');
  }
}
