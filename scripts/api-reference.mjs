/**
 * Writes the API reference, `docs/api/`, from the sources: a page for each entry of `@wsdl-codegen/runtime`, one for each side
 * package, and one for `wsdl-codegen`. A section has a name's declaration without bodies, and its doc comment.
 *
 * With `--check` it writes nothing; it prints which pages are not current, and which exported names have no doc comment.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Project, ts } from 'ts-morph';
import { sidePackages } from './packages.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = `${root}docs/api/`;
const pages = readPages();
const places = placesOf(pages);

/** Exported names that doc comments use for something else: a value, a property, an element of XML Schema. */
const ordinaryWords = new Set([...places.keys()].filter((name) => /^[a-z]+$/.test(name)));

/** The entries of all packages. A name is declared on the first page that has it; the other pages refer to that one. */
function readPages() {
  const project = new Project({
    tsConfigFilePath: `${root}runtime/tsconfig.json`,
    skipAddingFilesFromTsConfig: true,
    compilerOptions: { noLib: true, types: [] },
  });
  const entries = publicEntries();
  project.addSourceFilesAtPaths(entries.map(({ path }) => path));
  project.resolveSourceFileDependencies();
  return entries.map(({ module, file, path }) => {
    const source = project.getSourceFileOrThrow(path);
    const names = [...source.getExportedDeclarations()].map(([name, declarations]) => ({
      name,
      nodes: declarations.map((declaration) => statementOf(declaration.compilerNode, name, source)),
    }));
    return { module, file, about: aboutOf(source.compilerNode), names: withHeadings(names.sort(byName)) };
  });
}

function publicEntries() {
  const entries = entriesIn('runtime', 'runtime');
  const beside = sidePackages.flatMap((name) => entriesIn(`packages/${name}`, name));
  return [
    ...entries,
    ...beside,
    { module: 'wsdl-codegen', file: 'wsdl-codegen.md', path: `${root}generator/index.ts` },
    ...['in-memory', 'schemas'].map((name) => ({
      module: `wsdl-codegen/${name}`,
      file: `wsdl-codegen-${name}.md`,
      path: `${root}generator/${name}/index.ts`,
    })),
  ];
}

/** The entries of the package in a folder; their pages begin with a name. */
function entriesIn(packageFolder, page) {
  const { name, exports } = JSON.parse(readFileSync(`${root}${packageFolder}/package.json`, 'utf8'));
  return Object.entries(exports)
    .filter(([, target]) => typeof target === 'object')
    .map(([subpath, target]) => ({
      module: `${name}${subpath.slice(1)}`,
      file: `${page}${subpath.slice(1).replaceAll('/', '-')}.md`,
      path: `${root}${packageFolder}/${target['wsdl-codegen-source'].slice(2)}`,
    }));
}

/** Without regard to case; it decides only between names that are otherwise the same. */
function byName(a, b) {
  const keys = [a.name.toLowerCase(), b.name.toLowerCase(), a.name, b.name];
  return order(keys[0], keys[1]) || order(keys[2], keys[3]);
}

function order(a, b) {
  return a < b ? -1 : Number(a > b);
}

/** Sites make the same anchor of names that differ only in case: the kind of declaration tells them apart. */
function withHeadings(names) {
  const count = (name) => names.filter((other) => other.name.toLowerCase() === name.toLowerCase()).length;
  return names.map((each) => ({
    ...each,
    heading: count(each.name) === 1 ? each.name : `${each.name} (${kindOf(each.nodes[0])})`,
  }));
}

function kindOf(node) {
  if (ts.isFunctionDeclaration(node)) {
    return 'function';
  }
  return ts.isVariableStatement(node) ? 'constant' : 'type';
}

/** The statement of a variable; any other declaration is a statement itself. */
/** The statement that says what a name is; for a whole module the one that exports it under the name. */
function statementOf(node, name, source) {
  if (ts.isSourceFile(node)) {
    return source.getExportDeclarationOrThrow((each) => each.getNamespaceExport()?.getName() === name).compilerNode;
  }
  return ts.isVariableDeclaration(node) ? node.parent.parent : node;
}

/** The comment at the head of an entry. */
function aboutOf(source) {
  const found = /^\s*\/\*\*([\s\S]*?)\*\//m.exec(source.text.slice(0, source.text.search(/^export /m)));
  return found === null ? '' : textOfComment(found[1]);
}

/** Where the sections of names are: by name, since pages link to what doc comments call by its name. */
function placesOf(all) {
  const found = new Map();
  for (const { file, names } of all) {
    for (const { name, heading, nodes } of names) {
      const place = { file, anchor: anchorOf(heading), node: nodes[0] };
      found.set(name, [...(found.get(name) ?? []), place]);
    }
  }
  return found;
}

/** The name that sites give a heading. */
function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** A link to a name's section: on the same page if it is there, else on the first page that has it. */
function linkTo(name, file) {
  const place = placeOf(name, file);
  return place === undefined
    ? `\`${name}\``
    : `[\`${name}\`](${place.file === file ? '' : place.file}#${place.anchor})`;
}

/** The runtime knows nothing of the generator, and the names of built-in types are words that mean other things elsewhere. */
function placeOf(name, file) {
  const found = places.get(name) ?? [];
  const others = found.filter((each) => each.file !== 'wsdl-codegen.md' && each.file !== 'runtime-xs.md');
  return found.find((each) => each.file === file) ?? others[0];
}

/** The lines between the signs of a comment, without its stars. */
function textOfComment(inner) {
  return inner
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trimEnd())
    .join('\n')
    .trim();
}

/** The doc comment of the first declaration that has one, as Markdown. */
function documentationOf(nodes, file) {
  const comments = nodes.flatMap((node) => node.jsDoc?.at(-1)?.getText() ?? []);
  return comments.length === 0 ? '' : markdownOf(textOfComment(comments[0].slice(3, -2)), file);
}

function markdownOf(text, file) {
  return text
    .replace(/^@(\w+) ?/gm, (_, tag) => `\n**${tag === 'throws' ? 'Throws' : tag}** `)
    .split(/(\{@link \w+\}|`[^`]+`)/)
    .map((part, at) => (at % 2 === 0 ? part.replaceAll('<', '&lt;') : linkOfCode(part, file)))
    .join('')
    .replace(/\n{3,}/g, '\n\n');
}

/** Code of a doc comment; a link where it is the name of something exported. */
function linkOfCode(part, file) {
  const name = /^\{@link (\w+)\}$|^`([A-Za-z]\w+)(?:\(\))?`$/.exec(part)?.slice(1).find(Boolean);
  const isNamed = name !== undefined && placeOf(name, file) && (part.startsWith('{') || !ordinaryWords.has(name));
  return isNamed ? linkTo(name, file) : part;
}

/** A declaration without its doc comment, modifiers and bodies. */
function signatureOf(node) {
  if (ts.isClassDeclaration(node)) {
    return classSignature(node);
  }
  if (ts.isVariableStatement(node)) {
    const [declaration] = node.declarationList.declarations;
    return `const ${declaration.type === undefined ? declaration.getText() : upTo(declaration, declaration.type.end)};`;
  }
  if (ts.isExportDeclaration(node)) {
    return node.getText();
  }
  const end = ts.isFunctionDeclaration(node) && node.body ? node.body.pos : node.end;
  return bare(upTo(node, end), ts.isFunctionDeclaration(node));
}

function upTo(node, end, from = node.getStart()) {
  return node.getSourceFile().text.slice(from, end).trimEnd();
}

function bare(text, isFunction) {
  const rest = text.replace(/^export (?:default )?(?:async )?/, '');
  return isFunction ? `${rest.replace(/;$/, '')};` : rest;
}

function classSignature(node) {
  const head = bare(upTo(node, node.members.pos), false);
  const members = node.members.filter((member) => isPublic(member) && !isImplementation(member, node.members));
  return [head, ...members.map((member) => `  ${memberSignature(member)}`), '}'].join('\n');
}

function isPublic(member) {
  const text = member.getFullText();
  return (
    !ts.isClassStaticBlockDeclaration(member) &&
    !(member.name !== undefined && ts.isPrivateIdentifier(member.name)) &&
    !text.includes('@internal') &&
    member.name?.getText() !== '$mark' &&
    !(ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private)
  );
}

/** Whether overloads stand for it. */
function isImplementation(member, members) {
  const isSame = (other) => other.kind === member.kind && other.name?.getText() === member.name?.getText();
  return member.body !== undefined && members.some((other) => other !== member && isSame(other) && !other.body);
}

function memberSignature(member) {
  const from = member.getStart(undefined, true);
  const end = member.body?.pos ?? (member.type && member.initializer ? member.type.end : member.end);
  return `${upTo(member, end, from).replace(/;$/, '')};`.replace(
    /^((?: *\/?\*.*\n)* *(?:static )?)(?:declare |override |async )+/,
    '$1',
  );
}

function sectionOf({ name, heading, nodes }, file) {
  const [first] = places.get(name);
  if (first.file !== file && first.node === nodes[0]) {
    const { module } = pages.find((page) => page.file === first.file);
    return `## ${heading}\n\nThe same as [\`${name}\`](${first.file}#${first.anchor}) of \`${module}\`.\n`;
  }
  const signature = `\`\`\`ts signature\n${nodes.map(signatureOf).join('\n')}\n\`\`\``;
  return [`## ${heading}`, signature, documentationOf(nodes, file), seeAlso(name, nodes, file)]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

/** Links to the exported names that a declaration is made of. */
function seeAlso(name, nodes, file) {
  const text = nodes.map((node) => signatureOf(node).replace(/\/\*[\s\S]*?\*\/|'[^'\n]*'/g, '')).join('\n');
  const types = new Set(text.match(/(?<![\w$.])[A-Z]\w+(?!\w*\??:)/g));
  const known = [...types].filter((type) => type !== name && placeOf(type, file)).sort(order);
  return known.length === 0 ? '' : `See ${known.map((type) => linkTo(type, file)).join(', ')}.`;
}

function pageOf({ module, file, about, names }) {
  const sections = names.map((each) => sectionOf(each, file)).join('\n');
  const head = ['[API reference](README.md)', `# ${module}`, markdownOf(about, file)].filter((part) => part !== '');
  return `${head.join('\n\n')}\n\n${sections}`;
}

/** The text at the head of the index. */
const indexText = `Everything that the packages export, from the doc comments of the sources; \`npm run api\` writes it.
Generated packages have a README of their own. [The guide](../guide.md) explains how the parts work together.`;

function indexPage() {
  const lists = pages.map(({ module, file, names }) => {
    const links = names.map(({ name, heading }) => `[${name}](${file}#${anchorOf(heading)})`);
    return `## ${module}\n\n[Page](${file}). ${links.join(' · ')}\n`;
  });
  return `# API reference\n\n${indexText}\n\n${lists.join('\n')}`;
}

/** Names without a doc comment, with their entries. */
function undocumented() {
  return pages.flatMap(({ module, names }) =>
    names
      .filter(({ nodes }) => !nodes.some((node) => node.jsDoc?.length))
      .map(({ name }) => `${module}: ${name} has no doc comment`),
  );
}

const texts = new Map([['README.md', indexPage()], ...pages.map((page) => [page.file, pageOf(page)])]);
mkdirSync(folder, { recursive: true });
const present = readdirSync(folder);

function isCurrent(file) {
  return present.includes(file) && readFileSync(folder + file, 'utf8').replaceAll('\r\n', '\n') === texts.get(file);
}

if (process.argv.includes('--check')) {
  const stale = [...new Set([...texts.keys(), ...present])].filter((file) => !isCurrent(file));
  for (const line of [...stale.map((file) => `docs/api/${file} is not current: run npm run api`), ...undocumented()]) {
    console.log(line);
  }
} else {
  for (const file of present.filter((name) => !texts.has(name))) {
    rmSync(folder + file);
  }
  for (const [file, text] of texts) {
    writeFileSync(folder + file, text);
  }
}
