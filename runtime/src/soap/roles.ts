/** Actors and roles that every ultimate receiver plays (SOAP 1.1, 4.2.2; SOAP 1.2 Part 1, 2.2). */
const ourRoles: ReadonlySet<string> = new Set([
  '',
  'http://schemas.xmlsoap.org/soap/actor/next',
  'http://www.w3.org/2003/05/soap-envelope/role/next',
  'http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver',
]);

/** True for a header block that is addressed to the ultimate receiver of the message, by its actor or role, or to one of its other roles. */
export function isForUs(actor: string | undefined, roles?: ReadonlySet<string>): boolean {
  return actor === undefined || ourRoles.has(actor.trim()) || roles?.has(actor.trim()) === true;
}
