/** Serves a folder of static files, as hosts of sites do: compressed, with `.html` for names without it, `index.html` for folders, and `404.html` for what is not there. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

const types = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** A server at a port of its own: its address, the paths that were asked for, and `close`. */
export async function serveFolder(folder) {
  const asked = [];
  const server = createServer(({ url }, response) => {
    const path = normalize(decodeURIComponent(url.split('?')[0]));
    asked.push(path);
    const found = [path, `${path}.html`, join(path, 'index.html')].map((name) => [name, contentOf(folder, name)]);
    const [name, content] = found.find(([, bytes]) => bytes !== undefined) ?? [path, undefined];
    if (content === undefined) {
      response.writeHead(404, { 'Content-Type': types['.html'] }).end(contentOf(folder, '404.html') ?? 'not found');
      return;
    }
    const type = types[extname(name)] ?? 'text/plain; charset=utf-8';
    response.writeHead(200, { 'Content-Type': type, 'Content-Encoding': 'gzip' }).end(gzipSync(content));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    asked,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function contentOf(folder, name) {
  try {
    return readFileSync(join(folder, name));
  } catch {
    return undefined;
  }
}
