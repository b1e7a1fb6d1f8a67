/** Sentry as its documentation sets it up, with tracing. */
const Sentry = require('@sentry/node');

Sentry.init({ dsn: process.env.SENTRY_DSN, tracesSampleRate: 1 });

const callers = {};

/** What the program of the test asks of an agent. */
globalThis.agent = {
  /** Runs a function in a span. */
  inSpan: (name, run) =>
    Sentry.startSpan({ name, forceTransaction: true }, (span) => {
      const { traceId, spanId } = span.spanContext();
      callers[name] = { traceId, spanId };
      return run();
    }),
  /** The spans of the callers by name. */
  spans: () => callers,
};
