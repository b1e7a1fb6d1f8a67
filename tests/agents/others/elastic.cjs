/** Elastic's agent as its documentation sets it up; where it listens comes from the environment. */
const apm = require('elastic-apm-node').start();

const callers = {};

/** What the program of the test asks of an agent. */
globalThis.agent = {
  /** Runs a function in a transaction. */
  async inSpan(name, run) {
    await undefined;
    const transaction = apm.startTransaction(name);
    callers[name] = { traceId: transaction.ids['trace.id'], spanId: transaction.ids['transaction.id'] };
    try {
      return await run();
    } finally {
      transaction.end();
    }
  },
  /** The transactions of the callers by name. */
  spans: () => callers,
};
