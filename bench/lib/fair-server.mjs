/**
 * A server of the service that takes what costs most to read, in a process of its own. Arguments: the folder of a build of the product, and options of the
 * server in JSON. Sends its port; answers each message with the processor time that it has used, in microseconds.
 */
const [, , build, options = '{}'] = process.argv;
const { createServer } = await import(new URL('runtime/dist/on-node/node/index.js', build).href);
const { pressed } = await import(new URL('bench/dist/pressed/js/index.js', build).href);

const service = pressed({ take: () => undefined, put: () => undefined, ask: () => 'x' });
const { port } = await createServer({ services: [service], ...JSON.parse(options) }).listen(0, '127.0.0.1');
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send({ cpu: user + system, memory: process.resourceUsage().maxRSS / 1024 });
});
process.on('disconnect', () => process.exit(0));
process.send({ port });
