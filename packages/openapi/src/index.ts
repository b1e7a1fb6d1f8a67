/** SOAP services as JSON over HTTP: where each operation is. */

export {
  type AnyService,
  type JsonRoute,
  type JsonVerb,
  jsonRoutes,
  type RouteOptions,
  routeOptionKinds,
} from './routes.js';
