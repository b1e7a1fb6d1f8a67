import { isHttpBinding } from '../contract/binding-kinds.js';
import { securityOption } from '../contract/demands/security-option.js';
import type {
  BindingKind,
  HttpOperationBinding,
  Message,
  Operation,
  OperationBinding,
  Part,
  Port,
  Service,
  SoapMessageBinding,
} from '../contract/model.js';
import { particleOf } from '../contract/own-content.js';
import { alternativeTexts, messageNames } from '../contract/policy-text.js';
import { effectiveContent } from '../contract/queries.js';
import { clientCode } from './client-code.js';
import { facts, heading, type PageContent, table } from './layout.js';
import { breakable, documentation, html, type Insert, join, type Markup } from './markup.js';
import { MemberTables } from './members.js';
import { operationTitle } from './places.js';
import { References } from './references.js';
import type { BindingSample } from './samples.js';
import { methodOf, type Site } from './site.js';

/** Names of bindings for readers. */
export const bindingNames: Readonly<Record<BindingKind, string>> = {
  soap11: 'SOAP 1.1',
  soap12: 'SOAP 1.2',
  httpGet: 'HTTP GET',
  httpPost: 'HTTP POST',
};

const patterns: Readonly<Record<Operation['pattern'], string | undefined>> = {
  requestResponse: undefined,
  oneWay: 'One-way: nothing answers.',
  solicitResponse: 'The service begins: it sends the answer first and waits for the request.',
  notification: 'Notification: the service sends a message, and nobody asks.',
};

/** The page of an operation. */
export function operationPage(
  site: Site,
  service: Service,
  operation: Operation,
  samples: readonly BindingSample[],
): PageContent {
  return new OperationPageWriter(site, service, operation).content(samples);
}

class OperationPageWriter {
  readonly #site: Site;
  readonly #service: Service;
  readonly #operation: Operation;
  readonly #path: string;
  readonly #links: References;
  readonly #members: MemberTables;

  constructor(site: Site, service: Service, operation: Operation) {
    this.#site = site;
    this.#service = service;
    this.#operation = operation;
    this.#path = site.places.operation(operation).path;
    this.#links = new References(site, this.#path);
    this.#members = new MemberTables(site, this.#links);
  }

  content(samples: readonly BindingSample[]): PageContent {
    const operation = this.#operation;
    const title = operationTitle(operation);
    const bound = methodOf(this.#site, operation);
    const pattern = patterns[operation.pattern];
    const main = html`<p class="kind">operation</p>
<h1>${breakable(title)}</h1>
${documentation(operation.documentation)}
${pattern === undefined ? undefined : html`<p class="note">${pattern}</p>`}
${facts([
  ['Service', this.#links.link(this.#site.places.service(this.#service), this.#service.name)],
  ['Method in TypeScript', bound && html`<code>${bound.service.names.client}.${breakable(bound.method.name)}</code>`],
])}
${heading(2, 'request', 'Request')}${this.#message(operation.input, 'request')}
${operation.pattern === 'oneWay' ? undefined : html`${heading(2, 'answer', 'Answer')}${this.#message(operation.output, 'answer')}`}
${this.#faults()}
${heading(2, 'bindings', 'Bindings')}${operation.bindings.map((binding) => this.#binding(binding))}
${bound && html`${heading(2, 'client', 'Client code')}<pre><code>${clientCode(this.#site.bound.packageName, bound.service, bound.method)}</code></pre>`}
${samples.length === 0 ? undefined : html`${heading(2, 'samples', 'Samples')}${samples.map(sampleMarkup)}`}`;
    const crumbs = [{ text: this.#service.name, path: this.#site.places.service(this.#service).path }];
    return { path: this.#path, title, crumbs, main };
  }

  #message(message: Message | undefined, section: string): Insert {
    switch (message?.kind) {
      case undefined:
        return html`<p class="dim">No message.</p>`;
      case 'empty':
        return html`<p class="dim">An empty message.</p>`;
      case 'element':
        return this.#elementMessage(message, section);
      case 'rpc':
        return message.parts.length === 0
          ? html`<p class="dim">No parameters.</p>`
          : html`<p>Parts of the element <code>${message.name}</code>:</p>${this.#parts(message.parts, section)}`;
      case 'parts':
        return html`<p>Parts of the message:</p>${this.#parts(message.parts, section)}`;
    }
  }

  #elementMessage({ element }: Extract<Message, { kind: 'element' }>, section: string): Markup {
    const { index, contract } = this.#site;
    const type = index.elements.get(element)?.type;
    const definition = type === undefined ? undefined : index.types.get(type);
    const content = type === undefined ? undefined : effectiveContent(contract, type);
    const particle = content && particleOf(content);
    const members = this.#members.elements(particle, section);
    const ofType = definition?.name === undefined ? undefined : html` of type ${this.#links.type(definition.key)}`;
    return html`<p>Element ${this.#links.element(element)}${ofType}${members === undefined ? ', without elements inside.' : ':'}</p>${members}`;
  }

  #parts(parts: readonly Part[], section: string): Markup {
    const rows = parts.map(
      (part) =>
        html`<tr id="${section}.member-${part.name}"><td><code>${breakable(part.name)}</code></td><td>${this.#part(part)}</td><td>${part.nillable ? html`<p class="notes">may be nil</p>` : undefined}${documentation(part.documentation)}</td></tr>`,
    );
    return table(['Part', 'Type', 'Description'], rows);
  }

  #part({ element, type }: Part): Insert {
    return element !== undefined
      ? html`element ${this.#links.element(element)}`
      : type === undefined
        ? ''
        : this.#links.type(type);
  }

  #faults(): Insert {
    const { faults } = this.#operation;
    const rows = faults.map(
      ({ name, part, documentation: text }) =>
        html`<tr id="fault-${name}"><td><code>${breakable(name)}</code></td><td>${part && this.#part(part)}</td><td>${documentation(text)}</td></tr>`,
    );
    return rows.length === 0
      ? undefined
      : html`${heading(2, 'faults', 'Faults')}${table(['Fault', 'Detail', 'Description'], rows)}`;
  }

  #binding(binding: OperationBinding): Markup {
    const ports = this.#service.ports.filter(({ name }) => binding.ports.includes(name));
    const anchor = `binding-${binding.kind}${binding.ports[0] === undefined ? '' : `-${binding.ports[0]}`}`;
    const addresses = ports.map(
      ({ name, address }) => html`<code>${address ?? '(no address)'}</code> <span class="dim">port ${name}</span>`,
    );
    return html`${heading(3, anchor, bindingNames[binding.kind])}${facts([
      ['Address', addresses.length === 0 ? undefined : join(addresses, ', ')],
      ...(isHttpBinding(binding) ? this.#httpFacts(binding) : this.#soapFacts(binding)),
      ...this.#policyFacts(binding),
      ...ports.map((port) => this.#securityFact(port, ports.length > 1)),
    ])}`;
  }

  /** The option of clients that their WS-Policy leads to. */
  #securityFact(port: Port, isNamed: boolean): readonly [string, Insert] {
    const option = securityOption(this.#service, port);
    return [`Option security${isNamed ? ` at ${port.name}` : ''}`, option && html`<code>${breakable(option)}</code>`];
  }

  /** What WS-Policy demands of the messages, one alternative in a line. */
  #policyFacts({ ports }: OperationBinding): readonly (readonly [string, Insert])[] {
    const { name, overload } = this.#operation;
    return (this.#service.policies ?? []).flatMap(({ messages, alternatives }) => {
      const own = messages.filter(
        (each) => each.operation === name && each.overload === overload && ports.includes(each.port),
      );
      const lines = alternativeTexts(alternatives).map(
        (text, i) => html`<div>${i > 0 ? html`<em>or</em> ` : undefined}${breakable(text)}</div>`,
      );
      const whose = own.map(({ direction, fault, port }) =>
        [
          messageNames[direction],
          ...(fault === undefined ? [] : [fault]),
          ...(ports.length > 1 ? [`at ${port}`] : []),
        ].join(' '),
      );
      return own.length === 0 ? [] : [[`WS-Policy of ${whose.join(', ')}`, lines] as const];
    });
  }

  #soapFacts(binding: Exclude<OperationBinding, HttpOperationBinding>): readonly (readonly [string, Insert])[] {
    const { soapAction, style, input, output, inputAction, outputAction, addressing } = binding;
    const use = [...new Set([input?.use, output?.use].filter((each) => each !== undefined))].join(' and ');
    return [
      [
        binding.kind === 'soap11' ? 'SOAPAction' : 'Action',
        soapAction === '' ? 'empty' : html`<code>${soapAction}</code>`,
      ],
      ['Style', `${style}${use === '' ? '' : `, ${use}`}`],
      ['Namespace of the element', style === 'rpc' && input ? html`<code>${input.namespace}</code>` : undefined],
      ['WS-Addressing', addressing && `${addressing.version}, ${addressing.required ? 'required' : 'supported'}`],
      ['WS-Addressing action', inputAction === undefined ? undefined : html`<code>${inputAction}</code>`],
      [
        'WS-Addressing action of the answer',
        outputAction === undefined ? undefined : html`<code>${outputAction}</code>`,
      ],
      ['Headers of the request', this.#headers(input)],
      ['Headers of the answer', this.#headers(output)],
      ['Attachments of the request', attachments(input)],
      ['Attachments of the answer', attachments(output)],
    ];
  }

  #headers(message: SoapMessageBinding | undefined): Insert {
    const headers = message?.headers ?? [];
    return headers.length === 0
      ? undefined
      : join(
          headers.map(({ part }) => html`<code>${part.name}</code> (${this.#part(part)})`),
          ', ',
        );
  }

  #httpFacts({ location, input, parameters, output }: HttpOperationBinding): readonly (readonly [string, Insert])[] {
    const names = parameters.map(
      ({ name, type }) =>
        html`<code>${name}</code>${type === undefined ? undefined : html` (${this.#links.type(type)})`}`,
    );
    return [
      ['Location', html`<code>${location}</code>`],
      ['Parameters', names.length === 0 ? 'none' : html`${inputNames[input]}: ${join(names, ', ')}`],
      ['Answer', this.#httpAnswer(output)],
    ];
  }

  #httpAnswer(output: HttpOperationBinding['output']): Insert {
    switch (output.kind) {
      case 'xml':
        return html`XML: ${output.element === undefined ? (output.type === undefined ? 'any element' : this.#links.type(output.type)) : this.#links.element(output.element)}`;
      case 'document':
        return 'any XML document';
      case 'content':
        return output.contentTypes.join(', ');
      case 'empty':
        return 'nothing';
    }
  }
}

const inputNames: Readonly<Record<HttpOperationBinding['input'], string>> = {
  urlEncoded: 'in the query',
  urlReplacement: 'in the path',
  form: 'as a form',
  xml: 'as an XML document',
  multipart: 'as a form in parts',
};

function attachments(message: SoapMessageBinding | undefined): Insert {
  const parts = message?.attachments ?? [];
  return parts.length === 0
    ? undefined
    : parts.map(({ part, contentTypes }) => `${part} (${contentTypes.join(', ')})`).join(', ');
}

function sampleMarkup({ binding, request, answer }: BindingSample): Markup {
  const name = bindingNames[binding];
  return html`<details${binding === 'soap11' ? html` open` : undefined} id="sample-${binding}"><summary>${name}</summary>
<h4>Request</h4><pre><code>${request}</code></pre>
${answer === undefined ? undefined : html`<h4>Answer</h4><pre><code>${answer}</code></pre>`}</details>
`;
}
