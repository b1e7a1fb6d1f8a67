import { readableAnswer, readableRequest, textOfBody } from '../calls/http-text.js';
import { foundOperations, namesOf } from '../calls/operations.js';
import { type SampleMessages, sampleMessages } from '../calls/sample.js';
import { given } from '../config/given.js';
import { type Diagnostic, hasErrors } from '../diagnostics/diagnostic.js';
import { visibleLines } from '../diagnostics/format.js';
import type { SampleDocument } from '../documents/sample-documents.js';
import { descriptorsOf } from '../memory/descriptors.js';
import { noOperations, type ReadServices, readServices, withOperation, withoutInput } from './called-services.js';
import type { SampleMessage } from './json-output.js';
import type { SampleCommandOptions } from './options.js';
import { printDiagnostics, printJson } from './report.js';
import { documentsOf, writeSamples } from './sample-files.js';
import type { Terminal } from './terminal.js';

/** What was made. */
interface Samples {
  readonly messages: readonly SampleMessages[];
  readonly documents: readonly SampleDocument[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * `codegen sample`: prints valid messages of operations in each binding, and valid documents of schemas, the same ones every time; with `--out` documents become files.
 * Exit code 1 on errors.
 */
export async function sampleCommand(given: SampleCommandOptions, terminal: Terminal): Promise<number> {
  const options = withoutInput(given, terminal.workingFolder);
  const { operation: _, ...unnamed } = options;
  const [read, unreadable] = await readServices(unnamed, terminal);
  if (read.length === 0) {
    print(options, { messages: [], documents: [], diagnostics: unreadable }, [], terminal);
    return 1;
  }
  const { messages, documents, diagnostics: found } = await samplesIn(read, options);
  const [files, problems] =
    options.out === undefined || hasErrors(found) ? [[], []] : writeSamples(documents, options.out, options, terminal);
  const diagnostics = [...found, ...problems];
  print(options, { messages, documents, diagnostics }, files, terminal);
  return hasErrors(diagnostics) ? 1 : 0;
}

function print(
  options: SampleCommandOptions,
  { messages, documents, diagnostics }: Samples,
  files: readonly string[],
  terminal: Terminal,
): void {
  const isPrinted = options.out === undefined;
  if (options.json) {
    const shown = { messages: messages.map(asJson), documents: isPrinted ? documents : [], files };
    printJson<'sample'>(shown, diagnostics, terminal);
  } else {
    const texts = [...messages.map(asText), ...(isPrinted ? documentTexts(documents) : [])];
    terminal.out(visibleLines(texts.join('\n')));
    terminal.out(files.map((file) => `${file}\n`).join(''));
    printDiagnostics(diagnostics, terminal);
  }
}

/** A name is that of an operation if there is one, else of a root. */
async function samplesIn(all: readonly ReadServices[], options: SampleCommandOptions): Promise<Samples> {
  const { operation: name } = options;
  const services = all.filter(({ contract }) => contract.services.length > 0);
  const schemas = name === undefined ? all.filter((each) => !services.includes(each)) : all;
  const isOperation =
    name !== undefined &&
    services.some(({ contract }) =>
      foundOperations(descriptorsOf(contract).services).some((each) => namesOf(each).includes(name)),
    );
  const [documents, lacking] = isOperation ? [[], []] : documentsOf(schemas, options);
  const isDocument = documents.length > 0 || (services.length === 0 && lacking.length > 0);
  const [read, problems] = name !== undefined && isDocument ? [[], []] : withOperation(services, options);
  const samples = await Promise.all(read.map((each) => messagesOf(each, options)));
  const messages = samples.flatMap((each) => each.messages);
  const diagnostics = [...(isDocument ? lacking : []), ...problems, ...samples.flatMap((each) => each.diagnostics)];
  const isEmpty = all.every(({ contract }) =>
    [contract.services, contract.elements, contract.types].every(({ length }) => length === 0),
  );
  return { messages, documents, diagnostics: isEmpty ? [noOperations(all, options.input)] : diagnostics };
}

/** One document as it is, several with the names of their roots. */
function documentTexts(documents: readonly SampleDocument[]): readonly string[] {
  const [only, ...others] = documents;
  return only !== undefined && others.length === 0
    ? [only.xml]
    : documents.map(({ root, number, xml }) => `# ${root}${number > 1 ? ` (${number})` : ''}\n\n${xml}`);
}

function messagesOf(
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

function asJson({ service, operation, binding, request, response, json }: SampleMessages): SampleMessage {
  const { method, url, headers, body } = request;
  return {
    service,
    operation,
    binding,
    request: { method, url, headers, ...(body !== undefined && { body: textOfBody(body) }), json: json.request },
    ...(response && { answer: { status: response.status, body: textOfBody(response.body), json: json.answer } }),
  };
}
