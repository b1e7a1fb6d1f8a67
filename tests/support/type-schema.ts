import { join } from 'node:path';
import { type Symbol as Declared, Node, Project, type Type, ts } from 'ts-morph';
import { repository } from './repository.js';

/** A JSON Schema, or a part of one. */
export type Schema = { [key: string]: unknown };

/** Makes JSON Schemas of types, with their comments as descriptions. Types with names become definitions. */
export class TypeSchemas {
  readonly #project: Project;
  readonly #known: Readonly<Record<string, Schema>>;
  #definitions: Record<string, Schema> = {};

  /** @param known The schemas of types by their names, where those are not made of members. */
  constructor(known: Readonly<Record<string, Schema>>) {
    this.#project = new Project({
      tsConfigFilePath: join(repository, 'generator/tsconfig.json'),
      skipAddingFilesFromTsConfig: true,
    });
    this.#known = known;
  }

  /** The members of an interface, each with its type. */
  membersOf(file: string, name: string): ReadonlyMap<string, Type> {
    const source =
      this.#project.getSourceFile(join(repository, file)) ?? this.#project.addSourceFileAtPath(join(repository, file));
    const type = source.getInterfaceOrThrow(name).getType();
    return new Map(type.getProperties().map((member) => [member.getName(), this.#typeOf(member)]));
  }

  /** The schema of a type, and the definitions that it needs. */
  of(type: Type): { readonly schema: Schema; readonly definitions: Readonly<Record<string, Schema>> } {
    this.#definitions = {};
    return { schema: this.#schemaOf(type, false), definitions: this.#definitions };
  }

  #schemaOf(type: Type, mayRefer = true): Schema {
    const name = (type.getAliasSymbol() ?? type.getSymbol())?.getName() ?? '__type';
    const known = this.#known[name];
    if (known !== undefined || type.isUnknown()) {
      return known ?? {};
    }
    if (type.isUnion()) {
      return this.#union(type.getUnionTypes().filter((each) => !each.isUndefined()));
    }
    if (type.isLiteral()) {
      return type.isBoolean() ? { type: 'boolean' } : { const: type.getLiteralValue() ?? type.getText() === 'true' };
    }
    if (type.isString() || type.isNumber() || type.isBoolean()) {
      return { type: type.getText() };
    }
    if (type.isArray() || type.isReadonlyArray()) {
      return { type: 'array', items: this.#schemaOf(type.getArrayElementTypeOrThrow()) };
    }
    const values = type.getStringIndexType();
    if (values !== undefined) {
      return { type: 'object', additionalProperties: this.#schemaOf(values) };
    }
    if (!type.isObject() || type.getCallSignatures().length > 0) {
      throw new Error(`no schema for ${type.getText()}`);
    }
    return type.isInterface() && mayRefer ? this.#reference(name, type) : this.#object(type);
  }

  #reference(name: string, type: Type): Schema {
    if (this.#definitions[name] === undefined) {
      this.#definitions[name] = {};
      this.#definitions[name] = this.#object(type);
    }
    return { $ref: `#/$defs/${name}` };
  }

  #union(parts: readonly Type[]): Schema {
    if (parts.every((part) => part.isBooleanLiteral())) {
      return { type: 'boolean' };
    }
    if (parts.length > 1 && parts.every((part) => part.isStringLiteral())) {
      return { enum: parts.map((part) => part.getLiteralValue()) };
    }
    const [only, ...others] = parts.map((part) => this.#schemaOf(part));
    return only !== undefined && others.length === 0 ? only : { anyOf: [only, ...others] };
  }

  #object(type: Type): Schema {
    const members = type.getProperties();
    const required = members.filter((member) => !member.isOptional()).map((member) => member.getName());
    const symbol = type.getAliasSymbol() ?? type.getSymbol();
    return {
      ...(symbol && this.#described(symbol)),
      type: 'object',
      properties: Object.fromEntries(
        members.map((member) => [
          member.getName(),
          { ...this.#described(member), ...this.#schemaOf(this.#typeOf(member)) },
        ]),
      ),
      required,
      additionalProperties: false,
    };
  }

  #described(symbol: Declared): Schema {
    const parts = symbol.compilerSymbol.getDocumentationComment(this.#project.getTypeChecker().compilerObject);
    const text = ts.displayPartsToString(parts).replace(/\s+/g, ' ').trim();
    return text === '' ? {} : { description: text };
  }

  #typeOf(member: Declared): Type {
    const [declaration] = member.getDeclarations();
    const place = declaration ?? this.#project.getSourceFiles()[0];
    if (!Node.isNode(place)) {
      throw new Error(`${member.getName()} is declared nowhere`);
    }
    return member.getTypeAtLocation(place);
  }
}
