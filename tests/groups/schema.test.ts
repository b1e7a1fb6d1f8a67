import { together } from './together.js';

together('schema');
