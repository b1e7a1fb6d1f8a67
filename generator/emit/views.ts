/**
 * The data for templates. Each template names its view in its first line. Views are an interface for users, who may override
 * any template by name: properties are added, never renamed or removed, within a major version.
 *
 * - A property ending in `Text`, or described as code, is finished TypeScript and safe to print as it is.
 * - Names (`name`, `client`…) are TypeScript identifiers.
 * - Everything else comes from the input and goes through a helper: `{{quote x}}`, `{{json x}}`, `{{markdown x}}`,
 *   `{{code x}}`.
 * - `comment` is an array of finished lines of a JSDoc comment, empty if there is no comment.
 * - An absent value is `null`, never undefined; reading a property that a view does not have is an error.
 */
export interface FileView {
  /** Lines of the comment at the top of the file. */
  readonly header: readonly string[];
}

/** An import statement. */
export interface ImportView {
  readonly typeOnly: boolean;
  /** Code: `{ a, type B }` or `* as t`. */
  readonly clause: string;
  /** Code: the quoted module specifier. */
  readonly from: string;
}

/** View of `types.ts`: the types of one namespace. */
export interface TypesView extends FileView {
  readonly imports: readonly ImportView[];
  readonly declarations: readonly DeclarationView[];
}

/** A declaration; exactly one of the three is not null. */
export interface DeclarationView {
  readonly name: string;
  readonly comment: readonly string[];
  readonly interface: InterfaceView | null;
  readonly alias: AliasView | null;
  readonly enumeration: EnumerationView | null;
}

/** An interface with its properties. */
export interface InterfaceView {
  /** Code, or null. */
  readonly extendsText: string | null;
  readonly members: readonly MemberView[];
}

/** A type under a name. */
export interface AliasView {
  /** Code. Starts with a line break if the line would be long. */
  readonly typeText: string;
}

/** The values of an enumeration, as an object and as a type. */
export interface EnumerationView {
  /** True if texts that are not listed are values, too. */
  readonly open: boolean;
  /** Code: the type of the values. Starts with a line break if the line would be long. */
  readonly typeText: string;
  readonly values: readonly EnumerationValueView[];
}

/** A value of an enumeration. */
export interface EnumerationValueView {
  readonly comment: readonly string[];
  /** Code: the property name. */
  readonly key: string;
  /** The value itself. */
  readonly value: string;
}

/** A property of an interface. */
export interface MemberView {
  readonly comment: readonly string[];
  /** Code: the property name. */
  readonly key: string;
  readonly optional: boolean;
  /** Code. */
  readonly typeText: string;
}

/** View of `schema.ts`: the descriptors of one namespace. */
export interface SchemaView extends FileView {
  /** Whether the file begins with `// @ts-nocheck`: it is data, made by our own templates of our own modules alone. */
  readonly unchecked: boolean;
  readonly imports: readonly ImportView[];
  /** Constants for namespaces. */
  readonly namespaces: readonly NamespaceView[];
  readonly constants: readonly ConstantView[];
}

/** View of `schema-index.ts`: the `schema.ts` of a namespace with so many descriptors that they are in several files. */
export interface SchemaIndexView extends FileView {
  /** Code: the quoted module specifiers of the files. */
  readonly parts: readonly string[];
}

/** A constant for a namespace. */
export interface NamespaceView {
  readonly name: string;
  readonly uri: string;
}

/** A constant with its type. */
export interface ConstantView {
  readonly name: string;
  /** Code. */
  readonly typeText: string;
  /** Code. */
  readonly valueText: string;
}

/** View of `elements.ts`: the roots of documents, and the elements among them by expanded name. */
export interface ElementsView extends FileView {
  /** As of `schema.ts`. */
  readonly unchecked: boolean;
  readonly imports: readonly ImportView[];
  readonly roots: readonly RootView[];
  /** Prefixes for documents as keys of an object, and the namespaces that they stand for. */
  readonly prefixes: readonly { readonly key: string; readonly namespace: string }[];
  /** The names of the runtime's types and functions. */
  readonly ElementRoot: string;
  readonly elementRoot: string;
  readonly TypeRoot: string;
  readonly typeRoot: string;
}

/** A root of documents. */
export interface RootView {
  readonly isElement: boolean;
  /** Expanded name. */
  readonly name: string;
  readonly exportName: string;
  /** Code: the type beside the value. */
  readonly typeText: string;
  /** Code: the type of what it reads and writes. */
  readonly valueTypeText: string;
  /** Code: the descriptor. */
  readonly descriptorText: string;
  /** Lines of a JSDoc comment, as of declarations. */
  readonly comment: readonly string[];
}

/** View of `<service>.service.ts`: the service as data. */
export interface ServiceView extends FileView {
  readonly imports: readonly ImportView[];
  readonly namespaces: readonly NamespaceView[];
  /** Constants that the descriptor refers to. */
  readonly constants: readonly ConstantView[];
  /** Types that exist only for this service. */
  readonly declarations: readonly DeclarationView[];
  readonly comment: readonly string[];
  /** Code: the runtime's generic type of the constant, under its name in this file. */
  readonly descriptorType: string;
  /** Name of the constant. */
  readonly name: string;
  /** Name of the interface that maps methods to their types. */
  readonly methodsName: string;
  /** Name of the type of the bindings that the service has. */
  readonly bindingName: string;
  /** Code: `'soap11' | 'httpGet'`. */
  readonly bindingsText: string;
  readonly methods: readonly ServiceMethodView[];
  /** Code: the descriptor. */
  readonly valueText: string;
  /** The descriptor in parts, so that a bundler can leave out operations: the name of what they share, and code. */
  readonly factsName: string;
  readonly factsText: string;
  readonly operations: readonly OperationConstantView[];
  /** Code: the runtime's names in this file. */
  readonly runtime: {
    readonly ServiceFacts: string;
    /** `''` where no constant needs it. */
    readonly definition: string;
    readonly withOperations: string;
  };
}

/** An operation as a constant of its own. */
export interface OperationConstantView {
  /** Name of the constant. */
  readonly name: string;
  /** Code: the runtime's generic type of the constant, under its name in this file. */
  readonly typeName: string;
  /** Code: the property name of the method. */
  readonly key: string;
  /** The method. */
  readonly method: string;
  /** Code: the descriptor. */
  readonly valueText: string;
}

/** The types of an operation. */
export interface ServiceMethodView {
  /** Code: the property name. */
  readonly key: string;
  /** Code: an object type with the types of the parameter, the result, the declared faults and SOAP headers. */
  readonly typesText: string;
}

/** View of `<service>.client.ts`. */
export interface ClientView extends FileView {
  readonly imports: readonly ImportView[];
  /** Code: the exports of the runtime, under their names in this file. */
  /** `ServiceAddress` is `''` where the address is known. */
  readonly runtime: {
    readonly ServiceClient: string;
    readonly ClientOptions: string;
    readonly ServiceAddress: string;
    readonly OperationDescriptor: string;
    readonly OperationsClient: string;
    readonly operationsClient: string;
  };
  readonly comment: readonly string[];
  /** Name of the class. */
  readonly name: string;
  readonly optionsName: string;
  /** Code: `ClientOptions` with the bindings and the declared SOAP headers of the service. */
  readonly optionsBaseText: string;
  /** True if the options are not an interface. */
  readonly isOptionsAlias: boolean;
  /** Code: a type of the options that the demands of a WS-Policy need; `''` if there are none. */
  readonly securityText: string;
  /** Code: the parameter of the constructor. */
  readonly optionsParameter: string;
  readonly descriptorName: string;
  readonly methodsName: string;
  readonly bindingName: string;
  /** Code: what the runtime calls over each of them with, as the argument of `ServiceClient`. */
  readonly callsText: string;
  /** Code: the same as an argument in the function that makes a client of some operations. */
  readonly factoryCallsText: string;
  readonly needsBaseUrl: boolean;
  /** Names of the namespaces that the deployment fixes, as code of property names. */
  readonly placeholders: readonly string[];
  readonly methods: readonly ClientMethodView[];
  /** Name of the function that makes clients of some operations. */
  readonly factoryName: string;
  readonly factsName: string;
}

/** A method of a client. */
export interface ClientMethodView {
  readonly comment: readonly string[];
  /** Code: the method's name. */
  readonly key: string;
  readonly method: string;
  /** Code: the parameters. */
  readonly parametersText: string;
  /** Code. */
  readonly outputText: string;
}

/** View of `<service>.server.ts`. */
export interface ServerView extends FileView {
  readonly imports: readonly ImportView[];
  readonly comment: readonly string[];
  /** Name of the interface to implement. */
  readonly name: string;
  readonly factoryName: string;
  readonly descriptorName: string;
  /** Code: the function that gives the documents. */
  readonly documentsText: string;
  /** Code: the exports of the runtime, under their names in this file. */
  readonly runtime: {
    readonly ServiceRegistration: string;
    readonly RegistrationOptions: string;
    readonly registerService: string;
  };
  /** Code: the type of the bindings that the service has. */
  readonly bindingName: string;
  /** Code: the type of the options of a registration. */
  readonly optionsText: string;
  /** Code: `?` if the options may be left out. */
  readonly optionsMark: string;
  readonly methods: readonly ServerMethodView[];
}

/** A method that a service class implements. */
export interface ServerMethodView {
  readonly comment: readonly string[];
  /** Code: the method's name. */
  readonly key: string;
  /** Code: the parameters. */
  readonly parametersText: string;
  /** Code: the result or a promise of it. */
  readonly outputText: string;
}

/** View of `<input>.wsdl.ts`: the documents that `?WSDL` serves. */
export interface DocumentsView extends FileView {
  /** Name of the constant. */
  readonly name: string;
  readonly documents: readonly DocumentView[];
  /** The script that has the documents, in a package with its JavaScript; null where they are in this file. */
  readonly script: DocumentsScriptView | null;
}

/** The script that the sources and all compiled forms of a package share. */
export interface DocumentsScriptView {
  /** Its module specifier. */
  readonly module: string;
  /** The key under which it puts the documents. */
  readonly key: string;
}

/** A document of a WSDL. */
export interface DocumentView {
  readonly name: string;
  /** Code: the text as a literal that has its lines. */
  readonly literalText: string;
}

/** View of `index.ts`. */
export interface IndexView extends FileView {
  /** Names of the roots of documents, that of their map, and `prefixes` if there are any, sorted. */
  readonly elements: readonly string[];
  /** Whether they stand in one line. */
  readonly areFew: boolean;
  /** Modules that are exported flat: quoted specifiers. */
  readonly flat: readonly string[];
  /** Modules that are exported as an object. */
  readonly grouped: readonly { readonly name: string; readonly from: string }[];
  /** Services, each with the quoted specifiers of its files. */
  readonly services: readonly string[];
}

/** The repository that a package is developed in. */
export interface RepositoryView {
  /** The version control system: `git`. */
  readonly type: string;
  readonly url: string;
  /** Folder of the package within the repository; `''` or absent if that is not known. */
  readonly directory?: string;
}

/** View of `package.json`. */
export interface PackageView {
  readonly packageName: string;
  readonly version: string;
  readonly description: string;
  /** Where the package is developed, if that is known. */
  readonly repository?: RepositoryView | null;
  readonly runtimeVersion: string;
  /** Whether the package contains its JavaScript, in `js/`; otherwise it is built, into `dist/`. */
  readonly compiled?: boolean;
  /** The modules of a service that can be imported by themselves: `service`, `client`, `server`. */
  readonly serviceModules: readonly string[];
  /** The modules of further namespaces that can be imported by themselves, if they share files: a path below `src/`, which may be a pattern, and the file below `js/`, both without extension. */
  readonly namespaceModules: readonly { readonly path: string; readonly file: string }[];
  /** Whether it contains `documents/`, with what ES modules and CommonJS share. */
  readonly hasDocuments?: boolean;
  /** Files of plug-ins outside `src/`, which programs may ask for as well. */
  readonly published: readonly PublishedFileView[];
  /** Whether it contains `CHANGELOG.md`. */
  readonly hasChangelog?: boolean;
}

/** A file that a package publishes beside its code. */
export interface PublishedFileView {
  /** Below the folder of the package. */
  readonly path: string;
  /** The path as an export: it begins with `./`. */
  readonly specifier: string;
}

/** View of `tsconfig.json`. */
export interface TsconfigView {
  readonly packageName: string;
  /** Whether the package contains its JavaScript, so that the compiler only checks. */
  readonly compiled?: boolean;
}

/** View of `README.md`. */
export interface ReadmeView {
  readonly packageName: string;
  readonly sources: readonly string[];
  /** Of a package without services: an element to show by example, as an object so that templates can enter it; else null. */
  readonly example: ReadmeExampleView | null;
  /** Whether the package has clients, and whether it has servers. */
  readonly hasClients: boolean;
  readonly hasServers: boolean;
  readonly services: readonly ReadmeServiceView[];
}

/** A root of a package without services, for an example. */
export interface ReadmeExampleView {
  readonly packageName: string;
  /** Its name in the index. */
  readonly exportName: string;
  /** True for a type, whose documents have a root of any name. */
  readonly isType: boolean;
  /** Whether the package has prefixes for documents. */
  readonly hasPrefixes: boolean;
  /** The roots, in the order of their names in the index; the first ones, where they are many. */
  readonly roots: readonly { readonly exportName: string; readonly name: string }[];
  /** How many more there are. */
  readonly more: number;
}

/** A service of the package. */
export interface ReadmeServiceView {
  /** Name on the wire. */
  readonly title: string;
  /** Paragraphs of documentation. */
  readonly documentation: readonly string[];
  readonly source: string;
  readonly clientName: string;
  readonly serverName: string;
  readonly factoryName: string;
  /** Code: the options of the client; empty if it needs none. */
  readonly optionsText: string;
  /** Name of the type of the client's options. */
  readonly clientOptionsName: string;
  /** True if clients, or servers, have to say how messages are protected. */
  readonly clientSecurity: boolean;
  readonly serverSecurity: boolean;
  /** Code: the options that servers need in addition to the services, or null. */
  readonly namespacesText: string | null;
  readonly bindings: readonly string[];
  readonly methods: readonly ReadmeMethodView[];
}

/** An operation of a service. */
export interface ReadmeMethodView {
  /** Name on the wire. */
  readonly title: string;
  readonly documentation: readonly string[];
  /** Code: an example of a call. */
  readonly callText: string;
  /** Type of the result in one line; `''` if there is none. */
  readonly resultText: string;
  /** Type of the declared SOAP headers of the request in one line; `''` if there are none. */
  readonly requestHeadersText: string;
  /** The same of the answer. */
  readonly answerHeadersText: string;
  /** Names of the declared faults. */
  readonly faults: readonly string[];
}

/** The view of each template, by the template's name. */
export interface TemplateViews {
  readonly 'types.ts': TypesView;
  readonly 'schema.ts': SchemaView;
  readonly 'schema-index.ts': SchemaIndexView;
  readonly 'elements.ts': ElementsView;
  readonly 'service.ts': ServiceView;
  readonly 'client.ts': ClientView;
  readonly 'server.ts': ServerView;
  readonly 'wsdl.ts': DocumentsView;
  readonly 'index.ts': IndexView;
  readonly 'package.json': PackageView;
  readonly 'tsconfig.json': TsconfigView;
  readonly 'README.md': ReadmeView;
}

/** Name of a template that users can override. */
export type TemplateName = keyof TemplateViews;
