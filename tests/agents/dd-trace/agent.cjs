/** Datadog's agent as its documentation sets it up. */
const tracer = require('dd-trace').init();

/** What the program of the test asks of an agent. */
globalThis.agent = {
  /** Runs a function in a span. */
  inSpan: (name, run) =>
    tracer.trace(name, (span) => {
      callers[name] = { traceId: span.context().toTraceId(), spanId: span.context().toSpanId() };
      return run();
    }),
  /** The spans of the callers by name; those of the calls go to the collector. */
  spans: () => callers,
};
const callers = {};
