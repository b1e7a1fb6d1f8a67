import type { ts } from 'ts-morph';
import { type ConfigPlace, type PlacePart, positionAt, stepsOf } from './places.js';

type Compiler = typeof ts;

/** How many names and calls are followed from the export to a value: a name may be defined by itself. */
const maxDetours = 20;

/** A member of an object or an array as it is written. */
interface Member {
  readonly key: ts.Node;
  readonly value: ts.Expression;
}

/**
 * Finds places in the text of a config, in JSON or as a module. The compiler takes a quarter of a second to load, so this is for
 * configs with a mistake alone. Values are followed through what is written in the file itself: `defineConfig(…)`, names,
 * functions, spreads. What the config computes has the place of the expression that does.
 */
export async function placesIn(text: string, file: string): Promise<ConfigPlace> {
  const { ts } = await import('ts-morph');
  const source = file.endsWith('.json')
    ? ts.parseJsonText(file, text)
    : ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const config = new ConfigSource(ts, source);
  return (path, part = 'value') => {
    const node = config.find(stepsOf(path), part);
    const start = node?.getStart(source) ?? 0;
    const length = node && !config.isLong(node) ? node.getWidth(source) : 1;
    return { file, ...positionAt(text, start), length };
  };
}

/** A config's syntax tree, and the way from its export to a value. */
class ConfigSource {
  readonly #ts: Compiler;
  readonly #source: ts.SourceFile;

  constructor(compiler: Compiler, source: ts.SourceFile) {
    this.#ts = compiler;
    this.#source = source;
  }

  /** The node of a value, or of the name before it; that of the nearest value above it if there is none. */
  find(steps: readonly (string | number)[], part: PlacePart): ts.Node | undefined {
    const root = this.#root();
    let value = root && this.#resolved(root);
    let found: Member | undefined;
    for (const step of steps) {
      if (typeof step === 'number' && value && this.#ts.isObjectLiteralExpression(value)) {
        // What a function makes for each of a list.
        continue;
      }
      const member = value && this.#member(value, step);
      if (!member) {
        return value;
      }
      found = member;
      value = this.#resolved(member.value);
    }
    return found ? found[part] : value;
  }

  /** True for nodes of which only the beginning is shown. */
  isLong(node: ts.Node): boolean {
    return !this.#ts.isIdentifier(node) && !this.#ts.isLiteralExpression(node) && !this.#ts.isToken(node);
  }

  /** The expression that the file exports. */
  #root(): ts.Expression | undefined {
    for (const statement of this.#source.statements) {
      if (this.#ts.isExportAssignment(statement)) {
        return statement.expression;
      }
      if (this.#ts.isExpressionStatement(statement)) {
        const { expression } = statement;
        if (this.#source.fileName.endsWith('.json')) {
          return expression;
        }
        if (
          this.#ts.isBinaryExpression(expression) &&
          /^module\.exports$/.test(expression.left.getText(this.#source))
        ) {
          return expression.right;
        }
      }
    }
    return undefined;
  }

  /** What an expression stands for, as far as the file shows it. */
  #resolved(expression: ts.Expression): ts.Expression {
    let current = expression;
    for (let detours = 0; detours < maxDetours; detours += 1) {
      const next = this.#next(current);
      if (!next) {
        break;
      }
      current = next;
    }
    return current;
  }

  #next(node: ts.Expression): ts.Expression | undefined {
    const compiler = this.#ts;
    if (
      compiler.isParenthesizedExpression(node) ||
      compiler.isAsExpression(node) ||
      compiler.isSatisfiesExpression(node) ||
      compiler.isNonNullExpression(node) ||
      compiler.isAwaitExpression(node)
    ) {
      return node.expression;
    }
    if (compiler.isIdentifier(node)) {
      return this.#defined(node.text);
    }
    if (compiler.isCallExpression(node)) {
      return this.#called(node);
    }
    return compiler.isArrowFunction(node) || compiler.isFunctionExpression(node)
      ? this.#returned(node.body)
      : undefined;
  }

  /** The value of a name of the module. */
  #defined(name: string): ts.Expression | undefined {
    for (const statement of this.#source.statements) {
      if (this.#ts.isVariableStatement(statement)) {
        for (const { name: declared, initializer } of statement.declarationList.declarations) {
          if (this.#ts.isIdentifier(declared) && declared.text === name) {
            return initializer;
          }
        }
      }
      if (this.#ts.isFunctionDeclaration(statement) && statement.name?.text === name) {
        return this.#returned(statement.body);
      }
    }
    return undefined;
  }

  /** What a call gives: what a function of the module returns, or else its argument, as `defineConfig` does. */
  #called({ expression, arguments: [first] }: ts.CallExpression): ts.Expression | undefined {
    const name = this.#ts.isIdentifier(expression) ? expression.text : undefined;
    return (name === undefined ? undefined : this.#defined(name)) ?? first;
  }

  #returned(body: ts.ConciseBody | undefined): ts.Expression | undefined {
    if (!body || !this.#ts.isBlock(body)) {
      return body;
    }
    return body.statements.findLast((statement) => this.#ts.isReturnStatement(statement))?.expression;
  }

  #member(value: ts.Expression, step: string | number): Member | undefined {
    if (typeof step === 'number') {
      return this.#ts.isArrayLiteralExpression(value) ? this.#item(value, step) : undefined;
    }
    return this.#ts.isObjectLiteralExpression(value) ? this.#property(value, step) : undefined;
  }

  /** An item of an array, if no other array is spread before it. */
  #item({ elements }: ts.ArrayLiteralExpression, index: number): Member | undefined {
    const item = elements.slice(0, index + 1).some((element) => this.#ts.isSpreadElement(element))
      ? undefined
      : elements[index];
    return item && { key: item, value: item };
  }

  /** The property of a name that counts: the last one, also of an object that is spread. */
  #property({ properties }: ts.ObjectLiteralExpression, name: string): Member | undefined {
    for (const property of [...properties].reverse()) {
      if (this.#ts.isSpreadAssignment(property)) {
        const member = this.#member(this.#resolved(property.expression), name);
        if (member) {
          return member;
        }
      } else if (this.#ts.isShorthandPropertyAssignment(property) && property.name.text === name) {
        return { key: property.name, value: property.name };
      } else if (this.#ts.isPropertyAssignment(property) && this.#nameOf(property.name) === name) {
        return { key: property.name, value: property.initializer };
      }
    }
    return undefined;
  }

  #nameOf(name: ts.PropertyName): string | undefined {
    return this.#ts.isIdentifier(name) || this.#ts.isStringLiteralLike(name) ? name.text : undefined;
  }
}
