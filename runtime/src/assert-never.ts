/** Ends a `switch` over a union: fails to compile when a member is not handled, and throws when a value lies about its type. */
export function assertNever(value: never): never {
  throw new TypeError(`Unexpected value: ${JSON.stringify(value)}`);
}
