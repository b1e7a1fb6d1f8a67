import { together } from './together.js';

together('stages');
