/**
 * The types of what a program's handlers and interceptors have in common. A program declares them once, and every `ServiceContext` has them:
 *
 * `declare module '@wsdl-codegen/runtime' { interface ServerTypes { state: { tenant: Tenant }; principal: User; request: express.Request } }`
 *
 * Without members the state is a `Record<string, unknown>`, the principal and the request are `unknown`.
 */
export interface ServerTypes {
  /** Only for the type checker. */
  readonly $types?: never;
}

/** Type of `state`: data that interceptors keep for handlers. */
export type StateOf<Types> = Types extends { readonly state: infer State } ? State : Record<string, unknown>;

/** Type of `principal`: who is authenticated. */
export type PrincipalOf<Types> = Types extends { readonly principal: infer Principal }
  ? Principal | undefined
  : unknown;

/** Type of `request`: the request of the host. */
export type RequestOf<Types> = Types extends { readonly request: infer Request } ? Request : unknown;
