import type { ShopService } from 'shop';

// Привет
export class Shop implements ShopService {
  async ping(): Promise<string> {
    return 'pong';
  }
}
