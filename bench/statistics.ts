/** The smallest value that so large a share of them does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** Milliseconds that each of these rounds took. */
export async function delaysOf(
  rounds: number,
  run: (round: number) => Promise<unknown>,
): Promise<readonly number[]> {
  const delays: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now()
    await run(round)
    delays.push(performance.now() - started)
  }
  return delays
}

export const figureOf = (delays: readonly number[]): string =>
  `p95 ${percentile(delays, 0.95).toFixed(1)} ms, p50 ${median(delays).toFixed(1)} ms`
