import { type Handler, registerService } from '@wsdl-codegen/runtime';
import { createServer, type ListeningServer } from '@wsdl-codegen/runtime/node';
import { descriptorsOf } from '../../generator/memory/descriptors.js';
import { contractOf } from '../support/descriptors.js';
import { descriptor } from './pressed-service.js';

/** Starts a server of the service, all limits as they are by default. Handlers take `handlerMs`; 0 answers at once. */
export async function startPressedServer(handlerMs: number): Promise<ListeningServer> {
  const { contract } = await contractOf({ 'pressed.wsdl': descriptor });
  const [service] = [...descriptorsOf(contract).services.values()];
  if (service === undefined) {
    throw new Error('The descriptor has no service.');
  }
  const answer = (result: unknown): unknown =>
    handlerMs === 0 ? result : new Promise((resolve) => setTimeout(resolve, handlerMs, result));
  const handlers: Record<string, Handler> = {
    take: () => answer(undefined),
    put: () => answer(undefined),
    ask: () => 'x',
  };
  return createServer({ services: [registerService(service as never, handlers as never)] }).listen(0, '127.0.0.1');
}
