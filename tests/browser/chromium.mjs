/** Debian's Chromium, driven over the DevTools protocol through a pipe: no package is needed for it. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Path of an installed Chromium or Chrome, or undefined. */
export function findChromium() {
  const names = [process.env.CHROMIUM, 'chromium', 'chromium-browser', 'google-chrome'].filter(Boolean);
  return names.find((name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0);
}

/** Starts a browser without a window, with more arguments if need be. `close` ends it and removes its profile. */
export async function launch(path, more = []) {
  const profile = mkdtempSync(join(tmpdir(), 'pages-'));
  const child = spawn(
    path,
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--no-first-run',
      '--disable-background-networking',
      '--remote-debugging-pipe',
      `--user-data-dir=${profile}`,
      ...more,
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const connection = new Connection(child.stdio[3], child.stdio[4]);
  return {
    connection,
    open: (url) => openPage(connection, url),
    close: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      await connection.send('Browser.close').catch(() => {});
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

/** The protocol: JSON messages that end in NUL. */
class Connection {
  #output;
  #waiting = new Map();
  #listeners = new Set();
  #last = 0;
  #rest = '';

  constructor(output, input) {
    this.#output = output;
    input.setEncoding('utf8');
    input.on('data', (text) => {
      const messages = (this.#rest + text).split('\0');
      this.#rest = messages.pop();
      for (const message of messages) {
        this.#receive(JSON.parse(message));
      }
    });
    output.on('error', () => {});
  }

  /** Calls a method, of a page where `sessionId` is given. */
  send(method, params = {}, sessionId = undefined) {
    const id = ++this.#last;
    this.#output.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /** Calls back for every event. */
  listen(listener) {
    this.#listeners.add(listener);
  }

  #receive(message) {
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (waiting === undefined) {
      for (const listener of this.#listeners) {
        listener(message);
      }
    } else if (message.error === undefined) {
      waiting.resolve(message.result);
    } else {
      waiting.reject(new Error(message.error.message));
    }
  }
}

/** A tab at an address, loaded. `problems` are its errors: blocked content, exceptions, dialogs. */
async function openPage(connection, url) {
  const { targetId } = await connection.send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await connection.send('Target.attachToTarget', { targetId, flatten: true });
  const call = (method, params) => connection.send(method, params, sessionId);
  const problems = [];
  let loaded = () => {};
  connection.listen(({ method, params, sessionId: from }) => {
    if (from !== sessionId) {
      return;
    }
    if (method === 'Page.loadEventFired') {
      loaded();
    } else if (method === 'Log.entryAdded' && params.entry.level === 'error') {
      problems.push(params.entry.text);
    } else if (method === 'Runtime.exceptionThrown' || method === 'Page.javascriptDialogOpening') {
      problems.push(method);
    }
  });
  await Promise.all(['Page.enable', 'Log.enable', 'Runtime.enable'].map((method) => call(method)));
  const load = async (act) => {
    const done = new Promise((resolve) => {
      loaded = resolve;
    });
    const result = await act();
    await done;
    return result;
  };
  await load(() => call('Page.navigate', { url }));
  return {
    call,
    load,
    problems,
    /** Value of an expression in the page. The page's own policy does not hold for the debugger. */
    evaluate: async (expression) => {
      const { result, exceptionDetails } = await call('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true,
        userGesture: true,
      });
      if (exceptionDetails !== undefined) {
        throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      }
      return result.value;
    },
    close: () => connection.send('Target.closeTarget', { targetId }),
  };
}
