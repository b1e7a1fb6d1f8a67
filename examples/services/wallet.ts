import { SoapFault } from '@wsdl-codegen/runtime';

/** The answers of the example services; `GetErrorDesc` puts them into words. */
export const code = { done: 0, wrongValue: -1, wrongCode: -2, nothingToDo: -3 } as const;

/** Refuses calls of nobody. A real service would look the session up. */
export function requireSession(sessionId: string | undefined): void {
  if (!sessionId) throw new SoapFault('The session has ended.', { code: 'Client' });
}
