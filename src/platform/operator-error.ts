/**
 * Error for the operator. Its message is logged, so it names settings, keys by their fingerprints,
 * services and limits, but no stored data, no input of clients and no secret.
 */
export class OperatorError extends Error {}
