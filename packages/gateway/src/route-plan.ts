import type { JsonRoute } from '@wsdl-codegen/openapi';
import { itemList } from '@wsdl-codegen/runtime/extend';
import { type JsonMembers, type JsonSchema, messageMembers, type SharedSchemas } from '@wsdl-codegen/runtime/json';
import type { RouteOutput } from './answer.js';
import { HeaderBlocks } from './header-blocks.js';
import { InputReader, type RouteInput } from './input.js';
import { formOf, memberForms } from './members.js';
import type { Limits } from './options.js';
import type { ServedService } from './service.js';

/** A route with all that is the same for each of its requests. */
export interface RoutePlan {
  readonly verb: string;
  readonly path: string;
  readonly route: JsonRoute;
  readonly served: ServedService;
  readonly input: RouteInput;
  readonly reader: InputReader;
  readonly output: RouteOutput;
}

/** What all routes share. */
export interface PlanSettings {
  readonly schemas: SharedSchemas;
  readonly members: JsonMembers;
  readonly limits: Limits;
  /** True if callers give header blocks, and get those of answers. */
  readonly hasBlocks: boolean;
}

/** Works out a route. */
export function routePlan(
  route: JsonRoute,
  served: ServedService,
  { schemas, members, limits, hasBlocks }: PlanSettings,
): RoutePlan {
  const { operation } = route;
  const blocks = hasBlocks ? new HeaderBlocks(operation, { schemas, members }, route.hasBody) : undefined;
  const request = schemas.request(operation);
  const input: RouteInput = {
    route,
    names: members,
    members: memberForms(request, schemas.definitions),
    list: itemList(operation, 'input'),
    blocks,
  };
  const answer = schemas.answer(operation);
  const output: RouteOutput = {
    operation,
    members,
    isChecked: served.validatesAnswers,
    list: itemList(operation, 'output'),
    binary: answer && binaryIn(route, answer, { schemas, members }),
  };
  const { verb, path } = route;
  return { verb, path, route, served, input, reader: new InputReader(input, limits), output };
}

/** The only binary value of a result: the result itself, or a property of it. */
function binaryIn(
  { operation }: JsonRoute,
  schema: JsonSchema,
  { schemas: { definitions }, members: names }: Pick<PlanSettings, 'schemas' | 'members'>,
): RouteOutput['binary'] {
  const types = ['application/octet-stream'];
  const whole = formOf(schema, definitions);
  if (whole.kind === 'binary' && !whole.isList) {
    return { steps: [], kind: 'binary', types };
  }
  const members = [...(memberForms(schema, definitions) ?? [])];
  const found = members.filter(([, { kind, isList }]) => !isList && (kind === 'binary' || kind === 'attachment'));
  const [first, ...others] = found;
  if (first === undefined || others.length > 0) {
    return undefined;
  }
  const [member, { kind }] = first;
  const name = messageMembers(operation, 'output', names).get(member) ?? member;
  const attachments = (operation.soap11 ?? operation.soap12)?.outputAttachments ?? [];
  const declared = attachments.find(({ property }) => property === name)?.contentTypes ?? [];
  const concrete = declared.filter((type) => !type.includes('*') && type !== 'application/json');
  return { steps: [name], kind, types: [...new Set([...concrete, ...types])] };
}
