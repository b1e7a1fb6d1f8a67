import type { Audience } from '../diff/change.js';
import type { Plugin } from '../plugins/plugin.js';
import type { ScalarSetting } from '../typescript/names/options.js';

/** The default export of a config file. Paths in it are relative to the folder of the file. */
export interface CodegenConfig {
  /** The packages to generate, each from its own inputs into its own folder. */
  readonly packages: readonly PackageConfig[];
  /** Values for `{name}` placeholders in every package; a package's own win, and `--define` wins over both. */
  readonly placeholders?: Readonly<Record<string, string>>;
  /** Files or folders outside the inputs' own folders that imports in inputs may reach. */
  readonly allowPaths?: readonly string[];
  /** Hosts in private networks that `--allow-remote` may fetch from. */
  readonly allowHosts?: readonly string[];
  /**
   * Where inputs come from, by their paths: an address, or an object with what its service asks for. `codegen pull` refreshes them, and
   * `codegen check --remote` compares them with the services.
   */
  readonly origins?: Readonly<Record<string, string | OriginConfig>>;
  /** Bounds against hostile or runaway inputs. */
  readonly limits?: LimitsConfig;
  /** Plug-ins for every package; they run before a package's own. Not in a config in JSON. */
  readonly plugins?: readonly Plugin[];
  /** How `codegen openapi` and `codegen gateway` offer operations as JSON; options of the command take precedence. */
  readonly openapi?: OpenApiConfig;
  /** Which operations `codegen mcp` offers as tools, and what they do; options of the command take precedence. */
  readonly mcp?: McpConfig;
}

/** Operations as JSON over HTTP. They are named as `OPERATION` or `SERVICE.OPERATION`. */
export interface OpenApiConfig {
  /** Verb, path, or both, by operation: `{ GetOrder: 'GET /orders/{number}' }`. */
  readonly routes?: Readonly<Record<string, string>>;
  /** Operations that change nothing: they are GET. */
  readonly safe?: readonly string[];
  /** Tags in the place of the service, by operation. */
  readonly tags?: Readonly<Record<string, readonly string[]>>;
  /** Statuses of declared faults, by fault; 422 by default. */
  readonly faults?: Readonly<Record<string, number>>;
  /** Title of the document. */
  readonly title?: string;
  /** Version of what the document describes. */
  readonly version?: string;
}

/** Operations as tools of assistants. They are named as `OPERATION` or `SERVICE.OPERATION`. */
export interface McpConfig {
  /** Operations that become tools; all when absent. */
  readonly tools?: readonly string[];
  /** Only operations that `annotations` call read-only. */
  readonly readOnly?: boolean;
  /** What operations do: nothing is called safe by its name. */
  readonly annotations?: Readonly<Record<string, ToolConfig>>;
}

/** What an operation does, for hosts that ask their users. */
export interface ToolConfig {
  /** A name for people. */
  readonly title?: string;
  /** It changes nothing. */
  readonly readOnly?: boolean;
  /** It may destroy what is there. */
  readonly destructive?: boolean;
  /** A second call with the same arguments changes nothing more. */
  readonly idempotent?: boolean;
  /** It reaches beyond the service. */
  readonly openWorld?: boolean;
  /** Text in the place of the contract's documentation. */
  readonly description?: string;
}

/** The service that an input comes from. */
export interface OriginConfig {
  /** Address of the descriptor. */
  readonly url: string;
  /** Header fields. Secrets in them are named: `'Bearer $TOKEN'` is an environment variable, `@FILE` a file. */
  readonly headers?: Readonly<Record<string, string>>;
  /** User of HTTP Basic authentication, as `NAME` or `NAME:$VARIABLE`. */
  readonly user?: string;
  /** File with the certificate of an authority to trust as well, as PEM. */
  readonly ca?: string;
  /** Hosts that documents may name besides that of the address. */
  readonly allowHosts?: readonly string[];
}

/** Limits for reading. */
export interface LimitsConfig {
  /** Size of one document in bytes; 256 MiB by default. */
  readonly maxBytes?: number;
  /** Number of documents; 10,000 by default. */
  readonly maxDocuments?: number;
  /** Depth of nested elements; 500 by default. */
  readonly maxDepth?: number;
}

/** One generated package. */
export interface PackageConfig {
  /** Its npm name: `wallet-api`, `@acme/wallet-api`. */
  readonly name: string;
  /** WSDL, XML Schema, or YAML/JSON service descriptions: paths, or with `--allow-remote` addresses. */
  readonly inputs: readonly string[];
  /** The folder that the package is written to. */
  readonly out: string;
  /** Values for `{name}` placeholders; those without a value become options of the generated clients and servers. */
  readonly placeholders?: Readonly<Record<string, string>>;
  /** Operations to generate, as `SERVICE.OPERATION` or `SERVICE.*`; all when absent. */
  readonly include?: readonly string[];
  /** Operations to leave out, in the same form. */
  readonly exclude?: readonly string[];
  /**
   * Elements that documents have as their root, as `NAME`, or `{namespace}NAME`; `*` for all. A name that only a complex type has stands for documents of this
   * type with a root of any name. Only what the roots can contain is generated. By default the elements that the named schemas declare, without those of schemas that
   * they import; of a WSDL all.
   */
  readonly roots?: readonly string[];
  /** `'client'` or `'server'` leaves out what only the other one needs: servers and published documents, or clients. */
  readonly only?: 'client' | 'server';
  /**
   * Generate nothing if any part of the inputs is wrong. By default, such errors are warnings: what depends on the part
   * is left out or stays open content, and the rest is generated.
   */
  readonly strict?: boolean;
  /**
   * Other TypeScript types for simple types and all that restrict them, by `xs:local` or `{namespace}local`: `'Date'`, `'number'`,
   * or a type of your own. `{ 'xs:dateTime': 'Date', '{urn:shop}Money': { type: 'Money', from: '../money.js', parse: 'parseMoney',
   * format: 'formatMoney' } }`.
   */
  readonly scalars?: Readonly<Record<string, ScalarSetting>>;
  /**
   * `'open'` makes enumerations of texts open: their types are `'A' | 'B' | (string & {})`, and values that a service adds later are read
   * and written. Default `'closed'`.
   */
  readonly enumerations?: 'closed' | 'open';
  /**
   * `'tolerant'` makes required members of types optional in TypeScript, and absent where a document leaves them out. Writing and validation
   * require them as before. Default `'exact'`.
   */
  readonly members?: 'exact' | 'tolerant';
  /**
   * Short names of namespaces by URI, in lower case with hyphens: of their modules, and of the objects that the index exports. A `*` in a
   * URI stands for any characters: `{ 'urn:lists_*.acme.com': 'lists' }` is the same name for every version.
   */
  readonly namespaces?: Readonly<Record<string, string>>;
  /** `'camelCase'` gives all properties names in camel case. Default `'wire'`: the names of elements, attributes, parts and parameters. */
  readonly properties?: 'wire' | 'camelCase';
  /** Keep .NET's `ArrayOfX` types as objects with one property; by default `ArrayOfX` is `X[]`. */
  readonly wrappedArrays?: boolean;
  /** A folder with templates that replace the built-in ones of the same name. */
  readonly templates?: string;
  /** Service classes for the user to fill in; none if absent. */
  readonly skeletons?: SkeletonConfig;
  /** Fields for the generated `package.json`, or `false` for the sources only: no `package.json`, `tsconfig.json` and README. */
  readonly package?: PackageFields | false;
  /**
   * Whether the output contains JavaScript with declarations, so that it can be imported without a build: as ES modules and
   * as CommonJS, in `js/`. Default: true, and false with `package: false`.
   */
  readonly compiled?: boolean;
  /**
   * How sources without a package (`package: false`) import each other: `'js'` as compilers want it that write JavaScript (default),
   * `'ts'` as programs do that only strip types, `'none'` as older compilers and some bundlers want it.
   */
  readonly importExtension?: 'js' | 'ts' | 'none';
  /** Plug-ins, in the order in which they run. Not in a config in JSON. */
  readonly plugins?: readonly Plugin[];
}

/** Where service skeletons go. */
export interface SkeletonConfig {
  /** One file a service is made here once, and only extended afterwards. */
  readonly dir: string;
  /** Module specifier from which they import the package; by default its name, or its sources when it has no `package.json`. */
  readonly importFrom?: string;
}

/** A repository, as `package.json` says it. */
export interface RepositoryConfig {
  /** The version control system; `git` when absent. */
  readonly type?: string;
  /** Its address, or a short form such as `github:owner/name`. */
  readonly url: string;
  /** Folder of the package within the repository. */
  readonly directory?: string;
}

/** The user's settings for the generated `package.json`. */
export interface PackageFields {
  /**
   * The repository that the package is developed in, or `false` for none. Default: that of the nearest `package.json` above the output folder, with the folder of the
   * package in it.
   */
  readonly repository?: string | RepositoryConfig | false;
  /** Version of the generated package, or with `versioning` the least version; 0.1.0 when absent. */
  readonly version?: string;
  /**
   * Raise the version by the verdict of `codegen diff` on what changed since the last release, and write the changes to CHANGELOG.md.
   * `true` for the defaults.
   */
  readonly versioning?: boolean | VersioningConfig;
}

/** How the version of a package follows its contract. */
export interface VersioningConfig {
  /** `false` writes no CHANGELOG.md. */
  readonly changelog?: boolean;
  /** The audiences whose breaks raise the major version: `callers` and `oldClients` when absent; of schemas without operations `readers` and `writers`. */
  readonly for?: readonly Audience[];
  /** Count what breaks only readers that refuse the undeclared, too. */
  readonly strict?: boolean;
}

/** The config itself: for its types, in a config file. */
export function defineConfig(config: CodegenConfig): CodegenConfig {
  return config;
}
