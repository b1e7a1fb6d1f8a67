/** Mocks of services for tests: answers that a test gives, schema-valid samples for the rest, and the calls that arrived. */

export type { MockCall, MockCalls } from './answers.js';
export {
  type AnswerInTurn,
  delayed,
  HttpAnswer,
  inTurn,
  type LateAnswer,
  type MockAnswer,
  type MockAnswers,
} from './answers.js';
export { type MockFaultOptions, type MockOptions, mockService, type ServiceMock } from './mock-service.js';
