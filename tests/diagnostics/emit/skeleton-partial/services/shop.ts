import type { ShopService } from 'shop';

export const shop: Pick<ShopService, 'ping'> = {
  ping: () => 'pong',
};
