import type { CallOperationOptions } from './calls/call.js';
import type { SampleMessagesOptions } from './calls/sample.js';
import {
  checkValue,
  dictionaryOf,
  filledText,
  listOf,
  objectOf,
  oneOf,
  type Settings,
  simple,
  text,
  type ValueKind,
} from './config/check-value.js';
import { flag, packageSettings, placeholders, readingSettings } from './config/package-settings.js';
import { beginningOf } from './config/places.js';
import { audiences } from './diff/change.js';
import type { DiffOptions } from './diff/collect/recorder.js';
import type { NameOptions } from './diff/names.js';
import type { InitOptions } from './init/init.js';
import type { DescriptorOptions } from './memory/descriptors.js';
import type { MockContractOptions } from './mock/mock-contract.js';
import type { RecordOptions } from './mock/record-exchanges.js';
import type { ReplayOptions } from './mock/replay-exchanges.js';
import type { ServeOptions } from './mock/serve.js';
import type { DocumentOptions } from './pages/document-contract.js';
import type { PullOptions } from './pull/pull.js';
import type { HttpAccess, TlsAccess } from './source/http-access.js';

/**
 * The options of the functions of the programmatic interface that have no config of their own, and what each of them has to be: for callers in JavaScript, since the
 * compiler checks those of TypeScript.
 */
export interface LibraryOptions {
  readonly callOperation: CallOperationOptions;
  readonly sampleMessages: SampleMessagesOptions;
  readonly diffContracts: DiffOptions;
  readonly documentDiff: DiffOptions & { readonly title?: string };
  readonly initProject: InitOptions;
  readonly pullDescriptor: PullOptions;
  readonly descriptorsOf: DescriptorOptions;
  readonly mockContract: MockContractOptions;
  readonly recordExchanges: RecordOptions;
  readonly replayExchanges: ReplayOptions;
  readonly documentContract: DocumentOptions;
}

const number = simple('a number', (v): v is number => typeof v === 'number', undefined);
const texts = listOf(text, 'an array of strings');
const binding = oneOf('soap11', 'soap12', 'httpPost', 'httpGet');

/** Values that are of a type as far as a test tells. */
function like<T>(expected: string, test: (value: unknown) => boolean): ValueKind<T> {
  return simple(expected, (value): value is T => test(value), undefined);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function anything<T>(): ValueKind<T> {
  return like('anything', () => true);
}

function object<T>(expected = 'an object'): ValueKind<T> {
  return like(expected, isObject);
}

function callback<T>(): ValueKind<T> {
  return like('a function', (value) => typeof value === 'function');
}

const bytes: ValueKind<Uint8Array> = like('an array of bytes', ArrayBuffer.isView);

const { scalars, enumerations, members, namespaces, properties, wrappedArrays } = packageSettings;
const descriptors: Settings<DescriptorOptions> = { scalars, enumerations, members, modules: { kind: object() } };

const naming: Settings<Omit<NameOptions, 'scalars' | 'naming'>> = {
  enumerations,
  members,
  namespaces,
  properties,
  wrappedArrays,
  namespaceOrder: { kind: texts },
};

const diff: Settings<DiffOptions> = {
  oldPositions: { kind: object('a map of positions') },
  newPositions: { kind: object('a map of positions') },
  names: { kind: objectOf<NameOptions>({ ...naming, scalars, naming: { kind: object('an array of rules') } }) },
  audiences: { kind: listOf(oneOf(...audiences), 'an array of audiences') },
  strict: { kind: flag },
};

const access: Settings<Omit<HttpAccess, 'addresses'>> = {
  headers: { kind: like('an array of pairs of name and value', Array.isArray) },
  user: { kind: objectOf({ name: { kind: text, required: true }, password: { kind: text, required: true } }) },
  tls: {
    kind: objectOf<TlsAccess>({
      cert: { kind: bytes },
      key: { kind: bytes },
      pfx: { kind: bytes },
      passphrase: { kind: text },
      ca: { kind: bytes },
    }),
  },
  proxies: {
    kind: objectOf<NonNullable<HttpAccess['proxies']>>({
      http: { kind: text },
      https: { kind: text },
      except: { kind: text },
      loopback: { kind: flag },
    }),
  },
  timeout: { kind: number },
};

const served: Settings<ServeOptions> = {
  inputs: packageSettings.inputs,
  define: { kind: texts },
  allowRemote: { kind: flag },
  workingFolder: { kind: filledText },
  port: { kind: number, required: true },
  host: { kind: filledText },
  strict: { kind: flag },
  cors: { kind: flag },
  onExchange: { kind: callback() },
};

const settings: { readonly [Name in keyof LibraryOptions]: Settings<LibraryOptions[Name]> } = {
  callOperation: {
    ...descriptors,
    json: { kind: anything() },
    binding: { kind: binding },
    port: { kind: text },
    address: { kind: text },
    placeholders: { kind: placeholders },
    headers: { kind: dictionaryOf(text, 'an object of header fields') },
    headerBlocks: { kind: object() },
    security: { kind: anything() },
    timeoutMs: { kind: number },
    validate: { kind: flag },
    transport: { kind: callback() },
  },
  sampleMessages: {
    ...descriptors,
    operation: { kind: text },
    bindings: { kind: listOf(binding, 'an array of bindings') },
    seed: { kind: number },
    placeholders: { kind: placeholders },
    address: { kind: text },
  },
  diffContracts: diff,
  documentDiff: { ...diff, title: { kind: text } },
  initProject: {
    inputs: { kind: texts },
    workingFolder: { kind: filledText },
    write: { kind: flag },
    choose: { kind: callback() },
    name: { kind: packageSettings.name.kind },
    out: { kind: packageSettings.out.kind },
    separate: { kind: flag },
    only: packageSettings.only,
    skeletons: { kind: filledText },
  },
  pullDescriptor: {
    ...access,
    address: { kind: text, required: true },
    out: { kind: filledText, required: true },
    file: { kind: filledText },
    workingFolder: { kind: filledText },
    allowHosts: readingSettings.allowHosts,
    limits: readingSettings.limits,
    write: { kind: flag },
    force: { kind: flag },
  },
  descriptorsOf: descriptors,
  mockContract: { ...served, rules: { kind: filledText }, seed: { kind: number } },
  recordExchanges: {
    ...served,
    upstream: { kind: text, required: true },
    recordings: { kind: filledText, required: true },
    access: { kind: objectOf(access) },
  },
  replayExchanges: { ...served, recordings: { kind: filledText, required: true } },
  documentContract: {
    ...naming,
    title: { kind: text },
    packageName: { kind: text },
    samples: { kind: flag },
  },
};

/** Throws `TypeError` for options that a function does not have, that it needs and does not get, and for values of another kind. */
export function requireOptions(name: keyof LibraryOptions, options: unknown): void {
  const kind: ValueKind<object> = objectOf<object>(settings[name]);
  const [, [problem]] = checkValue(kind, options, 'the argument', beginningOf(''));
  if (problem !== undefined) {
    const { message, help } = problem;
    throw new TypeError(`${name}: ${message} ${help.charAt(0).toUpperCase()}${help.slice(1)}`);
  }
}
