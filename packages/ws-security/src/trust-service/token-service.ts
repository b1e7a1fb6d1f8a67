/** Clients of token services (WS-Trust 1.3 and 1.4). */
import {
  type CallOptions,
  type ClientOptions,
  DynamicClient,
  type ServiceDescriptor,
  type SoapBindingDescriptor,
  SoapFaultError,
  type SoapHeaderExtension,
} from '@wsdl-codegen/runtime';
import { wsAddressing } from '@wsdl-codegen/runtime/addressing';
import { callback, number, type OptionKinds, object, oneOf, requireOptions, text } from '@wsdl-codegen/runtime/extend';
import { element, tree } from '@wsdl-codegen/runtime/schema';
import type { XmlElement } from '@wsdl-codegen/runtime/xml';
import type { DecryptionSettings } from '../encryption/content-keys.js';
import { EnvelopeEditor } from '../soap/envelope-editor.js';
import { childElements, readSoapMessage } from '../soap/soap-message.js';
import { checkDecryption } from '../tokens/encrypted-secret.js';
import type { PlacedElement } from '../xml/document.js';
import { isNamed } from '../xml/elements.js';
import { TokenCache } from './token-cache.js';
import { issueRequest, type TokenRequest, targetRequest, type WrittenRequest } from './token-request.js';
import {
  type IssuedToken,
  onlyResponse,
  readIssuedToken,
  readStatus,
  requireCancelled,
  type TokenStatus,
  type TrustAnswer,
} from './token-response.js';
import { trustError } from './token-service-error.js';
import { type TrustAction, trustNamespace } from './trust-names.js';

/** Options of `tokenService`. */
export interface TokenServiceOptions {
  /** The address of the token service, such as `https://adfs.example/adfs/services/trust/13/usernamemixed`. */
  readonly address: string;
  /** The version of SOAP. Default `'1.2'`. */
  readonly soap?: '1.1' | '1.2';
  /**
   * The options of the client that calls it. Its extensions say who asks: `wsSecurity({ parts: [timestamp(), usernameToken(user, password)] })`, or `sign` with a
   * certificate.
   */
  readonly client?: Omit<
    ClientOptions<'soap11' | 'soap12'>,
    'address' | 'baseUrl' | 'binding' | 'port' | 'namespaces' | 'addressing'
  >;
  /** The key for secrets that the token service encrypts for the program. */
  readonly decryption?: DecryptionSettings;
  /** Seconds before the end of a token from which on it is not used any more. Default 60. */
  readonly marginSeconds?: number;
  /** Default: the machine's time. */
  readonly clock?: () => Date;
}

const kinds: OptionKinds<Required<TokenServiceOptions>> = {
  address: text,
  soap: oneOf('1.1', '1.2'),
  client: object,
  decryption: object,
  marginSeconds: number,
  clock: callback,
};

interface TrustMethods {
  readonly issue: { readonly input: XmlElement; readonly output: XmlElement };
  readonly renew: { readonly input: XmlElement; readonly output: XmlElement };
  readonly validate: { readonly input: XmlElement; readonly output: XmlElement };
  readonly cancel: { readonly input: XmlElement; readonly output: XmlElement };
}

/** The element that stands for each answer, which is read from its text. */
const answerName = 'RequestSecurityTokenResponseCollection';

const operation = (action: TrustAction): ServiceDescriptor<TrustMethods>['operations']['issue'] => {
  const facts: SoapBindingDescriptor = { action: `${trustNamespace}/RST/${action}`, style: 'document' };
  return {
    name: action,
    input: { element: element(trustNamespace, 'RequestSecurityToken', tree()) },
    output: { element: element(trustNamespace, answerName, tree()) },
    soap11: facts,
    soap12: facts,
  };
};

const service: ServiceDescriptor<TrustMethods> = {
  kind: 'service',
  name: 'TokenService',
  namespace: trustNamespace,
  placeholders: [],
  ports: [
    { name: 'Soap12', binding: 'soap12' },
    { name: 'Soap11', binding: 'soap11' },
  ],
  operations: {
    issue: operation('Issue'),
    renew: operation('Renew'),
    validate: operation('Validate'),
    cancel: operation('Cancel'),
  },
};

/** The element in the Body of an answer, and the text that it stands in. */
interface KeptAnswer {
  readonly content: PlacedElement;
  readonly document: string;
}

/** Keeps the element in the Body of an answer as it is written: the signature of a token is of that text. It opens last, after what decrypts and verifies. */
const answers: SoapHeaderExtension<KeptAnswer> = {
  understands: [],
  open: ({ text: envelope, parts }, { extensions }) => {
    const message = readSoapMessage(envelope);
    const [content] = childElements(message.body);
    if (content === undefined || isNamed(content, message.namespace, 'Fault')) {
      return { text: envelope, parts };
    }
    extensions.set(answers, { content, document: message.document.text });
    const editor = new EnvelopeEditor(message);
    editor.replaceContent(message.body, `<${answerName} xmlns="${trustNamespace}"/>`);
    return { text: editor.text(), parts };
  },
};

/** A token service. */
export class TokenService {
  readonly #client: DynamicClient<TrustMethods, 'soap11' | 'soap12'>;
  readonly #cache: TokenCache;
  readonly #clock: () => Date;
  readonly #decryption: DecryptionSettings | undefined;

  /** Throws `TypeError` for options that do not exist or have another kind. */
  constructor(options: TokenServiceOptions) {
    requireOptions('tokenService', options, kinds, ['address']);
    checkDecryption(options.decryption);
    const { address, soap = '1.2', client = {}, marginSeconds = 60, clock = () => new Date() } = options;
    this.#client = new DynamicClient(service, {
      ...client,
      address,
      binding: soap === '1.1' ? 'soap11' : 'soap12',
      addressing: wsAddressing('1.0'),
      extensions: [answers, ...(client.extensions ?? [])],
    });
    this.#cache = new TokenCache(marginSeconds * 1000, clock);
    this.#clock = clock;
    this.#decryption = options.decryption;
  }

  /**
   * A token for a request: one that was issued before, until shortly before its end, or a new one. Calls that ask for the same at a time share one answer. Throws a
   * `TokenServiceError` where the token service refuses, a `TokenError` for an answer that is not understood, and the errors of clients.
   */
  token(request: TokenRequest = {}): Promise<IssuedToken> {
    return this.#cache.get(request, () => this.issue(request));
  }

  /** The token that `token` would give without asking; undefined if there is none. */
  knownToken(request: TokenRequest = {}): IssuedToken | undefined {
    return this.#cache.known(request);
  }

  /** Forgets a token, so that the next call asks for a new one. */
  forget(token: IssuedToken): void {
    this.#cache.forget(token);
  }

  /** A new token. Throws as `token`. */
  async issue(request: TokenRequest = {}): Promise<IssuedToken> {
    const written = await issueRequest(request, this.#clock());
    return readIssuedToken(await this.#call('issue', written), written, request, this.#decryption);
  }

  /** The token with a new end. Throws as `token`. */
  async renew({ xml, secret }: Pick<IssuedToken, 'xml' | 'secret'>): Promise<IssuedToken> {
    const written = targetRequest('Renew', xml);
    // The key stays the same.
    return { ...(await readIssuedToken(await this.#call('renew', written), written, {}, undefined)), secret };
  }

  /** Whether the token service takes a token for good. Throws as `token`. */
  async validate({ xml }: Pick<IssuedToken, 'xml'>): Promise<TokenStatus> {
    const { response } = await this.#call('validate', targetRequest('Validate', xml));
    return readStatus(response);
  }

  /** Ends a token. Throws as `token`. */
  async cancel(token: IssuedToken): Promise<void> {
    this.forget(token);
    const { response } = await this.#call('cancel', targetRequest('Cancel', token.xml));
    requireCancelled(response);
  }

  async #call(method: keyof TrustMethods, { tree: request }: WrittenRequest): Promise<TrustAnswer> {
    let kept: KeptAnswer | undefined;
    const onResponse: CallOptions['onResponse'] = ({ extensions }) => {
      kept = extensions?.get(answers);
    };
    try {
      await this.#client.call(method, request, { idempotent: method !== 'cancel', onResponse });
    } catch (error) {
      throw error instanceof SoapFaultError ? trustError(error) : error;
    }
    return { response: onlyResponse(kept?.content), document: kept?.document ?? '' };
  }
}

/**
 * A client of a token service, such as ADFS: `tokenService({ address, client: { extensions: [wsSecurity({ parts: [timestamp(), usernameToken(user, password)] })] } })`.
 * Security contexts (WS-SecureConversation) are not supported: an answer with one is refused. Throws `TypeError` for options that do not exist or have another kind.
 */
export function tokenService(options: TokenServiceOptions): TokenService {
  return new TokenService(options);
}
