import { formatXml, parseTree, parseXml, readDataSet, writeDataSet } from '@wsdl-codegen/runtime';
import {
  type Declarations,
  type DecodeOptions,
  type ElementDescriptor,
  sample,
  validate,
} from '@wsdl-codegen/runtime/schema';
import { descriptorsOf } from '../../../generator/memory/descriptors.js';
import { contractOf } from '../../support/descriptors.js';
import type { Entry } from './family.js';
import type { Grammar } from './grammar.js';

/** Documents of a schema, and schemas with documents, as inputs of the engine that reads, checks and writes values. */

/** A schema of `urn:t` (prefix `t`) around declarations; `x` is the prefix of XML Schema. */
export const schemaOf = (declarations: string): string =>
  `<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t" elementFormDefault="qualified">${declarations}</x:schema>`;

interface Root {
  readonly element: ElementDescriptor;
  readonly declarations: Declarations;
}

async function rootOf(schema: string): Promise<Root> {
  const { contract } = await contractOf({ 'a.xsd': schema });
  const declarations = descriptorsOf(contract);
  const element = declarations.elements.get('{urn:t}r');
  if (element === undefined) {
    throw new Error('the schema declares no element "r"');
  }
  return { element, declarations };
}

/** The operation to apply to a document. */
export type Use = 'read' | 'read strictly' | 'validate' | 'write' | 'read with declarations';

function workOf(use: Use, { element, declarations }: Root, text: string): () => unknown {
  const limits = { maxAttributes: 1e6, maxDepth: 500 };
  const read = (options: DecodeOptions): unknown => parseXml(element, text, { ...options, limits });
  switch (use) {
    case 'read':
      return () => read({});
    case 'read strictly':
      return () => read({ strict: true });
    case 'read with declarations':
      return () => read({ strict: true, declarations });
    case 'validate': {
      const value = read({});
      return () => validate(element, value);
    }
    case 'write': {
      const value = read({});
      return () => formatXml(element, value);
    }
  }
}

/** Documents of one schema, whose root is `r`. */
export function documents(name: string, declarations: string, use: Use): Entry {
  let root: Promise<Root> | undefined;
  return {
    name: `${name}, ${use}`,
    prepare: async (input) => {
      root ??= rootOf(schemaOf(declarations));
      return workOf(use, await root, input);
    },
    tokens: [...declarations.matchAll(/name="(\w+)"/g)].flatMap(([, local]) => [
      `<${local}>`,
      `</${local}>`,
      `<${local}/>`,
      ` ${local}="1"`,
    ]),
  };
}

const divider = '\n%%\n';

/** A schema that grows, and a document that does not. */
export const schemaAnd =
  (declarations: Grammar, document: Grammar): Grammar =>
  (size, random) =>
    schemaOf(declarations(size, random)) + divider + document(0, random);

/** Schemas together with documents: only the work on the document is measured. */
export function growing(name: string, use: Use): Entry {
  return {
    name: `${name}, ${use}`,
    prepare: async (input) => {
      const [schema = '', text = ''] = input.split(divider);
      // Separate descriptors for each run: the work that is done once for a type is part of the cost.
      return workOf(use, await rootOf(schema), text);
    },
  };
}

/** Samples of an element whose schema grows. */
export const samples: Entry = {
  name: 'samples',
  prepare: async (input) => {
    const { element } = await rootOf(input);
    return () => sample(element);
  },
};

/** DataSets, read and written again. */
export function dataSets(write: boolean): Entry {
  return {
    name: write ? 'DataSets, written' : 'DataSets, read',
    prepare: (input) => {
      const tree = parseTree(input);
      if (!write) {
        return () => readDataSet(tree);
      }
      const set = readDataSet(tree);
      return () => writeDataSet(set);
    },
  };
}
