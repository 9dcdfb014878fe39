export { type Caller, type Method, openWorld, type World } from '@tandem/testing/world';
