import { SoapFault } from '@wsdl-codegen/runtime';

/** What the example services answer; `GetErrorDesc` puts it into words. */
export const code = { done: 0, wrongValue: -1, wrongCode: -2, nothingToDo: -3 } as const;

/** Refuses calls of nobody. A real service would look the session up. */
export function requireSession(sessionId: string | undefined): void {
  if (!sessionId) throw new SoapFault('The session has ended.', { code: 'Client' });
}
