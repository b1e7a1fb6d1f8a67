import { Base } from 'shop-base';
import type { ShopService } from 'shop';

export class Shop extends Base implements ShopService {
  async ping(): Promise<string> {
    return 'pong';
  }
}
