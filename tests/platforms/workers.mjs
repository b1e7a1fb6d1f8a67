import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A worker that may call this machine, on a port that is free. */
const config = (module) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (modules = [(name = "worker", esModule = embed "${module}")], compatibilityDate = "2025-01-01", globalOutbound = "machine")),
    (name = "machine", network = (allow = ["private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`;

/** Runs a module of a folder in workerd, the runtime of Cloudflare's workers, for as long as `use` needs its port. */
export async function inWorker(workerd, folder, module, use) {
  writeFileSync(join(folder, 'worker.capnp'), config(module));
  const worker = spawn(workerd, ['serve', 'worker.capnp', '--control-fd=3'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  try {
    const [listening] = await once(worker.stdio[3], 'data');
    return await use(JSON.parse(String(listening)).port);
  } finally {
    worker.kill();
  }
}
