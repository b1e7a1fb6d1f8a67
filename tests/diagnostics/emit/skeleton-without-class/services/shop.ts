export class Shop {
  async ping(): Promise<string> {
    return 'pong';
  }
}
