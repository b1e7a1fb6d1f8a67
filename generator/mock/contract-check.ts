import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type BindingKind,
  createServer,
  DynamicClient,
  formatTree,
  messageValidator,
  registerService,
  type ServiceContext,
  type ServiceDescriptor,
  SoapFault,
  SoapFaultError,
  type SoapServer,
  sampleRequest,
  type TransportResponse,
  type WireRequest,
  type WireResponse,
  XmlSyntaxError,
} from '@wsdl-codegen/runtime';
import {
  type Declarations,
  type ElementDescriptor,
  formatPath,
  type UnknownContent,
  type ValidationIssue,
  validate,
  validateXml,
} from '@wsdl-codegen/runtime/schema';
import { textOfBody } from '../calls/http-text.js';
import type { Breach } from './exchange.js';
import { bodyElements, headerOf, withoutMustUnderstand } from './message-text.js';
import { foldedPath, portPaths, type ServedOperation, unprotected } from './services.js';
import { describeUnknown, refusalReason } from './wording.js';

/** A call that a request makes. */
export interface ContractCall extends ServedOperation {
  readonly binding: BindingKind;
  /** The method's parameter. */
  readonly input: unknown;
}

/** A request, as the contract sees it. */
export interface CheckedRequest {
  /** Absent for a request that is not a call of the contract, or cannot be read. */
  readonly call?: ContractCall;
  readonly breaches: readonly Breach[];
}

/** The meaning of an answer: a result, a fault, or something that is neither. */
export type AnswerMeaning =
  | { readonly kind: 'result'; readonly value: unknown }
  | { readonly kind: 'fault'; readonly error: SoapFaultError }
  | { readonly kind: 'other'; readonly error: Error };

/** Everything that is noted about a message while it is read. */
interface Notes {
  call?: ContractCall;
  readonly unknown: UnknownContent[];
  readonly issues: ValidationIssue[];
}

/** Reads messages by the contract, and tells in which points they differ from it. */
export class ContractCheck {
  readonly #declarations: Declarations;
  /** Paths of the services, as requests write them, in lower case. */
  readonly #paths: readonly string[];
  readonly #server: SoapServer;
  readonly #notes = new AsyncLocalStorage<Notes>();

  constructor(services: readonly ServiceDescriptor[], declarations: Declarations) {
    this.#declarations = declarations;
    this.#paths = services.flatMap(portPaths).map(foldedPath).map(withoutEndSlash);
    const validator = messageValidator();
    this.#server = createServer({
      services: services.map((service) => registerService(service, this.#handlers(service) as never, unprotected)),
      pages: false,
      trustedOrigins: '*',
      includeErrorDetail: true,
      onUnknown: (content) => this.#notes.getStore()?.unknown.push(content),
      validate: {
        ...validator,
        request: (operation, value) => {
          this.#notes.getStore()?.issues.push(...validator.request(operation, value));
          return [];
        },
        answer: () => [],
      },
    });
  }

  /** True if a request could be a call: GET asks for pages and documents at the address of a service, and calls below it. */
  mayBeCall({ method, url }: WireRequest): boolean {
    const [path = ''] = url.toLowerCase().split('?', 1);
    return method === 'POST' || (method === 'GET' && this.#paths.some((each) => path.startsWith(`${each}/`)));
  }

  /** Reads a request. Never rejects for what is in it. */
  async request(request: WireRequest): Promise<CheckedRequest> {
    const notes: Notes = { unknown: [], issues: [] };
    const answer = await this.#notes.run(notes, () => this.#server.handle(withoutMustUnderstand(request)));
    const { call } = notes;
    const whole = this.#soapIssues(call, 'input', request.body, headerOf(request.headers, 'content-type'));
    const breaches = (whole ?? issuesOf(notes)).map(asBreach('request'));
    if (call === undefined) {
      return { breaches: [...breaches, { side: 'request', path: 'HTTP', message: refusalReason(answer) }] };
    }
    return { call, breaches: [...breaches, ...actionBreaches(call, request)] };
  }

  /** The differences of an answer from the contract. */
  async answer(call: ContractCall, response: WireResponse): Promise<readonly Breach[]> {
    const notes: Notes = { unknown: [], issues: [] };
    const outcome = await this.outcome(call, response, notes);
    const breaches = httpBreaches(call, response, outcome);
    if (call.binding !== 'soap11' && call.binding !== 'soap12' && response.status >= 400) {
      // The WSDL says nothing about errors over GET and POST.
      return [];
    }
    if (outcome.kind === 'fault') {
      return [...breaches, ...this.#faultIssues(call, outcome.error).map(asBreach('answer'))];
    }
    const whole = this.#answerIssues(call, response);
    const found = (whole ?? issuesOf(notes)).map(asBreach('answer'));
    const isUnexplained = outcome.kind === 'other' && found.length === 0 && breaches.length === 0;
    return isUnexplained ? [{ side: 'answer', path: 'HTTP', message: outcome.error.message }] : [...breaches, ...found];
  }

  /** The meaning of an answer. */
  async outcome(call: ContractCall, response: WireResponse, notes?: Notes): Promise<AnswerMeaning> {
    const { service, method, operation, binding } = call;
    const validator = messageValidator();
    const client = new DynamicClient(
      service as ServiceDescriptor<Record<string, { input: unknown; output: unknown }>>,
      {
        address: 'http://mock.invalid/',
        binding,
        mask: false,
        ...unprotected,
        transport: async () => transportResponse(response),
        onUnknown: (content) => notes?.unknown.push(content),
        validate: {
          ...validator,
          request: () => [],
          answer: (of, value) => {
            notes?.issues.push(...validator.answer(of, value));
            return [];
          },
        },
      },
    );
    try {
      return { kind: 'result', value: await client.call(method, sampleRequest(operation)) };
    } catch (error) {
      return error instanceof SoapFaultError ? { kind: 'fault', error } : { kind: 'other', error: error as Error };
    }
  }

  #handlers(service: ServiceDescriptor): Readonly<Record<string, unknown>> {
    const entries = Object.entries(service.operations).map(([method, operation]) => {
      const handler = (input: unknown, { binding }: ServiceContext): never => {
        const notes = this.#notes.getStore();
        if (notes !== undefined) {
          notes.call = { service, method, operation, binding, input };
        }
        throw new SoapFault('The call was read.');
      };
      return [method, handler] as const;
    });
    return Object.fromEntries(entries);
  }

  /** Issues of a literal SOAP message as a whole document; `undefined` for others. */
  #soapIssues(
    call: ContractCall | undefined,
    side: 'input' | 'output',
    body: string | Uint8Array,
    contentType: string,
  ): readonly string[] | undefined {
    const facts = call?.binding === 'soap11' || call?.binding === 'soap12' ? call.operation[call.binding] : undefined;
    const element = call?.operation[side]?.element;
    if (facts === undefined || facts.encoded || element === undefined || /multipart/i.test(contentType)) {
      return undefined;
    }
    return this.#documentIssues(element, () => {
      const [first] = bodyElements(textOfBody(body, contentType)) ?? [];
      return first?.name === element.name && first.namespace === element.namespace ? formatTree(first) : undefined;
    });
  }

  #answerIssues(call: ContractCall, { body, headers }: WireResponse): readonly string[] | undefined {
    const contentType = headerOf(headers, 'content-type');
    if (call.binding === 'soap11' || call.binding === 'soap12') {
      return this.#soapIssues(call, 'output', body, contentType);
    }
    const element = call.operation[call.binding]?.output;
    return element && this.#documentIssues(element, () => textOfBody(body, contentType));
  }

  /** `undefined` where there is no such document, which the reader says by itself. */
  #documentIssues(element: ElementDescriptor, read: () => string | undefined): readonly string[] | undefined {
    try {
      const text = read();
      const options = { declarations: this.#declarations };
      return text === undefined || text === ''
        ? undefined
        : validateXml(element, text, options).map(described(element.name));
    } catch (error) {
      if (error instanceof XmlSyntaxError) {
        return undefined;
      }
      throw error;
    }
  }

  #faultIssues({ operation }: ContractCall, error: SoapFaultError): readonly string[] {
    const declared = operation.faults?.find(({ name }) => name === error.faultName)?.element;
    return declared === undefined ? [] : validate(declared, error.detail as never).map(described(declared.name));
  }
}

function described(root: string): (issue: ValidationIssue) => string {
  return ({ path, message }) => `${formatPath(root, path)}: ${message}`;
}

function issuesOf({ unknown, issues }: Notes): readonly string[] {
  return [...unknown.map(describeUnknown), ...issues.map(described(''))];
}

/** Issues are texts that begin with their path. */
function asBreach(side: Breach['side']): (issue: string) => Breach {
  return (issue) => {
    const at = issue.indexOf(': ');
    return { side, path: issue.slice(0, at) || '/', message: issue.slice(at + 2) };
  };
}

/** SOAPAction has the value of the WSDL (WS-I Basic Profile 1.1, R2744); so has the action of SOAP 1.2, where it is given. */
function actionBreaches({ operation, binding }: ContractCall, { headers }: WireRequest): readonly Breach[] {
  const facts = binding === 'soap11' || binding === 'soap12' ? operation[binding] : undefined;
  const contentType = headerOf(headers, 'content-type');
  const given =
    binding === 'soap11'
      ? headerOf(headers, 'soapaction').replace(/^"|"$/g, '')
      : (/action\s*=\s*"([^"]*)"/i.exec(contentType)?.[1] ?? facts?.action);
  if (facts === undefined || given === undefined || given === facts.action || /multipart/i.test(contentType)) {
    return [];
  }
  const message = `the action is "${given}", and that of ${operation.name} is "${facts.action}"`;
  return [{ side: 'request', path: 'HTTP', message }];
}

const mediaTypes: Readonly<Record<BindingKind, RegExp>> = {
  soap11: /^(?:text\/xml|multipart\/related)\b/i,
  soap12: /^(?:application\/soap\+xml|multipart\/related)\b/i,
  httpGet: /^(?:text|application)\/xml\b/i,
  httpPost: /^(?:text|application)\/xml\b/i,
};

/** Statuses and content types: SOAP 1.1, 6.2; SOAP 1.2 Part 2, 7.5.2. */
function httpBreaches(
  { operation, binding }: ContractCall,
  response: WireResponse,
  outcome: AnswerMeaning,
): readonly Breach[] {
  const breach = (message: string): Breach => ({ side: 'answer', path: 'HTTP', message });
  const { status } = response;
  const breaches: Breach[] = [];
  if (outcome.kind === 'fault' ? status < 400 : status < 200 || status > 299) {
    const expected = outcome.kind === 'fault' ? '500, as for every fault' : operation.oneWay ? '202' : '200';
    breaches.push(breach(`the status is ${status}, not ${expected}`));
  }
  const type = headerOf(response.headers, 'content-type');
  const isXml = binding === 'soap11' || binding === 'soap12' || operation[binding]?.output !== undefined;
  if (isXml && response.body.length > 0 && !mediaTypes[binding].test(type)) {
    breaches.push(breach(type === '' ? 'there is no content type' : `the content type is ${type}`));
  }
  return breaches;
}

function transportResponse({ status, headers, body }: WireResponse): TransportResponse {
  return {
    status,
    statusText: '',
    headers: new Headers(headers),
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
  };
}

/** True for a request of a document or a page: `?wsdl`, `?singleWsdl`, `?xsd=…`, `?op=…`, `?disco`. */
export function isDocumentRequest(url: string): boolean {
  return /\?(?:wsdl|singlewsdl|xsd|disco|op)\b/i.test(url);
}

function withoutEndSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
