import type { TransportRequest, TransportResponse } from '@wsdl-codegen/runtime';
import { indentedXml, requestText, responseText, textOfBody } from '../calls/http-text.js';
import { type SampleMessages, sampleMessages } from '../calls/sample.js';
import { given } from '../config/given.js';
import { hasErrors } from '../diagnostics/diagnostic.js';
import { visibleLines } from '../diagnostics/format.js';
import { type ReadServices, readServices, withoutInput } from './called-services.js';
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
  const diagnostics = samples.flatMap((each) => each.diagnostics);
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
  const sent = requestText({ ...request, body: readable(request.body) });
  return [title, '', sent, ...(response === undefined ? [] : [responseText(shortened(response))])].join('\n');
}

/** A document with its elements on lines of their own. */
function readable(body: TransportRequest['body']): TransportRequest['body'] {
  const text = textOfBody(body ?? '');
  return text.startsWith('<') ? indentedXml(text) : body;
}

/** An answer with the header field that is of the message: the others are those of a server. */
function shortened(response: TransportResponse): TransportResponse {
  const type = response.headers.get('content-type');
  const headers = new Headers(type === null ? [] : [['Content-Type', type]]);
  return { ...response, headers, body: Buffer.from(readable(response.body) ?? '') };
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
