import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Certificate } from '../support/certificates.js';

/** What a test server says at an address. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** A server of documents on this computer, whose answers a test may change at any time. */
export class TestService {
  /** Answers by path and query; a function is called with the request. */
  readonly answers = new Map<string, Answer | ((request: IncomingMessage) => Answer)>();
  /** The paths that were asked, in order, with the status of the answer. */
  readonly asked: string[] = [];
  readonly #server: Server;

  constructor(certificate?: Certificate) {
    const listener = (request: IncomingMessage, response: ServerResponse): void => this.#answer(request, response);
    this.#server = certificate ? createTlsServer(certificate, listener) : createServer(listener);
  }

  /** The address of the server, without a slash at its end. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const { port } = this.#server.address() as AddressInfo;
    return `${'setSecureContext' in this.#server ? 'https' : 'http'}://127.0.0.1:${port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Documents by path, each with a tag that changes with its content. */
  publish(documents: Readonly<Record<string, string | Uint8Array>>): void {
    for (const [path, body] of Object.entries(documents)) {
      this.answers.set(path, (request) => {
        const etag = `"${Buffer.from(body).length}-${Buffer.from(body).reduce((sum, byte) => (sum * 31 + byte) % 65_521, 7)}"`;
        return request.headers['if-none-match'] === etag ? { status: 304 } : { headers: { etag }, body };
      });
    }
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const found = this.answers.get(request.url ?? '');
    const {
      status = 200,
      headers = {},
      body,
    } = typeof found === 'function' ? found(request) : (found ?? { status: 404 });
    this.asked.push(`${request.url} ${status}`);
    response.writeHead(status, headers).end(body);
  }
}

const wsdlNamespaces =
  'xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:shop"';

/** The descriptor of a shop, whose schema is elsewhere. */
export function shopWsdl(schemaLocation: string, head = '<?xml version="1.0" encoding="utf-8"?>\n'): string {
  return `${head}<definitions ${wsdlNamespaces} targetNamespace="urn:shop" name="Shop">
  <!-- a comment with schemaLocation="${schemaLocation}" in it -->
  <types><x:schema><x:import namespace="urn:shop" schemaLocation="${schemaLocation}"/></x:schema></types>
  <message name="FindIn"><part name="p" element="t:find"/></message>
  <message name="FindOut"><part name="p" element="t:found"/></message>
  <portType name="ShopPort"><operation name="Find"><input message="t:FindIn"/><output message="t:FindOut"/></operation></portType>
  <binding name="ShopBinding" type="t:ShopPort"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Find"><s:operation soapAction="find"/><input><s:body use="literal"/></input><output><s:body use="literal"/></output></operation>
  </binding>
  <service name="Shop"><port name="Shop" binding="t:ShopBinding"><s:address location="https://shop.example/"/></port></service>
</definitions>
`;
}

/** The schema of the shop. `includes` are locations, `extra` is in the content of the answer. */
export function shopSchema(includes: readonly string[] = [], extra = ''): string {
  const parts = includes.map((location) => `<x:include schemaLocation='${location}' />`).join('\n  ');
  return `<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:shop" elementFormDefault="qualified">
  ${parts}
  <x:element name="find"><x:complexType><x:sequence><x:element name="id" type="x:int"/></x:sequence></x:complexType></x:element>
  <x:element name="found"><x:complexType><x:sequence><x:element name="name" type="x:string"/>${extra}</x:sequence></x:complexType></x:element>
</x:schema>
`;
}

/** A schema for the shop that only includes others. */
export function partSchema(includes: readonly string[] = []): string {
  const parts = includes.map((location) => `<x:include schemaLocation="${location}"/>`).join('');
  return `<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:shop">${parts}</x:schema>`;
}
