/** OpenTelemetry as its documentation sets it up, with the spans kept in memory. */
const { trace } = require('@opentelemetry/api');
const { registerInstrumentations } = require('@opentelemetry/instrumentation');
const { HttpInstrumentation } = require('@opentelemetry/instrumentation-http');
const { UndiciInstrumentation } = require('@opentelemetry/instrumentation-undici');
const { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } = require('@opentelemetry/sdk-trace-node');

const exporter = new InMemorySpanExporter();
new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
registerInstrumentations({ instrumentations: [new HttpInstrumentation(), new UndiciInstrumentation()] });
const tracer = trace.getTracer('test');

/** What the program of the test asks of an agent. */
globalThis.agent = {
  /** Runs a function in a span. */
  inSpan: (name, run) =>
    tracer.startActiveSpan(name, async (span) => {
      try {
        return await run();
      } finally {
        span.end();
      }
    }),
  /** The spans that have ended. */
  spans: () =>
    exporter.getFinishedSpans().map((span) => {
      const { name, kind, attributes, parentSpanContext } = span;
      const { traceId, spanId } = span.spanContext();
      return { name, kind, attributes, traceId, spanId, parentId: parentSpanContext?.spanId };
    }),
};
