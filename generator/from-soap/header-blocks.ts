import { isNCName, parseTree } from '@wsdl-codegen/runtime/xml';
import type { ts } from 'ts-morph';
import type { SourceStyle } from '../emit/skeleton/source-style.js';
import { kindWritten } from './arguments.js';
import type { ProgramChanges } from './changes.js';
import { constantValue, textOf } from './options.js';
import { isNothing } from './program.js';
import type { TargetService } from './targets.js';

/** Header blocks that the contract does not declare, as entries of `$any`. */
export interface OtherBlocks {
  readonly texts: readonly string[];
  /** Values of which it is not known that they are strings. */
  readonly open: readonly { readonly node: ts.Expression; readonly name: string }[];
  /** False if it is not known that the same is on the wire: then the texts are only a proposal. */
  readonly isClear: boolean;
}

/** What prefixes stand for; `''` is the namespace of names without one. */
type Scope = ReadonlyMap<string, string>;

/** What a call of `addSoapHeader` adds to the envelope. */
export function headerBlocks(
  { arguments: [block, , prefix, namespace] }: ts.CallExpression,
  service: TargetService,
  changes: ProgramChanges,
): OtherBlocks {
  const { program } = changes;
  const bare = block && program.bare(block);
  if (block === undefined || bare === undefined || program.functionAt(bare) !== undefined) {
    return { texts: [], open: [], isClear: false };
  }
  if (!program.ts.isObjectLiteralExpression(bare)) {
    const xml = xmlOf(block, changes);
    return { texts: [`parseTree(${block.getText()})`], open: [], isClear: xml !== undefined && isElement(xml) };
  }
  const [own, uri] = [prefix, namespace].map((each) => nameText(each, changes));
  const writer = new BlockWriter(own ?? '', bare, changes);
  const texts = writer.blocks(bare, uri ?? `${computed}${namespace?.getText()}`, service);
  const isClear = own !== undefined && uri !== undefined && texts.length > 0 && !writer.isUnclear;
  return { texts, open: writer.open, isClear };
}

/** Stands before a namespace that is an expression. */
const computed = '\0';

/** The text of a prefix or a namespace, empty for none; undefined if it is not known. */
function nameText(node: ts.Expression | undefined, changes: ProgramChanges): string | undefined {
  return node === undefined || isNothing(node) ? '' : textOf(node, changes);
}

/** XML as a program writes it, with a letter for each part that is computed. */
function xmlOf(node: ts.Expression, changes: ProgramChanges): string | undefined {
  const { ts } = changes.program;
  const bare = changes.program.bare(node);
  if (ts.isStringLiteralLike(bare)) {
    return bare.text;
  }
  if (ts.isTemplateExpression(bare)) {
    return bare.head.text + bare.templateSpans.map(({ literal }) => `x${literal.text}`).join('');
  }
  if (ts.isBinaryExpression(bare) && bare.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [xmlOf(bare.left, changes), xmlOf(bare.right, changes)];
    return left === undefined && right === undefined ? undefined : `${left ?? 'x'}${right ?? 'x'}`;
  }
  const constant = ts.isIdentifier(bare) ? constantValue(bare, changes) : undefined;
  return constant && xmlOf(constant, changes);
}

/** True for one element all of whose prefixes it declares itself: in an envelope it means the same. */
function isElement(xml: string): boolean {
  try {
    return parseTree(xml).name !== '';
  } catch {
    return false;
  }
}

/** Prefixes that `soap` writes, but does not declare. */
const undeclared = new Set(['tns', 'targetNamespace', 'typedNamespace']);

/** A member of an object that is written in the program. */
type Member = readonly [name: string, value: ts.Expression];

/** Writes the members of an object as `soap` does: each is an element, with the prefix of its name or that of all. */
class BlockWriter {
  readonly open: OtherBlocks['open'][number][] = [];
  /** True once something is found of which it is not known what is on the wire. */
  isUnclear = false;
  readonly #prefix: string;
  readonly #changes: ProgramChanges;
  readonly #style: SourceStyle;
  #mustUnderstand = '';

  constructor(prefix: string, object: ts.Node, changes: ProgramChanges) {
    this.#prefix = prefix;
    this.#changes = changes;
    this.#style = changes.style(object);
  }

  /** The blocks of the object itself; each declares prefix and namespace. */
  blocks(object: ts.ObjectLiteralExpression, uri: string, { namespaces, isQualified }: TargetService): string[] {
    const isOwn = namespaces.has(uri);
    this.isUnclear ||= uri !== '' && ((isOwn && !isQualified) || (undeclared.has(this.#prefix) && !isOwn));
    const scope = new Map(uri === '' ? [] : ['', this.#prefix].map((each) => [each, uri]));
    const members = this.#members(object).filter(([name]) => name !== 'attributes');
    return members.map(([name, value]) => {
      this.#mustUnderstand = '';
      const tree = this.#element(name, value, scope, true);
      return this.#mustUnderstand === '' ? tree : `{ tree: ${tree}${this.#mustUnderstand} }`;
    });
  }

  #members(object: ts.ObjectLiteralExpression): readonly Member[] {
    const { ts } = this.#changes.program;
    return object.properties.flatMap((each): readonly Member[] => {
      const isNamed = each.name !== undefined && (ts.isIdentifier(each.name) || ts.isStringLiteralLike(each.name));
      const own = ts.isShorthandPropertyAssignment(each) ? each.name : undefined;
      const value = ts.isPropertyAssignment(each) ? each.initializer : own;
      this.isUnclear ||= !isNamed || value === undefined;
      return isNamed && value !== undefined && value.getText() !== 'undefined' ? [[each.name.text, value]] : [];
    });
  }

  #element(key: string, value: ts.Expression, outer: Scope, isBlock: boolean): string {
    const { program } = this.#changes;
    const bare = program.bare(value);
    const all = program.ts.isObjectLiteralExpression(bare) ? this.#members(bare) : undefined;
    const given = all?.find(([name]) => name === 'attributes')?.[1];
    const literal = given && program.bare(given);
    this.isUnclear ||= literal !== undefined && !program.ts.isObjectLiteralExpression(literal);
    const own = literal && program.ts.isObjectLiteralExpression(literal) ? this.#members(literal) : [];
    const scope = this.#scope(own, outer, isBlock);
    const [prefix, local] = key.includes(':') ? split(key) : [this.#prefix, key];
    const attributes = own.filter(([name]) => !/^xmlns(?::|$)/.test(name));
    const texts = attributes.flatMap((each) => this.#attribute(each, scope, isBlock));
    const inner = all?.filter(([name]) => name !== 'attributes') ?? [];
    const content = inner.find(([name]) => name === '$value')?.[1] ?? (all === undefined ? value : undefined);
    // The package puts the text in the place of all else.
    this.isUnclear ||= inner.some(([name]) => name === '$xml') || (content !== undefined && inner.length > 1);
    const children =
      content === undefined
        ? inner.map(([name, each]) => this.#element(name, each, scope, false))
        : [this.#text(local, content, scope)];
    return `{ ${this.#named(prefix, local, scope)}, attributes: [${texts.join(', ')}], children: [${children.join(', ')}] }`;
  }

  #scope(attributes: readonly Member[], outer: Scope, isBlock: boolean): Scope {
    const scope = new Map(outer);
    for (const [name, value] of attributes) {
      if (/^xmlns(?::|$)/.test(name)) {
        const prefix = name.slice('xmlns:'.length);
        const uri = textOf(value, this.#changes);
        this.isUnclear ||= uri === undefined || (isBlock && outer.has(prefix));
        scope.set(prefix, uri ?? '');
      }
    }
    return scope;
  }

  #attribute([key, value]: Member, scope: Scope, isBlock: boolean): readonly string[] {
    if (key === 'soap:mustUnderstand' && isBlock && !scope.has('soap') && /^['"]?1['"]?$/.test(value.getText())) {
      this.#mustUnderstand = ', mustUnderstand: true';
      return [];
    }
    const [prefix, local] = split(key);
    this.isUnclear ||= key === 'xsi_type';
    const name = this.#named(prefix, local, prefix === '' ? new Map() : scope);
    return [`{ ${name}, value: ${this.#text(local, value, scope)} }`];
  }

  #named(prefix: string, local: string, scope: Scope): string {
    const namespace = scope.get(prefix) ?? (prefix === '' ? '' : undefined);
    this.isUnclear ||= namespace === undefined || !isNCName(local);
    return `namespace: ${this.#quote(namespace ?? '')}, name: ${this.#quote(local)}`;
  }

  /** A value as a string. */
  #text(name: string, value: ts.Expression, scope: Scope): string {
    const { program } = this.#changes;
    const { ts } = program;
    const bare = program.bare(value);
    const kind = program.kindOf(value) ?? kindWritten(ts, bare);
    const text = ts.isStringLiteralLike(bare) ? bare.text : '';
    this.isUnclear ||=
      [ts.isArrayLiteralExpression, ts.isObjectLiteralExpression, ts.isNewExpression, ts.isFunctionLike].some((is) =>
        is(bare),
      ) ||
      bare.kind === ts.SyntaxKind.NullKeyword ||
      // The text may be a name with a prefix of the block, and CDATA is written as it is.
      (text.includes(':') && scope.has(split(text)[0])) ||
      text.startsWith('<![CDATA[');
    if (kind === undefined) {
      this.open.push({ node: value, name });
    }
    return kind === undefined || kind === 'string' ? value.getText() : `String(${value.getText()})`;
  }

  #quote(text: string): string {
    return text.startsWith(computed) ? text.slice(1) : this.#style.quote(text);
  }
}

/** Prefix and local part of a name as `soap` reads it: the prefix is empty without a colon, and in `:local`. */
function split(name: string): readonly [prefix: string, local: string] {
  const colon = name.indexOf(':');
  return [name.slice(0, Math.max(colon, 0)), name.slice(colon + 1)];
}
