import { importsOf } from './imports.js';

/**
 * What reads and writes the messages of nearly all services is the core of the runtime; it is in every bundle. Everything else comes in by
 * what a descriptor or a client names: no part of the core imports it.
 */
const core = ['decode/decode', 'encode/encode', 'construct/prototype', 'plan/plan'].map(
  (name) => `runtime/src/schema/${name}.ts`,
);

/** Files and folders of what is not the core. */
const annexes = [
  ...['content/', 'validate/', 'regex/', 'sample/', 'json-schema/', 'document/', 'soap-encoding/'],
  ...[
    'decode/rpc-struct.ts',
    'decode/accessors.ts',
    'decode/recover.ts',
    'decode/declared-attributes.ts',
    'encode/declared-attributes.ts',
    'plan/attributes.ts',
    'descriptor/wildcard.ts',
    'decode/strictness.ts',
    'context/require-match.ts',
    'decode/inner-decoder.ts',
    'decode/decode-derived.ts',
    'decode/decode-attributes.ts',
    'encode/encode-derived.ts',
    'plan/derived-types.ts',
    'decode/full-reading.ts',
    'decode/full-decoder.ts',
    'decode/decode-record.ts',
    'decode/record-progress.ts',
    'decode/look-alikes.ts',
    'decode/decode-simple.ts',
    'decode/decode-nil.ts',
    'decode/decode-missing.ts',
    'decode/zero-values.ts',
    'lexical/near-forms.ts',
  ],
  ...['decode/decode-groups.ts', 'decode/stray-children.ts', 'encode/encode-particles.ts', 'plan/wildcard-rivals.ts'],
  ...[
    'encode/later.ts',
    'encode/encode-octets.ts',
    'encode/encode-tree.ts',
    'encode/encode-mixed.ts',
    'encode/encode-array.ts',
  ],
  ...['encode/fast-record.ts', 'encode/fast-groups.ts', 'decode/scan-fields.ts', 'plan/scan-places.ts'],
  ...['plan/scan-programs.ts', 'plan/scan-shapes.ts'],
  ...[
    'simple/facet-engine.ts',
    'simple/enumeration-engine.ts',
    'simple/required-facets.ts',
    'plan/simple-derivation.ts',
    'plan/simple-chain.ts',
    'plan/full-element-plan.ts',
    'plan/groups.ts',
    'plan/settled-plan.ts',
    'plan/describe.ts',
    'simple/derived-plan.ts',
    'simple/derived-forms.ts',
    'simple/wrong-value.ts',
    'lexical/fast-collapse.ts',
    'simple/facets.ts',
    'simple/varieties.ts',
    'lexical/alternatives.ts',
    'lexical/dates.ts',
  ],
  'match/',
].map((name) => `runtime/src/schema/${name}`);

/** What every call over SOAP in a browser needs. */
const clientCore = ['service-client', 'operations-client', 'soap-plan', 'platform'].map(
  (name) => `runtime/src/client/${name}.ts`,
);

/** Files and folders of what comes in by what a client names, and on Node. */
const clientAnnexes = [
  ...[
    'client/http-plan.ts',
    'client/extensions.ts',
    'client/retry.ts',
    'client/soap-headers.ts',
    'client/transport-failure.ts',
    'client/shared-cancellation.ts',
    'client/deadlines.ts',
    'client/too-long.ts',
    'addressing/',
    'security/',
    'client/system-errors.ts',
    'client/masking/masker.ts',
    'client/masking/safe-value.ts',
    ...['client/full-excerpts.ts', 'client/answer-messages.ts', 'client/fault-texts.ts', 'client/too-long.ts'],
  ],
  ...[
    'soap/attachment-values.ts',
    'soap/envelope-frame.ts',
    'soap/content-messages.ts',
    'xml/without-default.ts',
    'soap/encoded.ts',
    'soap/rpc.ts',
    'soap/declared-faults.ts',
    'soap/packages.ts',
    'soap/xop.ts',
    'soap/mime.ts',
  ],
  ...['client/prefixes.ts', 'soap/prefixes.ts', 'soap/write-envelope.ts', 'soap/header.ts', 'soap/roles.ts'],
  ...['soap/header-extensions.ts', 'soap/envelope-starts.ts', 'soap/write-fault.ts', 'schema/soap-encoding/'],
  ...['service/translation.ts', 'service/namespaces.ts', 'service/binding-kinds.ts', 'service/message-validator.ts'],
  ...['http/form.ts', 'http/media-type.ts', 'http/byte-collector.ts', 'stream/', 'node/', 'server/', 'data-set/'],
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
