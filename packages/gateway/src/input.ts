import { blocksMember, type JsonRoute } from '@wsdl-codegen/openapi';
import type { WireRequest } from '@wsdl-codegen/runtime';
import { formatBase64, headerValue, type OnlyList, parseMediaType } from '@wsdl-codegen/runtime/extend';
import { type JsonMembers, jsonPointer, parseJsonText, requestFromJson, stepsInJson } from '@wsdl-codegen/runtime/json';
import { fromJson, JsonError } from '@wsdl-codegen/runtime/schema';
import type { HeaderBlocks } from './header-blocks.js';
import { type ItemsType, itemsIn, itemsTypeOf, itemsTypes, type Octets } from './items.js';
import { jsonOfTexts, type MemberForm } from './members.js';
import type { Limits } from './options.js';
import { placed } from './places.js';
import { mistakesProblem, ProblemAnswer } from './problem.js';

/** What is known of the requests of a route. */
export interface RouteInput {
  readonly route: JsonRoute;
  /** How members are called. */
  readonly names: JsonMembers;
  /** The members of the parameter; undefined where it is no object. */
  readonly members: ReadonlyMap<string, MemberForm> | undefined;
  /** The list whose items may come one by one. */
  readonly list: OnlyList | undefined;
  /** The header blocks that callers may give; undefined where they may give none. */
  readonly blocks: HeaderBlocks | undefined;
}

/** What a request says. */
export interface ReadInput {
  /** The parameter of the operation. */
  readonly value: unknown;
  /** Header blocks by property. */
  readonly blocks: Readonly<Record<string, unknown>>;
}

/** The texts of members in the address. */
export type AddressFields = readonly (readonly [name: string, text: string])[];

/** A request without its body. */
export interface AddressedRequest {
  /** Members in the path. */
  readonly members: AddressFields;
  readonly query: string;
}

/** Reads requests of a route. */
export class InputReader {
  readonly #input: RouteInput;
  readonly #limits: Limits;
  /** The members on the way to the list. */
  readonly #steps: readonly string[];

  constructor(input: RouteInput, limits: Limits) {
    this.#input = input;
    this.#limits = limits;
    const { route, list, names } = input;
    this.#steps = stepsInJson(route.operation, 'input', list?.steps ?? [], names);
  }

  /** The parameter of a request that is there as a whole. Throws `ProblemAnswer`, `JsonTextError` and `JsonError`. */
  async whole(request: Pick<WireRequest, 'headers' | 'body'>, address: AddressedRequest): Promise<ReadInput> {
    const type = parseMediaType(headerValue(request.headers, 'content-type'))?.type;
    const itemsType = itemsTypeOf(type);
    if (itemsType !== undefined && this.#input.list !== undefined && this.#input.route.hasBody) {
      return {
        value: await this.#itemsAsList(itemsType, request.body, address),
        blocks: this.#blocks(request, undefined),
      };
    }
    const { json, inBody } = this.#withoutBlocks(this.#body(request, type));
    const blocks = this.#blocks(request, inBody);
    return { value: this.#parameter(this.#withFields(json, address)), blocks };
  }

  #parameter(json: unknown, validate = true): unknown {
    const { route, names: members } = this.#input;
    return requestFromJson(route.operation, json, { validate, members });
  }

  #blocks({ headers }: Pick<WireRequest, 'headers'>, inBody: unknown): ReadInput['blocks'] {
    return this.#input.blocks?.read(headers, inBody) ?? {};
  }

  /** JSON without the member with header blocks. */
  #withoutBlocks(json: unknown): { readonly json: unknown; readonly inBody?: unknown } {
    const hasBlocks = typeof json === 'object' && json !== null && Object.hasOwn(json, blocksMember);
    if (!hasBlocks || this.#input.blocks?.inBody !== true) {
      return { json };
    }
    const { [blocksMember]: inBody, ...others } = json as Readonly<Record<string, unknown>>;
    if (typeof inBody !== 'object' || inBody === null || Array.isArray(inBody)) {
      const errors = [{ pointer: `/${blocksMember}`, detail: 'the member is an object with header blocks' }];
      throw new ProblemAnswer({ status: 422, detail: 'The request has a mistake.', errors });
    }
    return { json: others, inBody };
  }

  /** The parameter of a request whose items are read as they arrive. */
  inParts(
    request: Pick<WireRequest, 'headers'>,
    { type, body }: { readonly type: ItemsType; readonly body: Octets },
    address: AddressedRequest,
  ): ReadInput {
    const { list } = this.#input;
    if (list === undefined) {
      throw new ProblemAnswer(this.#otherType(type));
    }
    const rest = this.#parameter(this.#withFields(this.#aroundItems([]), address), false);
    const value = placed(rest, list, this.#items(type, body, list));
    return { value, blocks: this.#blocks(request, undefined) };
  }

  /** The JSON of a request with a list alone. */
  #aroundItems(items: readonly unknown[]): unknown {
    return placed(undefined, { steps: this.#steps }, items);
  }

  async *#items(type: ItemsType, body: Octets, list: OnlyList): AsyncGenerator<unknown, void> {
    let index = 0;
    for await (const json of this.#jsonOf(type, body)) {
      try {
        yield fromJson(list.item, json, { members: this.#input.names });
      } catch (error) {
        const at = jsonPointer([...this.#steps, index]);
        throw error instanceof JsonError ? new ProblemAnswer(mistakesProblem(error, at), error) : error;
      }
      index++;
    }
  }

  async #itemsAsList(type: ItemsType, body: Uint8Array, address: AddressedRequest): Promise<unknown> {
    const items: unknown[] = [];
    for await (const json of this.#jsonOf(type, only(body))) {
      items.push(json);
    }
    return this.#parameter(this.#withFields(this.#aroundItems(items), address));
  }

  #jsonOf(type: ItemsType, body: Octets): AsyncGenerator<unknown, void> {
    const { maxBodyBytes, maxStreamBytes, maxDepth } = this.#limits;
    return itemsIn(type, body, { maxItemBytes: maxBodyBytes, maxBytes: maxStreamBytes, maxDepth });
  }

  /** The JSON of a body; undefined for none. */
  #body({ headers, body }: Pick<WireRequest, 'headers' | 'body'>, type: string | undefined): unknown {
    const given = headerValue(headers, 'content-type');
    if (body.length === 0 && (given === undefined || isJson(type))) {
      return undefined;
    }
    if (!this.#input.route.hasBody) {
      throw new ProblemAnswer({ status: 400, detail: `Requests of ${this.#input.route.verb} have no body here.` });
    }
    if (isJson(type)) {
      return parseJsonText(body, { maxDepth: this.#limits.maxDepth });
    }
    const binary = this.#binary;
    if (binary === undefined || type === undefined) {
      throw new ProblemAnswer(this.#otherType(given));
    }
    const [name, { kind }] = binary;
    const content = formatBase64(body);
    return { [name]: kind === 'attachment' ? { contentType: given, content } : content };
  }

  /** The member that a body of octets is: the only binary one. */
  get #binary(): readonly [string, MemberForm] | undefined {
    const { members = new Map<string, MemberForm>() } = this.#input;
    const found = [...members].filter(
      ([, { kind, isList }]) => !isList && (kind === 'binary' || kind === 'attachment'),
    );
    return found.length === 1 ? found[0] : undefined;
  }

  #otherType(given: string | undefined): ProblemAnswer['problem'] {
    const taken = [
      'application/json',
      ...(this.#input.list === undefined ? [] : itemsTypes),
      ...(this.#binary === undefined ? [] : ['application/octet-stream']),
    ];
    const what = given === undefined ? 'The body has no Content-Type' : 'The Content-Type of the body is none of those';
    const detail = `${what} that this operation takes: ${taken.join(', ')}.`;
    return { status: 415, detail, headers: { 'Accept-Post': taken.join(', ') } };
  }

  /** JSON with the members that are in the address. */
  #withFields(json: unknown, { members, query }: AddressedRequest): unknown {
    const texts = new Map<string, string[]>();
    for (const [name, text] of [...members, ...this.#fieldsOf(query)]) {
      texts.set(name, [...(texts.get(name) ?? []), text]);
    }
    if (texts.size === 0) {
      return json;
    }
    if (json !== undefined && (typeof json !== 'object' || json === null || Array.isArray(json))) {
      throw new ProblemAnswer({
        status: 422,
        detail: 'The address has members of the request, so the body has to be an object with the others.',
      });
    }
    const result: Record<string, unknown> = { ...json };
    for (const [name, values] of texts) {
      if (Object.hasOwn(result, name)) {
        const errors = [{ pointer: jsonPointer([name]), detail: 'the member is in the address and in the body' }];
        throw new ProblemAnswer({ status: 422, detail: 'The request has a mistake.', errors });
      }
      const value = jsonOfTexts(values, this.#input.members?.get(name));
      Object.defineProperty(result, name, { value, enumerable: true, configurable: true, writable: true });
    }
    return result;
  }

  #fieldsOf(query: string): AddressFields {
    const fields = query === '' ? [] : [...new URLSearchParams(query)];
    if (!isUtf8(query)) {
      throw new ProblemAnswer({ status: 400, detail: 'Escapes in the address are not UTF-8.' });
    }
    if (fields.length > this.#limits.maxFields) {
      throw new ProblemAnswer({ status: 400, detail: `The address has more than ${this.#limits.maxFields} values.` });
    }
    return fields;
  }
}

async function* only(body: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield body;
}

/** False for escapes that readers of forms replace by other characters. */
function isUtf8(query: string): boolean {
  try {
    for (const [escapes] of query.matchAll(/(?:%[0-9A-Fa-f]{2})+/g)) {
      decodeURIComponent(escapes);
    }
    return true;
  } catch {
    return false;
  }
}

/** True for JSON, also with a type of its own (RFC 6838, 4.2.8). */
function isJson(type: string | undefined): boolean {
  return type === 'application/json' || type?.endsWith('+json') === true;
}
