import { findJsonMistake } from '../../../generator/config/json.js';
import { beginningOf } from '../../../generator/config/places.js';
import { validateConfig } from '../../../generator/config/validate.js';
import { readDescription } from '../../../generator/description/read.js';
import { type Diagnostic, hasErrors } from '../../../generator/diagnostics/diagnostic.js';
import { diagnosticsToJson, formatDiagnostics } from '../../../generator/diagnostics/format.js';
import { readContract, renderContract } from '../../../generator/disk-pipeline.js';
import { parseManifest } from '../../../generator/output/manifest.js';
import type { Entry } from './family.js';
import { around, type Grammar } from './grammar.js';

/** The inputs of a generator: descriptors, descriptions, configs and the files that it keeps. */

const mark = /^%% (.*)\n/gm;

/** Documents by name; the first is the input. */
function documentsOf(input: string): ReadonlyMap<string, string> {
  const starts = [...input.matchAll(mark)];
  const at = (index: number): number => starts[index]?.index ?? input.length;
  return new Map(
    starts.map((start, index) => [start[1] ?? '', input.slice(start.index + start[0].length, at(index + 1))]),
  );
}

/** A document of an input. */
export const source = (name: string, inside: Grammar): Grammar => around(`%% ${name}\n`, inside, '\n');

/** The text that a command prints about its findings. */
function print(diagnostics: readonly Diagnostic[], documents: ReadonlyMap<string, string>): void {
  const lines = new Map([...documents].map(([name, text]) => [name, text.split('\n')]));
  formatDiagnostics(diagnostics, { lineOf: (file, line) => lines.get(file)?.[line - 1] });
  JSON.stringify(diagnosticsToJson(diagnostics));
}

/** The whole way from documents to a package in memory. */
export const generator: Entry = {
  name: 'generator',
  prepare: (input) => {
    const documents = documentsOf(input);
    const encoded = new Map([...documents].map(([name, text]) => [`/in/${name}`, new TextEncoder().encode(text)]));
    const [first = ''] = documents.keys();
    const options = {
      workingFolder: '/in',
      read: async (path: string) => {
        const bytes = encoded.get(path);
        return bytes === undefined ? ({ kind: 'missing' } as const) : ({ kind: 'found', bytes } as const);
      },
    };
    return async () => {
      const [reading, found] = await readContract([first], {}, options);
      if (hasErrors(found)) {
        print(found, documents);
        return new DiagnosticsError();
      }
      const [{ files }, rendered] = await renderContract(reading, { packageName: 'x', templates: [] });
      print([...found, ...rendered], documents);
      return { written: files.reduce((sum, { text }) => sum + text.length, 0) };
    };
  },
};

/** Stands for descriptors in which mistakes were found. */
class DiagnosticsError extends Error {
  override readonly name = 'DiagnosticsError';
}

/** Service descriptions. */
export const descriptions: Entry = {
  name: 'description',
  prepare: (input) => async () => {
    const [, found] = await readDescription(input, 'a.yaml');
    print(found, new Map([['a.yaml', input]]));
  },
};

/** Configs in JSON, right and wrong. */
export const configs: Entry = {
  name: 'config',
  prepare: (input) => () => {
    try {
      print(validateConfig(JSON.parse(input), beginningOf('a.json'))[1], new Map([['a.json', input]]));
    } catch {
      findJsonMistake(input);
    }
  },
};

/** Manifests of generated packages. */
export const manifests: Entry = {
  name: 'manifest',
  prepare: (input) => () => print(parseManifest(input, 'codegen.lock.json')[1], new Map()),
};
