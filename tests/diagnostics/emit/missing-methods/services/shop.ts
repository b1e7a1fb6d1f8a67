import type { ShopService } from 'shop';

export class Shop implements ShopService {
  async ping(): Promise<string> {
    return 'pong';
  }
}
