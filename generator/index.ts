import type { CallOperationOptions, CallResult } from './calls/call.js';
import type { ListedOperation } from './calls/operations.js';
import type { SampleMessages, SampleMessagesOptions } from './calls/sample.js';
import type { Contract } from './contract/model.js';
import type { Diagnostic } from './diagnostics/diagnostic.js';
import type { DiffOptions } from './diff/collect/recorder.js';
import type { ContractDiff } from './diff/diff.js';
import type { ChangeLevel } from './diff/level.js';
import type { InitOptions, InitResult } from './init/init.js';
import type { LibraryOptions } from './library-options.js';
import type { DescriptorOptions, NamedDescriptors } from './memory/descriptors.js';
import type { MockContractOptions } from './mock/mock-contract.js';
import type { RecordOptions } from './mock/record-exchanges.js';
import type { ReplayOptions } from './mock/replay-exchanges.js';
import type { StartedMock } from './mock/serve.js';
import type { DocumentOptions } from './pages/document-contract.js';
import type { GenerateResult } from './programmatic.js';
import type { GenerateOptions, ReadOptions } from './programmatic-options.js';
import type { PullOptions, PullResult } from './pull/pull.js';

/**
 * The programmatic interface. Nothing heavy is loaded before it is called, so that a config file, which imports
 * `defineConfig` from here, costs nothing. Options that do not exist, or are of another kind than their types say, are diagnostics of `readContract` and `generate`; the other
 * functions reject with `TypeError`.
 */

export type { FaultJson as CallFault } from '@wsdl-codegen/runtime/json';
export type { CallOperationOptions, CallResult } from './calls/call.js';
export type { ListedOperation } from './calls/operations.js';
export type { OperationParameter } from './calls/parameters.js';
export type { SampleMessages, SampleMessagesOptions } from './calls/sample.js';
export type {
  CodegenConfig,
  LimitsConfig,
  McpConfig,
  OpenApiConfig,
  OriginConfig,
  PackageConfig,
  PackageFields,
  SkeletonConfig,
  ToolConfig,
  VersioningConfig,
} from './config/types.js';
export { defineConfig } from './config/types.js';
export type * from './contract/model.js';
export type { Diagnostic, DiagnosticNote, Severity, Span } from './diagnostics/diagnostic.js';
export type { ChangeCode } from './diff/catalogue.js';
export type { Audience, ContractChange, Effect, Effects } from './diff/change.js';
export type { DiffOptions } from './diff/collect/recorder.js';
export type { ContractDiff } from './diff/diff.js';
export type { ChangeLevel } from './diff/level.js';
export type { NameOptions } from './diff/names.js';
export type { EmitContext, EmitterFile, ServedDocument } from './emit/emitter.js';
export type { InitChoices, InitOptions, InitProposal, InitResult } from './init/init.js';
export type { PackageChoices, PlannedPackage } from './init/plan.js';
export type { Describe } from './memory/descriptions.js';
export type { DescriptorOptions, Descriptors, NamedDescriptors } from './memory/descriptors.js';
export type { Breach, ExchangeEvent } from './mock/exchange.js';
export type { MockContractOptions } from './mock/mock-contract.js';
export type { RecordOptions } from './mock/record-exchanges.js';
export type { ReplayOptions } from './mock/replay-exchanges.js';
export type { RunningMock, StartedMock } from './mock/serve.js';
export type { DocumentOptions } from './pages/document-contract.js';
export type { ContractContext, DescribedDescriptors, Plugin, PluginEmitContext } from './plugins/plugin.js';
export { definePlugin, pluginApiVersion } from './plugins/plugin.js';
export type { GenerateResult } from './programmatic.js';
export type { GenerateOptions, ReadOptions } from './programmatic-options.js';
export type { PullOptions, PullResult } from './pull/pull.js';
export type { HttpAccess, TlsAccess } from './source/http-access.js';
export type {
  EnumMemberToName,
  MethodToName,
  NameRule,
  NamespaceToName,
  NamingStrategy,
  ServiceToName,
  TypeToName,
} from './typescript/names/naming.js';
export type { ImportedScalar, ScalarSetting } from './typescript/names/options.js';
export type { BoundPackage } from './typescript/services/bound-package.js';

/** Throws `TypeError` for options that a function does not have, and for values of another kind. */
async function check<Name extends keyof LibraryOptions>(name: Name, options: LibraryOptions[Name]): Promise<void> {
  const { requireOptions } = await import('./library-options.js');
  requireOptions(name, options);
}

/** Reads inputs and everything they import. Mistakes in them are diagnostics; the contract contains the valid parts. */
export async function readContract(
  options: ReadOptions,
): Promise<{ readonly contract: Contract; readonly diagnostics: readonly Diagnostic[] }> {
  const programmatic = await import('./programmatic.js');
  return programmatic.readContract(options);
}

/** What can be called: the operations of a contract with their bindings and parameters. */
export async function listOperations(contract: Contract): Promise<readonly ListedOperation[]> {
  const [operations, memory] = await Promise.all([import('./calls/operations.js'), import('./memory/descriptors.js')]);
  return operations.listedOperations(memory.descriptorsOf(contract).services);
}

/**
 * Calls an operation of a contract once, with JSON in and out: the function behind `codegen call`. Mistakes in the arguments and failures are
 * diagnostics.
 *
 * @param operation `OPERATION` or `SERVICE.OPERATION`.
 * @throws TypeError when a scalar mapping names a module that `modules` lacks.
 */
export async function callOperation(
  contract: Contract,
  operation: string,
  options: CallOperationOptions = {},
): Promise<CallResult> {
  await check('callOperation', options);
  const call = await import('./calls/call.js');
  return call.callOperation(contract, operation, options);
}

/**
 * Makes valid messages of a contract's operations in each binding, the same ones every time: the function behind `codegen sample`.
 *
 * @throws TypeError when a scalar mapping names a module that `modules` lacks.
 */
export async function sampleMessages(
  contract: Contract,
  options: SampleMessagesOptions = {},
): Promise<{ readonly messages: readonly SampleMessages[]; readonly diagnostics: readonly Diagnostic[] }> {
  await check('sampleMessages', options);
  const sample = await import('./calls/sample.js');
  return sample.sampleMessages(contract, options);
}

/**
 * The changes from one contract to another: what they are, whom they break, and the version number that follows. The function
 * behind `codegen diff`.
 */
export async function diffContracts(old: Contract, now: Contract, options: DiffOptions = {}): Promise<ContractDiff> {
  await check('diffContracts', options);
  const diff = await import('./diff/diff.js');
  return diff.diffContracts(old, now, options);
}

/**
 * The version after a change, in the sense of Semantic Versioning 2.0: below 1.0.0 a major change raises the minor number and every other
 * change the patch number, and a prerelease of a version that is heavy enough gets the next number.
 *
 * @throws TypeError when `version` is not such a version.
 */
export async function nextVersion(version: string, level: ChangeLevel): Promise<string> {
  const versions = await import('./diff/next-version.js');
  return versions.nextVersion(version, level);
}

/** The entry of a change log for a version, as Markdown: the changes, the heaviest first, with those whom each concerns. */
export async function changelogEntry(diff: Pick<ContractDiff, 'changes'>, version: string): Promise<string> {
  const changelog = await import('./diff/report/changelog.js');
  return changelog.changelogEntry(diff, version);
}

/**
 * Begins a config for the descriptors of a project, with scripts and ignore patterns that go with it, and writes it when `write` is
 * set. The function behind `codegen init`. Nothing is written if anything is an error.
 */
export async function initProject(options: InitOptions = {}): Promise<InitResult> {
  await check('initProject', options);
  const init = await import('./init/init.js');
  return init.initProject(options);
}

/**
 * Fetches a descriptor and all that it imports or includes, and writes them as files that refer to each other when `write` is set.
 * The function behind `codegen pull`. Nothing is written if anything is an error.
 */
export async function pullDescriptor(options: PullOptions): Promise<PullResult> {
  await check('pullDescriptor', options);
  const pull = await import('./pull/pull.js');
  return pull.pullDescriptor(options);
}

/**
 * Generates a package in memory, and on the disk when `write` is set.
 *
 * @throws TypeError when `write` is set without `out`.
 */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  const programmatic = await import('./programmatic.js');
  return programmatic.generate(options);
}

/**
 * Makes the descriptors of a contract in memory: those of the package that would be generated, without generating it. They
 * work with `parseXml`, `formatXml`, `validate`, clients and servers of `@wsdl-codegen/runtime`.
 *
 * @throws TypeError when a scalar mapping names a module that `modules` lacks.
 */
export async function descriptorsOf(contract: Contract, options: DescriptorOptions = {}): Promise<NamedDescriptors> {
  await check('descriptorsOf', options);
  const memory = await import('./memory/descriptors.js');
  return memory.descriptorsOf(contract, options);
}

/**
 * Serves a contract with valid answers, and rules from a file: the function behind `codegen mock`. Mistakes in the inputs and the rules are
 * diagnostics; with an error among them nothing is served.
 */
export async function mockContract(options: MockContractOptions): Promise<StartedMock> {
  await check('mockContract', options);
  const mock = await import('./mock/mock-contract.js');
  return mock.mockContract(options);
}

/** Passes requests on to a live service, and keeps the exchanges in a folder, without credentials: the function behind `codegen mock --record`. */
export async function recordExchanges(options: RecordOptions): Promise<StartedMock> {
  await check('recordExchanges', options);
  const record = await import('./mock/record-exchanges.js');
  return record.recordExchanges(options);
}

/** Answers from the exchanges in a folder: the function behind `codegen mock --replay`. */
export async function replayExchanges(options: ReplayOptions): Promise<StartedMock> {
  await check('replayExchanges', options);
  const replay = await import('./mock/replay-exchanges.js');
  return replay.replayExchanges(options);
}

/**
 * Makes static pages of a contract: services, operations with samples, types with their uses and pictures, and a search. They need no
 * server and load nothing from elsewhere. The function behind `codegen docs`.
 *
 * @returns Texts by path, sorted; `index.html` is the first page.
 */
export async function documentContract(
  contract: Contract,
  options: DocumentOptions = {},
): Promise<ReadonlyMap<string, string>> {
  await check('documentContract', options);
  const pages = await import('./pages/document-contract.js');
  return pages.documentContract(contract, options);
}

/**
 * The changes from one contract to another as a page of HTML, with both sides next to each other: `codegen diff --format html`. It needs no
 * other file.
 *
 * @param title Name of what is compared. Default: `Contract`.
 */
export async function documentDiff(
  old: Contract,
  now: Contract,
  given: DiffOptions & { readonly title?: string } = {},
): Promise<string> {
  await check('documentDiff', given);
  const { title = 'Contract', ...options } = given;
  const [{ diffContracts: compare }, { diffPage }] = await Promise.all([
    import('./diff/diff.js'),
    import('./pages/diff-page.js'),
  ]);
  return diffPage([{ diff: { title, ...compare(old, now, options) }, old, now }]);
}
export type {
  AlgorithmSuite,
  BindingToken,
  ElementPath,
  MessageElements,
  MessageParts,
  OtherAssertion,
  PolicyAlternative,
  PolicyAlternatives,
  PolicyAssertion,
  PolicyElement,
  SecurityBinding,
  SecurityProtocolOptions,
  SecurityToken,
  SupportingTokens,
} from './wsdl/policy-model.js';
