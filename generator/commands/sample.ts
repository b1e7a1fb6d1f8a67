import { readableAnswer, readableRequest, textOfBody } from '../calls/http-text.js';
import { type SampleMessages, sampleMessages } from '../calls/sample.js';
import { given } from '../config/given.js';
import { hasErrors } from '../diagnostics/diagnostic.js';
import { visibleLines } from '../diagnostics/format.js';
import { noOperations, type ReadServices, readServices, withoutInput } from './called-services.js';
import type { SampleCommandOptions } from './options.js';
import { printDiagnostics, printJson } from './report.js';
import type { Terminal } from './terminal.js';

/** `codegen sample`: prints valid messages of operations in each binding, the same ones every time. Exit code 1 on errors. */
export async function sampleCommand(given: SampleCommandOptions, terminal: Terminal): Promise<number> {
  const options = withoutInput(given, terminal.workingFolder);
  const [read, unreadable] = await readServices(options, terminal);
  if (read.length === 0) {
    printDiagnostics(unreadable, terminal);
    return 1;
  }
  const samples = await Promise.all(read.map((each) => samplesOf(each, options)));
  const messages = samples.flatMap((each) => each.messages);
  const nothing = read.every(({ contract }) => contract.services.length === 0);
  const diagnostics = nothing ? [noOperations(read, options.input)] : samples.flatMap((each) => each.diagnostics);
  if (options.json) {
    printJson({ messages: messages.map(asJson) }, diagnostics, terminal);
  } else {
    terminal.out(visibleLines(messages.map(asText).join('\n')));
    printDiagnostics(diagnostics, terminal);
  }
  return hasErrors(diagnostics) ? 1 : 0;
}

function samplesOf(
  { contract, placeholders }: ReadServices,
  { operation, binding, address, seed }: SampleCommandOptions,
): ReturnType<typeof sampleMessages> {
  return sampleMessages(contract, {
    placeholders,
    ...given({ operation, address, seed, bindings: binding && [binding] }),
  });
}

function asText({ service, operation, binding, request, response }: SampleMessages): string {
  const title = `# ${service}.${operation} over ${binding}: ${request.url}`;
  const answer = response === undefined ? [] : [readableAnswer(response)];
  return [title, '', readableRequest(request), ...answer].join('\n');
}

function asJson({ service, operation, binding, request, response, json }: SampleMessages): object {
  const { method, url, headers, body } = request;
  return {
    service,
    operation,
    binding,
    request: { method, url, headers, ...(body !== undefined && { body: textOfBody(body) }), json: json.request },
    ...(response && { answer: { status: response.status, body: textOfBody(response.body), json: json.answer } }),
  };
}
