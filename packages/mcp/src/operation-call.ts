import { type CallOptions, createMasker, SoapFaultError } from '@wsdl-codegen/runtime';
import { answerToJson, headersFromJson, requestFromJson } from '@wsdl-codegen/runtime/json';
import { JsonError } from '@wsdl-codegen/runtime/schema';
import type { ArgumentMapping } from './arguments.js';
import { failureText, faultText, issuesText } from './call-errors.js';
import type { CallLimits } from './call-limits.js';
import type { ChosenOperation } from './chosen-operations.js';
import type { SecretCover } from './covered-secrets.js';
import type { KeptAnswers } from './kept-answers.js';
import { bytesOf, isSchema } from './schema-walk.js';
import { errorResult, type ToolContext, type ToolHints, type ToolResult } from './tool.js';
import type { ToolOptions, ToolOutcome } from './tool-options.js';

/** What a call of an operation needs. */
export interface Calling {
  readonly chosen: ChosenOperation;
  readonly mapping: ArgumentMapping;
  readonly hints: ToolHints;
  readonly settings: ToolOptions & Required<Pick<ToolOptions, 'members' | 'maxArgumentBytes' | 'maxAnswerBytes'>>;
  readonly limits: CallLimits;
  readonly kept: KeptAnswers;
  readonly cover: SecretCover;
}

/** A result, and what the audit says of it. */
interface Ended {
  readonly result: ToolResult;
  readonly outcome: ToolOutcome;
  readonly error?: unknown;
}

const masker = createMasker();
/** As deep as elements of XML may be. */
const maxDepth = 256;

/** Calls an operation for a model. Never rejects. */
export async function callOperation(calling: Calling, given: unknown, context: ToolContext): Promise<ToolResult> {
  const begun = Date.now();
  const args = given === undefined ? {} : given;
  const ended = await endOf(calling, args, context);
  tell(calling, args, context, ended, Date.now() - begun);
  return ended.result;
}

async function endOf(calling: Calling, args: unknown, context: ToolContext): Promise<Ended> {
  const { limits, settings, cover } = calling;
  const wait = limits.begin();
  if (wait !== undefined) {
    return { outcome: 'limited', result: errorResult(wait) };
  }
  try {
    return await checkedCall(calling, args, context);
  } catch (error) {
    const { operation } = calling.chosen;
    const isFault = error instanceof SoapFaultError;
    const text = isFault
      ? faultText(operation, error, { cover, members: settings.members })
      : cover.text(failureText(error));
    return { outcome: isFault ? 'fault' : 'failed', result: errorResult(bounded(text, settings)), error };
  } finally {
    limits.end();
  }
}

async function checkedCall(calling: Calling, args: unknown, context: ToolContext): Promise<Ended> {
  const { chosen, settings } = calling;
  if (!isSchema(args)) {
    return refused('The arguments are not an object. Give an object with the arguments as its members.');
  }
  if (isDeeperThan(args, maxDepth)) {
    return refused(`The arguments are nested deeper than ${maxDepth} levels. Send less.`);
  }
  if (bytesOf(args) > settings.maxArgumentBytes) {
    return refused(`The arguments have more than ${settings.maxArgumentBytes} bytes. Send less.`);
  }
  const read = readArguments(calling, args);
  if ('problems' in read) {
    return refused(bounded(read.problems, settings));
  }
  const { client } = chosen.source;
  if (client === undefined) {
    return refused('The program only describes this operation; nothing calls it.');
  }
  const declined = await declinedBy(calling, args, context);
  if (declined !== undefined) {
    return { outcome: 'declined', result: errorResult(declined) };
  }
  const { value } = await client.$exchange(chosen.method as never, read.input, callOptions(calling, context));
  return { outcome: 'answer', result: answerResult(calling, value, context) };
}

function isDeeperThan(value: unknown, levels: number): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    (levels === 0 || Object.values(value).some((part) => isDeeperThan(part, levels - 1)))
  );
}

function refused(text: string): Ended {
  return { outcome: 'refused', result: errorResult(text) };
}

function readArguments(
  { chosen: { operation }, mapping, settings: { coerce = false, members } }: Calling,
  args: Readonly<Record<string, unknown>>,
): { readonly input: unknown } | { readonly problems: string } {
  const { json, issues } = mapping.parameter(args);
  // Names of arguments are in the place of paths already.
  const unknown = new Set(issues);
  try {
    const input = requestFromJson(operation, json, { coerce, members });
    if (issues.length === 0) {
      return { input };
    }
    return { problems: issuesText(issues, ({ path }) => `/${path.join('/')}`) };
  } catch (error) {
    if (!(error instanceof JsonError)) {
      throw error;
    }
    const all = [...issues, ...error.issues];
    return {
      problems: issuesText(all, (issue) =>
        unknown.has(issue) ? `/${issue.path.join('/')}` : mapping.pointer(issue.path),
      ),
    };
  }
}

/** Why a call is declined. */
async function declinedBy(
  { chosen, hints, settings: { confirm } }: Calling,
  args: Readonly<Record<string, unknown>>,
  { principal }: ToolContext,
): Promise<string | undefined> {
  const { name: tool, method, source } = chosen;
  const call = { tool, service: source.service.name, method, hints, arguments: args, principal };
  const answer = (await confirm?.(call)) ?? true;
  return answer === true ? undefined : answer === false ? 'The user declined this call. Nothing was sent.' : answer;
}

function callOptions({ chosen }: Calling, { signal }: ToolContext): CallOptions {
  const { operation, source } = chosen;
  const declared = [operation.soap11, operation.soap12].flatMap((facts) => facts?.inputHeaders ?? []);
  const names = new Set(declared.map(({ property }) => property));
  const given = Object.entries(source.headerBlocks ?? {}).filter(([name]) => names.has(name));
  const soapHeaders = headersFromJson(operation, 'input', Object.fromEntries(given), { coerce: true });
  return { ...(signal !== undefined && { signal }), ...(given.length > 0 && { soapHeaders }) };
}

function answerResult(
  { chosen, settings, cover, kept }: Calling,
  value: unknown,
  { principal }: ToolContext,
): ToolResult {
  const binding = (chosen.source.client as { readonly $binding?: undefined }).$binding;
  const json = answerToJson(chosen.operation, value, {
    members: settings.members,
    ...(binding !== undefined && { binding }),
  });
  return kept.result(cover.value(json), principal);
}

/** Errors are as long as answers may be. */
function bounded(text: string, { maxAnswerBytes }: Calling['settings']): string {
  return text.length <= maxAnswerBytes ? text : `${text.slice(0, maxAnswerBytes)}…`;
}

function tell(
  { chosen, settings: { audit } }: Calling,
  args: unknown,
  { principal }: ToolContext,
  { result, outcome, error }: Ended,
  milliseconds: number,
): void {
  const { name: tool, method, source } = chosen;
  try {
    audit?.({
      tool,
      service: source.service.name,
      method,
      principal,
      arguments: masker.value(args),
      outcome,
      milliseconds,
      answerBytes: bytesOf(result.content),
      ...(error !== undefined && { error }),
    });
  } catch {
    // A report has no influence on results.
  }
}
