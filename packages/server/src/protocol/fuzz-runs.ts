/** Cases per property in the unit run; e2e/fuzz.test.ts runs the same properties far more often. */
export const FUZZ_RUNS = 2_000
