import { blocksMember, type HeaderPlace, headerPlaces } from '@wsdl-codegen/openapi';
import type { OperationDescriptor, WireHeaders } from '@wsdl-codegen/runtime';
import { headerValue } from '@wsdl-codegen/runtime/extend';
import { headersFromJson, headersToJson, type JsonMembers, type SharedSchemas } from '@wsdl-codegen/runtime/json';
import { JsonError } from '@wsdl-codegen/runtime/schema';
import { formOf, jsonOfTexts } from './members.js';
import { mistakesProblem, ProblemAnswer } from './problem.js';

/** The header blocks of SOAP that the messages of an operation declare, in messages of HTTP. */
export class HeaderBlocks {
  readonly #operation: OperationDescriptor;
  readonly #input: readonly HeaderPlace[];
  readonly #output: readonly HeaderPlace[];
  readonly #members: JsonMembers;
  readonly #definitions: SharedSchemas['definitions'];

  constructor(
    operation: OperationDescriptor,
    { schemas, members }: { readonly schemas: SharedSchemas; readonly members: JsonMembers },
    hasBody: boolean,
  ) {
    this.#operation = operation;
    this.#members = members;
    this.#input = headerPlaces(operation, 'input', schemas, hasBody);
    this.#output = headerPlaces(operation, 'output', schemas, false);
    this.#definitions = schemas.definitions;
  }

  /** True if the body may have some. */
  get inBody(): boolean {
    return this.#input.some(({ header }) => header === undefined);
  }

  /** The blocks of a request, those in the body included. Throws `ProblemAnswer` for those that do not fit. */
  read(headers: WireHeaders, inBody: unknown): Readonly<Record<string, unknown>> {
    const json: Record<string, unknown> = { ...(inBody as object | undefined) };
    for (const { property, header, schema } of this.#input) {
      const text = header === undefined ? undefined : headerValue(headers, header.toLowerCase());
      if (text !== undefined) {
        json[property] = jsonOfTexts([text], formOf(schema, this.#definitions));
      }
    }
    try {
      return headersFromJson(this.#operation, 'input', json, { members: this.#members });
    } catch (error) {
      throw error instanceof JsonError ? new ProblemAnswer(mistakesProblem(error, `/${blocksMember}`), error) : error;
    }
  }

  /** The fields of an answer with its blocks. Text is as it is, everything else is JSON. */
  write(blocks: object): Readonly<Record<string, string>> {
    const json = headersToJson(this.#operation, 'output', blocks, { members: this.#members });
    const fields = this.#output.flatMap(({ property, header }) => {
      const value = json[property];
      return header === undefined || value === undefined ? [] : [[header, fieldText(value)] as const];
    });
    return Object.fromEntries(fields);
  }
}

function fieldText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // A field of HTTP has only characters that all hosts pass on.
  return /^[\x20-\x7e]*$/.test(text) ? text : encodeURIComponent(text);
}
