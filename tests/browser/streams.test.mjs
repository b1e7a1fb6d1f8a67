/** Streams in a real browser, in a page and in a worker of it. Run by `npm run test:browser`, after a build. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { streamsOfPage, streamsServer } from '../platforms/streams.mjs';
import { findChromium, launch } from './chromium.mjs';

const path = findChromium();
if (path === undefined && process.env.CI !== undefined) {
  throw new Error('Chromium is not installed: apt-get install chromium');
}
const options = { skip: path === undefined ? 'Chromium is not installed (Debian: apt-get install chromium)' : false };

const folder = mkdtempSync(join(tmpdir(), 'streams-'));
let browser;
let server;

before(async () => {
  if (path === undefined) {
    return;
  }
  const script = await bundle(streamsOfPage, { platform: 'browser' });
  const program = join(folder, 'server.mjs');
  await bundle(streamsServer, { platform: 'node', outfile: program, write: true });
  const { listen } = await import(pathToFileURL(program).href);
  server = await listen((request, response) => answerFile(request.url, script, response));
  browser = await launch(path);
});

after(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The text of a program with all that it imports. */
async function bundle(contents, more) {
  const stdin = { contents, resolveDir: fileURLToPath(new URL('../../', import.meta.url)) };
  const { outputFiles } = await build({ stdin, bundle: true, format: 'esm', write: false, ...more });
  return outputFiles?.[0].text;
}

/** Answers with the page and its script; false for other addresses. */
function answerFile(url, script, response) {
  const [type, text] =
    { '/': ['text/html', '<script type="module" src="/page.js"></script>'], '/page.js': ['text/javascript', script] }[
      url
    ] ?? [];
  if (text !== undefined) {
    response.setHeader('Content-Type', type).end(text);
  }
  return text !== undefined;
}

/** Evaluates an expression in the page. */
async function inPage(expression) {
  const page = await browser.open(`http://127.0.0.1:${server.address().port}/`);
  try {
    return await page.evaluate(expression);
  } finally {
    await page.close();
  }
}

test('a page reads answers while they arrive, and serves and sends streams within itself', options, async () => {
  assert.equal(await inPage('run()'), 'done');
});

test('a worker of a page does so, too', options, async () => {
  const worker = `new Promise((resolve) => {
    const worker = new Worker('/page.js', { type: 'module' });
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => resolve(message);
    worker.postMessage('run');
  })`;
  assert.equal(await inPage(worker), 'done');
});
