/** A process with a server under pressure: `node --max-old-space-size=256 tests/robustness/pressed-server.mjs HANDLER_MS` prints its port. */
import { importSource } from '../support/bundle.mjs';

const { startPressedServer } = await importSource(new URL('pressed-server.ts', import.meta.url));
const { port } = await startPressedServer(Number(process.argv[2] ?? 0));
console.log(port);
process.on('SIGTERM', () => {
  console.log(JSON.stringify({ rssMiB: Math.round(process.resourceUsage().maxRSS / 1024) }));
  process.exit(0);
});
