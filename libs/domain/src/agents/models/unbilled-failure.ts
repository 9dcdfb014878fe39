import { RunFailure } from '../runs/run-failure.js';

/** A model was not asked, or its provider refused to answer: nothing is to be paid. */
export class UnbilledFailure extends RunFailure {}
