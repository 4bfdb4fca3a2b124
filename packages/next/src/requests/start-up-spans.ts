/**
 * Names of the spans that Next.js makes while it starts, dozens of them without a request: for `ignoreSpans` of the SDK
 * (`ignoreTransactions` before version 10).
 */
export const START_UP_SPANS: RegExp[] = [
  /^load route module$/,
  /^load instrumentation module$/,
  /^register instrumentation$/,
]
