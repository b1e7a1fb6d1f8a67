import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { importsOf, root } from './imports.js';

/**
 * The core of the runtime reads and writes the messages of nearly all services; it is in every bundle. Everything else comes in by the names in
 * a descriptor or a client: no part of the core imports it.
 */
const core = ['decode/decode', 'encode/encode', 'construct/prototype', 'plan/plan'].map(
  (name) => `runtime/src/schema/${name}.ts`,
);

/** Files and folders of the schema engine that are not in the core. */
const annexes = [
  ...['content/', 'validate/', 'regex/', 'sample/', 'json-schema/', 'document/', 'soap-encoding/', 'match/match.ts'],
  ...['fast/', 'plan/attributes.ts'],
  ...['simple/enumeration-engine.ts', 'simple/facet-engine.ts', 'simple/facets.ts', 'simple/lists.ts'],
  ...['simple/required-facets.ts', 'simple/text-keys.ts', 'simple/union-reading.ts', 'simple/union-writing.ts'],
  ...['simple/varieties.ts', 'decode/accessors.ts', 'decode/decode-groups.ts', 'decode/rpc-struct.ts'],
  ...['encode/declared-attributes.ts', 'encode/encode-array.ts', 'encode/encode-mixed.ts'],
  ...['encode/encode-particles.ts', 'encode/encode-tree.ts'],
  ...['encode/gaps.ts'],
].map((name) => `runtime/src/schema/${name}`);

/** The files that every call over SOAP needs. */
const clientCore = ['service-client', 'operations-client', 'plans/soap-plan', 'fetch-transport'].map(
  (name) => `runtime/src/client/${name}.ts`,
);

/** Files and folders that come in by what a program or a client names. */
const clientAnnexes = [
  ...['addressing/', 'data-set/', 'node/', 'schema/soap-encoding/', 'security/', 'server/', 'stream/'],
  ...['dynamic-client.ts', 'client/plans/http-plan.ts', 'exchange/server-exchanges.ts', 'exchange/curl-command.ts'],
  ...['service/translation.ts', 'soap/declared-faults.ts', 'soap/message-validator.ts'],
  ...['soap/encoded.ts', 'soap/rpc.ts', 'soap/write-fault.ts'],
].map((name) => `runtime/src/${name}`);

/** The files that are loaded with some others, on hosts without the fast layer; types are not. */
function loadedWith(files: readonly string[]): ReadonlySet<string> {
  const reached = new Set<string>();
  const visit = (file: string): void => {
    if (!reached.has(file)) {
      reached.add(file);
      for (const { kind, typeOnly, to, chosenBy } of importsOf(file)) {
        if (kind === 'file' && !typeOnly && !(chosenBy === '#fast' && to.includes('/fast/'))) {
          visit(to);
        }
      }
    }
  };
  files.forEach(visit);
  return reached;
}

describe('the annexes', () => {
  it('are files and folders that exist', () => {
    expect([...annexes, ...clientAnnexes].filter((name) => !existsSync(join(root, name)))).toEqual([]);
  });
});

describe('the core of the schema engine', () => {
  it('imports no annex', () => {
    const reached = [...loadedWith(core)].filter((file) => annexes.some((annex) => file.startsWith(annex)));
    expect(reached).toEqual([]);
  });
});

describe('the core of clients', () => {
  it('imports no annex', () => {
    const reached = [...loadedWith(clientCore)].filter((file) => clientAnnexes.some((annex) => file.startsWith(annex)));
    expect(reached).toEqual([]);
  });
});
