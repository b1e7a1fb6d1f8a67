/** The entry `json`: messages in their JSON form, and what describes it. Gateways, tools and documents of OpenAPI stand on it. */

export { jsonPointer } from '../schema/json/json-error.js';
export type { JsonMembers } from '../schema/json-schema/member-names.js';
export type { JsonSchema } from '../schema/json-schema/simple-schema.js';
export { type FaultJson, faultToJson } from './fault-json.js';
export { headersFromJson, headersToJson } from './header-json.js';

export { JsonTextError, type JsonTextLimits, type JsonTextProblem, parseJsonText } from './json-text.js';
export {
  type AnswerJsonOptions,
  answerFromJson,
  answerToJson,
  type MessageJsonOptions,
  requestFromJson,
  requestToJson,
  valuesToJson,
} from './message-json.js';
export { messageMembers, stepsInJson, targetOf } from './message-members.js';
export { SharedSchemas, type SharedSchemasOptions } from './shared-schemas.js';
