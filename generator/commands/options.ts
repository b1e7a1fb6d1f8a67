import type { BindingKind } from '@wsdl-codegen/runtime';
import type { JsonMembers } from '@wsdl-codegen/runtime/json';
import type { NamedInputs } from '../config/config-inputs.js';
import type { JobOptions } from '../config/jobs.js';
import type { Audience } from '../diff/change.js';
import type { ChangeLevel } from '../diff/level.js';
import type { ProjectTemplate } from '../init/template/template.js';
import type { InputOptions } from './called-services.js';
import type { SchemaOptions } from './document-schemas.js';
import type { HttpOptions } from './http-options.js';
import type { CiService } from './init-ci.js';
import type { PackageManager } from './project.js';
import type { ReportOptions } from './report.js';

/** Options of commands that write files. */
interface WritingOptions extends ReportOptions {
  readonly dryRun?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

/** Options of commands that compile packages. */
interface PackageOptions extends JobOptions, HttpOptions, ReportOptions {
  /** The revision of git that was released, as `git:REVISION`. */
  readonly since?: string;
  readonly allowRemote?: boolean;
  /** Compile also the packages of which the manifest says that they are up to date. */
  readonly full?: boolean;
  readonly json?: boolean;
}

/** Options of commands that read contracts: those of the inputs, or of the config. */
interface ContractOptions extends HttpOptions, ReportOptions {
  readonly inputs: readonly string[];
  readonly config?: string;
  readonly define?: readonly string[];
  readonly allowRemote?: boolean;
  readonly json?: boolean;
}

/** Options of `codegen generate`. */
export interface GenerateCommandOptions extends PackageOptions, WritingOptions {
  readonly watch?: boolean;
}

/** Options of `codegen check`. */
export interface CheckCommandOptions extends PackageOptions {
  /** Compare inputs that have an origin with the live services as well. */
  readonly remote?: boolean;
  /** Hosts that documents of services may be on. */
  readonly allowHost?: readonly string[];
}

/** Options of `codegen inspect`. */
export type InspectCommandOptions = ContractOptions;

/** Options of `codegen openapi`. */
export interface OpenApiCommandOptions extends Omit<InputOptions, 'input' | 'operation'> {
  readonly inputs: readonly string[];
  /** File for the document; standard output by default. */
  readonly out?: string;
  /** Compare the file with what would be written. */
  readonly check?: boolean;
  readonly title?: string;
  readonly apiVersion?: string;
  readonly server?: readonly string[];
  readonly safe?: readonly string[];
  /** `OPERATION=VERB /path` */
  readonly route?: readonly string[];
  /** `OPERATION=TAG` */
  readonly tag?: readonly string[];
  /** `FAULT=STATUS` */
  readonly fault?: readonly string[];
  /** False with `--no-header-blocks`. */
  readonly headerBlocks?: boolean;
  /** How members of JSON are called: as on the wire by default. */
  readonly members?: JsonMembers;
  /** False with `--no-examples`. */
  readonly examples?: boolean;
  readonly json?: boolean;
}

/** Options of `codegen doctor`. */
export type DoctorCommandOptions = Omit<ContractOptions, 'inputs'> & Pick<JobOptions, 'allowPath'>;

/** Options of `codegen export`. */
export interface ExportCommandOptions extends WritingOptions, Omit<InputOptions, 'input' | 'operation'> {
  readonly format: 'bruno' | 'postman' | 'insomnia' | 'http' | 'k6';
  readonly inputs: readonly string[];
  /** Folder for the files. */
  readonly out: string;
  /** Write nothing; exit code 1 if the folder is not as it would be written. */
  readonly check?: boolean;
  /** Name of the collection: the names of the services by default. */
  readonly title?: string;
  /** Default all. */
  readonly binding?: BindingKind;
  /** What the header of HTTP says who calls: nothing by default. */
  readonly auth?: 'basic' | 'bearer';
  /** Another number gives other values. */
  readonly seed?: number;
}

/** Options of `codegen migrate`. */
export interface MigrateCommandOptions {
  readonly files: readonly string[];
  /** npm name of the generated package. */
  readonly package: string;
  /** Write what is only shown without it. */
  readonly write?: boolean;
  /** Name of the service of clients for which it is not clear. */
  readonly service?: string;
  readonly config?: string;
  /** Placeholders that clients get as options. */
  readonly define?: readonly string[];
  readonly allowRemote?: boolean;
  readonly allowPath?: readonly string[];
  readonly json?: boolean;
}

/** Options of `codegen validate`. */
export interface ValidateCommandOptions extends ReportOptions, SchemaOptions {
  /** Files, folders, patterns, and `-` for standard input. */
  readonly files: readonly string[];
  readonly json?: boolean;
  /** Print the findings as SARIF. */
  readonly sarif?: boolean;
}

/** Options of `codegen convert`. */
export interface ConvertCommandOptions extends ReportOptions, SchemaOptions {
  /** A file, or `-` for standard input. */
  readonly file: string;
  readonly to: 'json' | 'xml';
  /** The root element, where JSON is its value alone. */
  readonly root?: string;
  /** File for the result; standard output by default. */
  readonly out?: string;
  /** Spaces of indentation a level. */
  readonly indent?: number;
  readonly json?: boolean;
}

/** Options of `codegen wsdl`. */
export interface WsdlCommandOptions extends WritingOptions {
  readonly inputs: readonly string[];
  readonly out: string;
}

/** Options of `codegen diff`. */
export interface DiffCommandOptions extends JobOptions, HttpOptions {
  /** The old version; what is checked in by default. */
  readonly old?: string;
  /** The new version; what the inputs say now by default. */
  readonly new?: string;
  readonly json?: boolean;
  readonly format?: 'text' | 'markdown' | 'json' | 'github' | 'html';
  readonly failOn?: Exclude<ChangeLevel, 'none'>;
  readonly for?: readonly (Audience | 'all')[];
  readonly allowRemote?: boolean;
}

/** Options of `codegen review`. */
export interface ReviewCommandOptions extends Omit<DiffCommandOptions, 'old' | 'new' | 'json' | 'format'> {
  /** A revision; the work is compared with where it left that, or the main branch. */
  readonly base?: string;
  /** File for the page or the comment. */
  readonly out?: string;
  /** A comment in Markdown, in the place of the page. */
  readonly markdown?: boolean;
}

/** Options of `codegen docs`. */
export interface DocsCommandOptions extends ContractOptions, WritingOptions {
  readonly out: string;
  /** Title of the first page. */
  readonly title?: string;
  /** npm name of the package in samples of client code. */
  readonly name?: string;
  /** False to leave out sample messages. */
  readonly samples?: boolean;
  readonly allowPath?: readonly string[];
  readonly watch?: boolean;
}

/** Options of `codegen pull`. */
export interface PullCommandOptions extends HttpOptions, WritingOptions {
  /** Config file; without arguments its origins are pulled. */
  readonly config?: string;
  /** An address, or with `update` a folder. */
  readonly source?: string;
  /** Folder that the documents are written to. */
  readonly dir?: string;
  /** Name of the descriptor's own file. */
  readonly name?: string;
  /** Refresh what was pulled before. */
  readonly update?: boolean;
  /** Hosts besides that of the address. */
  readonly allowHost?: readonly string[];
}

/** Options of `codegen mock`. */
export interface MockCommandOptions extends ContractOptions {
  /** 8080 by default. */
  readonly port?: number;
  readonly host?: string;
  readonly rules?: string;
  /** Address of a live service, whose exchanges are kept in `recordings`. */
  readonly record?: string;
  readonly recordings?: string;
  /** Folder with recordings that answer. */
  readonly replay?: string;
  readonly cors?: boolean;
  readonly watch?: boolean;
  readonly seed?: number;
  readonly strict?: boolean;
}

/** What says where the services are that a command stands in front of. */
export interface ReachOptions extends ContractOptions {
  /** Where the service is: the whole address of one service, or what the paths of several begin with. */
  readonly address?: string;
  /** Answer as `codegen mock` does, in the place of the service. */
  readonly mock?: boolean;
  readonly doors?: NamedInputs['doors'];
}

/** Options of `codegen gateway`. */
export interface GatewayCommandOptions extends ReachOptions {
  /** 8080 by default. */
  readonly port?: number;
  readonly host?: string;
  /** Operations that change nothing: they are GET. */
  readonly safe?: readonly string[];
  /** How members of JSON are called: as on the wire by default. */
  readonly members?: JsonMembers;
  /** Pass on answers that break rules of the schema. */
  readonly lenient?: boolean;
  readonly cors?: boolean;
}

/** Options of `codegen mcp`. */
export interface McpCommandOptions extends ReachOptions {
  /** Operations that become tools. Default all. */
  readonly tool?: readonly string[];
  /** Only operations that the table calls read-only. */
  readonly readOnly?: boolean;
  /** File with what operations do, as JSON. */
  readonly annotations?: string;
  /** `name=value` of declared SOAP header blocks. */
  readonly headerBlock?: readonly string[];
  /** How members of JSON are called: as on the wire by default. */
  readonly members?: JsonMembers;
  /** Serve over HTTP in the place of the standard input and output. */
  readonly http?: boolean;
  /** 8931 by default. */
  readonly port?: number;
  readonly host?: string;
}

/** Options of `codegen init`. */
export interface InitCommandOptions extends HttpOptions, ReportOptions {
  /** Files, folders and addresses. */
  readonly inputs: readonly string[];
  readonly name?: string;
  /** Folder that the folders of packages are in. */
  readonly out?: string;
  readonly only?: 'client' | 'server';
  readonly skeletons?: string;
  readonly separate?: boolean;
  /** Ask nothing. */
  readonly yes?: boolean;
  /** Begin a project from a template. */
  readonly template?: ProjectTemplate;
  /** Of a template. */
  readonly language?: 'ts' | 'js';
  /** What the next steps name; that of the project around by default. */
  readonly packageManager?: PackageManager;
  /** Folder for what is pulled from addresses. */
  readonly pullInto?: string;
  /** The service whose workflow that reviews pull requests is written. */
  readonly ci?: CiService;
  /** Write the skill for coding agents. */
  readonly agents?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Options of `codegen call`. */
export interface CallCommandOptions extends InputOptions {
  /** `name=value`, or `-` for JSON on standard input. */
  readonly values: readonly string[];
  /** File with the input as JSON, or `-`. */
  readonly json?: string;
  readonly binding?: BindingKind;
  readonly port?: string;
  readonly address?: string;
  /** Seconds. */
  readonly timeout?: number;
  /** `name=value` of declared SOAP header blocks. */
  readonly headerBlock?: readonly string[];
  readonly curl?: boolean;
  readonly dryRun?: boolean;
  readonly raw?: boolean;
  readonly verbose?: boolean;
  /** Check the input against facets and occurrence. Default true. */
  readonly validate?: boolean;
  /** File with the certificate of the service, whose signatures are checked. */
  readonly peer?: string;
}

/** Options of `codegen sample`. */
export interface SampleCommandOptions extends InputOptions {
  readonly binding?: BindingKind;
  readonly address?: string;
  readonly seed?: number;
  /** Documents of each root. */
  readonly count?: number;
  /** Folder for documents, as files. */
  readonly out?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}
