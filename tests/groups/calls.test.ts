import { together } from './together.js';

together('calls');
