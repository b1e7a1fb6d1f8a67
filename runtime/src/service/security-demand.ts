/** What the WS-Policy of a port demands of its messages, as data (WS-SecurityPolicy 1.3). */

/** One way of satisfying the policy of a port. */
export interface SecurityDemand {
  /** Messages go over HTTPS alone. */
  readonly https?: true;
  readonly timestamp?: true;
  /** Where the timestamp stands among the parts of the Security header. Default: first. */
  readonly timestampLast?: true;
  /** Name of the algorithm suite: `Basic256Sha256`. */
  readonly suite?: string;
  /** Inclusive canonical forms in the place of exclusive ones. */
  readonly inclusive?: true;
  /** Messages are encrypted before they are signed. */
  readonly encryptBeforeSigning?: true;
  readonly encryptSignature?: true;
  /** The token of a signature is signed by it. */
  readonly protectTokens?: true;
  readonly signatureConfirmation?: true;
  readonly x509?: X509Demand;
  readonly usernameToken?: UsernameTokenDemand;
  readonly samlToken?: SamlTokenDemand;
  /** What is protected in requests, by signatures and encryption of messages. */
  readonly request?: MessageProtection;
  /** The same for answers. */
  readonly answer?: MessageProtection;
}

/** How a message names the certificate of a signature. */
export type CertificateReference = 'binarySecurityToken' | 'issuerSerial' | 'subjectKeyIdentifier' | 'thumbprint';

/** A demand of signatures with certificates. */
export interface X509Demand {
  /** `mutual`: both sides sign. `endorsing`: the client signs the timestamp, and HTTPS protects the rest. */
  readonly use: 'mutual' | 'endorsing';
  /** How requests name the certificate of the client. */
  readonly client: CertificateReference;
  /** How messages name the certificate of the service. */
  readonly service?: CertificateReference;
}

/** A demand of user name tokens. */
export interface UsernameTokenDemand {
  /** The password is sent as a digest. */
  readonly digest?: true;
  /** A nonce and an instant are sent with it. */
  readonly nonce?: true;
  readonly signed?: true;
  readonly encrypted?: true;
}

/** A demand of SAML assertions that are sent as they are. */
export interface SamlTokenDemand {
  readonly version?: '1.1' | '2.0';
  /** Address of the token service that issues it, where the policy names one. */
  readonly issuer?: string;
  readonly signed?: true;
  readonly encrypted?: true;
}

/** The parts of a message that are protected. */
export interface MessageProtection {
  readonly signed?: ProtectedParts;
  readonly encrypted?: ProtectedParts;
}

/** Parts of a message. */
export interface ProtectedParts {
  readonly body?: true;
  /** The header blocks of WS-Addressing. */
  readonly addressing?: true;
  /** Other header blocks, where they are there. */
  readonly headers?: readonly { readonly namespace: string; readonly name: string }[];
  readonly attachments?: true;
}
