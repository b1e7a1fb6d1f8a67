import type { BindingKind } from '@wsdl-codegen/runtime';
import type { JsonValue } from '@wsdl-codegen/runtime/schema';
import type { Contract } from '../contract/model.js';
import type { JsonDiagnostic } from '../diagnostics/format.js';
import type { ContractDiff } from '../diff/diff.js';
import type { ChangeLevel } from '../diff/level.js';
import type { TitledDiff } from '../diff/report/text.js';
import type { SampleDocument } from '../documents/sample-documents.js';
import type { PlannedPackage } from '../init/plan.js';
import type { ExchangeEvent } from '../mock/exchange.js';
import type { WrittenDocuments } from '../output/documents.js';
import type { PackageVersion } from './version-step.js';

/**
 * What commands print with `--json`. The schemas in `schemas/commands` are made of these types and their comments (`tests/docs/command-schemas.test.ts`), so that what is written
 * here is read by users. Paths are as the user would write them in the working folder.
 */

/** The results of commands, which are printed with their diagnostics. */
export interface CommandResults {
  init: InitOutput;
  generate: GenerateOutput;
  check: CheckOutput;
  diff: DiffOutput;
  doctor: DoctorOutput;
  wsdl: WsdlOutput;
  pull: PullOutput;
  sample: SampleOutput;
  docs: Partial<FolderOutput>;
  openapi: OpenApiOutput;
  export: ExportOutput;
  validate: ValidateOutput;
  convert: ConvertOutput;
  migrate: MigrateOutput;
}

/** The events of commands that go on running: each is a line. */
export interface CommandEvents {
  mock: MockListeningEvent | MockExchangeEvent | MockReloadedEvent | MockStoppedEvent | DiagnosticsEvent;
  gateway: GatewayListeningEvent | GatewayExchangeEvent | DiagnosticsEvent;
}

/** Results that are printed as they are. */
export interface CommandDocuments {
  inspect: Contract | InspectedPackages;
  completion: CompletionOutput;
}

interface InitOutput {
  /** The config that exists already, and stays as it is. */
  readonly existing?: string | undefined;
  /** The packages of the new config. */
  readonly packages: readonly PlannedPackage[];
  /** Texts of the files that were written or changed, or would be with `--dry-run`, by path. */
  readonly files: Readonly<Record<string, string>>;
}

interface GenerateOutput {
  /** The packages in the order of the config; empty if anything is an error. */
  readonly packages: readonly GeneratedPackage[];
  /** The files of service classes that were begun or completed. */
  readonly skeletons: readonly { readonly path: string; readonly change: 'created' | 'updated' }[];
  /** What the changes of contracts mean for version numbers. */
  readonly verdicts: readonly ContractVerdict[];
  /** The versions that follow contracts, of packages that are not up to date. */
  readonly versions: readonly PackageVersion[];
}

/** What happened to a package, or would happen with `--dry-run`. Files are paths within the folder, sorted. */
interface GeneratedPackage {
  readonly folder: string;
  readonly created: readonly string[];
  readonly changed: readonly string[];
  readonly pruned: readonly string[];
  /** Without the manifest. */
  readonly unchanged: readonly string[];
  /** Number of the warnings when the package was generated, where nothing was read again. */
  readonly warnings?: number;
}

interface CheckOutput {
  /** `unknown` if errors prevent an answer. */
  readonly result: 'same' | 'differs' | 'unknown';
  readonly differences: readonly FileDifference[];
  /** What the changes of contracts mean for version numbers. */
  readonly verdicts: readonly ContractVerdict[];
  /** The versions that follow contracts, of packages that are not up to date. */
  readonly versions: readonly PackageVersion[];
  /** With `--remote`. */
  readonly remote?: RemoteCheck | undefined;
}

/** The verdict on a package whose contract is not what its folder contains. */
export interface ContractVerdict {
  /** Folder of the package, as the user would write it once it is printed. */
  readonly folder: string;
  readonly verdict: ChangeLevel;
}

/** A file that is not as it would be generated. */
export interface FileDifference {
  /** As the user would write it in the working folder. */
  readonly path: string;
  /** `incomplete`: a class lacks methods that codegen does not add to it. */
  readonly kind: 'missing' | 'differs' | 'superfluous' | 'incomplete';
}

/** A descriptor on the disk, compared with the live service. */
export interface RemoteFile {
  /** The file, as the user knows it. */
  readonly file: string;
  /** Address of the service, without secrets. */
  readonly address: string;
  /** Names of its documents that differ from what the service sends now, or are not there. */
  readonly differing: readonly string[];
}

/** The result of a comparison with live services. */
export interface RemoteCheck {
  readonly files: readonly RemoteFile[];
  /** The packages whose contracts would change. */
  readonly drifts: readonly TitledDiff[];
}

interface DiffOutput {
  /** The heaviest of the packages; `unknown` if errors prevent an answer. */
  readonly verdict: ChangeLevel | 'unknown';
  readonly packages: readonly TitledDiff[];
}

interface DoctorOutput {
  readonly result: 'well' | 'wrong';
  /** What is there, a line each. */
  readonly found: readonly string[];
}

interface WsdlOutput extends WrittenDocuments {
  /** The folder of the documents. */
  readonly folder: string;
}

interface PullOutput {
  /** The descriptors that were pulled. */
  readonly descriptors: readonly PulledDescriptor[];
}

interface PulledDescriptor extends WrittenDocuments {
  /** Where it comes from, without credentials. */
  readonly address: string;
  readonly folder: string;
  /** Name of the descriptor's own file in the folder. */
  readonly file?: string | undefined;
  /** The verdict on what changed since the pull before; absent in the first one. */
  readonly verdict?: ChangeLevel;
  readonly changes?: ContractDiff['changes'];
}

interface SampleOutput {
  readonly messages: readonly SampleMessage[];
  /** Empty with `--out`. */
  readonly documents: readonly SampleDocument[];
  /** The files that were written with `--out`. */
  readonly files: readonly string[];
}

/** The messages of an operation over one binding. */
export interface SampleMessage {
  readonly service: string;
  /** Name on the wire. */
  readonly operation: string;
  readonly binding: BindingKind;
  readonly request: {
    readonly method: 'GET' | 'POST';
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
    /** The parameter as JSON. */
    readonly json: JsonValue;
  };
  /** Absent where nothing answers. */
  readonly answer?: {
    readonly status: number;
    readonly body: string;
    /** The result as JSON. */
    readonly json: JsonValue;
  };
}

/** What became of the files of a folder, or would with `--dry-run`. Absent if nothing could be made. */
export interface FolderOutput {
  readonly folder: string;
  readonly created: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Number of the files that stay as they are. */
  readonly unchanged: number;
}

interface OpenApiOutput {
  /** The document of OpenAPI, without `--out`. */
  readonly document?: unknown;
  /** The file, with `--out`. */
  readonly file?: string;
  readonly change?: 'created' | 'changed' | 'unchanged' | undefined;
}

interface ExportOutput extends Partial<FolderOutput> {
  /** Number of the requests. */
  readonly requests?: number;
  /** Names of the variables for credentials, which need values. */
  readonly credentials?: readonly string[];
}

interface ValidateOutput {
  /** Number of the documents that could be checked. */
  readonly documents: number;
  /** Number of those that are not valid. */
  readonly invalid: number;
}

/** One of both, or none if nothing could be written. */
interface ConvertOutput {
  /** The document, without `--out`. */
  readonly text?: string;
  /** The file, with `--out`. */
  readonly file?: string;
}

interface MigrateOutput {
  readonly written: boolean;
  /** The files that change, each as a unified diff. */
  readonly files: readonly { readonly path: string; readonly diff: string }[];
}

/** The contracts of all packages of the config. With errors that keep them from being read there are none. */
interface InspectedPackages {
  readonly packages: readonly { readonly name: string; readonly contract: Contract }[];
  /** Only where nothing could be read; otherwise diagnostics are on standard error. */
  readonly diagnostics?: readonly JsonDiagnostic[];
}

interface CompletionOutput {
  readonly shell: 'bash' | 'zsh' | 'fish';
  readonly script: string;
}

/** Something was found, at the start or when files changed. */
export interface DiagnosticsEvent {
  readonly event: 'diagnostics';
  readonly diagnostics: readonly JsonDiagnostic[];
}

interface MockListeningEvent {
  readonly event: 'listening';
  readonly url: string;
  /** Addresses of the services by their names. */
  readonly addresses: Readonly<Record<string, readonly string[]>>;
  /** Values of placeholders that nobody gave. */
  readonly assumed: Readonly<Record<string, string>>;
}

interface MockExchangeEvent extends ExchangeEvent {
  readonly event: 'exchange';
}

/** With `--watch`: files changed. */
interface MockReloadedEvent {
  readonly event: 'reloaded';
  /** True if the version before is still served. */
  readonly failed: boolean;
}

interface MockStoppedEvent {
  readonly event: 'stopped';
  readonly exchanges: number;
  /** Differences of messages from the contract, with `--strict`. */
  readonly breaches: number;
}

interface GatewayListeningEvent {
  readonly event: 'listening';
  readonly url: string;
  /** Names of the services. */
  readonly services: readonly string[];
  /** Values of placeholders that nobody gave. */
  readonly assumed: Readonly<Record<string, string>>;
}

interface GatewayExchangeEvent {
  readonly event: 'exchange';
  readonly method: string;
  /** The path, without values. */
  readonly url: string;
  /** Absent for what is no operation. */
  readonly operation?: string | undefined;
  readonly status: number;
  readonly milliseconds: number;
}
