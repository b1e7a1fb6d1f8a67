/** OpenTelemetry for programs of ES modules: with its hook for imports. */
import { register } from 'node:module';

register('@opentelemetry/instrumentation/hook.mjs', import.meta.url);
await import('./otel.cjs');
