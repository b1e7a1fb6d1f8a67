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
  ...['content/', 'match/', 'validate/', 'regex/', 'sample/', 'json-schema/', 'document/', 'soap-encoding/'],
  ...[
    'descriptor/wildcard.ts',
    'lexical/alternatives.ts',
    'lexical/date-order.ts',
    'lexical/dates.ts',
    'lexical/ordinary-dates.ts',
    'lexical/fast-collapse.ts',
  ],
  ...['lexical/near-forms.ts', 'context/require-match.ts'],
  ...['plan/attributes.ts', 'plan/derived-types.ts', 'plan/full-element-plan.ts', 'plan/groups.ts'],
  ...['plan/scan-places.ts', 'plan/scan-programs.ts', 'plan/scan-shapes.ts', 'plan/settled-plan.ts'],
  ...['plan/simple-chain.ts', 'plan/simple-derivation.ts', 'plan/wildcard-rivals.ts'],
  ...[
    'simple/derived-forms.ts',
    'simple/derived-plan.ts',
    'simple/enumeration-engine.ts',
    'simple/orders.ts',
    'simple/restriction-plan.ts',
    'simple/facet-engine.ts',
  ],
  ...['simple/facets.ts', 'simple/lists.ts', 'simple/required-facets.ts', 'simple/text-keys.ts'],
  ...['simple/union-reading.ts', 'simple/union-writing.ts', 'simple/varieties.ts', 'simple/wrong-value.ts'],
  ...['decode/accessors.ts', 'decode/declared-attributes.ts', 'decode/plain-attributes.ts'],
  ...['decode/decode-derived.ts', 'decode/decode-groups.ts'],
  ...['decode/decode-missing.ts', 'decode/decode-nil.ts', 'decode/decode-record.ts', 'decode/decode-simple.ts'],
  ...['decode/full-decoder.ts', 'decode/full-reading.ts', 'decode/inner-decoder.ts', 'decode/record-strays.ts'],
  ...['decode/other-attributes.ts', 'decode/record-progress.ts', 'decode/recover.ts', 'decode/rpc-struct.ts'],
  ...['decode/scan-fields.ts', 'decode/group-strays.ts', 'decode/strictness.ts', 'decode/zero-values.ts'],
  ...['encode/declared-attributes.ts', 'encode/encode-array.ts', 'encode/encode-derived.ts', 'encode/encode-mixed.ts'],
  ...['encode/encode-octets.ts', 'encode/encode-particles.ts', 'encode/encode-tree.ts', 'encode/fast-groups.ts'],
  ...['encode/fast-record.ts', 'encode/later-content.ts'],
].map((name) => `runtime/src/schema/${name}`);

/** The files that every call over SOAP in a browser needs. */
const clientCore = ['service-client', 'operations-client', 'soap-plan', 'platform'].map(
  (name) => `runtime/src/client/${name}.ts`,
);

/** Files and folders that come in by what a client names, and on Node. */
const clientAnnexes = [
  ...['addressing/', 'data-set/', 'node/', 'schema/soap-encoding/', 'security/', 'server/', 'stream/'],
  ...['client/answer-messages.ts', 'client/deadlines.ts', 'client/extensions.ts', 'client/fault-texts.ts'],
  ...['client/full-excerpts.ts', 'client/http-plan.ts', 'client/masking/masker.ts', 'client/masking/safe-value.ts'],
  ...['client/prefixes.ts', 'client/retry.ts', 'client/shared-cancellation.ts', 'client/soap-headers.ts'],
  ...['client/system-errors.ts', 'client/answer-too-long.ts', 'client/transport-failure.ts'],
  ...['http/byte-collector.ts', 'http/form.ts', 'http/media-type.ts'],
  ...['service/binding-kinds.ts', 'service/message-validator.ts', 'service/namespaces.ts', 'service/translation.ts'],
  ...['soap/attachment-values.ts', 'soap/content-messages.ts', 'soap/declared-faults.ts', 'soap/encoded.ts'],
  ...['soap/envelope-frame.ts', 'soap/envelope-starts.ts', 'soap/header-extensions.ts', 'soap/header.ts'],
  ...['soap/mime.ts', 'soap/packages.ts', 'soap/prefixes.ts', 'soap/roles.ts', 'soap/rpc.ts'],
  ...['soap/write-envelope.ts', 'soap/write-fault.ts', 'soap/xop.ts', 'xml/without-default.ts'],
].map((name) => `runtime/src/${name}`);

/** The files that are loaded with some others; types are not. */
function loadedWith(files: readonly string[]): ReadonlySet<string> {
  const reached = new Set<string>();
  const visit = (file: string): void => {
    if (!reached.has(file)) {
      reached.add(file);
      for (const { kind, typeOnly, to } of importsOf(file)) {
        if (kind === 'file' && !typeOnly) {
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
    const all = [...annexes, ...clientAnnexes];
    const reached = [...loadedWith(clientCore)].filter((file) => all.some((annex) => file.startsWith(annex)));
    expect(reached).toEqual([]);
  });
});
