/** SOAP services as JSON over HTTP: where each operation is, and the document of OpenAPI 3.1 that describes it. */

export { documentText, type OpenApiDocument, type OpenApiOptions, openApi, openApiOptionKinds } from './document.js';
export { blocksMember, type HeaderPlace, headerPlaces } from './header-blocks.js';
export { type OpenApiPlugin, type OpenApiPluginOptions, openApiPlugin } from './plugin.js';
export { declaredFaultStatus, type FaultStatuses, faultStatus, type ProblemName, problems } from './problems.js';
export {
  type AnyService,
  type JsonRoute,
  type JsonVerb,
  jsonRoutes,
  type RouteOptions,
  routeOptionKinds,
} from './routes.js';
export type { Security } from './security.js';
