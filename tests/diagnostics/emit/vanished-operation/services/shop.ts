import { type ServiceContext, SoapFault } from '@wsdl-codegen/runtime';
import type { Order, ShopService } from 'shop';

export class Shop implements ShopService {
  async ping(): Promise<string> {
    return 'pong';
  }

  async order({ id }: Order): Promise<string> {
    return `order ${id}`;
  }

  async cancel(_input: unknown, _context: ServiceContext): Promise<void> {
    throw new SoapFault('cancel is not implemented');
  }
}
