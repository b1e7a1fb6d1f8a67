/**
 * Calls a service at each path of a server over both transports, one after the other, and prints what came of each.
 *
 *     node --max-old-space-size=48 hostile-answers.mjs CLIENT ADDRESS PATH...
 */
const [clientFile, address, ...paths] = process.argv.slice(2);
const { createFetchTransport, createNodeTransport, ExchangerApiClient } = await import(clientFile);

const transports = { node: createNodeTransport(), fetch: createFetchTransport() };
const outcomes = {};
for (const [name, transport] of Object.entries(transports)) {
  outcomes[name] = {};
  for (const path of paths) {
    const client = new ExchangerApiClient({
      address: `${address}/${path}`,
      namespaces: { api_namespace: 'http://wallet.example/api' },
      limits: { maxResponseBytes: 2_000_000 },
      transport,
    });
    const input = { sessionId: 's', CurrencyToBuy: 'z', CurrencyToPay: 'r', amountToPay: 12.5 };
    outcomes[name][path] = await client.exchange(input).catch((error) => error.name);
  }
}
console.log(JSON.stringify(outcomes));
process.exit(0);
