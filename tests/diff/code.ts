import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ServiceDescriptor } from '@wsdl-codegen/runtime';
import type { Contract } from '../../generator/contract/model.js';
import { emitContext, renderPackage } from '../../generator/emit/render.js';
import { loadTemplates } from '../../generator/emit/templates.js';
import { descriptorsOfBinding } from '../../generator/memory/descriptors.js';
import { bindPackage } from '../../generator/typescript/bind.js';
import type { BoundPackage } from '../../generator/typescript/services/bound-package.js';
import { sampleMessage } from '../conformance/samples.js';
import { checkedSource } from '../support/checked-sources.js';
import { compilerOptions } from '../support/compiler-options.js';
import { typeErrors } from '../support/type-errors.js';

/** Two versions of a contract. */
export interface Versions {
  readonly old: Contract;
  readonly now: Contract;
}

/** What the compiler said of code that was written for the old package, with the new one. */
export interface CodeErrors {
  readonly callers: readonly string[];
  readonly implementers: readonly string[];
}

/**
 * Generates both packages of each pair, and code that uses all there is of the old one: each argument, each property of each
 * result, each exported type. Returns the mistakes that this code has with the new package and did not have with the old.
 */
export async function compileAgainst(pairs: readonly Versions[]): Promise<readonly CodeErrors[]> {
  const folder = mkdtempSync(join(__dirname, '.code-'));
  const files: string[] = [];
  try {
    for (const [i, { old, now }] of pairs.entries()) {
      await writePackage(join(folder, `${i}/old`), old);
      await writePackage(join(folder, `${i}/new`), now);
      for (const version of ['old', 'new']) {
        for (const [role, lines] of Object.entries(userCode({ old, now }, version))) {
          files.push(`${i}/${role}-${version}.ts`);
          writeFileSync(join(folder, `${i}/${role}-${version}.ts`), lines.join('\n'));
        }
      }
    }
    const options = {
      ...compilerOptions,
      noUnusedLocals: false,
      noUnusedParameters: false,
      isolatedDeclarations: false,
      declaration: false,
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files }));
    const errors = compile(folder);
    return pairs.map((_, i) => {
      const broken = (role: string): readonly string[] => {
        const before = new Set([...(errors.get(`${i}/${role}-old.ts`) ?? [])].map(([line]) => line));
        return [...(errors.get(`${i}/${role}-new.ts`) ?? [])]
          .filter(([line]) => !before.has(line))
          .map(([, text]) => text);
      };
      return { callers: broken('callers'), implementers: broken('implementers') };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The errors of each file, by their lines. */
function compile(folder: string): ReadonlyMap<string, ReadonlyMap<number, string>> {
  const errors = new Map<string, Map<number, string>>();
  for (const line of typeErrors(folder, folder).split('\n')) {
    const match = /^(\S+?)\((\d+),\d+\): error (.*)$/.exec(line);
    if (match) {
      const [, file = '', number = '', text = ''] = match;
      if (file.includes('/src/')) {
        throw new Error(`generated code has a mistake: ${line}`);
      }
      const own = errors.get(file) ?? new Map<number, string>();
      errors.set(file, own.set(Number(number), text));
    }
  }
  return errors;
}

async function writePackage(folder: string, contract: Contract): Promise<void> {
  const [binding] = bindPackage(contract, { packageName: 'versions' });
  const [templates] = await loadTemplates([]);
  const context = emitContext(contract, binding, { documents: new Map(), sources: [] });
  const [files] = await renderPackage(context, templates);
  for (const { path, text } of files.filter(({ path }) => path.startsWith('src/'))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), checkedSource(text));
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
}

/** Code that was written for the old package; `version` is the package that it imports. */
function userCode(
  { old, now }: Versions,
  version: string,
): { readonly callers: readonly string[]; readonly implementers: readonly string[] } {
  const [binding] = bindPackage(old, { packageName: 'versions' });
  const { services } = descriptorsOfBinding(binding);
  const head = [
    `import type * as o from './old/src/index.js';`,
    `import type * as p from './${version}/src/index.js';`,
  ];
  const callers = [...head, ...exportedTypes(binding)];
  const implementers = [...head, ...exportedTypes(binding)];
  const [current] = bindPackage(now, { packageName: 'versions' });
  const kept = new Set(current.services.flatMap(({ methods }) => methods.map(({ name }) => name)));
  for (const { names, methods } of binding.services) {
    const descriptor = services.get(names.descriptor);
    for (const { name } of methods) {
      const operation = descriptor?.operations[name];
      const client = (of: string): string => `${of}.${names.client}['${name}']`;
      const faults = (operation?.faults ?? []).map(({ name: fault }, i) => {
        return `export const ${names.descriptor}_${name}_fault${i}: p.${names.methods}['${name}']['faults']['name'] = '${fault}';`;
      });
      callers.push(...faults);
      const [input, output] = [`Parameters<${client('p')}>[0]`, `Awaited<ReturnType<${client('p')}>>`];
      const [oldInput, oldOutput] = [input, output].map((type) => type.replaceAll('p.', 'o.'));
      callers.push(
        `declare const ${names.descriptor}_${name}_in: ${oldInput};`,
        `export const ${names.descriptor}_${name}_1: ${input} = ${names.descriptor}_${name}_in;`,
        `declare const ${names.descriptor}_${name}_out: ${output};`,
        `export const ${names.descriptor}_${name}_2: ${oldOutput} = ${names.descriptor}_${name}_out;`,
        ...literals(`${names.descriptor}_${name}_3`, input, operation, 'input'),
        ...reads(`${names.descriptor}_${name}_out`, operation, 'output'),
      );
      if (!kept.has(name)) {
        continue; // Classes may have methods that the interface lacks.
      }
      implementers.push(
        ...faults,
        `declare const ${names.descriptor}_${name}_in: ${input};`,
        `export const ${names.descriptor}_${name}_1: ${oldInput} = ${names.descriptor}_${name}_in;`,
        `declare const ${names.descriptor}_${name}_out: ${oldOutput};`,
        `export const ${names.descriptor}_${name}_2: ${output} = ${names.descriptor}_${name}_out;`,
        ...literals(`${names.descriptor}_${name}_3`, output, operation, 'output'),
        ...reads(`${names.descriptor}_${name}_in`, operation, 'input'),
      );
    }
    const methodNames = methods.map(({ name }) => `'${name}'`).join(' | ') || 'never';
    implementers.push(
      `export const ${names.descriptor}_all: Exclude<keyof p.${names.server}, ${methodNames}> extends never ? true : false = true;`,
    );
  }
  return { callers, implementers };
}

function exportedTypes(binding: BoundPackage): readonly string[] {
  return binding.modules.flatMap(({ module, types }) =>
    types.map(({ name }, i) => {
      const path = module.flat ? name : `${module.slug}.${name}`;
      return `export type T${module.slug.replace(/\W/g, '_')}${i} = p.${path};`;
    }),
  );
}

type OperationDescriptor = ServiceDescriptor['operations'][string];

/** A complete value, written as an object: properties that the type lacks are mistakes. */
function literals(
  name: string,
  type: string,
  operation: OperationDescriptor | undefined,
  of: 'input' | 'output',
): readonly string[] {
  const message = operation?.[of];
  return message ? [`export const ${name}: ${type} = ${printed(sampleMessage(message, {}))};`] : [];
}

function printed(value: unknown): string {
  if (typeof value === 'bigint') {
    return `${value}n`;
  }
  if (value instanceof Uint8Array) {
    return `new Uint8Array([${[...value].join(', ')}])`;
  }
  if (Array.isArray(value)) {
    return `[${value.map(printed).join(', ')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    return `{ ${Object.entries(value)
      .map(([key, each]) => `${JSON.stringify(key)}: ${printed(each)}`)
      .join(', ')} }`;
  }
  return value === undefined ? 'undefined' : JSON.stringify(value);
}

/** Reads each property that a complete value has. */
function reads(root: string, operation: OperationDescriptor | undefined, of: 'input' | 'output'): readonly string[] {
  const message = operation?.[of];
  const lines: string[] = [];
  const visit = (value: unknown, path: string): void => {
    if (Array.isArray(value)) {
      visit(value[0], `${path}![0]`);
    } else if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array)) {
      for (const [key, each] of Object.entries(value)) {
        const inner = `${path}![${JSON.stringify(key)}]`;
        lines.push(`void ${inner};`);
        visit(each, inner);
      }
    }
  };
  if (message) {
    visit(sampleMessage(message, {}), root);
  }
  return lines;
}
