import { byCodeUnits, splitExpandedName } from '../contract/names.js';
import { listed } from '../diagnostics/listed.js';
import { documentsModule, type TypeExpression } from '../typescript/expressions/expression.js';
import type { SchemaPart } from '../typescript/names/schema-parts.js';
import type { BoundModule, BoundPackage, BoundService } from '../typescript/services/bound-package.js';
import type { TypeDeclaration } from '../typescript/types/declarations.js';
import { addressOption } from './address-option.js';
import { commentLines, withSentence } from './comment.js';
import type { EmitContext } from './emitter.js';
import { ModuleScope } from './module-scope.js';
import { namespaceHomes } from './namespace-homes.js';
import { printKey, printType } from './print-type.js';
import { printConstant, printValue } from './print-value.js';
import { quote, quoteLines } from './quote.js';
import { runtimeRange } from './runtime-range.js';
import { isNeeded } from './security-text.js';
import type {
  DeclarationView,
  DocumentsView,
  ElementsView,
  IndexView,
  MemberView,
  PackageView,
  ReadmeExampleView,
  ReadmeServiceView,
  ReadmeView,
  SchemaIndexView,
  SchemaView,
  TypesView,
} from './views.js';

/** Columns of a line before the value of a constant gets a line of its own. */
const lineWidth = 140;

/** The types of one namespace. */
export function typesView(bound: BoundModule, header: readonly string[]): TypesView {
  const scope = new ModuleScope(
    bound.module.typesPath,
    bound.types.map((type) => type.name),
  );
  const declarations = bound.types.map((type) => declarationView(type, scope));
  return { header, imports: scope.imports(), declarations };
}

/** A declaration of types. */
export function declarationView(declaration: TypeDeclaration, scope: ModuleScope): DeclarationView {
  const common = {
    name: declaration.name,
    comment: commentLines(declaration.documentation),
    interface: null,
    alias: null,
    enumeration: null,
  };
  switch (declaration.kind) {
    case 'interface': {
      const members = declaration.members.map(
        (member): MemberView => ({
          comment: commentLines(member.documentation),
          key: printKey(member.name),
          optional: member.optional,
          typeText: printType(member.type, scope, '  '),
        }),
      );
      const extendsText = declaration.extends ? printType(declaration.extends, scope) : null;
      return { ...common, interface: { extendsText, members } };
    }
    case 'alias':
      return { ...common, alias: { typeText: besideName(declaration.name, [printType(declaration.type, scope)]) } };
    case 'enum': {
      const values = declaration.values.map(({ key, value, documentation }) => ({
        comment: commentLines(documentation),
        key: printKey(key),
        value,
      }));
      const { name, open } = declaration;
      const typeText = besideName(name, [`(typeof ${name})[keyof typeof ${name}]`, ...(open ? ['(string & {})'] : [])]);
      return { ...common, enumeration: { values, open, typeText } };
    }
  }
}

/** Members of an alias's type, on the line of its name where they fit. */
function besideName(name: string, members: readonly string[]): string {
  const line = members.join(' | ');
  if (line.includes('\n') || `export type ${name} = ${line};`.length <= lineWidth) {
    return line;
  }
  return members.length === 1 ? `\n  ${line}` : members.map((member) => `\n  | ${member}`).join('');
}

/** The descriptors of one namespace, or some of them. */
export function schemaView(part: SchemaPart, header: readonly string[], customized: boolean): SchemaView {
  const names = part.constants.map((constant) => constant.name);
  const scope = new ModuleScope(part.path, names);
  const constants = part.constants.map((constant) => {
    const typeText = printType(constant.type, scope);
    const valueText = printConstant(constant.value, scope);
    const [line = ''] = valueText.split('\n', 1);
    const isLong = `export const ${constant.name}: ${typeText} = ${line}`.length > lineWidth;
    return { name: constant.name, typeText, valueText: isLong ? `\n  ${valueText}` : valueText };
  });
  const unchecked = !customized && !scope.importsOfUser();
  return { header, unchecked, imports: scope.imports(), namespaces: scope.constants(), constants };
}

/** The module of a namespace whose descriptors are in several files. */
export function schemaIndexView({ module, parts }: BoundModule, header: readonly string[]): SchemaIndexView {
  const folder = module.schemaPath.slice(0, module.schemaPath.lastIndexOf('/') + 1);
  return { header, parts: parts.map(({ path }) => quote(`./${path.slice(folder.length)}.js`)) };
}

/** The roots of documents. */
export function elementsView(bound: BoundPackage, header: readonly string[], customized: boolean): ElementsView {
  const scope = new ModuleScope('elements', [
    'elements',
    'Elements',
    'prefixes',
    ...bound.roots.map(({ exportName }) => exportName),
  ]);
  const kinds = new Set(bound.roots.map(({ kind }) => kind));
  const roots = bound.roots.map(({ kind, name, exportName, type, valueType, value, documentation }) => ({
    isElement: kind === 'element',
    name,
    exportName,
    typeText: printType(type, scope),
    valueTypeText: printType(valueType, scope),
    descriptorText: printValue(value, scope),
    comment: commentLines(withSentence(documentation, `The ${kind} \`${name}\`.`)),
  }));
  const element = scope.type(documentsModule, 'ElementRoot');
  return {
    header,
    unchecked: !customized,
    roots,
    prefixes: bound.prefixes.map(([prefix, namespace]) => ({ key: printKey(prefix), namespace })),
    ElementRoot: element,
    elementRoot: kinds.has('element') ? scope.value(documentsModule, 'elementRoot') : '',
    TypeRoot: kinds.has('type') ? scope.type(documentsModule, 'TypeRoot') : '',
    typeRoot: kinds.has('type') ? scope.value(documentsModule, 'typeRoot') : '',
    imports: scope.imports(),
  };
}

/** How many roots the description of a package names. */
const mostNamed = 4;

/** Version of a package whose config says none. */
const firstVersion = '0.1.0';

/** A package among all others: its name and version. */
export function packageId({ bound, version = firstVersion }: EmitContext): string {
  return `${bound.packageName}@${version}`;
}

/** The documents of a WSDL. */
export function documentsView(
  name: string,
  documents: readonly { readonly name: string; readonly text: string }[],
  header: readonly string[],
  script: DocumentsView['script'],
): DocumentsView {
  return {
    header,
    name,
    script,
    documents: documents.map((document) => ({ name: document.name, literalText: quoteLines(document.text) })),
  };
}

/** The kinds of modules that each service has. */
function serviceKinds(only: EmitContext['only']): readonly string[] {
  return ['service', 'client', 'server'].filter((kind) => kind === 'service' || only === undefined || only === kind);
}

/** The exports of the package. */
export function indexView({ bound, sources, headerOf, only }: EmitContext): IndexView {
  const services = bound.services.flatMap(({ names }) =>
    serviceKinds(only).map((kind) => quote(`./${names.file}.${kind}.js`)),
  );
  const { exports, modules } = bound;
  const grouped = modules.flatMap(({ module }) =>
    [module.typesPath, module.schemaPath].flatMap((path) => {
      const name = exports.modules.get(path);
      return name === undefined ? [] : [{ name, from: quote(`./${path}.js`) }];
    }),
  );
  const types = modules.flatMap(({ module }) => (module.flat ? [quote(`./${module.typesPath}.js`)] : []));
  const fixed = bound.prefixes.length === 0 ? ['elements'] : ['elements', 'prefixes'];
  const elements = [...fixed, ...bound.roots.map(({ exportName }) => exportName)].sort(byCodeUnits);
  return { header: headerOf(sources), elements, areFew: elements.length <= 4, flat: types, grouped, services };
}

/** The package's manifest; `further` are files of plug-ins. */
export function packageView(context: EmitContext, further: readonly string[]): PackageView {
  const {
    bound,
    version = firstVersion,
    runtimeVersion = runtimeRange,
    compiled = false,
    hasChangelog = false,
    repository = null,
    only,
  } = context;
  const content = only === undefined ? 'clients and servers' : `${only}s`;
  const services = bound.services.map(({ service }) => service.name);
  return {
    packageName: bound.packageName,
    version,
    description: services.length > 0 ? `Typed ${content} of ${services.join(', ')}` : documentsText(bound),
    repository: repository && { directory: '', ...repository },
    runtimeVersion,
    compiled,
    serviceModules: services.length === 0 ? [] : serviceKinds(only),
    namespaceModules: namespaceModules(context, further),
    published: further.filter(isOutside).map((path) => ({ path, specifier: `./${path}` })),
    hasDocuments: compiled && only !== 'client' && services.length > 0,
    hasChangelog,
  };
}

/** What a package of schemas is for. */
function documentsText({ roots }: BoundPackage): string {
  const names = roots.slice(0, mostNamed).map(({ name }) => splitExpandedName(name).local);
  const all = roots.length > mostNamed ? [...names, `${roots.length - mostNamed} more`] : names;
  return `Typed XML documents${all.length === 0 ? '' : `: ${listed(all)}`}`;
}

/** Whether a file of a plug-in is beside the code of the package. */
function isOutside(path: string): boolean {
  return !/^(?:src|js|documents)\//.test(path);
}

/** What programs name of further namespaces: the pattern leads to the file of most, and what is elsewhere has a line of its own. */
function namespaceModules(context: EmitContext, further: readonly string[]): PackageView['namespaceModules'] {
  const homes = [...namespaceHomes(context)];
  const patterns = new Map(
    homes.map(([path, { file }]) => [path.replace(/\/.*/, '/*'), file.replace(/\.all\d+$/, '.all')]),
  );
  const others = homes.filter(([, { file }]) => /\d$/.test(file)).map(([path, { file }]) => [path, file] as const);
  const ofPlugins = further.flatMap((path) => {
    const [, stem, folder = ''] = /^src\/((types|schema)\/.+?)(?:\.d)?\.[cm]?[jt]s$/.exec(path) ?? [];
    return stem !== undefined && patterns.has(`${folder}/*`) ? [[stem, stem] as const] : [];
  });
  return [...new Map([...patterns, ...others, ...ofPlugins])].map(([path, file]) => ({ path, file }));
}

/** The guide to the package. */
export function readmeView({ bound, sources, only }: EmitContext): ReadmeView {
  const { packageName, services } = bound;
  const example = services.length === 0 ? exampleOf(bound) : null;
  const halves = { hasClients: only !== 'server', hasServers: only !== 'client' };
  return { packageName, sources, example, ...halves, services: services.map(readmeService) };
}

/** Roots that the guide names. */
const maxRoots = 50;

/** The first root of the first input, which is what a user has in mind; else the first of all. */
function exampleOf({ packageName, roots, prefixes, modules }: BoundPackage): ReadmeExampleView | null {
  const main = modules.find(({ module }) => module.flat)?.module.namespace;
  const first = roots.find(({ name }) => splitExpandedName(name).namespace === main) ?? roots[0];
  if (first === undefined) {
    return null;
  }
  const named = roots.map(({ exportName, name }) => ({ exportName, name }));
  const sorted = named.sort((a, b) => byCodeUnits(a.exportName, b.exportName));
  return {
    packageName,
    exportName: first.exportName,
    isType: first.kind === 'type',
    hasPrefixes: prefixes.length > 0,
    roots: sorted.slice(0, maxRoots),
    more: Math.max(0, named.length - maxRoots),
  };
}

function readmeService(bound: BoundService): ReadmeServiceView {
  const { names, service, placeholders } = bound;
  const namespaces = placeholders.map((name) => `${printKey(name)}: 'http://example.org/${name}'`).join(', ');
  const namespacesText = placeholders.length === 0 ? null : `{ ${namespaces} }`;
  const options = [...addressOption(bound), ...(namespacesText === null ? [] : [`namespaces: ${namespacesText}`])];
  const scope = new ModuleScope('README', []);
  return {
    title: service.name,
    documentation: service.documentation === undefined ? [] : [service.documentation],
    source: service.source,
    clientName: names.client,
    serverName: names.server,
    factoryName: names.factory,
    optionsText: options.length === 0 ? '' : `{ ${options.join(', ')} }`,
    namespacesText,
    clientOptionsName: names.clientOptions,
    clientSecurity: bound.demands.client.length > 0,
    serverSecurity: isNeeded(bound.demands.server),
    bindings: bound.bindings,
    methods: bound.methods.map((method) => {
      const argument = method.sample ? printValue(method.sample, scope) : '';
      const input = argument === '' && !method.inputOptional ? 'input' : argument;
      const call = `client${printAccess(method.name)}(${input})`;
      const silent = method.output.kind === 'keyword' && method.output.name === 'void';
      return {
        title: method.operation.overload ?? method.operation.name,
        documentation: method.operation.documentation === undefined ? [] : [method.operation.documentation],
        callText: silent ? `await ${call};` : `const result = await ${call};`,
        resultText: silent ? '' : resultText(method.output),
        requestHeadersText: method.inputHeaders ? resultText(method.inputHeaders) : '',
        answerHeadersText: method.outputHeaders ? resultText(method.outputHeaders) : '',
        faults: method.faults ? method.operation.faults.map(({ name }) => name) : [],
      };
    }),
  };
}

/** A type in one line, without the names under which modules import each other. */
function resultText(type: TypeExpression): string {
  const text = printType(type, new ModuleScope('README', [])).replace(/\s+/g, ' ');
  return text
    .replace(/\bt\.(?=[A-Za-z_$])/g, '')
    .replace(/; }/g, ' }')
    .trim();
}

function printAccess(name: string): string {
  const key = printKey(name);
  return key === name ? `.${name}` : `[${quote(name)}]`;
}
