/** The text of rolled-up declarations. */
import { posix } from 'node:path';
import { ts } from 'ts-morph';
import { keyOf } from './roll-up.mjs';

/** The texts of files by their paths without extension: those of the entries, and of what they share. */
export function printed({ exported, declarations }) {
  const all = [...declarations.values()];
  const ofEntries = new Set([...exported.values()].flatMap((names) => [...names.values()].map(keyOf)));
  const paths = [...new Set([...exported.keys(), ...all.map(({ file }) => file)])];
  const files = new Map(
    paths.map((path) => {
      const own = all.filter(({ file }) => file === path);
      return [path, { path, own, ofEntries, names: uniqueNames(own, ofEntries) }];
    }),
  );
  const fileOf = (meaning) => files.get(declarations.get(keyOf(meaning)).file);
  return new Map([...files].map(([path, file]) => [path, textOfFile(file, exported, fileOf)]));
}

function textOfFile(file, exported, fileOf) {
  const parts = [
    ...importsOf(file, fileOf),
    ...file.own.flatMap((declaration) => declaration.parts.map((part) => textOf(part, declaration, file))),
    ...(exported.has(file.path)
      ? entryExports(file, exported, fileOf)
      : [exportOf([...new Set(file.own.map(nameIn(file)))])]),
  ];
  return `${parts.join('\n')}\n`;
}

const nameIn =
  ({ names }) =>
  (meaning) =>
    names.get(keyOf(meaning));

/**
 * The names of a file's declarations and of what they refer to: their own, but where two would have the same. Those that entries export have the first choice, and what is
 * known everywhere keeps its name.
 */
function uniqueNames(own, ofEntries) {
  const references = own.flatMap((declaration) => declaration.references);
  const used = new Set(
    references.filter(({ meaning }) => kindOf(meaning) === 'global').map(({ meaning }) => meaning.name),
  );
  const names = new Map();
  const give = (meaning, name) => {
    if (names.has(keyOf(meaning)) || kindOf(meaning) === 'global') {
      return;
    }
    let unique = name;
    for (let i = 1; used.has(unique); i++) {
      unique = `${name}$${i}`;
    }
    used.add(unique);
    names.set(keyOf(meaning), unique);
  };
  const [first, rest] = [true, false].map((isPublic) => own.filter((each) => ofEntries.has(keyOf(each)) === isPublic));
  for (const declaration of [...first, ...rest]) {
    give(declaration, declaration.name);
  }
  for (const { node, meaning } of references) {
    give(meaning, meaning.name === '*' ? node.text : meaning.name);
  }
  return names;
}

function kindOf({ path, outside, from }) {
  if (path !== undefined) {
    return 'declaration';
  }
  if (outside !== undefined) {
    return 'package';
  }
  return from === undefined ? 'global' : 'module';
}

/** The imports of a file: of other packages, and of the files that have what its declarations need. */
function importsOf(file, fileOf) {
  const statements = new Map();
  for (const { meaning } of file.own.flatMap(({ references }) => references)) {
    const name = nameIn(file)(meaning);
    const kind = kindOf(meaning);
    if (kind === 'module' || meaning.name === 'default') {
      throw new Error(`${file.path} needs ${meaning.from ?? meaning.outside} as a whole: name what it needs of it`);
    }
    if (kind === 'package') {
      add(statements, meaning.outside, meaning.name === '*' ? `* as ${name}` : specifier(meaning.name, name));
    } else if (kind === 'declaration' && fileOf(meaning) !== file) {
      const other = fileOf(meaning);
      add(statements, linkTo(other.path, file.path), specifier(nameIn(other)(meaning), name));
    }
  }
  return [...statements].flatMap(([from, specifiers]) => importStatements(from, [...specifiers].sort()));
}

const specifier = (theirs, name) => (theirs === name ? name : `${theirs} as ${name}`);

function add(statements, from, each) {
  statements.set(from, (statements.get(from) ?? new Set()).add(each));
}

function importStatements(from, specifiers) {
  const named = specifiers.filter((each) => !each.startsWith('* as '));
  const whole = specifiers.filter((each) => each.startsWith('* as '));
  return [
    ...whole.map((each) => `import ${each} from '${from}';`),
    ...(named.length > 0 ? [`import { ${named.join(', ')} } from '${from}';`] : []),
  ];
}

/** The path by which a file is imported in another one. */
export function linkTo(file, from) {
  const path = posix.relative(posix.dirname(from), `${file}.js`);
  return path.startsWith('.') ? path : `./${path}`;
}

const exportOf = (specifiers, from) =>
  `export { ${[...specifiers].sort().join(', ')} }${from === undefined ? '' : ` from '${from}'`};`;

/** What an entry exports, from itself and from the files that have it. */
function entryExports(entry, exported, fileOf) {
  const statements = new Map();
  const modules = [];
  for (const [name, meaning] of exported.get(entry.path)) {
    if (kindOf(meaning) === 'module' && exported.has(meaning.from)) {
      modules.push(`export * as ${name} from '${linkTo(meaning.from, entry.path)}';`);
    } else if (kindOf(meaning) === 'declaration') {
      const file = fileOf(meaning);
      const type = meaning.typeOnly ? 'type ' : '';
      const from = file === entry ? undefined : linkTo(file.path, entry.path);
      add(statements, from, `${type}${specifier(nameIn(file)(meaning), name)}`);
    } else {
      throw new Error(`${entry.path} exports ${name}, which it does not declare`);
    }
  }
  return [...modules, ...[...statements].map(([from, specifiers]) => exportOf(specifiers, from))];
}

/** A statement under the names of its file, without `export`. Comments are for what a program can name. */
function textOf({ statement, name }, declaration, { names, ofEntries }) {
  const own = keyOf(declaration);
  const renamed = [
    { node: name, to: names.get(own), within: [] },
    ...declaration.references
      .filter((each) => each.statement === statement)
      .map(({ node, within, meaning }) => ({ node, within, to: names.get(keyOf(meaning)) ?? node.text })),
  ].filter(({ node, to }) => node.text !== to);
  const hidden = renamed.find(({ to, within }) => within.includes(to));
  if (hidden !== undefined) {
    throw new Error(`${declaration.path}: a type parameter hides ${hidden.to}`);
  }
  const keyword = statement.modifiers?.find(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  const edits = [
    ...renamed.map(({ node, to }) => ({ from: node.getStart(), to: node.end, by: to })),
    ...(keyword === undefined ? [] : [{ from: keyword.getStart(), to: keyword.end + 1, by: '' }]),
    ...(ofEntries.has(own) ? [] : commentsIn(statement)),
  ];
  return edited(statement, edits).replace(/^(?: {4})+/gm, (spaces) => '\t'.repeat(spaces.length / 4));
}

/** The doc comments of a statement and its members, each up to what it is about. */
function commentsIn(node) {
  const comments = [];
  const visit = (each) => {
    comments.push(...(each.jsDoc ?? []).map(({ pos, end }) => ({ from: pos, to: spaceAfter(each, end), by: '' })));
    ts.forEachChild(each, visit);
  };
  visit(node);
  return comments;
}

const spaceAfter = (node, end) => end + /^\s*/.exec(node.getSourceFile().text.slice(end))[0].length;

/** The text of a node with its own doc comment, which is the last of those before it, and these changes, each of a place in the file. */
function edited(node, edits) {
  const { text } = node.getSourceFile();
  let result = '';
  let done = node.jsDoc?.at(-1).pos ?? node.getStart();
  for (const { from, to, by } of edits.filter((edit) => edit.from >= done).sort((a, b) => a.from - b.from)) {
    result += text.slice(done, from) + by;
    done = to;
  }
  return result + text.slice(done, node.end);
}
